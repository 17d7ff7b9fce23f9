/* The algorithms; each is one file of this folder and one row in algorithms.def. */
#pragma once

#include "contract/algorithm.h"

#define JX_ALGORITHM(name) extern const jx_algorithm_ops jx_##name##_ops;
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM

/* plugin/: methods that are not in this list. */
extern const jx_algorithm_ops jx_plugin_ops;

/* Parameters that several methods have, each with one name and one meaning. */
#define JX_START_ROW \
  JX_CHOICE_ROW("start", "random centre", 0, "where to begin without an initial point")

#define JX_BATCH_ROW               \
  JX_WHOLE_ROW("batch", 1, 1, 1e6, \
               "points to evaluate together, at least: as many as there are workers")

/* search.c: a zeroed search of `bytes` with its head filled; the method allocates everything else
 * from the pool in the head. *out is NULL if there is no memory. */
jato_status jx_search_create(const jx_algorithm_ops *ops, const jx_search_setup *setup,
                             size_t bytes, jx_search **out, jato_error *error);

/* The same, followed by the method's own set_up, at whose failure the search is destroyed. */
typedef jato_status jx_search_set_up(jx_search *search, const jx_search_setup *setup,
                                     jato_error *error);
jato_status jx_search_make(const jx_algorithm_ops *ops, const jx_search_setup *setup, size_t bytes,
                           jx_search_set_up *set_up, jx_search **out, jato_error *error);

/* Releases the search with its pool. */
void jx_search_destroy(jx_search **search);

/* Fails with JATO_E_MEMORY, and says for how many points there is no memory. _check_pool: if an
 * allocation from the pool has failed since it was checked last. */
jato_status jx_search_no_memory(const char *method, uint64_t points, size_t coordinates,
                                jato_error *error);
jato_status jx_search_check_pool(jx_pool *pool, const char *method, uint64_t points,
                                 size_t coordinates, jato_error *error);

/* The operation `particles` of a method that gives one point at a time. */
uint64_t jx_one_particle(size_t dim);
