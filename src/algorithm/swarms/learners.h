/* A flock that learns comprehensively: a particle learns each coordinate from the own best of one
 * particle, its exemplar, and chooses new exemplars when it has not improved for some moves. Liang,
 * Qin, Suganthan, Baskar, "Comprehensive learning particle swarm optimizer for global optimization
 * of multimodal functions", IEEE Transactions on Evolutionary Computation 10 (2006) 281-295: eq. 6
 * and figure 1. */
#pragma once

#include "algorithm/swarms/flock.h"

/* The first member of each method's own struct. */
typedef struct jx_learners {
  jx_flock flock;
  double patience; /* moves without an improvement: the refreshing gap m */

  /* The state, with the flock's. */
  uint64_t *idle;     /* [count]: moves since it improved or chose; 0: it has no exemplars yet */
  uint64_t *exemplar; /* [count][n]: the particle from whose own best it learns coordinate d */
} jx_learners;

/* The last rows of the table of each such method, in this order. */
#define JX_PATIENCE_ROW(usual)              \
  JX_WHOLE_ROW("patience", (usual), 1, 1e9, \
               "moves without a better own best before new exemplars are chosen")
enum { JX_LEARNERS_PATIENCE, JX_LEARNERS_SPEED, JX_LEARNERS_RESTART };

/* As jx_flock_create and jx_flock_begin; `rows` are the values of those rows. The rules use the
 * functions below. */
jato_status jx_learners_create(const jx_algorithm_ops *ops, const jx_flock_rules *rules,
                               const jx_search_setup *setup, const double *rows, jx_search **out,
                               jato_error *error);
size_t jx_learners_state(jx_search *search, jx_array *arrays);

void jx_learners_judged(jx_flock *flock, size_t i, int is_better);
void jx_learners_placed(jx_flock *flock, size_t i);

/* Before particle i moves: chooses exemplars among the first `among` particles, if they are due. */
void jx_learners_choose(jx_learners *learners, size_t i, size_t among);

/* The number that coordinate d of particle i learns from. */
static inline double jx_learners_exemplar(const jx_learners *learners, size_t i, size_t d)
{
  size_t n = learners->flock.n;
  return learners->flock.own[learners->exemplar[i * n + d] * n + d];
}
