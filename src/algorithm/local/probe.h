/* Is a function a sum of functions of one coordinate each? Takes 2 n + 3 evaluations, all of which
 * are useful afterwards: a centre and two points on each axis through it; the corner in the better
 * direction of every axis; and the minimum of a quadratic model without mixed terms.
 *
 * For a sum, the value of the corner is that of the centre plus the increments of all axes, except
 * for rounding. A function that is flat at all these points would pass, too; it gets a verdict of
 * its own. */
#pragma once

#include "algorithm/local/digits.h"
#include "contract/algorithm.h"

/* The reach of the stencil, as a share of the width; not tuned to any test suite. */
#define JX_PROBE_REACH 0.15

enum jx_probe_verdict {
  JX_PROBE_UNDECIDED,
  JX_PROBE_SEPARABLE,
  JX_PROBE_MIXED,    /* the value of the corner is not that of a sum */
  JX_PROBE_FLAT,     /* all values on the axes are the same */
  JX_PROBE_NO_VALUE, /* one of the points has no value */
  JX_PROBE_FIXED     /* no coordinate can move */
};

typedef struct jx_probe {
  size_t n;
  const double *lower, *upper; /* [n] */
  jx_digits digits;

  /* What decides the future, and the values. */
  double *centre, *reach; /* [n]; reach 0: the coordinate cannot move */
  double *up, *down;      /* [n]: values at centre + reach and at centre - reach; the value of the
                             centre if the coordinate cannot move */
  struct {
    double centre, corner, model; /* values */
  } value;
  struct {
    uint64_t phase;
    uint64_t verdict; /* enum jx_probe_verdict */
  } count;
} jx_probe;

/* Allocates from the pool; the caller checks the pool. The bounds must outlive it. */
void jx_probe_create(jx_probe *probe, const jx_search_setup *setup, jx_pool *pool);

/* Begins around centre[n], which is moved inwards if the box has no room for the stencil. */
void jx_probe_begin(jx_probe *probe, const double *centre);

/* Writes the points to evaluate to x[count][n] and returns count: at most 2 n + 1, 0 after the end.
 */
size_t jx_probe_ask(const jx_probe *probe, double *x);
void jx_probe_tell(jx_probe *probe, const double *rank);

/* Appends its arrays; returns how many. */
size_t jx_probe_state(jx_probe *probe, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_probe_contradiction(const jx_probe *probe);
