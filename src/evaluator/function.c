/* The caller's function, in this process: all points of an iteration in one call, or divided among
 * threads if several may call it at once. And shared objects: functions that are opened with the
 * run and closed with it. */
#define _POSIX_C_SOURCE 200809L /* sigset_t */
#include "evaluator/evaluators.h"

#include "base/clock.h"
#include "base/float_mode.h"
#include "base/shared.h"
#include "base/thread.h"

struct jx_evaluator {
  const jato_problem *problem;
  jx_shared shared;       /* of a shared object */
  jato_problem as_object; /* of a shared object: the run's problem with call_object as function */
  int threads;
  int has_started;   /* OpenMP has started threads, */
  pthread_t starter; /* for this one */
  jx_pool pool;      /* of the arrays below */

  /* The point that was submitted, until its outcome is returned. */
  int waits;
  jx_outcome over;
  double f;
  double *c;        /* [constraints] */
  double *residual; /* [threads][residual_count]: for methods that do not use them */
  unsigned char status;
};

/* Points that a thread takes at a time. */
#define PIECE 64

static jato_status function_create(const jx_evaluator_config *config, jx_evaluator **out,
                                   jato_error *error)
{
  const jx_objective *objective = &config->problem->objective;
  jx_pool pool = {.allocator = config->allocator};
  jx_evaluator *own = jx_allocate(&config->allocator, 1, sizeof *own);
  int threads = objective->concurrent && config->workers > 1 ? (int)config->workers : 1;
  size_t row =
      objective->residual_count < SIZE_MAX / 16 ? objective->residual_count : SIZE_MAX / 16;
  double *c = jx_pool_take(&pool, jx_problem_constraints(config->problem) + 1, sizeof *c);
  double *residual = jx_pool_take(&pool, (size_t)threads, (row + 1) * sizeof *residual);
  if (own == NULL || !jx_pool_is_whole(&pool)) {
    jx_release(&config->allocator, own);
    jx_pool_release(&pool);
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to call a function");
  }
  own->problem = config->problem;
  own->pool = pool;
  own->threads = threads;
  own->c = c;
  own->residual = residual;
  *out = own;
  return JATO_OK;
}

static void function_destroy(jx_evaluator **address)
{
  jx_evaluator *own = *address;
  if (own == NULL) return;
  jato_allocator allocator = own->pool.allocator;
  jx_shared_close(&own->shared);
  jx_pool_release(&own->pool);
  jx_release(&allocator, own);
  *address = NULL;
}

/* Returns the function's result: not 0 ends the run. */
static int call_function(const jx_objective *objective, const jato_points *points)
{
  size_t n = points->variables;
  if (objective->points != NULL) return objective->points(points, objective->user);
  if (objective->batch != NULL)
    return objective->batch(points->x, points->count, n, points->f, objective->user);
  for (size_t i = 0; i < points->count; i++)
    points->f[i] = objective->point(points->x + i * n, n, objective->user);
  return 0;
}

static int call(const jx_objective *objective, const jato_points *points)
{
  jx_float_mode mode = jx_float_mode_read();
  int ended = call_function(objective, points);
  jx_float_mode_restore(&mode);
  return ended;
}

static jato_points piece_of(const jato_points *all, size_t first)
{
  size_t left = all->count - first;
  jato_points piece = *all;
  piece.count = left < PIECE ? left : PIECE;
  piece.x = all->x + first * all->variables;
  piece.f = all->f + first;
  piece.c = all->c != NULL ? all->c + first * all->constraints : NULL;
  piece.status = all->status + first;
  return piece;
}

/* OpenMP's threads start with the signal mask of the calling thread, and stay for its next call. So
 * signals are blocked (see base/thread.h) for the first call only, since that takes half a
 * microsecond. Returns whether they must be restored. */
static int block_for_start(jx_evaluator *own, sigset_t *before)
{
  pthread_t self = pthread_self();
  if (own->has_started && pthread_equal(own->starter, self)) return 0;
  own->has_started = 1;
  own->starter = self;
  jx_signals_block(before);
  return 1;
}

static int call_by_threads(jx_evaluator *own, const jato_points *points)
{
  int ended = 0;
  sigset_t signals;
  int is_blocked = block_for_start(own, &signals);
#pragma omp parallel num_threads(own->threads) reduction(| : ended)
  {
#pragma omp master
    if (is_blocked) jx_signals_restore(&signals);
#pragma omp for schedule(dynamic, 1)
    for (size_t first = 0; first < points->count; first += PIECE) {
      jato_points piece = piece_of(points, first);
      ended |= call(&own->problem->objective, &piece) != 0;
    }
  }
  return ended;
}

