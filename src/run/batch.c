/* Objectives of the host that take many points at once: a whole iteration in one call, or in a few
 * where the swarm is very large. */
#include "run/run.h"

#include <math.h>
#include <string.h>

/* Numbers that one call is given, at most: enough to keep any function busy, and little beside the
 * swarm. */
#define MOST_NUMBERS (1u << 20)

static jato_status take_memory(jato_run *run, jato_error *error)
{
  const jato_allocator *memory = &run->parts.allocator;
  const jx_space *space = run->parts.problem->space;
  size_t dim = run->parts.problem->dim, particles = (size_t)run->parts.particles;
  size_t variables = jx_problem_variables(run->parts.problem);
  size_t constraints = jx_problem_constraints(run->parts.problem);
  int plain = space == NULL || space->plain;
  jx_batch *batch = &run->batch;
  batch->room = MOST_NUMBERS / dim + 1 < particles ? MOST_NUMBERS / dim + 1 : particles;
  batch->x = jx_allocate(memory, batch->room * dim, sizeof *batch->x);
  batch->values = plain ? batch->x : jx_allocate(memory, batch->room * variables, sizeof(double));
  batch->f = jx_allocate(memory, batch->room, sizeof *batch->f);
  batch->c =
      constraints > 0 ? jx_allocate(memory, batch->room * constraints, sizeof(double)) : NULL;
  batch->fate = jx_allocate(memory, batch->room, sizeof *batch->fate);
  batch->rank = jx_allocate(memory, particles, sizeof *batch->rank);
  int whole = batch->x != NULL && batch->values != NULL && batch->f != NULL &&
              batch->fate != NULL && batch->rank != NULL && (constraints == 0 || batch->c != NULL);
  if (constraints > 0) {
    batch->value = jx_allocate(memory, particles, sizeof *batch->value);
    batch->violation = jx_allocate(memory, particles, sizeof *batch->violation);
    whole = whole && batch->value != NULL && batch->violation != NULL;
  }
  if (whole) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "no memory for the values of %zu particles", particles);
}

jato_status jx_run_batch_create(jato_run *run, jato_error *error)
{
  JX_TRY(take_memory(run, error));
  jx_evaluator_wish wish = jx_run_evaluator_wish(run, run->batch.room);
  return run->parts.evaluating.ops->create(&wish, &run->evaluator, error);
}

void jx_run_batch_destroy(jato_run *run)
{
  const jato_allocator *memory = &run->parts.allocator;
  jx_batch *batch = &run->batch;
  if (batch->values != batch->x) jx_release(memory, batch->values);
  jx_release(memory, batch->x);
  jx_release(memory, batch->f);
  jx_release(memory, batch->c);
  jx_release(memory, batch->fate);
  jx_release(memory, batch->rank);
  jx_release(memory, batch->value);
  jx_release(memory, batch->violation);
}

/* One evaluation of a particle that is over. */
static void settle(jato_run *run, uint64_t particle, const jx_verdict *verdict, const char *message)
{
  jx_batch *batch = &run->batch;
  uint64_t number = run->evaluations / run->parts.particles;
  jx_tally_end(&run->tally, number * run->parts.particles + particle, verdict->fate, message);
  batch->rank[particle] = verdict->rank;
  if (batch->value == NULL) return;
  batch->value[particle] = verdict->f;
  batch->violation[particle] = verdict->violation;
}

static jato_status evaluate(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_batch *batch = &run->batch;
  jato_points points = {.count = count,
                        .variables = jx_problem_variables(run->parts.problem),
                        .constraints = jx_problem_constraints(run->parts.problem)};
  points.x = batch->values + first * points.variables;
  points.f = batch->f + first;
  points.c = batch->c != NULL ? batch->c + first * points.constraints : NULL;
  points.fate = batch->fate + first;
  memset(points.fate, JATO_FATE_OK, count);
  run->tally.attempts += count;
  return run->parts.evaluating.ops->evaluate(run->evaluator, &points, error);
}

static jx_verdict verdict_of(const jato_run *run, size_t i)
{
  const jx_space *space = run->parts.problem->space;
  const jx_batch *batch = &run->batch;
  const double *c = batch->c != NULL ? batch->c + i * space->given.constraint_count : NULL;
  jato_fate fate = batch->fate[i] < JATO_FATES ? (jato_fate)batch->fate[i] : JATO_FATE_REFUSED;
  return jx_verdict_of(space, fate, batch->f[i], c);
}

jato_status jx_run_batch_values(jato_run *run, size_t count, jato_error *error)
{
  const jx_space *space = run->parts.problem->space;
  jx_batch *batch = &run->batch;
  size_t dim = run->parts.problem->dim;
  if (batch->values != batch->x)
    for (size_t i = 0; i < count; i++)
      jx_space_values(space, batch->x + i * dim, batch->values + i * space->given.variable_count);
  return evaluate(run, 0, count, error);
}

/* Points first..first + count - 1 of the swarm, which lie in the batch's memory. One that failed is
 * tried again by itself. */
static jato_status evaluate_piece(jato_run *run, uint64_t first, size_t count, jato_error *error)
{
  JX_TRY(jx_run_batch_values(run, count, error));
  for (size_t i = 0; i < count; i++) {
    jx_verdict verdict = verdict_of(run, i);
    for (unsigned tries = run->parts.evaluating.retries; verdict.fate != JATO_FATE_OK && tries > 0;
         tries--) {
      JX_TRY(evaluate(run, i, 1, error));
      verdict = verdict_of(run, i);
    }
    settle(run, first + i, &verdict, NULL);
  }
  return JATO_OK;
}

jato_status jx_run_batch_evaluate(jato_run *run, jx_found *found, jato_error *error)
{
  jx_batch *batch = &run->batch;
  uint64_t particles = run->parts.particles;
  for (uint64_t first = 0; first < particles; first += batch->room) {
    size_t count = particles - first < batch->room ? (size_t)(particles - first) : batch->room;
    jx_fleet_read_points(&run->fleet, first, count, batch->x);
    JX_TRY(evaluate_piece(run, first, count, error));
  }
  JX_TRY(jx_fleet_judge(&run->fleet, batch->rank, found, error));
  found->nonfinite = 0; /* counted by fate */
  return JATO_OK;
}
