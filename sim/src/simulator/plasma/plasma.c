/* A plasma by particles in cells: two coordinates, three velocities, all fields. */
#include "simulator/plasma/plasma_state.h"
#include "simulator/simulators.h"

#include <math.h>

/* Cells of a tile along an axis, at most: its fields and flows are in the first-level cache. */
#define MOST_TILE 16
#define MOST_SIDE 32768
#define MOST_CELLS ((double)(1 << 28))
/* The default step, as a part of the longest stable one. */
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
    JX_CHOICE_ROW("start", JX_PLASMA_STARTS, 0, "what it begins with"),
    JX_WHOLE_ROW("width", 256, 1, MOST_SIDE, "cells along x; best a multiple of 16"),
    JX_WHOLE_ROW("height", 16, 1, MOST_SIDE, "cells along y; 1: nothing depends on y"),
    JX_WHOLE_ROW("particles", 16, 1, 4096, "of each beam in a cell"),
    JX_REAL_ROW("dx", 0.05, 1e-6, 1e3, "side of a cell in c/wp"),
    JX_REAL_ROW("dt", 0, 0, 1e3, "step in 1/wp; 0: 0.95 of the longest that is stable"),
    JX_REAL_ROW("speed", 0.2, 0, 0.999, "half of what is between the two beams' velocities, in c"),
    JX_REAL_ROW("share", 0.5, 0.001, 0.999,
                "of the first beam in the density; the faster one has less"),
    JX_REAL_ROW("heat", 0, 0, 10,
                "spread of momenta along each axis, in m c; 0: none, but 0.1 for thermal"),
    JX_REAL_ROW("amplitude", 0.001, 0, 10,
                "of the first wave: its displacement in dx, for filamentation its momentum along "
                "x, for wave its field"),
    JX_WHOLE_ROW("mode", 6, 1, MOST_SIDE, "waves along x at the start"),
    JX_CHOICE_ROW("pusher", "boris vay higuera_cary", 0, "how momenta turn"),
    JX_CHOICE_ROW("sort", JX_PLASMA_SORTS, 0,
                  "where particles that left their tile are found: in the deposit, in the first "
                  "pass of the sort, or in both of its passes"),
    JX_CHOICE_ROW("deposit", "virtual path", 0,
                  "paths are cut into virtual particles, many at once, or followed one by one"),
    JX_CHOICE_ROW("view", JX_PLASMA_VIEWS, 0,
                  "the picture: x and momentum along x, density, or Bz"),
};

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

static void set_values(jx_plasma *plasma, const double *value)
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
  plasma->counts =
      jx_pool_take(&plasma->head.launcher.pool, tiles * JX_PLASMA_COUNTS, sizeof *plasma->counts);
  if (plasma->counts == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu tiles", tiles);
  JX_TRY(jx_launcher_allocate(&plasma->head.launcher, JX_PLASMA_FIELDS * cells * sizeof(float),
                              &plasma->fields, error));
  JX_TRY(jx_launcher_allocate(&plasma->head.launcher, 8 * tiles * of_tile * sizeof(float),
                              &plasma->flows, error));
  return jx_plasma_begin(plasma, error);
}

static jato_status plasma_begin(jx_simulation *simulation, const jx_simulator_setup *setup,
                                jato_error *error)
{
  jx_plasma *plasma = (jx_plasma *)simulation;
  plasma->seed = setup->seed;
  set_values(plasma, setup->values->value);
  set_beams(plasma);
  simulation->picture = jx_plasma_picture(plasma);
  simulation->unit = plasma->beam_count > 0 ? "particles" : "cells";
  simulation->work = plasma->beam_count > 0 ? 0 : (double)jx_plasma_cells(plasma);
  for (size_t b = 0; b < plasma->beam_count; b++)
    simulation->work += (double)plasma->beam[b].particles;
  return prepare(plasma, setup->values->value, error);
}

const jx_simulator_ops jx_plasma_ops = {
    .name = "plasma",
    .summary = "electrons before resting ions, with all their fields: particles in cells, on a "
               "torus",
    .source = "Villasenor and Buneman 1992, Computer Physics Communications 69, 306",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .start = JX_STARTS_ITSELF,
    .size = sizeof(jx_plasma),
    .noun = "a plasma",
    .begin = plasma_begin,
    .step = jx_plasma_step,
    .draw = jx_plasma_draw,
    .array = jx_plasma_array,
    .read = jx_plasma_read,
};
