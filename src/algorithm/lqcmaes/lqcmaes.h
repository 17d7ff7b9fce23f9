/* The search behind lqcmaes.c, and its steps. */
#pragma once

#include "algorithm/cmaes/flight.h"
#include "algorithm/cmaes/restarts.h"
#include "algorithm/lqcmaes/quadratic.h"

/* Numbers that decide the future. */
enum {
  JX_LQ_EVALUATED, /* points of this generation of the descent that have been evaluated */
  JX_LQ_KNOWN,     /* those of them that have a value */
  JX_LQ_WANTED,    /* points to evaluate before the model is judged again */
  JX_LQ_SKIPS,     /* generations without the model after its last failure */
  JX_LQ_WAITS,     /* those of them that remain */
  JX_LQ_INJECTS,   /* whether the model's optimum is among the points */
  JX_LQ_USED,      /* evaluations of this descent */
  JX_LQ_MOST,      /* evaluations that it may make */
  JX_LQ_COUNTS
};

#define JX_LQ_SKIPS_MOST 16

typedef struct jx_lq {
  jx_search head;
  jx_descent descent;
  jx_restarts restarts;
  jx_quadratic model;
  jx_flight flight; /* count 0: by generations */
  size_t batch;     /* evaluates at least this many points together */
  size_t room;      /* lambda that fits into memory */
  size_t room_out;  /* and into x */

  /* What decides the future, with the state of the members above. */
  uint64_t counts[JX_LQ_COUNTS];
  double *optimum; /* [n]: inner point */
  double *value;   /* [lambda]: -infinity where a point has not been evaluated */

  uint64_t drawn;    /* number of the generation in memory, counted from 1 */
  double *inner;     /* [lambda][n]: its inner points */
  double *predicted; /* [lambda]: the model's values; then ranks */
  double *x;         /* [lambda][n]: the points that are out */
  jx_ranked *order;  /* [lambda]: the most promising first */
  size_t *chosen;    /* [lambda]: which points of the generation are out */
  size_t out;        /* how many are out */
  double *whiten;    /* [n][n] */
  double *start, *t; /* [n] */
} jx_lq;

/* steps.c: takes memory that lambda does not change; makes room for generations of lambda. */
void jx_lq_take_fixed(jx_lq *lq);
jato_status jx_lq_make_room(jx_lq *lq, size_t lambda, jato_error *error);

/* Begins a descent; draws the points of a generation; chooses some to evaluate; takes
 * their values. jx_lq_add_values returns whether the generation of the descent has ended. */
jato_status jx_lq_begin(jx_lq *lq, const double *start, double sigma, size_t lambda,
                        jato_error *error);
jato_status jx_lq_draw(jx_lq *lq, jato_error *error);
void jx_lq_choose(jx_lq *lq);
int jx_lq_add_values(jx_lq *lq, const double *rank);
void jx_lq_begin_generation(jx_lq *lq);

/* See contract/algorithm.h. */
const char *jx_lq_contradiction(const jx_lq *lq);

/* One by one: gives the model a point and its value; and puts the optimum of the model in the place
 * of the next new point, if it is due and the model predicts the newest values well. */
void jx_lq_add_point(jx_lq *lq, size_t which, double rank);
void jx_lq_offer_optimum(jx_lq *lq);
