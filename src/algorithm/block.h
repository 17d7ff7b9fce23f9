/* One piece of memory for all the arrays of doubles that live as long: it is taken once, and cut
 * into arrays from its beginning. */
#pragma once

#include <stdint.h>

#include "base/memory.h"

/* Zeroed room for so many numbers, counted as a double, which a product of sizes does not overflow;
 * NULL where there is none. From 2^53 on such a count is not exact, and refused. */
static inline double *jx_block_take(const jato_allocator *allocator, double total)
{
  if (!(total < 0x1p53 && total < (double)(SIZE_MAX / sizeof(double)))) return NULL;
  return jx_allocate(allocator, (size_t)total, sizeof(double));
}

/* The next array of a block. */
static inline double *jx_block_cut(double **next, size_t count)
{
  double *array = *next;
  *next += count;
  return array;
}
