#include "algorithm/local/bfgs.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/fold.h"
#include "math/vector.h"

#define TRIALS_MOST 10
#define RESETS 2         /* resets: one for central differences, one for a new model */
#define SMALL_MOST 3     /* small decreases in a row */
#define ENOUGH 0.1       /* share of the predicted decrease that accepts a trial */
#define MORE 0.9         /* share of it from which a longer step is tried */
#define SHORTEST 0.1     /* shortest trial, relative to the last one */
#define FIRST_MODEL 1e-3 /* initial B relative to |g|: the first step is long */
#define SCALE 0.3        /* B relative to y'y / s'y after the first step */
#define DAMPING 0.2      /* eq. 18.15 */
#define SHRINK 0.5       /* smallest factor by which an update shrinks the model */
#define FLAT 1e-4        /* share of the first slope that counts as a minimum */
#define FLAT_AFTER 5     /* iterations before that */

enum phase {
  FIRST_GRADIENT,
  NEXT_GRADIENT,  /* at the end of the line search */
  AGAIN_GRADIENT, /* at x, by central differences */
  TRIAL,
  EXPANSION, /* a trial of twice the accepted length */
  ENDED
};

static void take_memory(jx_bfgs *d, jx_pool *pool)
{
  double **const vectors[] = {&d->qp.right,        &d->width, &d->least,     &d->most,
                              &d->change,          &d->rise,  &d->image,     &d->x,
                              &d->slope,           &d->next,  &d->direction, &d->gradient.slope,
                              &d->gradient.missing};
  size_t n = d->n;
  d->model = jx_pool_take(pool, n, n * sizeof(double));
  d->qp.factor = jx_pool_take(pool, n, n * sizeof(double));
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = jx_pool_take(pool, n, sizeof(double));
  d->free = jx_pool_take(pool, n, sizeof *d->free);
}

jato_status jx_bfgs_create(jx_bfgs *d, const jx_search_setup *setup, jx_pool *pool,
                           jato_error *error)
{
  size_t n = setup->dim;
  d->n = n;
  take_memory(d, pool);
  JX_TRY(jx_search_check_pool(pool, "quasi_newton", setup->particles, n, error));
  d->lower = setup->lower;
  d->upper = setup->upper;
  d->digits = jx_digits_of(setup->epsilon);
  for (size_t i = 0; i < n; i++) d->width[i] = jx_width_of(d->lower[i], d->upper[i]);
  d->gradient.n = d->qp.n = n;
  d->gradient.lower = d->lower;
  d->gradient.upper = d->upper;
  d->gradient.width = d->width;
  d->gradient.digits = d->digits;
  d->qp.model = d->model;
  d->qp.slope = d->slope;
  d->qp.lower = d->least;
  d->qp.upper = d->most;
  d->qp.free = d->free;
  d->count.phase = ENDED;
  return JATO_OK;
}

static void end_descent(jx_bfgs *d, enum jx_bfgs_end why)
{
  d->count.phase = ENDED;
  d->count.end = why;
}

static int is_gradient(uint64_t phase)
{
  return phase == FIRST_GRADIENT || phase == NEXT_GRADIENT || phase == AGAIN_GRADIENT;
}

static const double *gradient_place(const jx_bfgs *d)
{
  return d->count.phase == NEXT_GRADIENT ? d->next : d->x;
}

static void want_gradient(jx_bfgs *d, enum phase phase)
{
  d->count.phase = phase;
  d->gradient.pass = 0;
  if (jx_gradient_points(&d->gradient, gradient_place(d), NULL) == 0) end_descent(d, JX_BFGS_FIXED);
}

void jx_bfgs_begin(jx_bfgs *d, const double *x, double value)
{
  for (size_t i = 0; i < d->n; i++) d->x[i] = jx_clip(x[i], d->lower[i], d->upper[i]);
  memset(&d->number, 0, sizeof d->number);
  memset(&d->count, 0, sizeof d->count);
  d->number.value = value;
  d->count.is_new = 1;
  d->count.resets = RESETS;
  d->gradient.central = 0;
  want_gradient(d, FIRST_GRADIENT);
}

/* ---- The points ---- */

