/* Connects a search with an objective whose values differ from call to call: points of the inner
 * search are evaluated as often as their order requires, the search gets means, and the best points
 * are evaluated on their own (finalists.h).
 *
 * Hansen, Niederberger, Guzzella, Koumoutsakos, "A method for handling uncertainty in evolutionary
 * optimization with an application to feedback control of combustion", IEEE Transactions on
 * Evolutionary Computation 13 (2009): algorithm 3, with more evaluations as its treatment. Unlike
 * in the paper, points are evaluated again exactly where they were, and step sizes are left alone,
 * since the inner search may have none. While no value has differed, points are evaluated once, and
 * fewer and fewer generations are checked again. */
#pragma once

#include "algorithm/noisy/finalists.h"
#include "algorithm/sort.h"

/* A generation consists of, in this order: points of the inner search, each `times` times in a row;
 * some of them once more, as often; finalists. */
typedef struct jx_repeats_plan {
  size_t points, times;
  size_t first, again; /* the points that are evaluated once more: see rank_change.h */
  size_t finals;
  double owed;    /* evaluations owed to finalists after this generation */
  int is_last;    /* the last evaluations of the run are only for finalists: points is 0 */
  int is_settled; /* and the very last ones only for the best of them */
} jx_repeats_plan;

/* Generations between two checks of an objective without noise, at most. */
#define JX_REPEATS_INTERVAL_MOST 16

/* The parameters of `noisy`, by name. */
typedef struct jx_repeats_rules {
  double again, theta, factor, most, finalists, least, share, final;
} jx_repeats_rules;

typedef struct jx_repeats {
  jx_pool *pool; /* of the search; its memory is released with it */
  size_t n;
  const double *lower, *upper; /* [n] */
  uint64_t seed, evaluations;  /* 0: without a limit */
  jx_repeats_rules rules;

  /* What decides the future. */
  jx_finalists finalists;
  struct {
    double times; /* evaluations of a point, before rounding: 1 to `most` */
    double owed;  /* evaluations by which finalists are behind their share */
    double least; /* smallest mean that the inner search got */
  } number;
  struct {
    uint64_t generation; /* generations with points of the inner search */
    uint64_t used;       /* evaluations */
    uint64_t due;        /* generation in which points are evaluated once more next, */
    uint64_t interval;   /* and the distance to the one after that */
    uint64_t is_noisy;   /* 1: a value has differed */
    uint64_t admitted;   /* finalists admitted since then */
  } count;

  /* The generation that is being evaluated. */
  jx_repeats_plan plan;
  jx_generation inner;
  /* Arrays of `room` points or numbers: */
  size_t room;
  double *x;         /* [room][n] */
  double *mean;      /* of the points of the inner search */
  double *second;    /* of the points that were evaluated once more */
  jx_ranked *ranked; /* the points of the inner search, the best first */
  uint64_t *turn;    /* the purposes of the evaluations of finalists */
} jx_repeats;

/* Allocates the finalists; generations allocate more as they need it. The setup is that of the
 * inner search. Fails with JATO_E_MEMORY. */
jato_status jx_repeats_create(jx_repeats *repeats, const jx_repeats_rules *rules,
                              const jx_search_setup *setup, jx_pool *pool, jato_error *error);

/* Sets *generation to the points to evaluate for `inner`, the generation of the inner search.
 * Changes nothing that decides the future. Fails with JATO_E_MEMORY. */
jato_status jx_repeats_ask(jx_repeats *repeats, const jx_generation *inner,
                           jx_generation *generation, jato_error *error);

/* Takes its values. Returns the generation that the inner search learns from, valid until the next
 * ask; NULL if this generation was for finalists only. */
const jx_generation *jx_repeats_tell(jx_repeats *repeats, const jx_generation *generation);

/* See contract/algorithm.h. */
int jx_repeats_estimate(const jx_repeats *repeats, jx_estimate *estimate);

/* Appends its arrays; returns how many. */
size_t jx_repeats_state(jx_repeats *repeats, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_repeats_contradiction(const jx_repeats *repeats);
