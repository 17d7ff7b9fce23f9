/* One descent to a local minimum in a box: damped BFGS by differences of values.
 *
 * Nocedal and Wright, Numerical Optimization (2nd edition): BFGS with Powell's damping is procedure
 * 18.2, eq. 18.14 to 18.16; the step minimises the quadratic model in the box (box_qp.h); the line
 * search is that of section 3.5, by interpolation, with steps that are doubled while that helps.
 * First forward differences; when no step leads down, central ones; then the model is reset; then
 * it ends.
 *
 * It knows no run: it says which points it wants, and is told their ranks. All of a gradient's
 * points are wanted at once, those of a line search one by one. Coordinates are widths of the box
 * inside of it, so that a cube is not different from any other box. */
#pragma once

#include "algorithm/local/box_qp.h"
#include "algorithm/local/gradient.h"
#include "contract/algorithm.h"

/* Why it ended. */
enum jx_bfgs_end {
  JX_BFGS_GOES_ON,
  JX_BFGS_NO_STEP, /* no step leads down, not with central differences and a new model either */
  JX_BFGS_SMALL,   /* three decreases in a row were no more than rounding */
  JX_BFGS_FIXED    /* no coordinate can move */
};

/* Numbers and counts stand together, because a run file holds them as two arrays. */
typedef struct jx_bfgs {
  size_t n;
  const double *lower, *upper; /* [n] */
  double *width;               /* [n] */
  jx_digits digits;
  int shrinks;  /* the model, where it is too steep; set by the caller */
  jx_box_qp qp; /* of the next step */
  size_t *free;
  double *least, *most, *change, *rise, *image; /* [n]: scratch: bounds of a step, s, y, B s */

  /* What decides the future, with the gradient's. */
  jx_gradient gradient;
  double *x, *slope; /* [n]: where it stands, and the gradient there */
  double *next;      /* [n]: the trial that is accepted */
  double *direction; /* [n] */
  double *model;     /* [n][n]: B */
  struct {
    double value, next;         /* at x, at the last trial or at the accepted one */
    double descent;             /* slope along the direction, below 0 */
    double alpha;               /* length of the trial that is out */
    double predicted, decrease; /* by the model from x, and of the last iteration */
    double steepness;           /* length of the first gradient */
  } number;
  struct {
    uint64_t phase;     /* enum in bfgs.c */
    uint64_t iteration; /* how many were made */
    uint64_t trials;    /* of this line search */
    uint64_t is_new;    /* the model has learnt nothing yet */
    uint64_t resets;    /* that are left */
    uint64_t small;     /* decreases in a row that were too small */
    uint64_t end;       /* enum jx_bfgs_end */
  } count;
} jx_bfgs;

/* Takes memory; 0 if this or an earlier allocation has failed. Bounds outlive it. */
int jx_bfgs_create(jx_bfgs *descent, const jx_search_setup *setup, jx_pool *pool);

/* From x[n] on, where the value is known: at most JX_VALUE_MOST. */
void jx_bfgs_begin(jx_bfgs *descent, const double *x, double value);

/* The points it wants, x[count][n], at most 2 n. Returns count, which is 0 after its end only. */
size_t jx_bfgs_ask(const jx_bfgs *descent, double *x);

/* Their ranks. Returns 1 when it stands between two iterations: the caller looks whether it is
 * still worth it, and goes on with jx_bfgs_next, which returns the same. */
int jx_bfgs_tell(jx_bfgs *descent, const double *rank);
int jx_bfgs_next(jx_bfgs *descent);

/* Whether it stands where a minimum is: it has come some way, and the slope, without what leads out
 * of the box, has nearly gone. A descent that ends elsewhere has met a function that is not smooth.
 */
int jx_bfgs_is_at_minimum(const jx_bfgs *descent);

/* Appends its arrays; returns how many. */
size_t jx_bfgs_state(jx_bfgs *descent, jx_array *arrays);

/* See contract/algorithm.h; of a descent that is under way. */
const char *jx_bfgs_contradiction(const jx_bfgs *descent);
