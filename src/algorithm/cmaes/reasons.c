/* Why a descent is over: section B.3 of the tutorial. */
#include <math.h>

#include "algorithm/cmaes/descent.h"
#include "algorithm/cmaes/shape.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define CONDITION_MOST 1e14 /* of the covariance matrix */
#define GROWTH_MOST 1e4     /* of the largest step */

const char *jx_descent_words(uint64_t reason)
{
  static const char *const words[JX_DESCENT_REASONS] = {
      [JX_DESCENT_SMALL_STEPS] = "all steps are smaller than tolx",
      [JX_DESCENT_SMALL_VALUES] = "values differ by less than tolfun",
      [JX_DESCENT_EQUAL_VALUES] = "the best values of many generations are equal",
      [JX_DESCENT_NO_EFFECT] = "steps are too small to change a point",
      [JX_DESCENT_CONDITION] = "the covariance matrix has become too ill-conditioned",
      [JX_DESCENT_LARGE_STEPS] = "steps have grown a lot without success",
      [JX_DESCENT_STAGNATION] = "values have not become better for many generations",
      [JX_DESCENT_USED_UP] = "its share of evaluations is used up",
  };
  return reason < JX_DESCENT_REASONS ? words[reason] : NULL;
}

/* A step of a fifth of a coordinate's, or of a tenth of an axis', changes nothing. One axis is
 * tried in each generation. */
static int has_no_effect(const jx_cmaes_distribution *m)
{
  size_t n = m->n, axis = (size_t)(m->generation % n), same = 0;
  for (size_t i = 0; i < n; i++) {
    double at = m->mean[i];
    if (at == at + 0.2 * m->sigma * jx_cmaes_deviation(m, i)) return 1;
    if (m->shape != &jx_full_shape) continue;
    same += at == at + 0.1 * m->sigma * m->lengths[axis] * m->axes[axis * n + i];
  }
  return same == n;
}

static int has_small_steps(const jx_descent *d)
{
  const jx_cmaes_distribution *m = &d->distribution;
  for (size_t i = 0; i < m->n; i++) {
    double step = jk_max(jx_cmaes_deviation(m, i), fabs(m->path_c[i]));
    if (!(m->sigma * step < d->setup.tolx * d->sigma0)) return 0;
  }
  return 1;
}

static uint64_t reason_of_values(const jx_descent *d)
{
  if (d->distribution.generation < d->window) return JX_DESCENT_GOES_ON;
  double least = d->history[0], most = least;
  for (size_t i = 1; i < d->window; i++) {
    least = jk_min(least, d->history[i]);
    most = jk_max(most, d->history[i]);
  }
  if (most == least && most < INFINITY) return JX_DESCENT_EQUAL_VALUES;
  most = jk_max(most, d->order[d->distribution.lambda - 1].rank);
  return most - least <= d->setup.tolfun ? JX_DESCENT_SMALL_VALUES : JX_DESCENT_GOES_ON;
}

uint64_t jx_descent_find_reason(const jx_descent *d)
{
  const jx_cmaes_distribution *m = &d->distribution;
  double shortest, longest;
  jx_cmaes_extremes(m, &shortest, &longest);
  if (has_no_effect(m)) return JX_DESCENT_NO_EFFECT;
  if (longest > sqrt(CONDITION_MOST) * shortest) return JX_DESCENT_CONDITION;
  if (has_small_steps(d)) return JX_DESCENT_SMALL_STEPS;
  uint64_t reason = reason_of_values(d);
  if (reason != JX_DESCENT_GOES_ON || d->stagnation == NULL) return reason;
  if (m->sigma * longest > GROWTH_MOST * d->sigma0) return JX_DESCENT_LARGE_STEPS;
  int stagnates = jx_stagnation_note(d->stagnation, m->n, m->lambda, m->generation,
                                     d->order[0].rank, d->order[m->lambda / 2].rank);
  return stagnates ? JX_DESCENT_STAGNATION : JX_DESCENT_GOES_ON;
}