static double coordinate_at(const jx_bfgs *d, size_t i, double alpha)
{
  return jx_clip(d->x[i] + alpha * (d->width[i] * d->direction[i]), d->lower[i], d->upper[i]);
}

static void point_at(const jx_bfgs *d, double alpha, double *x)
{
  for (size_t i = 0; i < d->n; i++) x[i] = coordinate_at(d, i, alpha);
}

size_t jx_bfgs_ask(const jx_bfgs *d, double *x)
{
  if (d->count.phase == ENDED) return 0;
  if (is_gradient(d->count.phase)) return jx_gradient_points(&d->gradient, gradient_place(d), x);
  point_at(d, d->count.phase == EXPANSION ? 2 * d->number.alpha : d->number.alpha, x);
  return 1;
}

/* ---- The model ---- */

static void set_model(jx_bfgs *d, double diagonal)
{
  memset(d->model, 0, d->n * d->n * sizeof *d->model);
  for (size_t i = 0; i < d->n; i++) d->model[i * d->n + i] = diagonal;
}

static void begin_model(jx_bfgs *d)
{
  double widest = 0;
  for (size_t i = 0; i < d->n; i++) widest = fmax(widest, d->width[i]);
  double length = sqrt(jx_product(d->n, d->slope, d->slope));
  set_model(d, FIRST_MODEL * fmax(length, 1e-12 * widest));
  d->count.is_new = 1;
}

/* image = B change; returns change' B change. */
static double apply_model(jx_bfgs *d)
{
  for (size_t i = 0; i < d->n; i++) d->image[i] = jx_product(d->n, d->model + i * d->n, d->change);
  return jx_product(d->n, d->change, d->image);
}

/* A model that is too steep along a step is likely to be too steep along others, and the update
 * corrects one direction at a time. So all of the model shrinks, by s'y / s'B s (Oren and
 * Luenberger 1974); it never grows, since the update corrects a model that is too flat at once. */
static double shrink_model(jx_bfgs *d, double sy, double sbs)
{
  if (!d->shrinks || !(sy > 0 && sy < sbs)) return sbs;
  jx_scale(d->n * d->n, fmax(sy / sbs, SHRINK), d->model);
  return apply_model(d);
}

/* Procedure 18.2: s is `change`, y is `rise`. */
static void update_model(jx_bfgs *d)
{
  size_t n = d->n;
  double sy = jx_product(n, d->change, d->rise), sbs = apply_model(d);
  if (d->count.is_new && sy > 0) {
    set_model(d, SCALE * (jx_product(n, d->rise, d->rise) / sy));
    sbs = apply_model(d);
  }
  d->count.is_new = 0;
  sbs = shrink_model(d, sy, sbs);
  if (sy < DAMPING * sbs) {
    double theta = (1 - DAMPING) * sbs / (sbs - sy);
    for (size_t i = 0; i < n; i++) d->rise[i] = theta * d->rise[i] + (1 - theta) * d->image[i];
    sy = jx_product(n, d->change, d->rise);
  }
  if (!(sbs > 0 && sy > 0)) return;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      d->model[i * n + j] += d->rise[i] * d->rise[j] / sy - d->image[i] * d->image[j] / sbs;
}

/* ---- Iterations ---- */

/* Called when no step leads down. Returns 1 between two iterations. */
static int recover(jx_bfgs *d)
{
  if (d->count.resets == 0) {
    end_descent(d, JX_BFGS_NO_STEP);
    return 0;
  }
  d->count.resets--;
  if (!d->gradient.central) {
    d->gradient.central = 1;
    want_gradient(d, AGAIN_GRADIENT);
    return 0;
  }
  begin_model(d);
  d->count.iteration++;
  d->number.decrease = 0;
  return 1;
}

static void find_direction(jx_bfgs *d)
{
  for (size_t i = 0; i < d->n; i++) {
    double width = d->width[i] > 0 ? d->width[i] : 1;
    d->least[i] = fmax((d->lower[i] - d->x[i]) / width, -1);
    d->most[i] = fmin((d->upper[i] - d->x[i]) / width, 1);
  }
  if (!jx_box_qp_solve(&d->qp, d->direction)) {
    begin_model(d);
    (void)jx_box_qp_solve(&d->qp, d->direction);
  }
  d->number.predicted = -jx_box_qp_value(&d->qp, d->direction);
  d->number.descent = jx_product(d->n, d->slope, d->direction);
}

