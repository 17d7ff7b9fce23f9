/* The initial state of a plasma. Particles have equal distances, so that their density is smooth;
 * waves are sines along x. */
#include "simulator/plasma/plasma_state.h"

#include "simulator/draw.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* One particle at the start: place in cells from the grid's corner. */
typedef struct particle {
  double x, y, u[3];
} particle;

/* A beam as it is written to the device. */
typedef struct draft {
  int *cells;   /* [tiles][2][capacity] */
  float *reals; /* [tiles][JX_PLASMA_REALS][capacity] */
  double *rho;  /* [cells] */
} draft;

/* The sum of twelve uniform numbers is nearly normal. */
static double draw_normal(uint64_t *state)
{
  double sum = -6;
  for (int i = 0; i < 12; i++) sum += jx_draw_number(state);
  return sum;
}

static int is_displaced(const jx_plasma *plasma)
{
  return plasma->start == JX_PLASMA_TWO_STREAM || plasma->start == JX_PLASMA_OSCILLATION;
}

/* Particle `sub` of a cell, of a beam. Momenta of a wave along x are opposite in the two beams. */
static particle make(const jx_plasma *plasma, size_t beam, size_t cell, int sub, uint64_t *state)
{
  particle p;
  memcpy(p.u, plasma->beam[beam].u, sizeof p.u);
  size_t width = (size_t)plasma->width, column = cell % width, row = cell / width;
  int sub_row = sub / plasma->columns;
  p.x = (double)column + (sub % plasma->columns + 0.5) / plasma->columns;
  p.y = (double)row + (sub_row + 0.5) / plasma->rows;
  double wave = plasma->amplitude * sin(2 * PI * plasma->mode / plasma->width * p.x);
  if (is_displaced(plasma)) p.x += wave;
  if (plasma->start == JX_PLASMA_FILAMENTATION) p.u[0] += beam == 0 ? wave : -wave;
  for (int c = 0; c < 3 && plasma->heat > 0; c++) p.u[c] += plasma->heat * draw_normal(state);
  return p;
}

/* A place on a ring of n cells as cell and, rounded, what is left from its middle. */
static int split(double place, int n, float *rest)
{
  double cell = floor(place);
  *rest = (float)(place - cell - 0.5);
  if (*rest >= 0.5F) *rest = 0.49999997F;
  return (int)(cell - n * floor(cell / n));
}

static void deposit_charge(const jx_plasma *plasma, double *rho, const int at[2],
                           const float rest[2], double charge)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      double weight_x = i ? 0.5 + rest[0] : 0.5 - rest[0];
      double weight_y = j ? 0.5 + rest[1] : 0.5 - rest[1];
      int x = (at[0] + i) % plasma->width, y = (at[1] + j) % plasma->height;
      rho[y * plasma->width + x] += charge * weight_x * weight_y;
    }
}

/* Adds a particle to its tile; without arrays in the draft it is only counted. */
static void add_particle(jx_plasma *plasma, const draft *into, size_t beam, const particle *p)
{
  float rest[2];
  int at[] = {split(p->x, plasma->width, &rest[0]), split(p->y, plasma->height, &rest[1])};
  int tile_y = at[1] / plasma->tile_y, tile_x = at[0] / plasma->tile_x;
  size_t tile = (size_t)tile_y * (size_t)plasma->tiles_x + (size_t)tile_x;
  size_t number = (size_t)plasma->counts[tile * JX_PLASMA_COUNTS]++;
  size_t capacity = plasma->beam[beam].capacity;
  if (into->cells == NULL) return;
  int *cells = into->cells + tile * 2 * capacity + number;
  float *reals = into->reals + tile * JX_PLASMA_REALS * capacity + number;
  cells[0] = at[0] % plasma->tile_x;
  cells[capacity] = at[1] % plasma->tile_y;
  for (size_t c = 0; c < 2; c++) reals[c * capacity] = rest[c];
  for (size_t c = 0; c < 3; c++) reals[(c + 2) * capacity] = (float)p->u[c];
  deposit_charge(plasma, into->rho, at, rest, plasma->beam[beam].charge);
}

/* Adjacent particles in memory are in different cells, so that adding their currents is
 * independent.
 */
static void add_all(jx_plasma *plasma, const draft *into, size_t beam)
{
  uint64_t state = plasma->seed + beam * 0x5851f42d4c957f2du;
  memset(plasma->counts, 0, jx_plasma_tiles(plasma) * JX_PLASMA_COUNTS * sizeof *plasma->counts);
  for (int sub = 0; sub < plasma->columns * plasma->rows; sub++)
    for (size_t cell = 0; cell < jx_plasma_cells(plasma); cell++) {
      particle p = make(plasma, beam, cell, sub, &state);
      add_particle(plasma, into, beam, &p);
    }
}

