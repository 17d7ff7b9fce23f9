/* What stands between a search and an objective whose values differ from call to call: points of
 * the search are evaluated as often as their order needs it, it is told means, and the best points
 * are evaluated on their own (finalists.h).
 *
 * Hansen, Niederberger, Guzzella, Koumoutsakos, "A method for handling uncertainty in evolutionary
 * optimization with an application to feedback control of combustion", IEEE Transactions on
 * Evolutionary Computation 13 (2009): algorithm 3, with more evaluations as its treatment. Other
 * than there points are evaluated again exactly where they were, and step sizes are left alone,
 * since the search inside may have none. While no value has differed, points are evaluated once,
 * and fewer and fewer generations are looked at again. */
#pragma once

#include "algorithm/noisy/finalists.h"
#include "algorithm/sort.h"

/* What a generation consists of, in this order: points of the search inside, each `times` times one
 * after the other; some of them once more, as often; finalists. */
typedef struct jx_repeats_plan {
  size_t points, times;
  size_t first, again; /* which points are evaluated once more: see rank_change.h */
  size_t finals;
  double owed;    /* to finalists, when this generation is over */
  int is_last;    /* the last evaluations of the run are for finalists alone: points is 0 */
  int is_settled; /* and the very last for the best of them */
} jx_repeats_plan;

/* Generations between two looks at an objective without noise. */
#define JX_REPEATS_INTERVAL_MOST 16

/* The parameters of `noisy`, by their names. */
typedef struct jx_repeats_rules {
  double again, theta, factor, most, finalists, least, share, final;
} jx_repeats_rules;

typedef struct jx_repeats {
  jx_pool *pool; /* of the search: its memory is released with it */
  size_t n;
  const double *lower, *upper; /* [n] */
  uint64_t seed, evaluations;  /* 0: without a limit */
  jx_repeats_rules rules;

  /* What decides the future. */
  jx_finalists finalists;
  struct {
    double times; /* evaluations of a point, before it is rounded: 1 to `most` */
    double owed;  /* evaluations that finalists are behind their share */
    double least; /* mean that the search inside was told */
  } number;
  struct {
    uint64_t generation; /* of those with points of the search inside */
    uint64_t used;       /* evaluations */
    uint64_t due;        /* generation in which points are evaluated once more, */
    uint64_t interval;   /* and how many come between that and the next */
    uint64_t is_noisy;   /* a value has differed */
    uint64_t admitted;   /* to the finalists, since then */
  } count;

  /* The generation that is being evaluated. */
  jx_repeats_plan plan;
  jx_generation inner;
  /* Each with room for so many points or numbers: */
  size_t room;
  double *x;         /* [room][n] */
  double *mean;      /* of the search's points */
  double *second;    /* of those that were evaluated once more */
  jx_ranked *ranked; /* the search's points, the best first */
  uint64_t *turn;    /* what evaluations of finalists are for */
} jx_repeats;

/* Takes memory for the finalists; more is taken as generations need it. The setup is that of the
 * search inside. Fails with JATO_E_MEMORY. */
jato_status jx_repeats_create(jx_repeats *repeats, const jx_repeats_rules *rules,
                              const jx_search_setup *setup, jx_pool *pool, jato_error *error);

/* `inner` is the search's generation; *generation becomes what is to be evaluated. Changes nothing
 * that decides the future. Fails with JATO_E_MEMORY. */
jato_status jx_repeats_ask(jx_repeats *repeats, const jx_generation *inner,
                           jx_generation *generation, jato_error *error);

/* Its values are there. Returns the generation with which to tell the search inside, valid until
 * the next ask; NULL if this generation was for finalists alone. */
const jx_generation *jx_repeats_tell(jx_repeats *repeats, const jx_generation *generation);

/* See contract/algorithm.h. */
int jx_repeats_estimate(const jx_repeats *repeats, jx_estimate *estimate);

/* Appends its arrays; returns how many. */
size_t jx_repeats_state(jx_repeats *repeats, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_repeats_contradiction(const jx_repeats *repeats);

/* ---- plan.c ---- */

/* The plan for `points` of the search inside. */
jx_repeats_plan jx_repeats_plan_of(const jx_repeats *repeats, size_t points);
size_t jx_repeats_size(const jx_repeats_plan *plan);

/* What s says (rank_change.h): more evaluations of each point, or fewer. */
void jx_repeats_adapt(jx_repeats *repeats, double s);
