/* The search behind kriging.c: its points, its model and its proposals. */
#pragma once

#include "algorithm/kriging/lbfgs.h"
#include "algorithm/kriging/process.h"
#include "algorithm/kriging/output_transform.h"
#include "contract/algorithm.h"

/* Bound of the logarithms of the process: fits have closer bounds, and the initial theta of any
 * number of coordinates that fits into memory is smaller. */
#define JX_KRIGING_THETA_MOST 30

#define JX_KRIGING_AHEAD 64    /* points that are out and that the model takes into account */
#define JX_KRIGING_SCREENED 96 /* points that are screened for each proposal; a multiple of 8 */

enum {
  JX_KRIGING_EVALUATED,  /* values */
  JX_KRIGING_POINTS,     /* points in the archive */
  JX_KRIGING_HANDED_OUT, /* points that have a value or are out */
  JX_KRIGING_FAILS,      /* points since the best one, or since the region shrank */
  JX_KRIGING_WINS,       /* improving generations in a row */
  JX_KRIGING_TRANSFORM,  /* enum jx_transform */
  JX_KRIGING_FITTED,     /* values when the model was fitted last */
  JX_KRIGING_FITS,       /* fits so far */
  JX_KRIGING_BEST,       /* the best point */
  JX_KRIGING_COUNTS
};

typedef struct jx_kriging {
  jx_search head;
  const double *lower, *upper, *cells;
  size_t n, batch, design; /* coordinates; points that are out together; points of the design */
  size_t most;             /* points of the model, at most */
  size_t capacity;         /* points in the archive, at most; it ends after as many values */
  int one_by_one;
  uint64_t seed;
  double least; /* side of the region below which it ends */

  /* What decides the future. All points are shares of the box. */
  uint64_t counts[JX_KRIGING_COUNTS];
  double *x;          /* [capacity][n] */
  double *rank;       /* [capacity] */
  double side[1];     /* of the trust region, as a share of the box */
  double *flight;     /* [batch][n]: points that are out, if one by one */
  jx_process process; /* with its theta */

  /* The model, whose coordinates are u = (x - centre) / half: */
  double *centre, half; /* [n]: the best point; half of the region's side */
  double incumbent;     /* y of the best point */
  size_t *member;       /* [most]: the points that it has */
  double *member_rank;  /* [most] */
  double *distance;     /* [capacity] */
  jx_ranked *order;     /* [capacity] */

  /* A fit: [n + JX_PROCESS_VARIANCES] */
  double *theta_first, *theta_tried, *theta_best;

  /* A proposal: */
  double *region_low, *region_high; /* [n]: u */
  double *screened;                 /* [JX_KRIGING_SCREENED][n]: u */
  double *loss;                     /* [JX_KRIGING_SCREENED]: - log of the expected improvement */
  double *u, *slope;                /* [n] */

  double *low, *high, *work; /* of descents: [n + JX_PROCESS_VARIANCES] */
  double *first;             /* [n]: the initial point; below 0 without one */
  double *share, *out;       /* [batch][n]: the points that are out; the same in the user's box */
} jx_kriging;

/* model.c: chooses points and prepares the process for predictions. Returns 0 if it cannot, since
 * numbers are not finite. */
int jx_kriging_model(jx_kriging *k);

/* Finds the most likely theta and transform. */
void jx_kriging_fit(jx_kriging *k);

/* Sets theta to its initial value. */
void jx_kriging_begin_theta(const jx_kriging *k, double *theta);

/* propose.c: sets share[n] to the next point to evaluate, by the model; `number` distinguishes
 * proposals by the same model. */
void jx_kriging_propose(jx_kriging *k, uint64_t number, double *share);

/* The kriging believer: adds a point that is out to the model, with its prediction as its value. */
void jx_kriging_believe(jx_kriging *k, const double *share);

/* The middle of the cell for a coordinate with cells, the share itself otherwise. */
static inline double jx_kriging_snap(const jx_kriging *k, size_t d, double share)
{
  double cells = k->cells != NULL ? k->cells[d] : 0;
  if (!(cells > 0)) return share;
  double cell = share * cells >= cells ? cells - 1 : (double)(uint64_t)(share * cells);
  return (cell + 0.5) / cells;
}
