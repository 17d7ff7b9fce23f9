/* A population of parents, for methods of differential evolution that give points: each parent has
 * one trial in a generation, made of a mutant and of the parent, and the better one stays.
 *
 * The parents of generation 0 have no values yet: they are drawn in the box when the population is
 * made, and are themselves the first trials. */
#pragma once

#include "algorithm/sort.h"
#include "contract/algorithm.h"

#ifndef JK_PRECISION
#define JK_PRECISION 64
#endif
#include "kernel/random.h"

/* Columns of a population that keeps its parents' constraints: the rank as it was told, the value
 * and the violation. */
enum { JX_TOLD_RANK, JX_TOLD_VALUE, JX_TOLD_VIOLATION, JX_TOLD };

typedef struct jx_parents {
  size_t n;
  size_t most;                 /* parents at first */
  const double *lower, *upper; /* [n] */
  uint64_t seed;

  /* The state. */
  uint64_t generation;
  uint64_t size;    /* parents now */
  double *x, *rank; /* [most][n], [most]: the first `size` are in use */
  double *told;     /* [most][JX_TOLD]: what else was told of them; NULL unless it is kept */

  /* The generation that is being evaluated. */
  double *trial;    /* [most][n] */
  jx_ranked *order; /* [most]: the parents, the best first; by jx_parents_sort */
} jx_parents;

/* What a trial is made of: mutant = base + f (to - parent) + f (plus - minus), without the middle
 * term where `to` is NULL. Points are [n]. */
typedef struct jx_mutation {
  const double *base, *to, *plus, *minus;
  double f;
  double cr;     /* chance that a coordinate comes from the mutant */
  size_t forced; /* the coordinate that always does */
} jx_mutation;

/* Places setup->particles parents of a search, in its pool; the first one where the user would
 * begin. Fails with JATO_E_ARGUMENT where they are fewer than 4 or more than 2^28, and with
 * JATO_E_MEMORY. */
jato_status jx_parents_create(jx_search *search, const jx_search_setup *setup, jx_parents *parents,
                              jato_error *error);

/* The key of this generation's draws. */
static inline jk_key jx_parents_key(const jx_parents *parents)
{
  return jk_key_make(parents->seed, parents->generation);
}

static inline double *jx_parents_at(const jx_parents *parents, size_t i)
{
  return parents->x + i * parents->n;
}

/* The generation as the run wants it: trials that have been made, or parents in generation 0. */
void jx_parents_give(jx_parents *parents, jx_generation *generation);

/* Fills `order`. */
void jx_parents_sort(jx_parents *parents);

/* Makes trial i. A mutant's coordinate that leaves the box is put halfway between the bound and the
 * parent. */
void jx_parents_cross(jx_parents *parents, jk_key key, size_t i, const jx_mutation *mutation);

/* Trial i becomes parent i. */
void jx_parents_replace(jx_parents *parents, size_t i, double rank);

/* Keeps the best `size` parents, in the order in which they stand. */
void jx_parents_shrink(jx_parents *parents, size_t size);
