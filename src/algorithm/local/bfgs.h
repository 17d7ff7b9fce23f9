/* One descent to a local minimum in a box: damped BFGS by differences of values.
 *
 * Nocedal and Wright, Numerical Optimization (2nd edition): BFGS with Powell's damping is procedure
 * 18.2, eq. 18.14 to 18.16; the step minimises the quadratic model in the box (box_qp.h); the line
 * search is that of section 3.5, by interpolation, with steps that are doubled while that helps.
 * Forward differences come first; when no step leads down, central ones; then the model is reset;
 * then the descent ends.
 *
 * It does not depend on a run: it says which points to evaluate and gets their ranks. It asks for
 * all points of a gradient at once, and for those of a line search one by one. Internally
 * coordinates are in units of the width of the box, so that the shape of the box does not matter.
 */
#pragma once

#include "algorithm/local/box_qp.h"
#include "algorithm/local/gradient.h"
#include "contract/algorithm.h"

/* Why it ended. */
enum jx_bfgs_end {
  JX_BFGS_GOES_ON,
  JX_BFGS_NO_STEP, /* no step leads down, even with central differences and a new model */
  JX_BFGS_SMALL,   /* three decreases in a row did not exceed rounding */
  JX_BFGS_FIXED    /* no coordinate can move */
};

/* Numbers and counts are grouped, because a run file holds them as two arrays. */
typedef struct jx_bfgs {
  size_t n;
  const double *lower, *upper; /* [n] */
  double *width;               /* [n] */
  jx_digits digits;
  int shrinks;  /* shrinks the model if it is too steep; set by the caller */
  jx_box_qp qp; /* solves for the next step */
  size_t *free;
  double *least, *most, *change, *rise, *image; /* [n]: scratch: bounds of a step, s, y, B s */

  /* What decides the future, with the state of the gradient. */
  jx_gradient gradient;
  double *x, *slope; /* [n]: the present point, and the gradient there */
  double *next;      /* [n]: the last trial, or the accepted one */
  double *direction; /* [n] */
  double *model;     /* [n][n]: B */
  struct {
    double value, next;         /* at x, and at the last or the accepted trial */
    double descent;             /* slope along the direction, below 0 */
    double alpha;               /* length of the trial that is being evaluated */
    double predicted, decrease; /* predicted by the model at x, and of the last iteration */
    double steepness;           /* length of the first gradient */
  } number;
  struct {
    uint64_t phase;     /* enum in bfgs.c */
    uint64_t iteration; /* iterations made */
    uint64_t trials;    /* of this line search */
    uint64_t is_new;    /* the model has not learned anything yet */
    uint64_t resets;    /* resets that are left */
    uint64_t small;     /* decreases in a row that were too small */
    uint64_t end;       /* enum jx_bfgs_end */
  } count;
} jx_bfgs;

/* Allocates from the pool. Fails with JATO_E_MEMORY if this or an earlier allocation has failed.
 * The bounds must outlive it. */
jato_status jx_bfgs_create(jx_bfgs *descent, const jx_search_setup *setup, jx_pool *pool,
                           jato_error *error);

/* Begins at x[n], whose value is known and at most JX_VALUE_MOST. */
void jx_bfgs_begin(jx_bfgs *descent, const double *x, double value);

/* Writes the points to evaluate to x[count][n] and returns count: at most 2 n, 0 after the end. */
size_t jx_bfgs_ask(const jx_bfgs *descent, double *x);

/* Takes their ranks. Returns 1 between two iterations: the caller decides whether it is worth
 * continuing, and continues by jx_bfgs_next, which returns the same. */
int jx_bfgs_tell(jx_bfgs *descent, const double *rank);
int jx_bfgs_next(jx_bfgs *descent);

/* Whether x is a minimum: the descent has made some iterations, and the slope, apart from
 * coordinates that it would move out of the box, has nearly vanished. If a descent ends elsewhere,
 * the function is not smooth. */
int jx_bfgs_is_at_minimum(const jx_bfgs *descent);

/* Appends its arrays; returns how many. */
size_t jx_bfgs_state(jx_bfgs *descent, jx_array *arrays);

/* See contract/algorithm.h; for a descent that is under way. */
const char *jx_bfgs_contradiction(const jx_bfgs *descent);
