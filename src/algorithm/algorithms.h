/* The algorithms; each is one file of this folder and one row in algorithms.def. */
#pragma once

#include "contract/algorithm.h"

#define JX_ALGORITHM(name) extern const jx_algorithm_ops jx_##name##_ops;
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM

/* search.c: a zeroed search of `bytes`, its head filled; a method takes all its other memory from
 * the head's pool. *out is NULL where there is no memory. */
jato_status jx_search_create(const jx_algorithm_ops *ops, const jx_search_setup *setup,
                             size_t bytes, jx_search **out, jato_error *error);

/* The same, and then the method's own part. If that fails, the search is destroyed and *out is
 * NULL. */
typedef jato_status jx_search_set_up(jx_search *search, const jx_search_setup *setup,
                                     jato_error *error);
jato_status jx_search_make(const jx_algorithm_ops *ops, const jx_search_setup *setup, size_t bytes,
                           jx_search_set_up *set_up, jx_search **out, jato_error *error);

/* Releases the search with its pool. */
void jx_search_destroy(jx_search **search);

/* The operation `particles` of a method that gives one point at a time. */
uint64_t jx_one_particle(size_t dim);
