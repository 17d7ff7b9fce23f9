/* Pictures of a plasma: places and momenta along x, the density, or the magnetic field. */
#include "simulator/plasma/plasma_state.h"

#include <math.h>

/* Rows of the picture of momenta. */
#define PHASE_ROWS 256

jato_image jx_plasma_picture(const jx_plasma *plasma)
{
  uint64_t height = plasma->view == JX_PLASMA_PHASE ? PHASE_ROWS : (uint64_t)plasma->height;
  return (jato_image){.width = (uint64_t)plasma->width, .height = height, .channels = 1, .bits = 8};
}

/* Momenta along x up to here are in the picture. */
static double widest(const jx_plasma *plasma)
{
  double most = 0;
  for (size_t b = 0; b < plasma->beam_count; b++) most = fmax(most, fabs(plasma->beam[b].u[0]));
  most = 2.5 * most + 5 * plasma->heat;
  return most > 0 ? most : 0.1;
}

typedef struct drawing {
  const jx_plasma *plasma;
  float charge; /* of a particle */
  double *sums; /* [height][width] of the picture */
} drawing;

static void add_phases(const jx_plasma_tile *tile, void *user)
{
  const drawing *d = user;
  const float *ux = tile->reals + 2 * tile->capacity;
  size_t width = (size_t)d->plasma->width;
  size_t first = tile->number % (size_t)d->plasma->tiles_x * (size_t)d->plasma->tile_x;
  double most = widest(d->plasma);
  for (size_t p = 0; p < tile->count; p++) {
    double row = (0.5 - 0.5 * ux[p] / most) * PHASE_ROWS;
    if (!(row >= 0 && row < PHASE_ROWS)) continue;
    d->sums[(size_t)row * width + first + (size_t)tile->cells[p]] -= d->charge;
  }
}

static void add_density(const jx_plasma_tile *tile, void *user)
{
  const drawing *d = user;
  size_t width = (size_t)d->plasma->width, tiles_x = (size_t)d->plasma->tiles_x;
  size_t first = tile->number % tiles_x * (size_t)d->plasma->tile_x +
                 tile->number / tiles_x * (size_t)d->plasma->tile_y * width;
  const int *iy = tile->cells + tile->capacity;
  for (size_t p = 0; p < tile->count; p++)
    d->sums[first + (size_t)iy[p] * width + (size_t)tile->cells[p]] -= d->charge;
}

static jato_status add_beam(jx_plasma *plasma, const jx_plasma_beam *beam, double *sums,
                            jato_error *error)
{
  drawing d = {plasma, beam->charge, sums};
  return jx_plasma_each_tile(plasma, beam,
                             plasma->view == JX_PLASMA_PHASE ? add_phases : add_density, &d, error);
}

static jato_status add_bz(const jx_plasma *plasma, double *sums, jato_error *error)
{
  const jx_launcher *from = &plasma->head.launcher;
  size_t cells = jx_plasma_cells(plasma), bytes = cells * sizeof(float);
  float *bz = jx_allocate(&from->allocator, cells, sizeof *bz);
  if (bz == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to draw a field");
  jato_status status = jx_launcher_read(from, plasma->fields, 5 * bytes, bytes, bz, error);
  for (size_t i = 0; i < cells && status == JATO_OK; i++) sums[i] = bz[i];
  jx_release(&from->allocator, bz);
  return status;
}

/* Many particles are dark: the square root shows few of them, too. A density of 2 is black; a field
 * of 0 is grey, and its largest value black or white. */
static void shade(const jx_plasma *plasma, const double *sums, size_t count, unsigned char *data)
{
  double most = plasma->view == JX_PLASMA_DENSITY ? 2 : 0;
  for (size_t i = 0; i < count && plasma->view != JX_PLASMA_DENSITY; i++)
    most = fmax(most, fabs(sums[i]));
  if (!(most > 0)) most = 1;
  for (size_t i = 0; i < count; i++) {
    double part = fmin(1, fmax(-1, sums[i] / most));
    double grey = plasma->view == JX_PLASMA_PHASE     ? 1 - sqrt(part)
                  : plasma->view == JX_PLASMA_DENSITY ? 1 - part
                                                      : 0.5 + 0.5 * part;
    data[i] = (unsigned char)(255 * grey + 0.5);
  }
}

jato_status jx_plasma_draw(jx_simulation *simulation, unsigned char *data, jato_error *error)
{
  jx_plasma *plasma = (jx_plasma *)simulation;
  const jato_allocator *allocator = &plasma->head.launcher.allocator;
  jato_image picture = jx_plasma_picture(plasma);
  size_t pixels = (size_t)(picture.width * picture.height);
  double *sums = jx_allocate(allocator, pixels, sizeof *sums);
  jato_status status = JATO_OK;
  if (sums == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a picture");
  if (plasma->view == JX_PLASMA_BZ)
    status = add_bz(plasma, sums, error);
  else
    for (size_t b = 0; b < plasma->beam_count && status == JATO_OK; b++)
      status = add_beam(plasma, &plasma->beam[b], sums, error);
  if (status == JATO_OK) shade(plasma, sums, pixels, data);
  jx_release(allocator, sums);
  return status;
}
