/* One CMA-ES from a start to its end: a normal distribution, the generation drawn from it, and the
 * rules by which it stops. What is evaluated, and whether another descent follows, is decided by
 * the caller.
 *
 * Outside of a descent points are in the user's box. Inside they are *inner* ones: the box is
 * [0, 1] in each coordinate, and the distribution, which knows no bounds, lives there: an inner
 * point mean + sigma y becomes one of the box by the rule for bounds. Steps y are in the unit of
 * sigma. Where a coordinate has cells (cells.c) its box is [0, 1 / scale], and points outside of it
 * are mirrored whatever the rule.
 *
 * Used so:
 *   create; begin; then again and again: draw, perhaps inject, evaluate descent->x, learn, until
 *   descent->reason is not 0; then begin again, with other numbers, or destroy. */
#pragma once

#include "algorithm/cmaes/cells.h"
#include "algorithm/cmaes/distribution.h"
#include "algorithm/cmaes/stagnation.h"
#include "contract/algorithm.h"

/* Why a descent is over. The numbers are kept by run files. */
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

/* A few words; NULL while it goes on. */
const char *jx_descent_words(uint64_t reason);

enum { JX_BOUNDS_FOLD, JX_BOUNDS_MIRROR };

typedef struct jx_descent_setup {
  size_t n, lambda;            /* lambda: the smallest that a descent will begin with */
  const double *lower, *upper; /* [n]; they outlive the descent */
  const double *cells;         /* [n] or NULL, as in jx_cells; they outlive the descent */
  uint64_t seed;
  int covariance; /* JX_COVARIANCE_... */
  int active;     /* negative weights */
  int bounds;     /* JX_BOUNDS_... */
  int by_pair;    /* sigma by two points at first; nothing may be injected */
  int impatient;  /* stop, too, where going on may help but another start helps more: when steps
                     have grown a lot, and when the search stagnates */
  double tolx, tolfun; /* of the first step size; of values */
  jx_pool *pool;       /* of the search: the descent's memory is released with it */
} jx_descent_setup;

typedef struct jx_descent {
  jx_descent_setup setup;
  jx_cmaes_distribution distribution; /* distribution.generation: of this descent, 0, 1, ... */
  size_t window;                      /* generations whose best values are compared */
  size_t room;                        /* lambda that there is memory for */

  /* What decides the future, with the distribution's. */
  uint64_t born;   /* generations of earlier descents: a generation's draws depend on the seed and
                      on its number among all of them */
  uint64_t lambda; /* of this descent */
  uint64_t most;   /* evaluations that it may make; UINT64_MAX without a limit */
  uint64_t reason; /* JX_DESCENT_... */
  double sigma0;
  jx_cells cells;
  double *history; /* [window for the smallest lambda]: a ring of the generations' best values */
  jx_stagnation *stagnation;

  /* The generation that is being evaluated. */
  double *x, *y;    /* [lambda][n]: points in the box; steps */
  double *squares;  /* [lambda]: squared length of the normal vector behind y, or -1 */
  jx_ranked *order; /* [lambda]: after learn, the best first */
} jx_descent;

/* Takes the memory that does not depend on lambda. */
jato_status jx_descent_create(jx_descent *descent, const jx_descent_setup *setup,
                              jato_error *error);

/* A new descent from a point of the box, with a step size that is a share of the box's width, and
 * so many points in a generation, at least the setup's lambda. Points that are out stay as they
 * are. */
void jx_descent_begin(jx_descent *descent, const double *mean, double sigma, size_t lambda);

/* Fills x, y and squares for the generation that is due. Changes nothing that decides the future,
 * and gives the same bits when it is called again. Takes memory when lambda has grown since it was
 * called last: the only place where a search with restarts does. */
jato_status jx_descent_draw(jx_descent *descent, jato_error *error);

/* The same with other draws: those of generation `number`. */
jato_status jx_descent_draw_as(jx_descent *descent, uint64_t number, jato_error *error);

/* Puts another inner point in the place of a drawn one; its step is shortened to a Mahalanobis
 * length of at most `longest`. */
void jx_descent_inject(jx_descent *descent, size_t point, const double *inner, double longest);

/* Mahalanobis length of a step that a normal vector hardly exceeds: longer ones are not to be
 * learnt from as they are (Hansen, "Injecting external solutions into CMA-ES", arXiv:1110.4181). */
double jx_descent_longest(const jx_descent *descent);

/* The inner point of a drawn one, that of a point of the box, and the point of the box that an
 * inner one becomes. */
void jx_descent_inner(const jx_descent *descent, size_t point, double *inner);
void jx_descent_out_of_box(const jx_descent *descent, const double *x, double *inner);
void jx_descent_into_box(const jx_descent *descent, const double *inner, double *x);

/* z = C^(-1/2) (inner - mean) / sigma, by the distribution as it is now. */
void jx_descent_whiten(const jx_descent *descent, const double *inner, double *z);

/* Ends the generation that was drawn: ranks of all its points, the smallest is the best, +infinity
 * where there is no value. Sets `reason`. */
void jx_descent_learn(jx_descent *descent, const double *rank);

/* reasons.c: whether it is over, after a generation that had values. */
uint64_t jx_descent_find_reason(const jx_descent *descent);

/* Generations of this and of all earlier descents. */
static inline uint64_t jx_descent_generations(const jx_descent *descent)
{
  return descent->born + descent->distribution.generation;
}

/* Lists the arrays that decide the future; returns how many. Sizes never change. */
size_t jx_descent_state(jx_descent *descent, jx_array *arrays);
