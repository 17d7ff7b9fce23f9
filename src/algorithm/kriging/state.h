/* The search behind kriging.c: its points, its model and what it proposes. */
#pragma once

#include "algorithm/kriging/descend.h"
#include "algorithm/kriging/process.h"
#include "algorithm/kriging/output_transform.h"
#include "contract/algorithm.h"

/* Logarithms of the process are between -30 and 30: fits are bounded more closely, and the first
 * theta of any number of coordinates that fits into memory is less. */
#define JX_KRIGING_THETA_MOST 30

#define JX_KRIGING_AHEAD 64    /* points that are out, and that the model knows of */
#define JX_KRIGING_SCREENED 96 /* places that are looked at for each proposal; a multiple of 8 */

enum {
  JX_KRIGING_TOLD,      /* values */
  JX_KRIGING_POINTS,    /* that are remembered */
  JX_KRIGING_GIVEN,     /* points, told or out */
  JX_KRIGING_FAILS,     /* points since the best one, or since the region became smaller */
  JX_KRIGING_WINS,      /* generations that were better, without one between them that was not */
  JX_KRIGING_TRANSFORM, /* enum jx_transform */
  JX_KRIGING_FITTED,    /* values that were known when the model was fitted */
  JX_KRIGING_FITS,      /* so far */
  JX_KRIGING_BEST,      /* which point */
  JX_KRIGING_COUNTS
};

typedef struct jx_kriging {
  jx_search head;
  const double *lower, *upper, *cells;
  size_t n, batch, design; /* coordinates; points that are out together; points before the model */
  size_t most;             /* points of the model */
  size_t kept;             /* points that are remembered, and told before it ends */
  int one_by_one;
  uint64_t seed;
  double least; /* side of the region at which it ends */

  /* What decides the future. All points are shares of the box. */
  uint64_t counts[JX_KRIGING_COUNTS];
  double *x;          /* [kept][n] */
  double *rank;       /* [kept] */
  double side[1];     /* of the trust region, as a share of the box */
  double *flight;     /* [batch][n]: points that are out, if one by one */
  jx_process process; /* its theta */

  /* The model, whose coordinates are u = (x - centre) / half: */
  double *centre, half; /* [n]: the best point; half of the region's side */
  double incumbent;     /* y of the best point */
  size_t *member;       /* [most]: which points it has */
  double *member_rank;  /* [most] */
  double *distance;     /* [kept] */
  jx_ranked *order;     /* [kept] */

  /* A fit: [n + JX_PROCESS_VARIANCES] */
  double *theta_first, *theta_tried, *theta_best;

  /* A proposal: */
  double *region_low, *region_high; /* [n]: u */
  double *screened;                 /* [SCREENED][n]: u */
  double *loss;                     /* [SCREENED]: - log of what is expected to be gained there */
  double *u, *slope;                /* [n] */

  double *low, *high, *work; /* of descents: [n + JX_PROCESS_VARIANCES] */
  double *first;             /* [n]: where to begin; below 0 if it is not given */
  double *share, *out;       /* [batch][n]: what is asked for; the same in the user's box */
} jx_kriging;

/* memory.c */
jato_status jx_kriging_take_memory(jx_kriging *k, jato_error *error);

/* model.c: chooses points, and makes the process ready to predict. 0 when that cannot be, since
 * numbers are not finite. */
int jx_kriging_model(jx_kriging *k);

/* Finds the theta and the transform that make the values most likely. */
void jx_kriging_fit(jx_kriging *k);

/* What theta is before there are values. */
void jx_kriging_begin_theta(const jx_kriging *k, double *theta);

/* propose.c: the next place to evaluate, by the model, to share[n]; `number` tells proposals of one
 * model apart. */
void jx_kriging_propose(jx_kriging *k, uint64_t number, double *share);

/* A point that is out gets the value that the model expects of it. */
void jx_kriging_believe(jx_kriging *k, const double *share);

/* The middle of its cell, for a coordinate that has cells. */
static inline double jx_kriging_snap(const jx_kriging *k, size_t d, double share)
{
  double cells = k->cells != NULL ? k->cells[d] : 0;
  if (!(cells > 0)) return share;
  double cell = share * cells >= cells ? cells - 1 : (double)(uint64_t)(share * cells);
  return (cell + 0.5) / cells;
}
