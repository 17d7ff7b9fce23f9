/* A linear or quadratic model of the objective, from the newest points that a search has evaluated.
 *
 * Hansen, "A global surrogate assisted CMA-ES", GECCO 2019, section 3. The archive holds the newest
 * points; the model is fitted to the best three quarters of them by least squares, with weights
 * that fall with the rank from 20 to 1. It is linear at first, and gets squares of coordinates and
 * products of two as soon as there are enough points. Coordinates are t = W (x - centre) / scale
 * with W such that the distribution of the search becomes round: they decide the axes of a model
 * without products, and keep the equations well conditioned.
 *
 * The fit solves the normal equations by Cholesky's method, with a small ridge and one refinement
 * by the residuals. */
#pragma once

#include <stdint.h>

#include "algorithm/lqcmaes/panels.h"
#include "algorithm/sort.h"
#include "base/memory.h"

/* Products of two coordinates are n^2 / 2 coefficients, found by n^6 / 8 multiplications: in more
 * dimensions than this a model has none. */
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
  size_t capacity, room; /* points that it keeps, and points that fit into memory */
  jx_pool *pool;         /* of the search; its memory is released with it */
  double low, high;      /* the box, the same in all coordinates */

  /* The state. */
  uint64_t counts[4];  /* JX_QUADRATIC_... below */
  uint64_t *slot;      /* [capacity]: indices of the points, the newest first */
  double *x;           /* [capacity][n] */
  double *f;           /* [capacity]: finite */
  double *whiten;      /* [n][n]: W of the model */
  double *centre;      /* [n] */
  double *scale;       /* [n] */
  double *coefficient; /* [8 panels]: of 1, t_i, t_i^2, and t_i t_j with j > i, those of i = 0
                          first; the rest is 0. Values are relative to the best one of the fit. */

  /* For one fit. */
  jx_panels rows;   /* rows of the points in the fit, the best first: sqrt of weight times terms */
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

/* Size of the array of coefficients. */
size_t jx_quadratic_coefficients(size_t n);

/* Whether a saved state is consistent. */
int jx_quadratic_is_sound(const jx_quadratic *q);

/* The number of coefficients of a model of this kind, in n coordinates. */
size_t jx_quadratic_terms(enum jx_quadratic_kind kind, size_t n);

/* Removes all points and the model, and makes room for the newest max(lambda, twice the terms)
 * points. Allocates memory if that is more than ever before; returns 0 if there is none. Before the
 * first call q is zeroed except for n, the box and the pool. */
int jx_quadratic_begin(jx_quadratic *q, size_t lambda);

/* Adds a point, the newest one. */
void jx_quadratic_add(jx_quadratic *q, const double *x, double f);

/* Sorts the newest `count` points: the best becomes the newest. */
void jx_quadratic_sort_newest(jx_quadratic *q, size_t count);

/* Whether enough points for a fit have been added since the last one. */
int jx_quadratic_is_stale(const jx_quadratic *q);

/* Fits the model to at least two points. whiten[n][n]: W, symmetric. */
void jx_quadratic_fit(jx_quadratic *q, const double *centre, const double *whiten);

/* The model's value at x[n]; t[n] is overwritten. */
double jx_quadratic_value(const jx_quadratic *q, const double *x, double *t);

/* Kendall's rank correlation between the model and the values of the newest `count` points. */
double jx_quadratic_agreement(jx_quadratic *q, size_t count);

/* Sets x[n] to the minimum of the model within `radius` of the centre in whitened coordinates; if
 * that is outside of the box, to a point of the box where the model is low. Returns 0 without a
 * model. */
int jx_quadratic_optimum(jx_quadratic *q, double radius, double *x);

/* Kendall's tau: the share of pairs that a and b order alike, minus that of the other pairs. */
double jx_kendall(size_t count, const double *a, const double *b);
