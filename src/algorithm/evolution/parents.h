/* A population of parents, for methods of differential evolution that propose points: in each
 * generation a parent has one trial, made from a mutant and the parent, and the better of the two
 * stays.
 *
 * The parents of generation 0 have no values yet: they are drawn in the box when the population is
 * created, and are themselves the first trials. */
#pragma once

#include "algorithm/sort.h"
#include "contract/algorithm.h"

#ifndef JK_PRECISION
#define JK_PRECISION 64
#endif
#include "kernel/random.h"

/* Columns of the outcomes that a population with constraints keeps: the rank as the run computed
 * it, the value and the violation. */
enum { JX_OUTCOME_RANK, JX_OUTCOME_VALUE, JX_OUTCOME_VIOLATION, JX_OUTCOME_COLUMNS };

typedef struct jx_parents {
  size_t n;
  size_t most;                 /* parents at first */
  const double *lower, *upper; /* [n] */
  uint64_t seed;

  /* The state. */
  uint64_t generation;
  uint64_t size;    /* parents now */
  double *x, *rank; /* [most][n], [most]: the first `size` are in use */
  double *outcome;  /* [most][JX_OUTCOME_COLUMNS]: their outcomes; NULL unless they are kept */

  /* The generation that is being evaluated. */
  double *trial;    /* [most][n] */
  jx_ranked *order; /* [most]: the parents, the best first; filled by jx_parents_sort */
} jx_parents;

/* How a trial is made: mutant = base + f (to - parent) + f (plus - minus), without the middle term
 * if `to` is NULL. Points are [n]. */
typedef struct jx_mutation {
  const double *base, *to, *plus, *minus;
  double f;
  double cr;     /* probability that a coordinate comes from the mutant */
  size_t forced; /* the coordinate that always comes from the mutant */
} jx_mutation;

/* Places setup->particles parents of a search and allocates them from its pool; the first one is at
 * the initial point of the user. Fails with JATO_E_ARGUMENT for fewer than 4 or more than 2^28, and
 * with JATO_E_MEMORY. */
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

/* Sets the points of the generation to the trials, or to the parents in generation 0. */
void jx_parents_fill_generation(jx_parents *parents, jx_generation *generation);

/* Fills `order`. */
void jx_parents_sort(jx_parents *parents);

/* Makes trial i. A coordinate of the mutant outside of the box goes halfway from parent to bound.
 */
void jx_parents_cross(jx_parents *parents, jk_key key, size_t i, const jx_mutation *mutation);

/* Replaces parent i by trial i. */
void jx_parents_replace(jx_parents *parents, size_t i, double rank);

/* Keeps the best `size` parents, in their present order. */
void jx_parents_shrink(jx_parents *parents, size_t size);