/* Computes one thread's points: every threads-th. r gets their residuals, or is NULL. */
static int compute_residuals(const jx_evaluator *own, const jato_points *points, double *r,
                             int thread)
{
  const jx_objective *objective = &own->problem->objective;
  size_t n = points->variables, m = objective->residual_count;
  jx_float_mode mode = jx_float_mode_read();
  int ended = 0;
  for (size_t i = (size_t)thread; !ended && i < points->count; i += (size_t)own->threads) {
    double *row = r != NULL ? r + i * m : own->residual + (size_t)thread * m, sum = 0;
    ended |= objective->residuals(points->x + i * n, n, row, m, objective->user) != 0;
    jx_float_mode_restore(&mode);
    for (size_t k = 0; k < m; k++) sum += row[k] * row[k];
    points->f[i] = sum;
  }
  return ended;
}

static int compute_residuals_by_threads(jx_evaluator *own, const jato_points *points, double *r)
{
  int ended = 0;
  sigset_t signals;
  int is_blocked = block_for_start(own, &signals);
#pragma omp parallel num_threads(own->threads) reduction(| : ended)
  {
#pragma omp master
    if (is_blocked) jx_signals_restore(&signals);
#pragma omp for schedule(static, 1)
    for (int thread = 0; thread < own->threads; thread++)
      ended |= compute_residuals(own, points, r, thread);
  }
  return ended;
}

static jato_status check_ended(int ended, jato_error *error)
{
  if (!ended) return JATO_OK;
  return jx_fail(error, JATO_E_OBJECTIVE, "the objective function asked to end the run");
}

static jato_status function_residuals(jx_evaluator *own, const jato_points *points, double *r,
                                      jato_error *error)
{
  int ended = own->threads > 1 ? compute_residuals_by_threads(own, points, r)
                               : compute_residuals(own, points, r, 0);
  return check_ended(ended, error);
}

static jato_status function_evaluate(jx_evaluator *own, const jato_points *points,
                                     jato_error *error)
{
  if (own->problem->objective.residuals != NULL)
    return function_residuals(own, points, NULL, error);
  int ended = own->threads > 1 && points->count > PIECE ? call_by_threads(own, points)
                                                        : call(&own->problem->objective, points);
  return check_ended(ended, error);
}

static size_t function_capacity(const jx_evaluator *own)
{
  (void)own;
  return 1;
}

static jato_status function_submit(jx_evaluator *own, uint64_t id, const double *values,
                                   jato_error *error)
{
  const jato_problem *problem = own->problem;
  size_t constraints = jx_problem_constraints(problem);
  jato_points points = {.size = sizeof points,
                        .count = 1,
                        .variables = jx_problem_variables(problem),
                        .constraints = constraints,
                        .x = values,
                        .f = &own->f,
                        .c = constraints > 0 ? own->c : NULL,
                        .status = &own->status};
  own->over = (jx_outcome){.id = id};
  own->status = JATO_EVAL_OK;
  own->waits = 1;
  double began = jx_clock_seconds();
  JX_TRY(function_evaluate(own, &points, error));
  own->over.seconds = jx_clock_seconds() - began;
  own->over.status =
      own->status < JX_EVAL_STATUSES ? (jato_eval_status)own->status : JATO_EVAL_REFUSED;
  if (own->over.status != JATO_EVAL_OK) return JATO_OK;
  own->over.f = &own->f;
  own->over.c = own->c;
  return JATO_OK;
}

static jato_status function_wait(jx_evaluator *own, double seconds, jx_outcome **over,
                                 jato_error *error)
{
  (void)seconds;
  (void)error;
  *over = own->waits ? &own->over : NULL;
  own->waits = 0;
  return JATO_OK;
}

static void function_cancel(jx_evaluator *own) { own->waits = 0; }

/* ---- Shared objects ---- */

static int call_object(const jato_points *points, void *user)
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

static jato_status object_create(const jx_evaluator_config *config, jx_evaluator **out,
                                 jato_error *error)
{
  const jato_problem *problem = config->problem;
  jx_evaluator *own = NULL;
  *out = NULL;
  JX_TRY(function_create(config, &own, error));
  own->threads = 1;
  own->as_object = *problem;
  own->as_object.objective =
      (jx_objective){.kind = JX_OBJECTIVE_FUNCTION, .points = call_object, .user = &own->shared};
  own->problem = &own->as_object;
  jato_status status = jx_shared_open(problem->objective.object, jx_problem_constraints(problem),
                                      &own->shared, error);
  if (status != JATO_OK) function_destroy(&own);
  *out = own;
  return status;
}

const jx_evaluator_ops jx_function_ops = {
    .name = "function",
    .state = "built",
    .create = function_create,
    .destroy = function_destroy,
    .evaluate = function_evaluate,
    .residuals = function_residuals,
    .capacity = function_capacity,
    .submit = function_submit,
    .wait = function_wait,
    .cancel = function_cancel,
};

const jx_evaluator_ops jx_object_ops = {
    .name = "object",
    .state = "built",
    .check = object_check,
    .create = object_create,
    .destroy = function_destroy,
    .evaluate = function_evaluate,
    .capacity = function_capacity,
    .submit = function_submit,
    .wait = function_wait,
    .cancel = function_cancel,
};
