/* Moves particles that left their tile to the next one: along x first, then along y, since no
 * particle crosses more than one cell in a step.
 *
 *   jk_plasma_out  cells reals counts lists moving_cells moving_reals capacity tiles axis
 *                  leavers along the axis are taken out: to lower tiles at the front of the tile's
 *                  room in moving_..., to higher ones at its end, inwards; the last particles fill
 *                  their places
 *   jk_plasma_in   the same and tiles_x, tiles_y
 *                  those that the neighbours took out for this tile are added at its end
 * An item is a tile.
 *
 * JK_LISTS 1: a list of leavers comes from the deposit, and is all that is looked at. JK_INDEX 1:
 * the pass along x makes it. Neither: both passes look at all particles. The order of particles is
 * the same in all three: particles are taken out from the last to the first. */
#ifndef JK_PLASMA_SORT_H
#define JK_PLASMA_SORT_H

#include "plasma_tiles.h"

/* The rooms of one tile. */
typedef struct jk_room {
  jk_ints_out cells;  /* [2][capacity] */
  jk_reals_out reals; /* [5][capacity] */
} jk_room;

JK_FN jk_room jk_room_of(jk_ints_out cells, jk_reals_out reals, int tile, int capacity)
{
  jk_room room = {cells + (jk_index)tile * 2 * capacity, reals + (jk_index)tile * 5 * capacity};
  return room;
}

JK_FN void jk_copy_particle(jk_room from, int p, jk_room to, int q, int capacity)
{
  for (int c = 0; c < 2; c++) to.cells[c * capacity + q] = from.cells[c * capacity + p];
  for (int c = 0; c < 5; c++) to.reals[c * capacity + q] = from.reals[c * capacity + p];
}

/* Counts of a tile that is being emptied of its leavers. */
typedef struct jk_taking {
  int count, lower, higher;
} jk_taking;

/* Takes p out if it left along the axis; returns whether it did. */
JK_FN int jk_take_out(jk_room room, jk_room moving, int p, int axis, int capacity, jk_taking *now)
{
  int at = room.cells[axis * capacity + p], size = axis == 0 ? JK_TILE_X : JK_TILE_Y;
  if (at >= 0 && at < size) return 0;
  jk_copy_particle(room, p, moving, at < 0 ? now->lower++ : capacity - 1 - now->higher++, capacity);
  now->count--;
  if (p != now->count) jk_copy_particle(room, now->count, room, p, capacity);
  return 1;
}

#if JK_LISTS || JK_INDEX
JK_FN int jk_list_all(jk_room room, jk_ints_out list, int count, int capacity)
{
  int listed = 0;
  for (int p = 0; p < count; p++) {
    int ix = room.cells[p], iy = room.cells[capacity + p];
    if (ix < 0 || ix >= JK_TILE_X || iy < 0 || iy >= JK_TILE_Y) list[listed++] = p;
  }
  return listed;
}

/* From the list's end. Those that stay are kept at its end, falling; the first of them may be the
 * particle that fills a place, which is then the last of them. Returns the new length. */
JK_FN int jk_take_listed(jk_room room, jk_room moving, jk_ints_out list, int listed, int axis,
                         int capacity, jk_taking *now)
{
  int head = listed - 1, tail = listed - 1; /* kept are tail + 1..head */
  for (int l = listed - 1; l >= 0; l--) {
    int p = list[l];
    if (!jk_take_out(room, moving, p, axis, capacity, now)) {
      list[tail--] = p;
    } else if (head > tail && list[head] == now->count) {
      list[tail--] = p;
      head--;
    }
  }
  for (int l = 0; l < head - tail; l++) list[l] = list[tail + 1 + l];
  return head - tail;
}
#endif

