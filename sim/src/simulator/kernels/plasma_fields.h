/* Yee's fields: B by half a step, E by a whole one with the current, B by the other half.
 *
 *   jk_plasma_fold      flows tiles tiles_x tiles_y       an item is a tile: what paths left in the
 *                                                         cells around tiles is added to their own
 *   jk_plasma_magnetic  fields width height step          a work-group is a row; step = dt/(2 dx)
 *   jk_plasma_electric  fields flows width height tiles_x step dt        the same; step = dt/dx */
#ifndef JK_PLASMA_FIELDS_H
#define JK_PLASMA_FIELDS_H

#include "plasma_tiles.h"

/* Adds what the tile `off` away has in the cells it shares with this one: those left of its own
 * first column are this one's last, where it is to the right, and so on. */
JK_FN void jk_fold_from(jk_reals_out own, jk_reals_in other, int off_x, int off_y)
{
  int x0 = off_x > 0 ? JK_TILE_X - 1 : 0, x1 = off_x < 0 ? 1 : JK_TILE_X;
  int y0 = off_y > 0 ? JK_TILE_Y - 1 : 0, y1 = off_y < 0 ? 1 : JK_TILE_Y;
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) {
      jk_reals_out to = own + jk_place(x, y) * JK_FLOWS;
      jk_reals_in from = other + jk_place(x - off_x * JK_TILE_X, y - off_y * JK_TILE_Y) * JK_FLOWS;
      for (int c = 0; c < JK_FLOWS; c++) to[c] += from[c];
    }
}

JK_KERNEL jk_plasma_fold(JK_OF_GROUP JK_GLOBAL real *flows, int tiles, int tiles_x, int tiles_y)
{
  int tile = (int)JK_GROUP * JK_HERE_LOCAL + JK_ITEM;
  if (tile >= tiles) return;
  for (int off_y = -1; off_y <= 1; off_y++)
    for (int off_x = -1; off_x <= 1; off_x++) {
      int other = jk_neighbour(tile, tiles_x, tiles_y, off_x, off_y);
      if (off_x == 0 && off_y == 0) continue;
      jk_fold_from(flows + (jk_index)tile * (JK_AREA * JK_FLOWS),
                   flows + (jk_index)other * (JK_AREA * JK_FLOWS), off_x, off_y);
    }
}
JK_ENTRY(jk_plasma_fold, (JK_GROUP, JK_ARGUMENT(jk_reals_out, 0), JK_ARGUMENT(int, 1),
                          JK_ARGUMENT(int, 2), JK_ARGUMENT(int, 3)))

/* One cell's B, whose neighbour to the right is at `right`; e, b: the rows, `up` the one above. */
JK_FN void jk_turn_magnetic(jk_reals_in e, jk_reals_in up, jk_reals_out b, jk_index plane, int i,
                            int right, real step)
{
  jk_reals_in ey = e + plane, ez = ey + plane, up_ez = up + 2 * plane;
  real curl_z = (ey[right] - ey[i]) - (up[i] - e[i]);
  b[i] -= step * (up_ez[i] - ez[i]);
  b[plane + i] += step * (ez[right] - ez[i]);
  b[2 * plane + i] -= step * curl_z;
}

JK_KERNEL jk_plasma_magnetic(JK_OF_GROUP JK_GLOBAL real *fields, int width, int height, real step)
{
  int row = (int)JK_GROUP, above = jk_around(row + 1, height);
  jk_index plane = (jk_index)width * height;
  jk_reals_in e = fields + (jk_index)row * width, up = fields + (jk_index)above * width;
  jk_reals_out b = fields + 3 * plane + (jk_index)row * width;
  JK_SIMD for (int i = JK_ITEM; i < width - 1; i += JK_HERE_LOCAL)
      jk_turn_magnetic(e, up, b, plane, i, i + 1, step);
  if (JK_ITEM == 0) jk_turn_magnetic(e, up, b, plane, width - 1, 0, step);
}
JK_ENTRY(jk_plasma_magnetic, (JK_GROUP, JK_ARGUMENT(jk_reals_out, 0), JK_ARGUMENT(int, 1),
                              JK_ARGUMENT(int, 2), JK_ARGUMENT(real, 3)))

/* The flows of a cell of the grid. */
JK_FN jk_reals_in jk_flows_at(jk_reals_in flows, int x, int y, int tiles_x)
{
  int tile = y / JK_TILE_Y * tiles_x + x / JK_TILE_X;
  return flows + ((jk_index)tile * JK_AREA + jk_place(x % JK_TILE_X, y % JK_TILE_Y)) * JK_FLOWS;
}

JK_KERNEL jk_plasma_electric(JK_OF_GROUP JK_GLOBAL real *JK_RESTRICT fields,
                             JK_GLOBAL const real *JK_RESTRICT flows, int width, int height,
                             int tiles_x, real step, real dt)
{
  int row = (int)JK_GROUP, below = jk_around(row - 1, height);
  jk_index plane = (jk_index)width * height;
  jk_reals_out e = fields + (jk_index)row * width;
  jk_reals_in b = fields + 3 * plane + (jk_index)row * width;
  jk_reals_in down = fields + 3 * plane + (jk_index)below * width;
  for (int i = JK_ITEM; i < width; i += JK_HERE_LOCAL) {
    int left = i == 0 ? width - 1 : i - 1;
    jk_reals_in here = jk_flows_at(flows, i, row, tiles_x);
    jk_reals_in at_left = jk_flows_at(flows, left, row, tiles_x);
    jk_reals_in at_down = jk_flows_at(flows, i, below, tiles_x);
    jk_reals_in at_both = jk_flows_at(flows, left, below, tiles_x);
    real jx = here[0] + at_down[1], jy = here[2] + at_left[3];
    real jz = (here[4] + at_left[5]) + (at_down[6] + at_both[7]);
    real bz = b[2 * plane + i], curl_z = (b[plane + i] - b[plane + left]) - (b[i] - down[i]);
    e[i] += step * (bz - down[2 * plane + i]) - dt * jx;
    e[plane + i] -= step * (bz - b[2 * plane + left]) + dt * jy;
    e[2 * plane + i] += step * curl_z - dt * jz;
  }
}
JK_ENTRY(jk_plasma_electric,
         (JK_GROUP, JK_ARGUMENT(jk_reals_out, 0), JK_ARGUMENT(jk_reals_in, 1), JK_ARGUMENT(int, 2),
          JK_ARGUMENT(int, 3), JK_ARGUMENT(int, 4), JK_ARGUMENT(real, 5), JK_ARGUMENT(real, 6)))

#endif
