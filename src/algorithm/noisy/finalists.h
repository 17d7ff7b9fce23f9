/* The candidates for the result of a noisy search.
 *
 * The value by which a point is chosen among many is the luckiest one, and too good. So each
 * finalist has three kinds of evaluations, and none serves two purposes: the one for which it
 * entered the list; those by which it is compared with the others, the least mean plus one standard
 * error being the best; and those that are reported for the best one, whose mean is not biased by
 * any choice.
 *
 * Evaluations go first to points that have too few to be compared, then to the best one until it
 * can be reported, then in turn to the best and to the one that may be better, by its mean minus
 * one standard error: Kalyanakrishnan, Tewari, Auer, Stone, "PAC subset selection in stochastic
 * multi-armed bandits", ICML 2012, whose bounds are wider. */
#pragma once

#include "contract/algorithm.h"

/* Means of evaluations; sums of squares are about the mean (Welford 1962). */
typedef struct jx_means {
  double count;                /* evaluations with a value */
  double missed;               /* evaluations without a value */
  double rank, rank_squares;   /* by which points are compared */
  double value, value_squares; /* the values themselves */
  double violation;
} jx_means;

/* A row of numbers in run files. */
typedef struct jx_finalist {
  double guess, guess_value, guess_violation; /* the evaluation for which it entered the list */
  jx_means compared, reported;
} jx_finalist;

typedef struct jx_finalists {
  size_t n, room;
  double least; /* evaluations of a point before it is compared, and before it is reported */

  /* What decides the future. */
  uint64_t count;
  double *x;          /* [room][n] */
  jx_finalist *point; /* [room] */
} jx_finalists;

/* The result of an evaluation. */
typedef struct jx_sample {
  double rank, value, violation;
} jx_sample;

/* Allocates from the pool; the caller checks the pool. */
void jx_finalists_create(jx_finalists *list, size_t room, size_t n, jx_pool *pool);

/* While no value has differed: adds a point if it is better than the worst, or if there is room. */
void jx_finalists_offer(jx_finalists *list, const double *x, const jx_sample *sample);

/* With noise: whether each point has enough evaluations; if so, x[n] may replace the worst. */
int jx_finalists_have_enough(const jx_finalists *list);
void jx_finalists_admit(jx_finalists *list, const double *x, const jx_sample *sample);

/* Chooses the purpose of the next `count` evaluations: fills turn[count]; jx_finalists_point gives
 * the index of the point of a turn. settled: all are for the report of the best. The list must not
 * be empty. */
void jx_finalists_choose(const jx_finalists *list, int settled, size_t count, uint64_t *turn);
size_t jx_finalists_point(uint64_t turn);
void jx_finalists_tell(jx_finalists *list, uint64_t turn, const jx_sample *sample);

/* The best of the points that can be reported, if there are any; the list must not be empty. */
size_t jx_finalists_best(const jx_finalists *list);

/* Standard error of the mean of values; NaN with fewer than two. */
double jx_means_error(const jx_means *means);

/* Appends its arrays; returns how many. */
size_t jx_finalists_state(jx_finalists *list, jx_array *arrays);
