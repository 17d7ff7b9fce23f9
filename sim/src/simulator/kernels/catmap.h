/* Arnold's cat map on a picture of size x size grey values: the value at (x, y) goes to
 * (2 x + y, x + y), both modulo size; (0, 0) is the top left.
 *
 *   jk_catmap_steps  from to size k        each value is moved k times; k = 1 for one iteration
 *   jk_catmap_power  from to size a b c    once, by the k-th power of the matrix, ((a, b), (b, c))
 * A work-group has JK_ROWS rows, an item every JK_HERE_LOCAL-th value of each. Counts are 64 bits;
 * size is below 2^31. */
#ifndef JK_CATMAP_H
#define JK_CATMAP_H

#include "kernel/language.h"

typedef unsigned char jk_grey;
typedef JK_GLOBAL const jk_grey *jk_greys_in;
typedef JK_GLOBAL jk_grey *jk_greys_out;

/* a + b modulo size, of two numbers below it. */
JK_FN jk_index jk_add_modulo(jk_index a, jk_index b, jk_index size)
{
  jk_index sum = a + b;
  return sum < size ? sum : sum - size;
}

JK_KERNEL jk_catmap_steps(JK_OF_GROUP JK_GLOBAL const jk_grey *JK_RESTRICT from,
                          JK_GLOBAL jk_grey *JK_RESTRICT to, jk_index size, jk_index k)
{
  jk_index first = (jk_index)JK_GROUP * JK_ROWS, end = first + JK_ROWS;
  end = end < size ? end : size;
  for (jk_index row = first; row < end; row++)
    for (jk_index i = JK_ITEM; i < size; i += JK_HERE_LOCAL) {
      jk_index x = i, y = row;
      for (jk_index step = 0; step < k; step++) {
        y = jk_add_modulo(x, y, size);
        x = jk_add_modulo(x, y, size);
      }
      to[y * size + x] = from[row * size + i];
    }
}
JK_ENTRY(jk_catmap_steps, (JK_GROUP, JK_ARGUMENT(jk_greys_in, 0), JK_ARGUMENT(jk_greys_out, 1),
                           JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3)))

JK_KERNEL jk_catmap_power(JK_OF_GROUP JK_GLOBAL const jk_grey *JK_RESTRICT from,
                          JK_GLOBAL jk_grey *JK_RESTRICT to, jk_index size, jk_index a, jk_index b,
                          jk_index c)
{
  jk_index first = (jk_index)JK_GROUP * JK_ROWS, end = first + JK_ROWS;
  jk_index right_x = a * JK_HERE_LOCAL % size, right_y = b * JK_HERE_LOCAL % size;
  end = end < size ? end : size;
  for (jk_index row = first; row < end; row++) {
    jk_index x = (a * JK_ITEM + b * row) % size, y = (b * JK_ITEM + c * row) % size;
    for (jk_index i = JK_ITEM; i < size; i += JK_HERE_LOCAL) {
      to[y * size + x] = from[row * size + i];
      x = jk_add_modulo(x, right_x, size);
      y = jk_add_modulo(y, right_y, size);
    }
  }
}
JK_ENTRY(jk_catmap_power, (JK_GROUP, JK_ARGUMENT(jk_greys_in, 0), JK_ARGUMENT(jk_greys_out, 1),
                           JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3),
                           JK_ARGUMENT(jk_index, 4), JK_ARGUMENT(jk_index, 5)))

#endif
