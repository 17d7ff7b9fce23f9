/* Is a function a sum of functions of one coordinate each? 2 n + 3 evaluations, of which all are of
 * use for what follows: a centre and two points on each axis through it; the corner in the better
 * direction of every axis; and where a quadratic model without mixed terms is smallest.
 *
 * On a sum, the corner's value is the centre's and the increments of all axes, but for rounding. A
 * function that is flat at all those points would pass, too; it does not count. */
#pragma once

#include "algorithm/local/digits.h"
#include "contract/algorithm.h"

/* How far a stencil reaches, as a share of the box's width. No suite is built around it. */
#define JX_PROBE_REACH 0.15

enum jx_probe_verdict {
  JX_PROBE_UNDECIDED,
  JX_PROBE_SEPARABLE,
  JX_PROBE_MIXED,    /* the corner's value is another one */
  JX_PROBE_FLAT,     /* all values on the axes are the same */
  JX_PROBE_NO_VALUE, /* there is none at one of the points */
  JX_PROBE_FIXED     /* no coordinate can move */
};

typedef struct jx_probe {
  size_t n;
  const double *lower, *upper; /* [n] */
  jx_digits digits;

  /* What decides the future, and what was found. */
  double *centre, *reach; /* [n]; reach 0: the coordinate cannot move */
  double *up, *down; /* [n]: values at centre + reach and at centre - reach; those of the centre
                        where it cannot move */
  struct {
    double centre, corner, model; /* values */
  } value;
  struct {
    uint64_t phase;
    uint64_t verdict; /* enum jx_probe_verdict */
  } count;
} jx_probe;

/* Takes memory; the caller asks whether the pool is whole. Bounds outlive it. */
void jx_probe_create(jx_probe *probe, const jx_search_setup *setup, jx_pool *pool);

/* Around centre[n], which is moved inwards where the box has no room for the stencil. */
void jx_probe_begin(jx_probe *probe, const double *centre);

/* The points it wants, x[count][n], at most 2 n + 1. Returns count; 0 after its end only. */
size_t jx_probe_ask(const jx_probe *probe, double *x);
void jx_probe_tell(jx_probe *probe, const double *rank);

/* Appends its arrays; returns how many. */
size_t jx_probe_state(jx_probe *probe, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_probe_contradiction(const jx_probe *probe);
