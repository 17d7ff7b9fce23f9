#include "run/batched_runs.h"

#include "run/core/apply.h"
#include "run/core/best.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Which runs belong in a batch ---- */

/* A device moves a batch without looking whether a swarm has come together. */
static int ends_unlooked(const jx_run_parts *parts)
{
  const jx_limits *limits = &parts->limits;
  return !limits->converges || (limits->iterations != 0 && limits->iterations < JX_LOOKS_FROM) ||
         (limits->evaluations != 0 && limits->evaluations / parts->particles <= JX_LOOKS_FROM);
}

int jx_parts_suit_batch(const jx_run_parts *parts)
{
  const jx_limits *limits = &parts->limits;
  int whole = limits->evaluations == 0 || limits->evaluations % parts->particles == 0;
  return parts->device_count == 1 && parts->devices[0].ops->in_process == NULL &&
         (parts->algorithm->traits & JX_ON_DEVICES) != 0 && !parts->evaluating.host_objective &&
         parts->problem->space == NULL && parts->checkpoints.path == NULL && limits->seconds == 0 &&
         (limits->iterations != 0 || limits->evaluations != 0) && whole && ends_unlooked(parts);
}

/* One program for both. */
static int is_same_objective(const jx_objective *a, const jx_objective *b)
{
  if (a->kind != b->kind || a->data_count != b->data_count) return 0;
  if (a->kind == JX_OBJECTIVE_KERNEL) return a->row == b->row;
  return a->source == b->source || strcmp(a->source, b->source) == 0;
}

int jx_run_suits_batch(const jato_run *first, const jato_run *run)
{
  const jx_plan *plan = &run->search->plan;
  const jx_algorithm_ops *ops = run->search->ops;
  return JX_HAS_VELOCITY(plan) && !JX_HAS_PARTNERS(plan) && plan->neighbours == 0 &&
         plan->exchange <= 1 && !plan->lag && ops->tell == NULL && ops->is_done == NULL &&
         first->parts.problem->dim == run->parts.problem->dim &&
         is_same_objective(&first->parts.problem->objective, &run->parts.problem->objective);
}

static jx_swarm_config swarm_config_of(const jato_run *run)
{
  const jx_run_parts *parts = &run->parts;
  return (jx_swarm_config){.problem = parts->problem,
                           .plan = &run->search->plan,
                           .device = parts->devices[0].ops,
                           .values = &parts->devices[0].values,
                           .wall = parts->wall,
                           .turned = parts->options.maximize,
                           .precision = parts->precision,
                           .toolchain = &parts->toolchain,
                           .allocator = parts->allocator};
}

size_t jx_run_batch_limit(const jato_run *run)
{
  jx_swarm_config config = swarm_config_of(run);
  return jx_batched_runs_limit(&config, run->parts.particles);
}

/* ---- The runs together ---- */

typedef struct batch_work {
  jato_run *const *runs;
  size_t count;
  jx_pool pool;                  /* of the arrays */
  const jato_problem **problems; /* [count], of which problem_count are filled */
  jx_batch_member *members;      /* [count] */
  double *weights;               /* [count][JX_STEPS_MOST][JK_WEIGHTS] */
  size_t problem_count;
  jx_batched_runs *batch;
  double began;
} batch_work;

