/* A plasma of electrons before ions that rest, on a device: particles in tiles, fields on Yee's
 * grid. simulator/kernels/plasma_tiles.h says how they lie in memory, and in which units. */
#pragma once

#include "simulator/simulator.h"

/* What it begins with, in the order of their words. */
typedef enum jx_plasma_start {
  JX_PLASMA_TWO_STREAM,
  JX_PLASMA_FILAMENTATION,
  JX_PLASMA_THERMAL,
  JX_PLASMA_OSCILLATION,
  JX_PLASMA_WAVE
} jx_plasma_start;
#define JX_PLASMA_STARTS "two_stream filamentation thermal oscillation wave"

typedef enum jx_plasma_sort {
  JX_PLASMA_BY_LEAVERS,
  JX_PLASMA_BY_INDEX,
  JX_PLASMA_BY_SCAN
} jx_plasma_sort;
#define JX_PLASMA_SORTS "leavers index scan"

typedef enum jx_plasma_view { JX_PLASMA_PHASE, JX_PLASMA_DENSITY, JX_PLASMA_BZ } jx_plasma_view;
#define JX_PLASMA_VIEWS "phase density bz"

enum { JX_PLASMA_BEAMS = 2, JX_PLASMA_FIELDS = 6, JX_PLASMA_REALS = 5, JX_PLASMA_COUNTS = 4 };

/* The memory of a beam on the device. For each tile: cells and reals of particles, in [2] and
 * [JX_PLASMA_REALS] rows of `capacity`; the same of particles that leave it; a list of leavers; and
 * counts. */
enum {
  JX_PLASMA_CELLS,
  JX_PLASMA_REAL_ROWS,
  JX_PLASMA_MOVING_CELLS,
  JX_PLASMA_MOVING_REALS,
  JX_PLASMA_LISTS,
  JX_PLASMA_TILE_COUNTS,
  JX_PLASMA_MEMORIES
};

/* One kind of particles: its own share of the density, in its own memory. */
typedef struct jx_plasma_beam {
  double u[3];      /* what its particles begin with */
  float charge;     /* of a particle, as a share of the density of a cell: negative */
  size_t particles; /* in all */
  size_t capacity;  /* of a tile */
  jx_device_memory memory[JX_PLASMA_MEMORIES];
} jx_plasma_beam;

typedef struct jx_plasma {
  jx_simulation head;
  jx_plasma_start start;
  jx_plasma_sort sort;
  jx_plasma_view view;
  int pusher, path;  /* path: the deposit follows particles one by one */
  int width, height; /* cells */
  int tile_x, tile_y, tiles_x, tiles_y;
  int columns, rows; /* of a cell's particles at the start */
  int mode;
  double dx, dt, speed, share, heat, amplitude;
  uint64_t seed;

  size_t beam_count;
  jx_plasma_beam beam[JX_PLASMA_BEAMS];
  jx_device_memory fields, flows;
  int *counts; /* [tiles][JX_PLASMA_COUNTS]: a copy of a beam's */
} jx_plasma;

static inline size_t jx_plasma_tiles(const jx_plasma *plasma)
{
  return (size_t)plasma->tiles_x * (size_t)plasma->tiles_y;
}

static inline size_t jx_plasma_cells(const jx_plasma *plasma)
{
  return (size_t)plasma->width * (size_t)plasma->height;
}

/* ---- plasma_beams.c: memory of beams ---- */

/* Room for so many particles in each tile, all empty. Fails with JATO_E_MEMORY. */
jato_status jx_plasma_beam_allocate(jx_plasma *plasma, jx_plasma_beam *beam, size_t capacity,
                                    jato_error *error);
void jx_plasma_beam_release(jx_plasma *plasma, jx_plasma_beam *beam);

/* After particles were taken out along an axis: makes room for those that come in. */
jato_status jx_plasma_beam_make_room(jx_plasma *plasma, jx_plasma_beam *beam, int axis,
                                     jato_error *error);

/* The particles of one tile, copied from the device. */
typedef struct jx_plasma_tile {
  size_t number, count, capacity;
  int *cells;   /* [2][capacity] */
  float *reals; /* [JX_PLASMA_REALS][capacity] */
} jx_plasma_tile;

/* Calls fn for each tile of a beam. Fails with JATO_E_MEMORY. */
jato_status jx_plasma_each_tile(jx_plasma *plasma, const jx_plasma_beam *beam,
                                void (*fn)(const jx_plasma_tile *tile, void *user), void *user,
                                jato_error *error);

/* ---- plasma_start.c ---- */

/* Fills beams and fields with what the plasma begins with. */
jato_status jx_plasma_begin(jx_plasma *plasma, jato_error *error);

/* ---- plasma_step.c ---- */

jato_status jx_plasma_build(jx_plasma *plasma, jato_error *error);
jato_status jx_plasma_step(jx_simulation *simulation, uint64_t steps, jato_error *error);

/* ---- plasma_arrays.c ---- */

/* electric_x ... magnetic_z, [height][width], and energies, kinetic and of the fields. */
int jx_plasma_array(const jx_simulation *simulation, size_t index, jato_simulation_array *array);
jato_status jx_plasma_read(jx_simulation *simulation, size_t index, double *data,
                           jato_error *error);

/* ---- plasma_draw.c ---- */

/* Width and height of the picture. */
jato_image jx_plasma_picture(const jx_plasma *plasma);
jato_status jx_plasma_draw(jx_simulation *simulation, unsigned char *data, jato_error *error);
