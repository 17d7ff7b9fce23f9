/* Trials: one for each particle, handed out, told, and applied in the run's order. All of it
 * follows from the outcomes and that order alone: not from who evaluates, how many, or how fast. */
#include "run/run.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

/* ---- The ring of those to be handed out ---- */

void jx_trials_push(jato_run *run, size_t particle)
{
  jx_trials *trials = &run->trials;
  trials->state[particle] = JX_TRIAL_READY;
  trials->ready[(trials->ready_first + trials->ready_count++) % trials->count] = (uint32_t)particle;
}

static void push_front(jx_trials *trials, size_t particle)
{
  trials->state[particle] = JX_TRIAL_READY;
  trials->ready_first = (trials->ready_first + trials->count - 1) % trials->count;
  trials->ready[trials->ready_first] = (uint32_t)particle;
  trials->ready_count++;
}

/* Where particles first..first + count - 1 stand, in the user's units too. */
void jx_trials_read(jato_run *run, size_t first, size_t count)
{
  jx_trials *trials = &run->trials;
  size_t dim = run->parts.problem->dim, variables = jx_problem_variables(run->parts.problem);
  jx_fleet_read_points(&run->fleet, first, count, trials->x + first * dim);
  if (trials->values == trials->x) return;
  for (size_t i = first; i < first + count; i++)
    jx_space_values(run->parts.problem->space, trials->x + i * dim, trials->values + i * variables);
}

/* ---- Moving ---- */

jato_status jx_trials_move(jato_run *run, jato_error *error)
{
  jx_found found;
  jx_step step = {.iteration = run->iteration + 1};
  run->parts.algorithm->ask(run->state.bytes, &step);
  JX_TRY(jx_fleet_pass(&run->fleet, &step, run->best_x, &found, error));
  jx_trials_read(run, 0, run->trials.count);
  for (size_t i = 0; i < run->trials.count; i++) jx_trials_push(run, i);
  run->trials.moved = 1;
  return JATO_OK;
}

/* Whose best a particle is drawn to: that of the run, or of its neighbours as they stand now. */
static const double *guide_of(jato_run *run, size_t particle)
{
  const jx_plan *plan = &run->plan;
  int64_t count = (int64_t)run->trials.count;
  double least = INFINITY;
  if (plan->neighbours == 0) return run->best_x;
  uint64_t who = particle;
  for (size_t k = 0; k < plan->neighbours; k++) {
    double value = INFINITY;
    uint64_t other = (uint64_t)((((int64_t)particle + plan->offset[k]) % count + count) % count);
    jx_fleet_read_own(&run->fleet, other, NULL, &value);
    if (value < least) {
      least = value;
      who = other;
    }
  }
  jx_fleet_read_own(&run->fleet, who, run->trials.guide, NULL);
  return run->trials.guide;
}

static void move_one(jato_run *run, size_t particle)
{
  jx_step step = {.iteration = run->trials.turn[particle]};
  run->parts.algorithm->ask(run->state.bytes, &step);
  jx_fleet_move_one(&run->fleet, particle, &step, guide_of(run, particle));
  jx_trials_read(run, particle, 1);
  jx_trials_push(run, particle);
}

/* ---- Applying ---- */

static jato_status apply_all(jato_run *run, jato_error *error)
{
  jx_trials *trials = &run->trials;
  jx_found found;
  JX_TRY(jx_fleet_judge(&run->fleet, trials->rank, &found, error));
  found.nonfinite = 0; /* counted by fate */
  if (trials->applied > 0) run->iteration++;
  trials->applied += trials->count;
  trials->told = 0;
  trials->moved = 0;
  for (size_t i = 0; i < trials->count; i++) trials->turn[i]++;
  JX_TRY(jx_run_take(run, &found, error));
  return jx_run_close_iteration(run, error);
}

static void keep_if_better(jato_run *run, size_t particle)
{
  const jx_trials *trials = &run->trials;
  size_t dim = run->parts.problem->dim;
  if (!(trials->rank[particle] < run->best)) return;
  run->best = trials->rank[particle] + 0.0; /* -0 is 0 */
  run->best_f = trials->f[particle];
  run->best_violation = trials->violation[particle];
  run->improved_at = run->iteration;
  memcpy(run->best_x, trials->x + particle * dim, dim * sizeof *run->best_x);
  jx_run_tell(run, JATO_EVENT_IMPROVED, "");
}