static jato_status take_memory(batch_work *work, jato_error *error)
{
  jx_pool *pool = &work->pool;
  work->problems = jx_pool_take(pool, work->count, sizeof(void *));
  work->members = jx_pool_take(pool, work->count, sizeof *work->members);
  work->weights =
      jx_pool_take(pool, work->count, JX_STEPS_MOST * JK_WEIGHTS * sizeof *work->weights);
  if (jx_pool_is_whole(pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu runs", work->count);
}

/* Runs of one problem one behind the other share its box and data. */
static void list_members(batch_work *work)
{
  for (size_t i = 0; i < work->count; i++) {
    const jx_run_parts *parts = &work->runs[i]->parts;
    if (work->problem_count == 0 || work->problems[work->problem_count - 1] != parts->problem)
      work->problems[work->problem_count++] = parts->problem;
    work->members[i] = (jx_batch_member){parts->seed, work->problem_count - 1};
  }
}

static jato_status create_batch(batch_work *work, jato_error *error)
{
  const jx_run_parts *parts = &work->runs[0]->parts;
  jx_swarm_config swarm_config = swarm_config_of(work->runs[0]);
  list_members(work);
  jx_batched_runs_config config = {.problems = work->problems,
                                   .problem_count = work->problem_count,
                                   .members = work->members,
                                   .count = work->count,
                                   .particles = parts->particles,
                                   .stall = parts->limits.stall,
                                   .target = parts->limits.target};
  return jx_batched_runs_create(&config, &swarm_config, &work->batch, error);
}

static uint64_t last_iteration(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  uint64_t last = limits->iterations != 0 ? limits->iterations : UINT64_MAX;
  uint64_t paid = limits->evaluations / run->parts.particles;
  return limits->evaluations != 0 && paid - 1 < last ? paid - 1 : last;
}

/* The numbers of iterations first..first + steps - 1 of each run. */
static jato_status ask_weights(const batch_work *work, uint64_t first, size_t steps,
                               jato_error *error)
{
  for (size_t i = 0; i < work->count; i++) {
    jx_search *search = work->runs[i]->search;
    for (size_t k = first == 0 ? 1 : 0; k < steps; k++) {
      jx_generation asked = {.number = first + k,
                             .count = (size_t)work->runs[i]->parts.particles,
                             .step.iteration = first + k};
      JX_TRY(search->ops->ask(search, &asked, error));
      memcpy(work->weights + (i * steps + k) * JK_WEIGHTS, asked.step.weight,
             sizeof asked.step.weight);
    }
  }
  return JATO_OK;
}

static void take_standing(jato_run *run, const jx_batch_standing *standing)
{
  jx_outcome best = jx_outcome_of_value(standing->best);
  run->iteration = standing->improved;
  jx_best_apply(run, &best, run->candidate);
  run->iteration = standing->iterations;
  run->evaluations = (standing->iterations + 1) * run->parts.particles;
  run->nonfinite = standing->nonfinite;
  jx_run_stop(run, jx_limits_reached(run));
}

/* Brings every run to where the device has it; returns how many go on. */
static jato_status take_standings(const batch_work *work, size_t *going, jato_error *error)
{
  JX_TRY(jx_batched_runs_collect(work->batch, error));
  *going = 0;
  for (size_t i = 0; i < work->count; i++) {
    jato_run *run = work->runs[i];
    jx_batch_standing standing = jx_batched_runs_read(work->batch, i, run->candidate);
    run->seconds = jx_clock_seconds() - work->began;
    take_standing(run, &standing);
    *going += run->stop == JATO_STOP_NONE;
  }
  return JATO_OK;
}

static jato_status advance(const batch_work *work, const jx_batch_watch *watch, jato_error *error)
{
  uint64_t last = last_iteration(work->runs[0]);
  size_t going = work->count;
  for (uint64_t first = 0; first <= last && going > 0; first += JX_STEPS_MOST) {
    size_t steps = last - first < JX_STEPS_MOST ? (size_t)(last - first) + 1 : JX_STEPS_MOST;
    JX_TRY(ask_weights(work, first, steps, error));
    JX_TRY(jx_batched_runs_advance(work->batch, first, steps, work->weights, error));
    JX_TRY(take_standings(work, &going, error));
    if (watch->look(watch->user) == 0) continue;
    for (size_t i = 0; i < work->count; i++) jx_run_stop(work->runs[i], JATO_STOP_CALLBACK);
    break;
  }
  return JATO_OK;
}

static jato_status describe(const batch_work *work, jato_result *results, jato_error *error)
{
  const jx_swarm *head = jx_batched_runs_head(work->batch);
  for (size_t i = 0; i < work->count; i++) {
    jato_result *result = &results[i];
    jx_digest digest;
    jx_run_get_info(work->runs[i], result);
    result->swarm_bytes = jx_shape_bytes(&head->shape);
    result->build_seconds = head->build_seconds;
    (void)snprintf(result->device, sizeof result->device, "%s", head->described);
    (void)snprintf(result->built, sizeof result->built, "%s", head->built);
    jx_run_digest_begin(work->runs[i], &digest);
    JX_TRY(jx_batched_runs_digest(work->batch, i, &digest, error));
    result->digest = jx_digest_end(&digest);
  }
  return JATO_OK;
}

jato_status jx_run_make_batch(jato_run *const *runs, size_t count, const jx_batch_watch *watch,
                              jato_result *results, jato_error *error)
{
  batch_work work = {.runs = runs, .count = count, .pool.allocator = runs[0]->parts.allocator};
  jato_status status = JATO_OK;
  work.began = jx_clock_seconds();
  JX_TRY_DONE(take_memory(&work, error));
  JX_TRY_DONE(create_batch(&work, error));
  JX_TRY_DONE(advance(&work, watch, error));
  JX_TRY_DONE(describe(&work, results, error));
done:
  jx_batched_runs_destroy(&work.batch);
  jx_pool_release(&work.pool);
  return status;
}
