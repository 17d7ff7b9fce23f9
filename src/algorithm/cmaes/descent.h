/* One CMA-ES from its start to its end: a normal distribution, the generation drawn from it, and
 * the rules by which it stops. The caller decides what is evaluated and whether another descent
 * follows.
 *
 * Outside of a descent points are in the user's box. Inside they are *inner* points: the box is [0,
 * 1] in each coordinate, and the distribution, which has no bounds, lives there. An inner point
 * mean + sigma y is mapped into the box by the rule for bounds. Steps y are in units of sigma. The
 * box of a coordinate with cells (cells.c) is [0, 1 / scale], and points outside of it are mirrored
 * under either rule.
 *
 * Use: create; begin; then repeat: draw, perhaps inject, evaluate descent->x, learn, until
 * descent->reason is not 0; then begin again with other numbers, or destroy. */
#pragma once

#include "algorithm/cmaes/cells.h"
#include "algorithm/cmaes/distribution.h"
#include "algorithm/cmaes/stagnation.h"
#include "contract/algorithm.h"

/* Why a descent is over. Run files hold these numbers. */
enum {
  JX_DESCENT_GOES_ON,
  JX_DESCENT_SMALL_STEPS,
  JX_DESCENT_SMALL_VALUES,
  JX_DESCENT_EQUAL_VALUES,
  JX_DESCENT_NO_EFFECT,
  JX_DESCENT_CONDITION,
  JX_DESCENT_LARGE_STEPS,
  JX_DESCENT_STAGNATION,
  JX_DESCENT_USED_UP,
  JX_DESCENT_REASONS
};

enum { JX_BOUNDS_FOLD, JX_BOUNDS_MIRROR };

typedef struct jx_descent_setup {
  size_t n, lambda;            /* lambda: the smallest that a descent will begin with */
  const double *lower, *upper; /* [n]; they must outlive the descent */
  const double *cells;         /* [n] or NULL, as in jx_cells; they must outlive the descent */
  uint64_t seed;
  int covariance;      /* JX_COVARIANCE_... */
  int active;          /* negative weights */
  int bounds;          /* JX_BOUNDS_... */
  int by_pair;         /* adapt sigma by two points at first; no point may be injected */
  int impatient;       /* also stop when another start is likely to help more than continuing: when
                          steps have grown a lot, and when the search stagnates */
  double tolx, tolfun; /* of the first step size; of values */
  jx_pool *pool;       /* of the search; the memory of the descent is released with it */
} jx_descent_setup;

typedef struct jx_descent {
  jx_descent_setup setup;
  jx_cmaes_distribution distribution; /* distribution.generation: of this descent, 0, 1, ... */
  size_t window;                      /* generations whose best values are compared */
  size_t room;                        /* lambda that there is memory for */

  /* What decides the future, with the distribution's. */
  uint64_t start_generation; /* generations of earlier descents: draws depend on the seed and on
                                the number of the generation among all; "born" in run files */
  uint64_t lambda;           /* of this descent */
  uint64_t most;             /* evaluations that it may make; UINT64_MAX without a limit */
  uint64_t reason;           /* JX_DESCENT_... */
  double sigma0;
  jx_cells cells;
  double *history; /* [window for the smallest lambda]: a ring of the generations' best values */
  jx_stagnation *stagnation;

  /* The generation that is being evaluated. */
  double *x, *y;    /* [lambda][n]: points in the box; steps */
  double *squares;  /* [lambda]: squared length of the normal vector behind y, or -1 */
  jx_ranked *order; /* [lambda]: after learn, the best first */
} jx_descent;

/* Allocates the memory that does not depend on lambda. */
jato_status jx_descent_create(jx_descent *descent, const jx_descent_setup *setup,
                              jato_error *error);

/* Begins a new descent from a point of the box, with a step size that is a share of the width of
 * the box and `lambda` points in a generation, at least the setup's lambda. Points that are out
 * stay as they are. */
void jx_descent_begin(jx_descent *descent, const double *mean, double sigma, size_t lambda);

/* Fills x, y and squares for the next generation. Changes nothing that decides the future, and
 * gives the same bits when it is called again. Allocates memory if lambda has grown since the last
 * call; a search with restarts allocates nowhere else. */
jato_status jx_descent_draw(jx_descent *descent, jato_error *error);

/* The same with the draws of generation `number`. */
jato_status jx_descent_draw_as(jx_descent *descent, uint64_t number, jato_error *error);

/* Replaces a drawn point by an inner one, with its step shortened to a Mahalanobis length of
 * `longest`. */
void jx_descent_inject(jx_descent *descent, size_t point, const double *inner, double longest);

/* Mahalanobis length of a step that a normal vector hardly exceeds: longer steps must be shortened
 * before they are learned from (Hansen, "Injecting external solutions into CMA-ES",
 * arXiv:1110.4181). */
double jx_descent_longest(const jx_descent *descent);

/* The inner point of a drawn point, the inner point of a point of the box, and the point of the box
 * to which an inner point is mapped. */
void jx_descent_inner(const jx_descent *descent, size_t point, double *inner);
void jx_descent_out_of_box(const jx_descent *descent, const double *x, double *inner);
void jx_descent_into_box(const jx_descent *descent, const double *inner, double *x);

/* z = C^(-1/2) (inner - mean) / sigma, by the current distribution. */
void jx_descent_whiten(const jx_descent *descent, const double *inner, double *z);

/* Ends the generation that was drawn, with the ranks of all its points: the smallest is the best,
 * +infinity means no value. Sets `reason`. */
void jx_descent_learn(jx_descent *descent, const double *rank);

/* See is_done in contract/algorithm.h. */
int jx_descent_is_done(const jx_descent *descent, const char **why);

/* Generations of this descent and all earlier ones. */
static inline uint64_t jx_descent_generations(const jx_descent *descent)
{
  return descent->start_generation + descent->distribution.generation;
}

/* Lists the arrays that decide the future; returns how many. Their sizes never change. */
size_t jx_descent_state(jx_descent *descent, jx_array *arrays);
