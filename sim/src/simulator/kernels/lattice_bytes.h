/* The same automata with a byte for each cell, in the two ways a course on GPUs begins with: cells
 * read from the device's memory, and cells that a work-group copies to local memory first.
 *
 * The grid has a ghost cell at either end of its rows, and on the plane a row of ghosts above and
 * below: row y begins at y stride, its cells at 1, and y is 1..height (0 with JK_PLANE 0).
 *
 *   jk_bytes_top_bottom  cells height stride columns            groups of JK_GHOSTS columns
 *   jk_bytes_left_right  cells rows stride columns              groups of JK_GHOSTS rows, behind
 * the other, so that corners are right jk_bytes_step        from to height stride columns blocks
 * group: block + blocks * band, of jk_bytes_local       the same JK_TILE_X columns, JK_TILE_Y rows
 * Counts are 64 bits. The host also defines JK_CODE, JK_PLANE and JK_HERE_LOCAL. */
#ifndef JK_LATTICE_BYTES_H
#define JK_LATTICE_BYTES_H

#include "kernel/language.h"

typedef unsigned char jk_cell;
typedef JK_GLOBAL const jk_cell *jk_cells_in;
typedef JK_GLOBAL jk_cell *jk_cells_out;

JK_KERNEL jk_bytes_top_bottom(JK_OF_GROUP JK_GLOBAL jk_cell *JK_RESTRICT cells, jk_index height,
                              jk_index stride, jk_index columns)
{
  jk_index first = (jk_index)JK_GROUP * JK_GHOSTS + 1, end = first + JK_GHOSTS;
  end = end < columns + 1 ? end : columns + 1;
  for (jk_index x = first + JK_ITEM; x < end; x += JK_HERE_LOCAL) {
    cells[x] = cells[height * stride + x];
    cells[(height + 1) * stride + x] = cells[stride + x];
  }
}
JK_ENTRY(jk_bytes_top_bottom, (JK_GROUP, JK_ARGUMENT(jk_cells_out, 0), JK_ARGUMENT(jk_index, 1),
                               JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3)))

JK_KERNEL jk_bytes_left_right(JK_OF_GROUP JK_GLOBAL jk_cell *JK_RESTRICT cells, jk_index rows,
                              jk_index stride, jk_index columns)
{
  jk_index first = (jk_index)JK_GROUP * JK_GHOSTS, end = first + JK_GHOSTS;
  end = end < rows ? end : rows;
  for (jk_index y = first + JK_ITEM; y < end; y += JK_HERE_LOCAL) {
    jk_cells_out row = cells + y * stride;
    row[0] = row[columns];
    row[columns + 1] = row[1];
  }
}
JK_ENTRY(jk_bytes_left_right, (JK_GROUP, JK_ARGUMENT(jk_cells_out, 0), JK_ARGUMENT(jk_index, 1),
                               JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3)))

/* A work-group's rectangle: columns x.., rows y.., both counted with the ghosts. */
typedef struct jk_tile_of_cells {
  jk_index x, y;
  int columns, rows;
} jk_tile_of_cells;

JK_FN jk_tile_of_cells jk_find_tile(jk_index group, jk_index height, jk_index columns,
                                    jk_index blocks)
{
  jk_index x = group % blocks * JK_TILE_X, y = group / blocks * JK_TILE_Y;
  jk_tile_of_cells tile = {x + 1, y + JK_PLANE,
                           columns - x < JK_TILE_X ? (int)(columns - x) : JK_TILE_X,
                           height - y < JK_TILE_Y ? (int)(height - y) : JK_TILE_Y};
  return tile;
}

/* What becomes of a cell; `stride` is from one row to the next. */
#if JK_PLANE
#define JK_NEW_CELL(at, stride)                                                                    \
  ((jk_cell)((JK_CODE) >>                                                                          \
                 ((at)[-(stride)-1] + (at)[-(stride)] + (at)[-(stride) + 1] + (at)[-1] + (at)[0] + \
                  (at)[1] + (at)[(stride)-1] + (at)[(stride)] + (at)[(stride) + 1]) &              \
             1))
#else
#define JK_NEW_CELL(at, stride) ((jk_cell)((JK_CODE) >> (4 * (at)[-1] + 2 * (at)[0] + (at)[1]) & 1))
#endif

JK_KERNEL jk_bytes_step(JK_OF_GROUP JK_GLOBAL const jk_cell *JK_RESTRICT from,
                        JK_GLOBAL jk_cell *JK_RESTRICT to, jk_index height, jk_index stride,
                        jk_index columns, jk_index blocks)
{
  jk_tile_of_cells tile = jk_find_tile(JK_GROUP, height, columns, blocks);
  long next_row = (long)stride;
  (void)next_row;
  for (int row = 0; row < tile.rows; row++) {
    jk_cells_in old = from + (tile.y + row) * stride + tile.x;
    jk_cells_out new_row = to + (tile.y + row) * stride + tile.x;
    for (int i = JK_ITEM; i < tile.columns; i += JK_HERE_LOCAL)
      new_row[i] = JK_NEW_CELL(old + i, next_row);
  }
}
JK_ENTRY(jk_bytes_step, (JK_GROUP, JK_ARGUMENT(jk_cells_in, 0), JK_ARGUMENT(jk_cells_out, 1),
                         JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3),
                         JK_ARGUMENT(jk_index, 4), JK_ARGUMENT(jk_index, 5)))

/* The tile with a cell more on each side; those at the lattice's edge are at the tile's own, which
 * may be smaller than JK_TILE_X and JK_TILE_Y. */
enum { JK_BUFFER_X = JK_TILE_X + 2, JK_BUFFER_Y = JK_TILE_Y + 2 * JK_PLANE };

JK_KERNEL jk_bytes_local(JK_OF_GROUP JK_GLOBAL const jk_cell *JK_RESTRICT from,
                         JK_GLOBAL jk_cell *JK_RESTRICT to, jk_index height, jk_index stride,
                         jk_index columns, jk_index blocks)
{
  JK_LOCAL jk_cell buffer[JK_BUFFER_Y * JK_BUFFER_X];
  jk_tile_of_cells tile = jk_find_tile(JK_GROUP, height, columns, blocks);
  for (int row = 0; row < tile.rows + 2 * JK_PLANE; row++) {
    jk_cells_in old = from + (tile.y + row - JK_PLANE) * stride + tile.x - 1;
    for (int i = JK_ITEM; i < tile.columns + 2; i += JK_HERE_LOCAL)
      buffer[row * JK_BUFFER_X + i] = old[i];
  }
  JK_BARRIER();
  for (int row = 0; row < tile.rows; row++) {
    int old = (row + JK_PLANE) * JK_BUFFER_X + 1;
    jk_cells_out new_row = to + (tile.y + row) * stride + tile.x;
    for (int i = JK_ITEM; i < tile.columns; i += JK_HERE_LOCAL)
      new_row[i] = JK_NEW_CELL(buffer + old + i, JK_BUFFER_X);
  }
}
JK_ENTRY(jk_bytes_local, (JK_GROUP, JK_ARGUMENT(jk_cells_in, 0), JK_ARGUMENT(jk_cells_out, 1),
                          JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3),
                          JK_ARGUMENT(jk_index, 4), JK_ARGUMENT(jk_index, 5)))

#endif