static jato_status note_arrival(jato_run *run, size_t particle, jato_error *error)
{
  jx_trials *trials = &run->trials;
  if (run->parts.evaluating.order != JX_BY_ARRIVAL) return JATO_OK;
  if (trials->applied == trials->arrival_room) {
    size_t room = 2 * trials->arrival_room + 1024;
    uint32_t *longer = jx_allocate(&run->parts.allocator, room, sizeof *longer);
    if (longer == NULL)
      return jx_fail(error, JATO_E_MEMORY, "no memory for the order of %zu outcomes", room);
    if (trials->applied > 0)
      memcpy(longer, trials->arrival, (size_t)trials->applied * sizeof *longer);
    jx_release(&run->parts.allocator, trials->arrival);
    trials->arrival = longer;
    trials->arrival_room = room;
  }
  trials->arrival[trials->applied] = (uint32_t)particle;
  return JATO_OK;
}

/* One outcome: the particle is judged and moves at once. */
static jato_status apply_one(jato_run *run, size_t particle, jato_error *error)
{
  jx_trials *trials = &run->trials;
  JX_TRY(note_arrival(run, particle, error));
  jx_fleet_judge_one(&run->fleet, particle, trials->rank[particle]);
  trials->told--;
  trials->applied++;
  trials->turn[particle]++;
  run->evaluations++;
  run->seconds = jx_clock_seconds() - run->began;
  keep_if_better(run, particle);
  int closes = trials->applied % trials->count == 0;
  if (closes && trials->applied > trials->count) run->iteration++;
  if (closes && run->parts.algorithm->tell != NULL)
    run->parts.algorithm->tell(run->state.bytes, run->best);
  move_one(run, particle);
  if (closes) return jx_run_close_iteration(run, error);
  jx_run_stop(run, jx_run_limit_reached(run));
  return JATO_OK;
}

int jx_trials_between(const jato_run *run)
{
  const jx_trials *trials = &run->trials;
  if (trials->count == 0) return 1;
  if (trials->applied == 0) return 0;
  return run->parts.evaluating.order == JX_BY_ITERATION ? !trials->moved
                                                        : trials->applied % trials->count == 0;
}

/* Whose outcome is the next to be applied; count where that is whoever comes. */
static size_t due_of(const jato_run *run)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  const jx_trials *trials = &run->trials;
  if (evaluating->order == JX_BY_PARTICLE) return (size_t)(trials->applied % trials->count);
  if (evaluating->script != NULL && trials->applied < evaluating->script_count)
    return evaluating->script[trials->applied] % trials->count;
  return trials->count;
}

/* Steps end where iterations do. */
static int is_at_end(const jato_run *run)
{
  const jx_trials *trials = &run->trials;
  return trials->applied >= trials->count && trials->applied % trials->count == 0 &&
         run->iteration >= trials->until;
}

jato_status jx_trials_apply(jato_run *run, jato_error *error)
{
  jx_trials *trials = &run->trials;
  if (run->parts.evaluating.order == JX_BY_ITERATION) return JATO_OK;
  while (run->stop == JATO_STOP_NONE && !is_at_end(run)) {
    size_t due = due_of(run);
    if (due == trials->count || trials->state[due] != JX_TRIAL_TOLD) break;
    JX_TRY(apply_one(run, due, error));
  }
  return JATO_OK;
}

static jato_status apply_due(jato_run *run, size_t particle, jato_error *error)
{
  jx_trials *trials = &run->trials;
  if (run->parts.evaluating.order == JX_BY_ITERATION)
    return trials->told == trials->count ? apply_all(run, error) : JATO_OK;
  if (due_of(run) == trials->count) return apply_one(run, particle, error);
  return jx_trials_apply(run, error);
}

/* ---- Out and in ---- */

/* Evaluations that may be under way or over in all. An order that is followed may want another one
 * than those that are over already: the end of that order ends the run. */
