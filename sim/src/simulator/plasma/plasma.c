/* A plasma by particles in cells: two coordinates, three velocities, all fields. */
#include "simulator/plasma/plasma_state.h"
#include "simulator/simulators.h"

#include <math.h>

/* Cells of a tile along an axis, at most: its fields and flows are in the first-level cache. */
#define MOST_TILE 16
#define MOST_SIDE 32768
#define MOST_CELLS ((double)(1 << 28))
/* Where no step is given: part of the longest that is stable. */
#define PART_OF_LONGEST 0.95
#define THERMAL_HEAT 0.1

enum {
  START,
  WIDTH,
  HEIGHT,
  PARTICLES,
  DX,
  DT,
  SPEED,
  SHARE,
  HEAT,
  AMPLITUDE,
  MODE,
  PUSHER,
  SORT,
  DEPOSIT,
  VIEW
};
static const jato_parameter parameters[] = {
    {.name = "start", .help = "what it begins with", .choices = JX_PLASMA_STARTS},
    {.name = "width",
     .help = "cells along x; best a multiple of 16",
     .fallback = 256,
     .smallest = 1,
     .largest = MOST_SIDE,
     .whole = 1},
    {.name = "height",
     .help = "cells along y; 1: nothing depends on y",
     .fallback = 16,
     .smallest = 1,
     .largest = MOST_SIDE,
     .whole = 1},
    {.name = "particles",
     .help = "of each beam in a cell",
     .fallback = 16,
     .smallest = 1,
     .largest = 4096,
     .whole = 1},
    {.name = "dx",
     .help = "side of a cell in c/wp",
     .fallback = 0.05,
     .smallest = 1e-6,
     .largest = 1e3},
    {.name = "dt", .help = "step in 1/wp; 0: 0.95 of the longest that is stable", .largest = 1e3},
    {.name = "speed",
     .help = "half of what is between the two beams' velocities, in c",
     .fallback = 0.2,
     .largest = 0.999},
    {.name = "share",
     .help = "of the first beam in the density; the faster one has less",
     .fallback = 0.5,
     .smallest = 0.001,
     .largest = 0.999},
    {.name = "heat",
     .help = "spread of momenta along each axis, in m c; 0: none, but 0.1 for thermal",
     .largest = 10},
    {.name = "amplitude",
     .help = "of the first wave: its displacement in dx, for filamentation its momentum along x, "
             "for wave its field",
     .fallback = 0.001,
     .largest = 10},
    {.name = "mode",
     .help = "waves along x at the start",
     .fallback = 6,
     .smallest = 1,
     .largest = MOST_SIDE,
     .whole = 1},
    {.name = "pusher", .help = "how momenta turn", .choices = "boris vay higuera_cary"},
    {.name = "sort",
     .help = "who looks for particles that left their tile: the deposit, the first pass of the "
             "sort, or both of its passes",
     .choices = JX_PLASMA_SORTS},
    {.name = "deposit",
     .help = "paths are cut into virtual particles, many at once, or followed one by one",
     .choices = "virtual path"},
    {.name = "view",
     .help = "the picture: x and momentum along x, density, or Bz",
     .choices = JX_PLASMA_VIEWS},
};

static void plasma_destroy(jx_simulation **address)
{
  jx_plasma *plasma = (jx_plasma *)*address;
  if (plasma == NULL) return;
  jato_allocator allocator = plasma->launcher.allocator;
  for (size_t b = 0; b < plasma->beam_count; b++) jx_plasma_beam_release(plasma, &plasma->beam[b]);
  jx_launcher_release(&plasma->launcher, &plasma->fields);
  jx_launcher_release(&plasma->launcher, &plasma->flows);
  jx_release(&allocator, plasma->counts);
  jx_release(&allocator, plasma);
  *address = NULL;
}

/* Largest divisor of n that is at most `most`. */
static int divisor(int n, int most)
{
  int d = n < most ? n : most;
  while (n % d != 0) d--;
  return d;
}

/* Velocities v and -v in the frame without current: the beam with less density is faster. */
static void set_beams(jx_plasma *plasma)
{
  int along = plasma->start == JX_PLASMA_TWO_STREAM ? 0 : 2,
      of_cell = plasma->columns * plasma->rows;
  int both = plasma->start == JX_PLASMA_TWO_STREAM || plasma->start == JX_PLASMA_FILAMENTATION;
  double shares[] = {both ? plasma->share : 1, 1 - plasma->share};
  double speeds[] = {2 * plasma->speed * shares[1], -2 * plasma->speed * shares[0]};
  plasma->beam_count = plasma->start == JX_PLASMA_WAVE ? 0 : both ? 2 : 1;
  for (size_t b = 0; b < plasma->beam_count; b++) {
    plasma->beam[b].charge = (float)(-shares[b] / of_cell);
    plasma->beam[b].particles = jx_plasma_cells(plasma) * (size_t)of_cell;
    if (both) plasma->beam[b].u[along] = speeds[b] / sqrt(1 - speeds[b] * speeds[b]);
  }
}