int jx_bfgs_next(jx_bfgs *d)
{
  if (d->count.phase == ENDED) return 0;
  if (d->count.small >= SMALL_MOST) {
    end_descent(d, JX_BFGS_SMALL);
    return 0;
  }
  find_direction(d);
  if (!(d->number.descent < 0)) return recover(d);
  d->number.alpha = 1;
  d->count.trials = 0;
  d->count.phase = TRIAL;
  return 0;
}

/* ---- Line search ---- */

/* Tries a longer step if this one did better than predicted; otherwise asks for the gradient. */
static void expand_or_end(jx_bfgs *d)
{
  double promised = d->number.alpha * d->number.descent;
  int is_good = d->number.next - d->number.value < MORE * promised;
  int moves = 0;
  for (size_t i = 0; i < d->n; i++) moves |= coordinate_at(d, i, 2 * d->number.alpha) != d->next[i];
  if (is_good && moves && d->count.trials < TRIALS_MOST)
    d->count.phase = EXPANSION;
  else
    want_gradient(d, NEXT_GRADIENT);
}

/* Shortens the step to the minimum of a parabola through value, slope and trial. */
static void shorten_step(jx_bfgs *d)
{
  double promised = d->number.alpha * d->number.descent;
  double above = 2 * (d->number.next - d->number.value - promised);
  double share = above > 0 ? -promised / above : 0.5;
  d->number.alpha *= fmin(0.5, fmax(SHORTEST, share));
}

static int is_step_seen(const jx_bfgs *d)
{
  double longest = 0;
  for (size_t i = 0; i < d->n; i++)
    longest = fmax(longest, fabs(d->number.alpha * d->direction[i]));
  return longest >= d->digits.step;
}

static int tell_trial(jx_bfgs *d, double rank)
{
  double promised = d->number.alpha * d->number.descent;
  int is_lower = rank < d->number.value;
  d->number.next = rank;
  d->count.trials++;
  point_at(d, d->number.alpha, d->next);
  if (is_lower && rank - d->number.value <= ENOUGH * promised) {
    if (d->count.trials == 1)
      expand_or_end(d);
    else
      want_gradient(d, NEXT_GRADIENT);
    return 0;
  }
  shorten_step(d);
  if (d->count.trials < TRIALS_MOST && is_step_seen(d)) return 0;
  if (!is_lower) return recover(d);
  want_gradient(d, NEXT_GRADIENT);
  return 0;
}

static void tell_expansion(jx_bfgs *d, double rank)
{
  d->count.trials++;
  if (rank < d->number.next) {
    d->number.alpha *= 2;
    point_at(d, d->number.alpha, d->next);
    d->number.next = rank;
    expand_or_end(d);
    return;
  }
  want_gradient(d, NEXT_GRADIENT);
}

/* ---- Gradients ---- */

static void accept_step(jx_bfgs *d)
{
  for (size_t i = 0; i < d->n; i++) {
    double width = d->width[i] > 0 ? d->width[i] : 1;
    d->change[i] = (d->next[i] - d->x[i]) / width;
    d->rise[i] = d->gradient.slope[i] - d->slope[i];
  }
  update_model(d);
  memcpy(d->x, d->next, d->n * sizeof *d->x);
  d->number.decrease = d->number.value - d->number.next;
  d->number.value = d->number.next;
  int is_small = d->number.decrease <= d->digits.decrease * fmax(1, fabs(d->number.value));
  d->count.small = is_small ? d->count.small + 1 : 0;
}

static int tell_gradient(jx_bfgs *d, const double *rank)
{
  enum phase phase = (enum phase)d->count.phase;
  double value = phase == NEXT_GRADIENT ? d->number.next : d->number.value;
  if (jx_gradient_tell(&d->gradient, gradient_place(d), value, rank)) return 0;
  if (phase == NEXT_GRADIENT) accept_step(d);
  if (phase == AGAIN_GRADIENT) d->number.decrease = 0;
  memcpy(d->slope, d->gradient.slope, d->n * sizeof *d->slope);
  if (phase == FIRST_GRADIENT) {
    begin_model(d);
    d->number.steepness = sqrt(jx_product(d->n, d->slope, d->slope));
  } else {
    d->count.iteration++;
  }
  return 1;
}