static uint64_t most_evaluations(const jato_run *run)
{
  if (run->parts.evaluating.script != NULL) return UINT64_MAX;
  const jx_limits *limits = &run->parts.limits;
  uint64_t most = limits->evaluations != 0 ? limits->evaluations : UINT64_MAX;
  if (limits->iterations != 0 && limits->iterations < UINT64_MAX / run->trials.count - 1) {
    uint64_t by_iterations = (limits->iterations + 1) * run->trials.count;
    most = by_iterations < most ? by_iterations : most;
  }
  return most;
}

jato_status jx_trials_next(jato_run *run, jato_trial *trial, int *given, jato_error *error)
{
  jx_trials *trials = &run->trials;
  *given = 0;
  if (run->stop != JATO_STOP_NONE) return JATO_OK;
  if (run->parts.evaluating.order == JX_BY_ITERATION && !trials->moved)
    JX_TRY(jx_trials_move(run, error));
  if (trials->ready_count == 0 ||
      trials->applied + trials->told + trials->out >= most_evaluations(run))
    return JATO_OK;
  size_t particle = trials->ready[trials->ready_first];
  trials->ready_first = (trials->ready_first + 1) % trials->count;
  trials->ready_count--;
  trials->state[particle] = JX_TRIAL_OUT;
  trials->out++;
  *trial =
      (jato_trial){.id = trials->turn[particle] * trials->count + particle,
                   .particle = particle,
                   .attempt = trials->attempt[particle],
                   .x = trials->x + particle * run->parts.problem->dim,
                   .values = trials->values + particle * jx_problem_variables(run->parts.problem)};
  *given = 1;
  return JATO_OK;
}

static jato_status find_trial(const jato_run *run, uint64_t id, size_t *particle, jato_error *error)
{
  const jx_trials *trials = &run->trials;
  *particle = (size_t)(id % trials->count);
  if (trials->state[*particle] == JX_TRIAL_OUT && trials->turn[*particle] == id / trials->count)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "trial %llu is not out: it was never asked for, told already, or recalled",
                 (unsigned long long)id);
}

jato_status jx_trials_tell(jato_run *run, uint64_t id, const jato_outcome *outcome,
                           jato_error *error)
{
  jx_trials *trials = &run->trials;
  size_t p = 0;
  JX_TRY(find_trial(run, id, &p, error));
  trials->out--;
  if (run->stop != JATO_STOP_NONE) { /* too late to count: it will be asked for again */
    push_front(trials, p);
    return JATO_OK;
  }
  jx_verdict verdict =
      jx_verdict_of(run->parts.problem->space, outcome->fate, outcome->f, outcome->c);
  run->tally.attempts++;
  run->changes++;
  if (verdict.fate != JATO_FATE_OK && trials->attempt[p] < run->parts.evaluating.retries) {
    trials->attempt[p]++;
    push_front(trials, p);
    return JATO_OK;
  }
  jx_tally_end(&run->tally, id, verdict.fate, outcome->message);
  trials->attempt[p] = 0;
  trials->rank[p] = verdict.rank;
  trials->f[p] = verdict.f;
  trials->violation[p] = verdict.violation;
  trials->fate[p] = (unsigned char)verdict.fate;
  trials->state[p] = JX_TRIAL_TOLD;
  trials->told++;
  JX_TRY(apply_due(run, p, error));
  if (verdict.fate != JATO_FATE_OK && run->parts.evaluating.stop_on_failure)
    jx_run_stop(run, JATO_STOP_FAILURE);
  return JATO_OK;
}

uint64_t jx_trials_waiting_nonfinite(const jato_run *run)
{
  const jx_trials *trials = &run->trials;
  uint64_t waiting = 0;
  for (size_t i = 0; i < trials->count && trials->told > 0; i++)
    waiting += trials->state[i] == JX_TRIAL_TOLD && trials->fate[i] == JATO_FATE_NONFINITE;
  return waiting;
}

void jx_trials_recall(jato_run *run)
{
  jx_trials *trials = &run->trials;
  for (size_t i = trials->count; i-- > 0 && trials->out > 0;)
    if (trials->state[i] == JX_TRIAL_OUT) {
      push_front(trials, i);
      trials->out--;
    }
}
