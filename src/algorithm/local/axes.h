/* The minimum of a sum of functions of one coordinate each: a search along every axis (axis.h), in
 * turn, one evaluation at a time, while the other coordinates are the best known. Since it is a
 * sum, what an axis gains is the difference to the best value, wherever the others stand.
 *
 * Brent's search alone, while every axis seems to have a single minimum. When one has several, STEP
 * on all of them, and Brent where STEP has found nothing for a while. An axis has ended when
 * Brent's search has converged and many STEPs brought nothing. */
#pragma once

#include "algorithm/local/axis.h"
#include "algorithm/local/probe.h"

enum jx_axes_end {
  JX_AXES_GO_ON,
  JX_AXES_SEARCHED, /* all have ended */
  JX_AXES_NO_VALUE  /* where the best places of all axes meet */
};

typedef struct jx_axes {
  size_t n;
  const double *lower, *upper; /* [n] */
  jx_digits digits;
  jx_pool *pool;      /* its memory is released with it */
  size_t room;        /* samples of an axis, at most; grows */
  jx_ranked *scratch; /* [room] */

  /* What decides the future. */
  double *t, *g;       /* [n][room]: samples; see axis.h */
  jx_brent *brent;     /* [n] */
  jx_axis_count *axes; /* [n] */
  double *best;        /* [n]: the best place of each axis */
  struct {
    double value; /* where all are at their best */
    double u;     /* the place on its axis that is evaluated */
  } number;
  struct {
    uint64_t phase;
    uint64_t axis;            /* whose turn it is */
    uint64_t is_local;        /* u is Brent's */
    uint64_t is_round_active; /* an axis had something to try in this round */
    uint64_t has_several;     /* minima, on some axis */
    uint64_t end;             /* enum jx_axes_end */
  } count;
} jx_axes;

/* Takes memory; 0 if this or an earlier allocation has failed. Bounds outlive it. */
int jx_axes_create(jx_axes *axes, const jx_search_setup *setup, jx_pool *pool);

/* With what a probe has found, at whose centre there is a value. */
void jx_axes_begin(jx_axes *axes, const jx_probe *probe);

/* The point it wants, x[n]; it wants one until count.end says that it has ended. */
void jx_axes_ask(const jx_axes *axes, double *x);

/* Takes memory when an axis has more samples than ever before. */
jato_status jx_axes_tell(jx_axes *axes, double rank, jato_error *error);

/* Appends its arrays; returns how many. resize makes room for those of a file. */
size_t jx_axes_state(jx_axes *axes, jx_array *arrays);
jato_status jx_axes_resize(jx_axes *axes, const jato_array *arrays, size_t count,
                           jato_error *error);

/* See contract/algorithm.h; of a search that has begun, and not ended. */
const char *jx_axes_contradiction(const jx_axes *axes);
