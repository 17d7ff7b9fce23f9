/* Trials: their memory, and how they stand at the beginning or after a resumption. */
#include "run/run.h"

#include <string.h>

jato_status jx_trials_create(jato_run *run, jato_error *error)
{
  const jato_allocator *memory = &run->parts.allocator;
  const jx_space *space = run->parts.problem->space;
  jx_trials *trials = &run->trials;
  size_t dim = run->parts.problem->dim, count = (size_t)run->parts.particles;
  size_t variables = jx_problem_variables(run->parts.problem);
  if (run->parts.particles > UINT32_MAX / 2)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu particles are too many to be evaluated one by one; take fewer",
                   (unsigned long long)run->parts.particles);
  trials->x = jx_allocate(memory, count * dim, sizeof *trials->x);
  trials->values = space == NULL || space->plain
                       ? trials->x
                       : jx_allocate(memory, count * variables, sizeof *trials->values);
  trials->state = jx_allocate(memory, count, sizeof *trials->state);
  trials->fate = jx_allocate(memory, count, sizeof *trials->fate);
  trials->marks = jx_allocate(memory, count, sizeof *trials->marks);
  trials->attempt = jx_allocate(memory, count, sizeof *trials->attempt);
  trials->turn = jx_allocate(memory, count, sizeof *trials->turn);
  trials->rank = jx_allocate(memory, count, sizeof *trials->rank);
  trials->f = jx_allocate(memory, count, sizeof *trials->f);
  trials->violation = jx_allocate(memory, count, sizeof *trials->violation);
  trials->ready = jx_allocate(memory, count, sizeof *trials->ready);
  trials->guide = jx_allocate(memory, dim, sizeof *trials->guide);
  if (trials->x == NULL || trials->values == NULL || trials->state == NULL ||
      trials->fate == NULL || trials->marks == NULL || trials->attempt == NULL ||
      trials->turn == NULL || trials->rank == NULL || trials->f == NULL ||
      trials->violation == NULL || trials->ready == NULL || trials->guide == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the trials of %zu particles", count);
  trials->count = count;
  trials->until = UINT64_MAX;
  return JATO_OK;
}

void jx_trials_destroy(jato_run *run)
{
  const jato_allocator *memory = &run->parts.allocator;
  jx_trials *trials = &run->trials;
  if (trials->values != trials->x) jx_release(memory, trials->values);
  void *const pieces[] = {trials->x,     trials->state, trials->fate,    trials->marks,
                          trials->turn,  trials->rank,  trials->f,       trials->violation,
                          trials->ready, trials->guide, trials->attempt, trials->arrival};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) jx_release(memory, pieces[i]);
}

static jato_status restore_arrival(jato_run *run, const jato_record_info *info, jato_error *error)
{
  jx_trials *trials = &run->trials;
  if (info->arrival_count != trials->applied)
    return jx_fail(error, JATO_E_FILE,
                   "%s: %llu outcomes were applied, but the order of %zu is kept", info->path,
                   (unsigned long long)trials->applied, info->arrival_count);
  trials->arrival =
      jx_allocate(&run->parts.allocator, info->arrival_count + 1024, sizeof(uint32_t));
  if (trials->arrival == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the order of outcomes");
  trials->arrival_room = info->arrival_count + 1024;
  for (size_t i = 0; i < info->arrival_count; i++) {
    trials->arrival[i] = info->arrival[i] % (uint32_t)trials->count;
    trials->turn[trials->arrival[i]]++;
  }
  return JATO_OK;
}

/* How often each particle was evaluated, from what was applied in all. */
static jato_status restore_turns(jato_run *run, const jato_record_info *info, jato_error *error)
{
  jx_trials *trials = &run->trials;
  uint64_t rounds = trials->applied / trials->count, more = trials->applied % trials->count;
  if (run->parts.evaluating.order == JX_BY_ARRIVAL) return restore_arrival(run, info, error);
  for (size_t i = 0; i < trials->count; i++) trials->turn[i] = rounds + (i < more ? 1 : 0);
  return JATO_OK;
}

static void restore_told(jx_trials *trials, const jato_record_info *info, size_t i)
{
  trials->state[i] = JX_TRIAL_TOLD;
  trials->fate[i] = (unsigned char)(info->told[i] - 1);
  trials->rank[i] = info->told_value[i];
  trials->f[i] = info->told_f[i];
  trials->violation[i] = info->told_violation[i];
  trials->told++;
}

void jx_trials_begin(jato_run *run)
{
  jx_trials_read(run, 0, run->trials.count);
  for (size_t i = 0; i < run->trials.count; i++) jx_trials_push(run, i);
  run->trials.moved = 1;
}

/* By particle, the one whose turn it is comes first. */
jato_status jx_trials_restore(jato_run *run, const jato_record_info *info, jato_error *error)
{
  jx_trials *trials = &run->trials;
  int by_iteration = run->parts.evaluating.order == JX_BY_ITERATION;
  trials->applied = run->evaluations;
  trials->moved = !by_iteration || info->moved;
  JX_TRY(restore_turns(run, info, error));
  if (!trials->moved) return JATO_OK;
  jx_trials_read(run, 0, trials->count);
  size_t first = by_iteration ? 0 : (size_t)(trials->applied % trials->count);
  for (size_t k = 0; k < trials->count; k++) {
    size_t i = (first + k) % trials->count;
    if (info->told != NULL && info->told[i] != 0)
      restore_told(trials, info, i);
    else
      jx_trials_push(run, i);
  }
  return JATO_OK;
}

void jx_trials_inform(const jato_run *run, jato_record_info *info)
{
  const jx_trials *trials = &run->trials;
  if (trials->count == 0) return;
  for (size_t i = 0; i < trials->count; i++)
    trials->marks[i] = trials->state[i] == JX_TRIAL_TOLD && trials->told > 0
                           ? (unsigned char)(1 + trials->fate[i])
                           : 0;
  info->moved = trials->moved;
  info->told = trials->told > 0 ? trials->marks : NULL;
  info->told_value = trials->told > 0 ? trials->rank : NULL;
  info->told_f = trials->told > 0 ? trials->f : NULL;
  info->told_violation = trials->told > 0 ? trials->violation : NULL;
  info->arrival = trials->arrival;
  info->arrival_count = trials->arrival != NULL ? (size_t)trials->applied : 0;
}
