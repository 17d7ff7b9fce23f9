/* Rows and frames of a run, kept in bounded memory: when there are too many, every second one goes
 * and from then on only every second iteration is wanted. What is kept follows from the iteration
 * alone, so a run that was interrupted has the same history as one that was not. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Items of `width` bytes, one for each wanted iteration 0, stride, 2 stride, ... Each begins with
 * its iteration, a uint64_t. */
typedef struct jx_thinned_list {
  unsigned char *items; /* [most][width] */
  size_t width, count, most;
  uint64_t stride; /* 1, 2, 4, ... */
} jx_thinned_list;

/* Room for `most` items (made even, at least 2). `width` is a multiple of 8, at least 8. Returns 0
 * without memory. */
int jx_thinned_create(const jato_allocator *allocator, size_t width, size_t most,
                      jx_thinned_list *list);
void jx_thinned_destroy(const jato_allocator *allocator, jx_thinned_list *list);

/* Never for a list that was not created. */
int jx_thinned_wants(const jx_thinned_list *list, uint64_t iteration);

/* Where the item of a wanted iteration is to be put, its iteration already written; thins the
 * list first where it is full, and answers NULL when the iteration is not wanted after that, or
 * is not behind all those that are kept. */
void *jx_thinned_add(jx_thinned_list *list, uint64_t iteration);

/* Item i of count. */
const void *jx_thinned_at(const jx_thinned_list *list, size_t i);
uint64_t jx_thinned_iteration(const jx_thinned_list *list, size_t i);