JK_KERNEL jk_plasma_out(JK_OF_GROUP JK_GLOBAL int *JK_RESTRICT cells,
                        JK_GLOBAL real *JK_RESTRICT reals, JK_GLOBAL int *JK_RESTRICT counts,
                        JK_GLOBAL int *JK_RESTRICT lists, JK_GLOBAL int *JK_RESTRICT moving_cells,
                        JK_GLOBAL real *JK_RESTRICT moving_reals, int capacity, int tiles, int axis)
{
  int tile = (int)JK_GROUP * JK_HERE_LOCAL + JK_ITEM;
  if (tile >= tiles) return;
  jk_room room = jk_room_of(cells, reals, tile, capacity);
  jk_room moving = jk_room_of(moving_cells, moving_reals, tile, capacity);
  jk_ints_out own = counts + tile * JK_COUNTS;
  jk_taking now = {own[JK_COUNT], 0, 0};
#if JK_LISTS || JK_INDEX
  jk_ints_out list = lists + (jk_index)tile * capacity;
  int listed = own[JK_LISTED];
  if (JK_INDEX && axis == 0) listed = jk_list_all(room, list, now.count, capacity);
  own[JK_LISTED] = jk_take_listed(room, moving, list, listed, axis, capacity, &now);
#else
  (void)lists;
  for (int p = now.count - 1; p >= 0; p--) (void)jk_take_out(room, moving, p, axis, capacity, &now);
#endif
  own[JK_COUNT] = now.count;
  own[JK_LOWER] = now.lower;
  own[JK_HIGHER] = now.higher;
}
JK_ENTRY(jk_plasma_out, (JK_GROUP, JK_ARGUMENT(jk_ints_out, 0), JK_ARGUMENT(jk_reals_out, 1),
                         JK_ARGUMENT(jk_ints_out, 2), JK_ARGUMENT(jk_ints_out, 3),
                         JK_ARGUMENT(jk_ints_out, 4), JK_ARGUMENT(jk_reals_out, 5),
                         JK_ARGUMENT(int, 6), JK_ARGUMENT(int, 7), JK_ARGUMENT(int, 8)))

/* Adds a particle: renumbers its cell, and lists it if it has to move along y, too. */
JK_FN void jk_take_in(jk_room room, jk_ints_out own, jk_ints_out list, int p, int axis, int shift,
                      int capacity)
{
  room.cells[axis * capacity + p] += shift;
#if JK_LISTS || JK_INDEX
  int iy = room.cells[capacity + p];
  if (iy < 0 || iy >= JK_TILE_Y) list[own[JK_LISTED]++] = p;
#else
  (void)own, (void)list;
#endif
}

JK_KERNEL jk_plasma_in(JK_OF_GROUP JK_GLOBAL int *JK_RESTRICT cells,
                       JK_GLOBAL real *JK_RESTRICT reals, JK_GLOBAL int *JK_RESTRICT counts,
                       JK_GLOBAL int *JK_RESTRICT lists, JK_GLOBAL int *JK_RESTRICT moving_cells,
                       JK_GLOBAL real *JK_RESTRICT moving_reals, int capacity, int tiles, int axis,
                       int tiles_x, int tiles_y)
{
  int tile = (int)JK_GROUP * JK_HERE_LOCAL + JK_ITEM;
  if (tile >= tiles) return;
  int off_x = axis == 0, off_y = axis == 1, size = axis == 0 ? JK_TILE_X : JK_TILE_Y;
  int up = jk_neighbour(tile, tiles_x, tiles_y, off_x, off_y);
  int down = jk_neighbour(tile, tiles_x, tiles_y, -off_x, -off_y);
  jk_ints_out own = counts + tile * JK_COUNTS, list = lists + (jk_index)tile * capacity;
  jk_room room = jk_room_of(cells, reals, tile, capacity);
  jk_room from_up = jk_room_of(moving_cells, moving_reals, up, capacity);
  jk_room from_down = jk_room_of(moving_cells, moving_reals, down, capacity);
  int count = own[JK_COUNT], lower = counts[up * JK_COUNTS + JK_LOWER],
      higher = counts[down * JK_COUNTS + JK_HIGHER];
  for (int k = 0; k < lower; k++, count++) {
    jk_copy_particle(from_up, k, room, count, capacity);
    jk_take_in(room, own, list, count, axis, size, capacity);
  }
  for (int k = 0; k < higher; k++, count++) {
    jk_copy_particle(from_down, capacity - 1 - k, room, count, capacity);
    jk_take_in(room, own, list, count, axis, -size, capacity);
  }
  own[JK_COUNT] = count;
}
JK_ENTRY(jk_plasma_in,
         (JK_GROUP, JK_ARGUMENT(jk_ints_out, 0), JK_ARGUMENT(jk_reals_out, 1),
          JK_ARGUMENT(jk_ints_out, 2), JK_ARGUMENT(jk_ints_out, 3), JK_ARGUMENT(jk_ints_out, 4),
          JK_ARGUMENT(jk_reals_out, 5), JK_ARGUMENT(int, 6), JK_ARGUMENT(int, 7),
          JK_ARGUMENT(int, 8), JK_ARGUMENT(int, 9), JK_ARGUMENT(int, 10)))

#endif