static jato_status check(const jx_plasma *plasma, const double *value, jato_error *error)
{
  double longest = plasma->height > 1 ? plasma->dx / sqrt(2) : plasma->dx;
  double fastest = 2 * plasma->speed * fmax(plasma->share, 1 - plasma->share);
  if (value[WIDTH] * value[HEIGHT] > MOST_CELLS)
    return jx_fail(error, JATO_E_ARGUMENT, "%g x %g cells are too many; 2^28 are the most",
                   value[WIDTH], value[HEIGHT]);
  if (!(plasma->dt < longest))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "dt is %g, but light crosses a cell of %g: the longest step is %g", plasma->dt,
                   plasma->dx, longest);
  if (plasma->beam_count == 2 && !(fastest < 1))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "with speed %g and share %g one beam has %g of the speed of light; make speed "
                   "smaller or share nearer to 0.5",
                   plasma->speed, plasma->share, fastest);
  return JATO_OK;
}

static void take_values(jx_plasma *plasma, const double *value)
{
  int particles = (int)value[PARTICLES];
  plasma->start = (jx_plasma_start)value[START];
  plasma->sort = (jx_plasma_sort)value[SORT];
  plasma->view = (jx_plasma_view)value[VIEW];
  plasma->pusher = (int)value[PUSHER];
  plasma->path = (int)value[DEPOSIT];
  plasma->width = (int)value[WIDTH];
  plasma->height = (int)value[HEIGHT];
  plasma->tile_x = divisor(plasma->width, MOST_TILE);
  plasma->tile_y = divisor(plasma->height, MOST_TILE);
  plasma->tiles_x = plasma->width / plasma->tile_x;
  plasma->tiles_y = plasma->height / plasma->tile_y;
  plasma->rows = plasma->height == 1 ? 1 : divisor(particles, (int)sqrt(particles));
  plasma->columns = particles / plasma->rows;
  plasma->mode = (int)value[MODE];
  plasma->dx = value[DX];
  plasma->dt = value[DT];
  if (plasma->dt == 0)
    plasma->dt = PART_OF_LONGEST * plasma->dx / (plasma->height > 1 ? sqrt(2) : 1);
  plasma->speed = value[SPEED];
  plasma->share = value[SHARE];
  plasma->heat = value[HEAT];
  if (plasma->heat == 0 && plasma->start == JX_PLASMA_THERMAL) plasma->heat = THERMAL_HEAT;
  plasma->amplitude = value[AMPLITUDE];
}

static jato_status prepare(jx_plasma *plasma, const double *value, jato_error *error)
{
  size_t tiles = jx_plasma_tiles(plasma), cells = jx_plasma_cells(plasma);
  size_t of_tile = (size_t)(plasma->tile_x + 2) * (size_t)(plasma->tile_y + 2);
  JX_TRY(check(plasma, value, error));
  JX_TRY(jx_plasma_build(plasma, error));
  plasma->head.kernel_count = plasma->launcher.kernel_count;
  plasma->counts =
      jx_allocate(&plasma->launcher.allocator, tiles * JX_PLASMA_COUNTS, sizeof *plasma->counts);
  if (plasma->counts == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu tiles", tiles);
  JX_TRY(jx_launcher_allocate(&plasma->launcher, JX_PLASMA_FIELDS * cells * sizeof(float),
                              &plasma->fields, error));
  JX_TRY(jx_launcher_allocate(&plasma->launcher, 8 * tiles * of_tile * sizeof(float),
                              &plasma->flows, error));
  return jx_plasma_begin(plasma, error);
}

static jato_status plasma_create(const jx_simulator_setup *setup, jx_simulation **out,
                                 jato_error *error)
{
  jx_plasma *plasma = jx_allocate(&setup->allocator, 1, sizeof *plasma);
  if (plasma == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a plasma");
  plasma->launcher = jx_launcher_begin(setup);
  plasma->seed = setup->seed;
  take_values(plasma, setup->values->value);
  set_beams(plasma);
  double work = plasma->beam_count > 0 ? 0 : (double)jx_plasma_cells(plasma);
  for (size_t b = 0; b < plasma->beam_count; b++) work += (double)plasma->beam[b].particles;
  plasma->head = (jx_simulation){.ops = &jx_plasma_ops,
                                 .picture = jx_plasma_picture(plasma),
                                 .work = work,
                                 .unit = plasma->beam_count > 0 ? "particles" : "cells",
                                 .kernels = plasma->launcher.kernel};
  *out = &plasma->head;
  jato_status status = prepare(plasma, setup->values->value, error);
  if (status != JATO_OK) plasma_destroy(out);
  return status;
}

const jx_simulator_ops jx_plasma_ops = {
    .name = "plasma",
    .summary = "electrons before resting ions, with all their fields: particles in cells, on a "
               "torus",
    .source = "Villasenor and Buneman 1992, Computer Physics Communications 69, 306",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .start = JX_STARTS_ITSELF,
    .create = plasma_create,
    .destroy = plasma_destroy,
    .step = jx_plasma_step,
    .draw = jx_plasma_draw,
    .array = jx_plasma_array,
    .read = jx_plasma_read,
};
