/* Automata on packed cells: elementary ones where JK_PLANE is 0 (JK_CODE is Wolfram's rule, 8
 * bits), and those on a torus that add up the nine cells of a block where it is 1 (JK_CODE has 10
 * bits, bit s for the sum s).
 *
 * Row y begins at word y stride + JK_FRONT. In front of it is a word whose last bit is the cell to
 * the left of the first one. The cell to the right of the last one is the bit behind it: in the
 * same word, or in the word behind the row where the columns fill theirs. jk_packed_ghosts puts
 * them there; other bits behind the last column mean nothing.
 *
 *   jk_packed_ghosts  cells height stride columns          a work-group has JK_GHOST_ROWS rows
 *   jk_packed_step    from to height stride strips blocks  work-group: block + blocks * band, of
 *                                                          JK_BLOCK strips and JK_BAND rows
 * Counts are 64 bits. The host also defines JK_STRIP, JK_FRONT and JK_HERE_LOCAL. */
#ifndef JK_LATTICE_PACKED_H
#define JK_LATTICE_PACKED_H

#include "lattice_packed_words.h"

#define JK_CODE_BIT(number) ((JK_CODE) >> (number)&1)

typedef JK_GLOBAL const jk_index *jk_packed_in;
typedef JK_GLOBAL jk_index *jk_packed_out;

JK_KERNEL jk_packed_ghosts(JK_OF_GROUP JK_GLOBAL jk_index *JK_RESTRICT cells, jk_index height,
                           jk_index stride, jk_index columns)
{
  jk_index last = (columns - 1) / 64, bit = (columns - 1) % 64;
  jk_index first_row = (jk_index)JK_GROUP * JK_GHOST_ROWS, end = first_row + JK_GHOST_ROWS;
  end = end < height ? end : height;
  for (jk_index y = first_row + JK_ITEM; y < end; y += JK_HERE_LOCAL) {
    jk_packed_out row = cells + y * stride + JK_FRONT;
    jk_index first = row[0] & 1;
    row[-1] = row[last] >> bit << 63;
    if (bit == 63)
      row[last + 1] = first;
    else
      row[last] = (row[last] & (((jk_index)1 << (bit + 1)) - 1)) | first << (bit + 1);
  }
}
JK_ENTRY(jk_packed_ghosts, (JK_GROUP, JK_ARGUMENT(jk_packed_out, 0), JK_ARGUMENT(jk_index, 1),
                            JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3)))

#if JK_PLANE
/* A row's three cells in each column, added up: ones and twos. */
typedef struct jk_row_sum {
  jk_strip ones, twos;
} jk_row_sum;

JK_FN jk_row_sum jk_add_up_row(jk_packed_in at)
{
  jk_strip here = jk_strip_load(at);
  jk_strip left = jk_left_of(here, jk_strip_load(at - 1));
  jk_strip right = jk_right_of(here, jk_strip_load(at + 1));
  jk_row_sum sum = {left ^ here ^ right, jk_majority(left, here, right)};
  return sum;
}

/* The sum of nine is x + 2 t + 4 u + 8 v; the code tells what becomes of it. */
JK_FN jk_strip jk_add_up_block(jk_row_sum above, jk_row_sum here, jk_row_sum below)
{
  jk_strip x = above.ones ^ here.ones ^ below.ones;
  jk_strip carry = jk_majority(above.ones, here.ones, below.ones);
  jk_strip twos = above.twos ^ here.twos ^ below.twos;
  jk_strip fours = jk_majority(above.twos, here.twos, below.twos);
  jk_strip t = twos ^ carry, both = twos & carry;
  jk_strip u = fours ^ both, v = fours & both;
  jk_strip of_0_to_3 = jk_choose(t, jk_look_up(x, JK_CODE_BIT(3), JK_CODE_BIT(2)),
                                 jk_look_up(x, JK_CODE_BIT(1), JK_CODE_BIT(0)));
  jk_strip of_4_to_7 = jk_choose(t, jk_look_up(x, JK_CODE_BIT(7), JK_CODE_BIT(6)),
                                 jk_look_up(x, JK_CODE_BIT(5), JK_CODE_BIT(4)));
  jk_strip of_8_and_9 = jk_look_up(x, JK_CODE_BIT(9), JK_CODE_BIT(8));
  return jk_choose(v, of_8_and_9, jk_choose(u, of_4_to_7, of_0_to_3));
}

/* Rows first..end - 1 of one strip, from the top down: each row is added up once. */
JK_FN void jk_step_strip(jk_packed_in from, jk_packed_out to, jk_index first, jk_index end,
                         jk_index height, jk_index stride)
{
  jk_index before = first == 0 ? height - 1 : first - 1;
  jk_row_sum above = jk_add_up_row(from + before * stride);
  jk_row_sum here = jk_add_up_row(from + first * stride);
  for (jk_index y = first; y < end; y++) {
    jk_index after = y + 1 == height ? 0 : y + 1;
    jk_row_sum below = jk_add_up_row(from + after * stride);
    jk_strip_store(jk_add_up_block(above, here, below), to + y * stride);
    above = here;
    here = below;
  }
}
#else
/* Bit 4 left + 2 here + right of the rule. */
JK_FN void jk_step_strip(jk_packed_in from, jk_packed_out to, jk_index first, jk_index end,
                         jk_index height, jk_index stride)
{
  (void)end, (void)height;
  jk_packed_in at = from + first * stride;
  jk_strip here = jk_strip_load(at);
  jk_strip left = jk_left_of(here, jk_strip_load(at - 1));
  jk_strip right = jk_right_of(here, jk_strip_load(at + 1));
  jk_strip of_0 = jk_choose(right, jk_look_up(left, JK_CODE_BIT(5), JK_CODE_BIT(1)),
                            jk_look_up(left, JK_CODE_BIT(4), JK_CODE_BIT(0)));
  jk_strip of_1 = jk_choose(right, jk_look_up(left, JK_CODE_BIT(7), JK_CODE_BIT(3)),
                            jk_look_up(left, JK_CODE_BIT(6), JK_CODE_BIT(2)));
  jk_strip_store(jk_choose(here, of_1, of_0), to + first * stride);
}
#endif

JK_KERNEL jk_packed_step(JK_OF_GROUP JK_GLOBAL const jk_index *JK_RESTRICT from,
                         JK_GLOBAL jk_index *JK_RESTRICT to, jk_index height, jk_index stride,
                         jk_index strips, jk_index blocks)
{
  jk_index first = JK_GROUP / blocks * JK_BAND, end = first + JK_BAND;
  jk_index strip = JK_GROUP % blocks * JK_BLOCK, last = strip + JK_BLOCK;
  end = end < height ? end : height;
  last = last < strips ? last : strips;
  for (strip += JK_ITEM; strip < last; strip += JK_HERE_LOCAL) {
    jk_index at = JK_FRONT + strip * JK_STRIP;
    jk_step_strip(from + at, to + at, first, end, height, stride);
  }
}
JK_ENTRY(jk_packed_step, (JK_GROUP, JK_ARGUMENT(jk_packed_in, 0), JK_ARGUMENT(jk_packed_out, 1),
                          JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3),
                          JK_ARGUMENT(jk_index, 4), JK_ARGUMENT(jk_index, 5)))

#endif
