/* A shared object, called in this process: a function like the caller's own, but that it is opened
 * with the run and closed with it. */
#include "base/shared.h"
#include "evaluator/evaluators.h"

struct jx_evaluator {
  jx_shared shared;
  jato_problem problem; /* the run's, with a function in place of the object */
  jx_evaluator *function;
  jato_allocator allocator;
};

static int call(const jato_points *points, void *user)
{
  const jx_shared *shared = user;
  int n = (int)points->variables, count = (int)points->constraints;
  for (size_t i = 0; i < points->count; i++) {
    const double *x = points->x + i * points->variables;
    points->f[i] = shared->objective(x, n);
    if (count > 0) shared->constraints(x, n, points->c + i * points->constraints, count);
  }
  return 0;
}

static jato_status object_check(const jato_problem *problem, jato_error *error)
{
  jx_shared shared;
  JX_TRY(
      jx_shared_open(problem->objective.object, jx_problem_constraints(problem), &shared, error));
  jx_shared_close(&shared);
  return JATO_OK;
}

static void object_destroy(jx_evaluator **address)
{
  jx_evaluator *own = *address;
  if (own == NULL) return;
  jato_allocator allocator = own->allocator;
  jx_function_ops.destroy(&own->function);
  jx_shared_close(&own->shared);
  jx_release(&allocator, own);
  *address = NULL;
}

static jato_status object_create(const jx_evaluator_config *config, jx_evaluator **out,
                                 jato_error *error)
{
  const jato_problem *problem = config->problem;
  jato_status status = JATO_OK;
  jx_evaluator *own = jx_allocate(&config->allocator, 1, sizeof *own);
  if (own == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to call a shared object");
  own->allocator = config->allocator;
  own->problem = *problem;
  own->problem.objective =
      (jx_objective){.kind = JX_OBJECTIVE_FUNCTION, .points = call, .user = &own->shared};
  jx_evaluator_config as_function = *config;
  as_function.problem = &own->problem;
  JX_TRY_DONE(jx_shared_open(problem->objective.object, jx_problem_constraints(problem),
                             &own->shared, error));
  JX_TRY_DONE(jx_function_ops.create(&as_function, &own->function, error));
done:
  if (status != JATO_OK) object_destroy(&own);
  *out = own;
  return status;
}

static jato_status object_evaluate(jx_evaluator *own, const jato_points *points, jato_error *error)
{
  return jx_function_ops.evaluate(own->function, points, error);
}

static size_t object_capacity(const jx_evaluator *own)
{
  return jx_function_ops.capacity(own->function);
}

static jato_status object_submit(jx_evaluator *own, uint64_t id, const double *values,
                                 jato_error *error)
{
  return jx_function_ops.submit(own->function, id, values, error);
}

static jato_status object_wait(jx_evaluator *own, double seconds, jx_outcome **over,
                               jato_error *error)
{
  return jx_function_ops.wait(own->function, seconds, over, error);
}

static void object_cancel(jx_evaluator *own) { jx_function_ops.cancel(own->function); }

const jx_evaluator_ops jx_object_ops = {
    .name = "object",
    .state = "built",
    .check = object_check,
    .create = object_create,
    .destroy = object_destroy,
    .evaluate = object_evaluate,
    .capacity = object_capacity,
    .submit = object_submit,
    .wait = object_wait,
    .cancel = object_cancel,
};