int jx_bfgs_tell(jx_bfgs *d, const double *rank)
{
  double one = rank[0] <= JX_VALUE_MOST ? rank[0] : (double)INFINITY;
  if (is_gradient(d->count.phase)) return tell_gradient(d, rank);
  if (d->count.phase == TRIAL) return tell_trial(d, one);
  if (d->count.phase == EXPANSION) tell_expansion(d, one);
  return 0;
}

int jx_bfgs_is_at_minimum(const jx_bfgs *d)
{
  double sum = 0;
  for (size_t i = 0; i < d->n; i++) {
    int leads_out =
        (d->x[i] <= d->lower[i] && d->slope[i] > 0) || (d->x[i] >= d->upper[i] && d->slope[i] < 0);
    if (!leads_out) sum += d->slope[i] * d->slope[i];
  }
  return d->count.iteration >= FLAT_AFTER && d->number.steepness > 0 &&
         sqrt(sum) <= FLAT * d->number.steepness;
}

static const jx_allowed count_allowed[] = {
    JX_COUNT_IN(FIRST_GRADIENT, ENDED),          /* phase */
    JX_TALLY,                                    /* iteration */
    JX_COUNT_IN(0, TRIALS_MOST),                 /* trials */
    JX_FLAG,                                     /* is_new */
    JX_COUNT_IN(0, RESETS),                      /* resets */
    JX_COUNT_IN(0, SMALL_MOST),                  /* small */
    JX_COUNT_IN(JX_BFGS_GOES_ON, JX_BFGS_FIXED), /* end */
};

/* A descent under way is in the box and has points to ask for. */
const char *jx_bfgs_contradiction(const jx_bfgs *d)
{
  uint64_t phase = d->count.phase;
  if (phase == ENDED || d->count.end != JX_BFGS_GOES_ON) return "\"phase\" and \"descent_counts\"";
  if (!jx_is_in_box(d->n, d->x, d->lower, d->upper)) return "\"descent_x\" and the box";
  int has_next = phase == NEXT_GRADIENT || phase == EXPANSION;
  if (has_next && !jx_is_in_box(d->n, d->next, d->lower, d->upper))
    return "\"descent_next\" and the box";
  if (!is_gradient(phase)) return NULL;
  return jx_gradient_points(&d->gradient, gradient_place(d), NULL) > 0
             ? NULL
             : "\"descent_counts\" and \"gradient_missing\"";
}

size_t jx_bfgs_state(jx_bfgs *d, jx_array *arrays)
{
  size_t n = d->n;
  const jx_array list[] = {
      {"descent_counts", JX_COUNTS, 1, sizeof d->count / sizeof(uint64_t), &d->count,
       JX_BY_COLUMN(count_allowed)},
      {"descent_numbers", JX_DOUBLES, 1, sizeof d->number / sizeof(double), &d->number,
       JX_ANY_DOUBLE},
      {"descent_x", JX_DOUBLES, 1, n, d->x, JX_FINITE},
      {"descent_slope", JX_DOUBLES, 1, n, d->slope, JX_ANY_DOUBLE},
      {"descent_next", JX_DOUBLES, 1, n, d->next, JX_FINITE},
      {"descent_direction", JX_DOUBLES, 1, n, d->direction, JX_ANY_DOUBLE},
      {"descent_model", JX_DOUBLES, n, n, d->model, JX_ANY_DOUBLE},
      {"gradient_central", JX_COUNTS, 1, 1, &d->gradient.central, JX_FLAG},
      {"gradient_pass", JX_COUNTS, 1, 1, &d->gradient.pass, JX_FLAG},
      {"gradient_slope", JX_DOUBLES, 1, n, d->gradient.slope, JX_ANY_DOUBLE},
      {"gradient_missing", JX_DOUBLES, 1, n, d->gradient.missing, JX_SHARE},
  };
  return JX_PUT_ARRAYS(arrays, list);
}
