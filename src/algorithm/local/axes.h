/* The minimum of a sum of functions of one coordinate each: searches along all axes (axis.h) in
 * turn, one evaluation at a time, while the other coordinates have the best known values. Since the
 * function is a sum, the gain on an axis is the difference to the best value, whatever the other
 * coordinates are.
 *
 * Only Brent's search is used while every axis seems to have a single minimum. When one has
 * several, STEP is used on all axes, and Brent where STEP has found nothing for a while. An axis
 * has ended when Brent's search has converged and many STEPs were fruitless. */
#pragma once

#include "algorithm/local/axis.h"
#include "algorithm/local/probe.h"

enum jx_axes_end {
  JX_AXES_GO_ON,
  JX_AXES_SEARCHED, /* all axes have ended */
  JX_AXES_NO_VALUE  /* at the best places of all axes combined */
};

typedef struct jx_axes {
  size_t n;
  const double *lower, *upper; /* [n] */
  jx_digits digits;
  jx_pool *pool;      /* of the search; its memory is released with it */
  size_t room;        /* samples of an axis, at most; grows */
  jx_ranked *scratch; /* [room] */

  /* What decides the future. */
  double *t, *g;       /* [n][room]: samples; see axis.h */
  jx_brent *brent;     /* [n] */
  jx_axis_count *axes; /* [n] */
  double *best;        /* [n]: the best place of each axis */
  struct {
    double value; /* with all coordinates at their best places */
    double u;     /* the place on its axis that is being evaluated */
  } number;
  struct {
    uint64_t phase;
    uint64_t axis;            /* the axis that is searched */
    uint64_t is_local;        /* u was chosen by Brent's search */
    uint64_t is_round_active; /* some axis had a point to try in this round */
    uint64_t has_several;     /* some axis has several minima */
    uint64_t end;             /* enum jx_axes_end */
  } count;
} jx_axes;

/* Allocates from the pool. Fails with JATO_E_MEMORY if this or an earlier allocation has failed.
 * The bounds must outlive it. */
jato_status jx_axes_create(jx_axes *axes, const jx_search_setup *setup, jx_pool *pool,
                           jato_error *error);

/* Begins with the values of a probe, which has one at its centre. */
void jx_axes_begin(jx_axes *axes, const jx_probe *probe);

/* Sets x[n] to the point to evaluate, until count.end says that the search has ended. */
void jx_axes_ask(const jx_axes *axes, double *x);

/* Allocates memory when an axis has more samples than ever before. */
jato_status jx_axes_tell(jx_axes *axes, double rank, jato_error *error);

/* Appends its arrays; returns how many. resize makes room for those of a file. */
size_t jx_axes_state(jx_axes *axes, jx_array *arrays);
jato_status jx_axes_resize(jx_axes *axes, const jato_array *arrays, size_t count,
                           jato_error *error);

/* See contract/algorithm.h; for a search that has begun and not ended. */
const char *jx_axes_contradiction(const jx_axes *axes);
