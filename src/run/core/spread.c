/* How far the points of a run are spread: of a swarm on devices, or of what a method has given. */
#include "run/core/spread.h"

#include <math.h>

/* As of a swarm: about the first point, so that no digits are lost. */
static double spread_of_points(const jato_run *run)
{
  const jato_problem *problem = run->parts.problem;
  const jx_generation *asked = &run->asked;
  double total = 0, count = (double)asked->count;
  for (size_t d = 0; d < problem->dim; d++) {
    double width = problem->upper[d] - problem->lower[d], sum = 0, square = 0;
    for (size_t i = 0; i < asked->count; i++) {
      double away = asked->x[i * problem->dim + d] - asked->x[d];
      sum += away;
      square += away * away;
    }
    total += (square / count - sum / count * (sum / count)) / (width * width);
  }
  return sqrt(fmax(total, 0) / (double)problem->dim);
}

jato_status jx_spread_diversity(jato_run *run, double *diversity, jato_error *error)
{
  if (jx_run_has_swarm(run))
    JX_TRY(jx_devices_diversity(&run->devices, run->parts.problem, run->spread, &run->diversity,
                                error));
  else if (run->asked.x != NULL)
    run->diversity = spread_of_points(run);
  *diversity = run->diversity;
  return JATO_OK;
}

static int is_point_near(const jato_run *run, const double *x, const jx_tolerance *near)
{
  const jato_problem *problem = run->parts.problem;
  for (size_t d = 0; d < problem->dim; d++)
    if (!(fabs(x[d] - run->asked.x[d]) <= near->share * (problem->upper[d] - problem->lower[d])))
      return 0;
  return 1;
}

jato_status jx_spread_is_small(jato_run *run, const jx_tolerance *near, int *are_together,
                               jato_error *error)
{
  const jx_slots *slots = &run->slots;
  size_t dim = run->parts.problem->dim;
  if (jx_run_has_swarm(run)) {
    jx_convergence asked = {run->parts.problem, near, run->spread};
    return jx_devices_has_converged(&run->devices, &asked, are_together, error);
  }
  *are_together = run->asked.x != NULL;
  for (size_t i = 0; *are_together && i < run->asked.count; i++)
    *are_together = jx_value_within_tolerance(slots->rank[i], slots->rank[0], near) &&
                    is_point_near(run, run->asked.x + i * dim, near);
  return JATO_OK;
}
