/* The points that a noisy search may end with.
 *
 * The value for which a point is chosen among others is the luckiest of many, and says too much. So
 * each has three kinds of evaluations, and none is used for two purposes: one for which it came
 * into the list; those by which it is compared with the others, where the least mean plus one
 * standard error is the best; and those that are reported of the best, whose mean no choice has
 * made too small.
 *
 * Evaluations go to points that have too few to be compared, then to the best until something can
 * be said of it, then by turns to the best and to the one that may be better, by its mean less one
 * standard error: Kalyanakrishnan, Tewari, Auer, Stone, "PAC subset selection in stochastic
 * multi-armed bandits", ICML 2012, whose bounds are wider. */
#pragma once

#include "contract/algorithm.h"

/* Means of evaluations; sums of squares are about the mean (Welford 1962). */
typedef struct jx_means {
  double count;                /* values */
  double missed;               /* evaluations that gave none */
  double rank, rank_squares;   /* by which points are compared */
  double value, value_squares; /* the values themselves */
  double violation;
} jx_means;

/* Numbers of a run file. */
typedef struct jx_finalist {
  double guess, guess_value, guess_violation; /* for which it came into the list */
  jx_means compared, reported;
} jx_finalist;

typedef struct jx_finalists {
  size_t n, room;
  double least; /* evaluations of a point before it is compared, and before it is reported */

  /* What decides the future. */
  uint64_t held;
  double *x;          /* [room][n] */
  jx_finalist *point; /* [room] */
} jx_finalists;

/* What an evaluation gave. */
typedef struct jx_sample {
  double rank, value, violation;
} jx_sample;

/* Takes memory; the caller asks whether the pool is whole. */
void jx_finalists_create(jx_finalists *list, size_t room, size_t n, jx_pool *pool);

/* Before any noise: a point enters if it is better than the worst, or if there is room. */
void jx_finalists_offer(jx_finalists *list, const double *x, const jx_sample *sample);

/* With noise: whether each point has enough evaluations; then x[n] takes the place of the worst. */
int jx_finalists_are_ripe(const jx_finalists *list);
void jx_finalists_admit(jx_finalists *list, const double *x, const jx_sample *sample);

/* What the next `count` evaluations are for: fills turn[count] with numbers of which
 * jx_finalists_point makes a place in the list. settled: all are for the report of the best. The
 * list is not empty. */
void jx_finalists_choose(const jx_finalists *list, int settled, size_t count, uint64_t *turn);
size_t jx_finalists_point(uint64_t turn);
void jx_finalists_tell(jx_finalists *list, uint64_t turn, const jx_sample *sample);

/* The best of those that can be reported, if there are any; the list is not empty. */
size_t jx_finalists_best(const jx_finalists *list);

/* Standard error of the mean of values; NaN with fewer than two. */
double jx_means_error(const jx_means *means);

/* Appends its arrays; returns how many. */
size_t jx_finalists_state(jx_finalists *list, jx_array *arrays);
