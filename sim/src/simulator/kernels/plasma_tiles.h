/* A plasma's grid is cut into tiles of JK_TILE_X x JK_TILE_Y cells, and each tile has its particles
 * by itself, in room for `capacity` of them:
 *
 *   - cells [tile][2][capacity]: column and row of a particle's cell, counted from the tile's own;
 *     -1 and JK_TILE_X (or _Y): it is on its way to the next tile
 *   - reals [tile][5][capacity]: x, y in the cell, from its middle, -1/2 to 1/2; momentum ux uy uz
 *   - counts [tile][4]: particles; leavers to lower and to higher tiles; length of the list
 *   - lists [tile][capacity]: numbers of particles that left the tile, rising
 *   - fields [6][height][width]: Ex Ey Ez Bx By Bz on Yee's grid. With (i, j) a cell's lower corner
 *     Ex, By at (i+1/2, j), Ey, Bx at (i, j+1/2), Ez at (i, j), Bz at (i+1/2, j+1/2)
 *   - flows [tile][cell][8]: currents of the paths in a cell, before they are added up at the
 * points of the grid; cells of a tile with one more on each side
 *
 * The grid is periodic. Units: time 1/wp, length c/wp, momentum gamma v/c, fields m c wp/e. */
#ifndef JK_PLASMA_TILES_H
#define JK_PLASMA_TILES_H

#include "kernel/language.h"

enum {
  JK_ROW = JK_TILE_X + 2, /* of a tile with a cell more on each side */
  JK_AREA = JK_ROW * (JK_TILE_Y + 2),
  JK_FLOWS = 8,
  JK_COUNTS = 4
};
enum { JK_COUNT, JK_LOWER, JK_HIGHER, JK_LISTED };

typedef JK_GLOBAL const int *jk_ints_in;
typedef JK_GLOBAL int *jk_ints_out;
typedef JK_GLOBAL const real *jk_reals_in;
typedef JK_GLOBAL real *jk_reals_out;

/* In front of a loop over particles that do not know each other; and of one that is better left as
 * it is. */
#if defined(__clang__)
#define JK_NO_SIMD _Pragma("clang loop vectorize(disable)")
#else
#define JK_NO_SIMD
#endif
#if defined(__OPENCL_C_VERSION__) && defined(__clang__) && JK_HERE_LOCAL == 1
#define JK_SIMD _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__OPENCL_C_VERSION__) || defined(__CUDACC__)
#define JK_SIMD
#else
#define JK_SIMD _Pragma("omp simd")
#endif

/* The cell of this one's own tile, as it counts with the cells around it. */
JK_FN int jk_place(int x, int y) { return (y + 1) * JK_ROW + x + 1; }

/* i, at most one off 0..n - 1, on the ring. */
JK_FN int jk_around(int i, int n) { return i < 0 ? i + n : i < n ? i : i - n; }

/* The tile `off_x` to the right and `off_y` up of this one: both -1, 0 or 1. */
JK_FN int jk_neighbour(int tile, int tiles_x, int tiles_y, int off_x, int off_y)
{
  int x = jk_around(tile % tiles_x + off_x, tiles_x),
      y = jk_around(tile / tiles_x + off_y, tiles_y);
  return y * tiles_x + x;
}

#endif
