/* The objective at points of the caller's, once each: there is no run, and nothing is tried again.
 */
#include "run/run.h"

#include <math.h>
#include <string.h>

typedef struct asked {
  const jx_run_parts *parts;
  jx_evaluator *evaluator;
  const double *x; /* [count][dim] */
  double *f;       /* [count] */
  size_t count;
  double *values;        /* [room][variables] */
  unsigned char *status; /* [room] */
  double *c;             /* [room][constraints] */
  size_t room;
} asked;

static void translate(const asked *a, size_t first, size_t count)
{
  const jato_problem *problem = a->parts->problem;
  size_t dim = problem->dim, variables = jx_problem_variables(problem);
  if (problem->space == NULL) memcpy(a->values, a->x + first * dim, count * dim * sizeof *a->x);
  for (size_t i = 0; problem->space != NULL && i < count; i++)
    jx_space_values(problem->space, a->x + (first + i) * dim, a->values + i * variables);
}

/* In pieces that the evaluator takes at once. */
static jato_status evaluate_pieces(asked *a, jato_error *error)
{
  const jato_problem *problem = a->parts->problem;
  for (size_t first = 0; first < a->count; first += a->room) {
    size_t count = a->count - first < a->room ? a->count - first : a->room;
    jato_points points = {.size = sizeof points,
                          .count = count,
                          .variables = jx_problem_variables(problem),
                          .constraints = jx_problem_constraints(problem),
                          .x = a->values,
                          .f = a->f + first,
                          .c = a->c,
                          .status = a->status};
    translate(a, first, count);
    for (size_t i = 0; i < count; i++) a->status[i] = JATO_EVAL_OK;
    JX_TRY(a->parts->evaluating.ops->evaluate(a->evaluator, &points, error));
    for (size_t i = 0; i < count; i++)
      if (a->status[i] != JATO_EVAL_OK) a->f[first + i] = NAN;
  }
  return JATO_OK;
}

/* One by one, as many at a time as the evaluator takes. */
static jato_status evaluate_singly(asked *a, jato_error *error)
{
  const jx_evaluator_ops *ops = a->parts->evaluating.ops;
  for (size_t next = 0, over = 0; over < a->count;) {
    for (; next < a->count && next - over < ops->capacity(a->evaluator); next++) {
      translate(a, next, 1);
      JX_TRY(ops->submit(a->evaluator, next, a->values, error));
    }
    jx_outcome *outcome = NULL;
    JX_TRY(ops->wait(a->evaluator, 1, &outcome, error));
    if (outcome == NULL) continue;
    a->f[outcome->id] = outcome->status == JATO_EVAL_OK ? outcome->f[0] : NAN;
    over++;
  }
  return JATO_OK;
}

#define MOST_AT_ONCE 4096

static jato_status evaluate_on_host(asked *a, jato_error *error)
{
  const jx_run_parts *parts = a->parts;
  const jx_evaluator_ops *ops = parts->evaluating.ops;
  jx_pool pool = {.allocator = parts->allocator};
  jato_status status = JATO_OK;
  if (ops == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "this problem has no objective: its caller evaluates");
  a->room = a->count < MOST_AT_ONCE ? a->count : MOST_AT_ONCE;
  jx_evaluator_config config = jx_run_evaluator_config(parts);
  a->values = jx_pool_take(&pool, a->room * jx_problem_variables(parts->problem), sizeof(double));
  a->status = jx_pool_take(&pool, a->room, 1);
  a->c = jx_pool_take(&pool, a->room * jx_problem_constraints(parts->problem) + 1, sizeof(double));
  if (!jx_pool_is_whole(&pool))
    status =
        jx_fail(error, JATO_E_MEMORY, "not enough memory for the values of %zu points", a->count);
  JX_TRY_DONE(status);
  JX_TRY_DONE(ops->create(&config, &a->evaluator, error));
  status = ops->evaluate != NULL ? evaluate_pieces(a, error) : evaluate_singly(a, error);
done:
  if (a->evaluator != NULL) ops->destroy(&a->evaluator);
  jx_pool_release(&pool);
  return status;
}

jato_status jx_run_evaluate_at(const jx_run_parts *parts, const double *x, double *f,
                               jato_error *error)
{
  asked a = {.parts = parts, .x = x, .f = f, .count = (size_t)parts->particles};
  jx_device_set devices = {.count = 0};
  if (parts->evaluating.host_objective) return evaluate_on_host(&a, error);
  jato_status status = jx_evaluate_create_devices(parts, NULL, NULL, &devices, error);
  if (status == JATO_OK) status = jx_devices_values(&devices, x, a.count, f, error);
  jx_devices_destroy(&devices);
  return status;
}
