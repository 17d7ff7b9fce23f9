/* A linear or quadratic model of the objective, from the newest points a search has evaluated.
 *
 * Hansen, "A global surrogate assisted CMA-ES", GECCO 2019, section 3. The archive holds the newest
 * points; the model is fitted to the best three quarters of them by least squares, with weights
 * that fall with the rank from 20 to 1. It is linear, gets squares of coordinates, and products of
 * two, as soon as there are enough points. Coordinates are t = W (x - centre) / scale with W such
 * that the search's distribution becomes round: they decide where a model without products has its
 * axes, and keep the equations well conditioned.
 *
 * The fit solves the normal equations by Cholesky's method, with a small ridge and one refinement
 * by the residuals. */
#pragma once

#include <stdint.h>

#include "algorithm/lqcmaes/panels.h"
#include "algorithm/sort.h"
#include "base/memory.h"

/* Products of two coordinates are n^2 / 2 numbers to find, by n^6 / 8 multiplications: in more
 * dimensions than this a model does without. */
#define JX_QUADRATIC_DIM_MOST 40

enum jx_quadratic_kind { JX_NO_MODEL, JX_LINEAR, JX_SQUARES, JX_PRODUCTS };

enum {
  JX_QUADRATIC_POINTS, /* in the archive */
  JX_QUADRATIC_NEW,    /* since the last fit */
  JX_QUADRATIC_KIND,   /* of the model */
  JX_QUADRATIC_FITS,   /* so far */
  JX_QUADRATIC_COUNTS
};

typedef struct jx_quadratic {
  size_t n;
  size_t capacity, room; /* points that it keeps, and that there is memory for */
  jx_pool *pool;         /* its memory is released with it */
  double low, high;      /* the box, the same in all coordinates */

  /* The state. */
  uint64_t counts[4];  /* JX_QUADRATIC_... below */
  uint64_t *slot;      /* [capacity]: where the points are, the newest first */
  double *x;           /* [capacity][n] */
  double *f;           /* [capacity]: finite */
  double *whiten;      /* [n][n]: W of the model */
  double *centre;      /* [n] */
  double *scale;       /* [n] */
  double *coefficient; /* [8 panels]: of 1, t_i, t_i^2, and t_i t_j with j > i, those of i = 0
                          first; the rest is 0. Values are f less the best one's of the fit. */

  /* For one fit. */
  jx_panels rows;   /* of the points in the fit, the best first: sqrt of weight times 1, t ... */
  double *lower;    /* [JX_LOWER(panels)]: the normal equations, and their factor */
  double *ridged;   /* [JX_LOWER(panels)] */
  double *t;        /* [capacity][n] */
  double *target;   /* [capacity] */
  double *residual; /* [capacity] */
  double *right;    /* [8 panels] */
  jx_ranked *order; /* [capacity] */
  double *solving;  /* [2 n + 2][n] */
} jx_quadratic;

static inline size_t jx_quadratic_points(const jx_quadratic *q)
{
  return (size_t)q->counts[JX_QUADRATIC_POINTS];
}

/* Numbers of the array of coefficients. */
size_t jx_quadratic_coefficients(size_t n);

/* Whether a state that came from outside can be one. */
int jx_quadratic_is_sound(const jx_quadratic *q);

/* How many numbers a model of this kind has, of n coordinates. */
size_t jx_quadratic_terms(enum jx_quadratic_kind kind, size_t n);

/* Without points and model, to keep the newest max(lambda, twice the terms) points. Takes memory
 * when that is more than ever before; 0 without. q is zeroed but for n, the box and the pool before
 * the first time. */
int jx_quadratic_begin(jx_quadratic *q, size_t lambda);

/* One more point, the newest. */
void jx_quadratic_add(jx_quadratic *q, const double *x, double f);

/* The newest `count` points change places: the best becomes the newest. */
void jx_quadratic_sort_newest(jx_quadratic *q, size_t count);

/* Points that are worth a fit have come since the last one. */
int jx_quadratic_is_stale(const jx_quadratic *q);

/* Fits; there are two points at least. whiten[n][n]: W, symmetric. */
void jx_quadratic_fit(jx_quadratic *q, const double *centre, const double *whiten);

/* The model's value at x[n]; t[n] is overwritten. */
double jx_quadratic_value(const jx_quadratic *q, const double *x, double *t);

/* Kendall's rank correlation between the model and the values of the newest `count` points. */
double jx_quadratic_agreement(jx_quadratic *q, size_t count);

/* Where the model is least, not farther from the centre than `radius` in whitened coordinates, to
 * x[n]; if that is outside of the box, a place in it where the model is low. 0 without a model. */
int jx_quadratic_optimum(jx_quadratic *q, double radius, double *x);

/* The share of pairs that a and b order alike less that of those ordered the other way. */
double jx_kendall(size_t count, const double *a, const double *b);