static jato_status write_beam(jx_plasma *plasma, const draft *from, const jx_plasma_beam *beam,
                              jato_error *error)
{
  const jx_launcher *to = &plasma->head.launcher;
  size_t tiles = jx_plasma_tiles(plasma), row = tiles * beam->capacity * sizeof(float);
  JX_TRY(jx_launcher_write(to, beam->memory[JX_PLASMA_CELLS], 0, 2 * row, from->cells, error));
  JX_TRY(jx_launcher_write(to, beam->memory[JX_PLASMA_REAL_ROWS], 0, JX_PLASMA_REALS * row,
                           from->reals, error));
  return jx_launcher_write(to, beam->memory[JX_PLASMA_TILE_COUNTS], 0,
                           tiles * JX_PLASMA_COUNTS * sizeof *plasma->counts, plasma->counts,
                           error);
}

static jato_status begin_beam(jx_plasma *plasma, size_t index, double *rho, jato_error *error)
{
  jx_plasma_beam *beam = &plasma->beam[index];
  const jato_allocator *allocator = &plasma->head.launcher.allocator;
  jato_status status = JATO_OK;
  draft made = {.rho = rho};
  size_t tiles = jx_plasma_tiles(plasma), most = 0;
  add_all(plasma, &made, index);
  for (size_t t = 0; t < tiles; t++) {
    size_t count = (size_t)plasma->counts[t * JX_PLASMA_COUNTS];
    most = count > most ? count : most;
  }
  JX_TRY(jx_plasma_beam_allocate(plasma, beam, most + most / 4, error));
  made.cells = jx_allocate(allocator, tiles * 2 * beam->capacity, sizeof *made.cells);
  made.reals = jx_allocate(allocator, tiles * JX_PLASMA_REALS * beam->capacity, sizeof(float));
  if (made.cells == NULL || made.reals == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu particles", beam->particles);
  } else {
    add_all(plasma, &made, index);
    status = write_beam(plasma, &made, beam, error);
  }
  jx_release(allocator, made.cells);
  jx_release(allocator, made.reals);
  return status;
}

/* ---- Fields ---- */

/* Computes Ex of a row, whose divergence is the charge minus the background. */
static void solve_row(const jx_plasma *plasma, const double *rho, float *ex)
{
  double charge = 0, mean = 0, sum = 0;
  for (int i = 0; i < plasma->width; i++) charge += rho[i] / plasma->width;
  for (int i = 0; i < plasma->width; i++) {
    sum += plasma->dx * (rho[i] - charge);
    mean += sum / plasma->width;
  }
  sum = -mean;
  for (int i = 0; i < plasma->width; i++) {
    sum += plasma->dx * (rho[i] - charge);
    ex[i] = (float)sum;
  }
}

/* Light that travels along x on this grid: B is defined half a step later, and the mean of two half
 * steps is smaller. */
static void make_light(const jx_plasma *plasma, float *ey, float *bz)
{
  double k = 2 * PI * plasma->mode / plasma->width, step = plasma->dt / plasma->dx;
  double less = cos(asin(step * sin(0.5 * k)));
  for (size_t i = 0; i < jx_plasma_cells(plasma); i++) {
    double x = (double)(i % (size_t)plasma->width);
    ey[i] = (float)(plasma->amplitude * sin(k * x));
    bz[i] = (float)(plasma->amplitude * less * sin(k * (x + 0.5)));
  }
}

static jato_status begin_fields(jx_plasma *plasma, const double *rho, float *fields,
                                jato_error *error)
{
  const jx_launcher *to = &plasma->head.launcher;
  size_t cells = jx_plasma_cells(plasma), width = (size_t)plasma->width;
  if (plasma->start == JX_PLASMA_WAVE) make_light(plasma, fields + cells, fields + 5 * cells);
  for (size_t row = 0; is_displaced(plasma) && row < cells; row += width)
    solve_row(plasma, rho + row, fields + row);
  return jx_launcher_write(to, plasma->fields, 0, JX_PLASMA_FIELDS * cells * sizeof *fields, fields,
                           error);
}

jato_status jx_plasma_begin(jx_plasma *plasma, jato_error *error)
{
  const jato_allocator *allocator = &plasma->head.launcher.allocator;
  size_t cells = jx_plasma_cells(plasma);
  jato_status status = JATO_OK;
  double *rho = jx_allocate(allocator, cells, sizeof *rho);
  float *fields = jx_allocate(allocator, JX_PLASMA_FIELDS * cells, sizeof *fields);
  if (rho == NULL || fields == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu cells", cells);
  } else {
    for (size_t b = 0; b < plasma->beam_count && status == JATO_OK; b++)
      status = begin_beam(plasma, b, rho, error);
    if (status == JATO_OK) status = begin_fields(plasma, rho, fields, error);
  }
  jx_release(allocator, rho);
  jx_release(allocator, fields);
  return status;
}
