/* The algorithms; each is one file of this folder and one row in algorithms.def. */
#pragma once

#include "contract/algorithm.h"

#define JX_ALGORITHM(name) extern const jx_algorithm_ops jx_##name##_ops;
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM

/* search.c, for methods that are one piece of memory: a zeroed search of `bytes`, its head filled,
 * and the operation that gives it back. *out is NULL where there is no memory. */
jato_status jx_search_create(const jx_algorithm_ops *ops, const jx_search_setup *setup,
                             size_t bytes, jx_search **out, jato_error *error);
void jx_search_destroy(jx_search **search);
