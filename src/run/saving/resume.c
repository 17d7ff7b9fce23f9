/* A run put back where it was saved. */
#include "run/evaluations/evaluations.h"
#include "run/core/apply.h"
#include "run/core/best.h"
#include "run/saving/checkpoint.h"

#include "base/clock.h"
#include "record/run_file.h"
#include "run/ranks/ranks.h"

#include <math.h>
#include <string.h>

/* Past lines that only say which file a text came from: it may lie elsewhere now. */
static const char *past_marks(const char *line)
{
  while (strncmp(line, "#line ", 6) == 0) {
    line += strcspn(line, "\n");
    line += *line != '\0';
  }
  return line;
}

static int is_same_text(const char *a, const char *b)
{
  a = past_marks(a);
  b = past_marks(b);
  while (*a != '\0' && *a == *b) {
    int line_ended = *a == '\n';
    a = line_ended ? past_marks(a + 1) : a + 1;
    b = line_ended ? past_marks(b + 1) : b + 1;
  }
  return *a == *b;
}

/* Another objective would go on without a word, and to nowhere. A function of the caller's cannot
 * be looked into. */
static jato_status check_objective(jato_run *run, const jx_record_info *info, jato_error *error)
{
  jx_written written;
  jx_record_content content;
  jx_run_inform(run, &content, &written);
  const jx_record_info own = content.info;
  if (own.kind != info->kind ||
      (own.kind == JATO_RECORD_GALLERY && strcmp(own.problem, info->problem) != 0))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is a run of %s, not of %s; use the problem of the file, or save elsewhere",
                   info->path, info->problem, own.problem);
  if (own.kind == JATO_RECORD_FUNCTION && strcmp(own.source, info->source) != 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s was made with other variables or constraints; use those of the file, or "
                   "save elsewhere",
                   info->path);
  if ((own.kind == JATO_RECORD_SOURCE || own.kind == JATO_RECORD_STUDY) &&
      !is_same_text(own.source, info->source))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s was made with another version of %s; resume with the one it contains, or "
                   "save elsewhere",
                   info->path, info->problem);
  if (own.data_count != info->data_count ||
      (own.data_count > 0 && memcmp(own.data, info->data, own.data_count * sizeof *own.data) != 0))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s was made with other data; resume with those it contains, or save elsewhere",
                   info->path);
  return JATO_OK;
}

jato_status jx_run_check_version(const jx_algorithm_ops *algorithm, const jx_record_info *info,
                                 jato_error *error)
{
  if (info->state_version == algorithm->state_version) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s was written by jato %s with version %d of %s, and this one's is %d, which "
                 "gives other bits; use that jato to resume or verify it",
                 info->path, info->version, info->state_version, algorithm->name,
                 algorithm->state_version);
}

static jato_status check_record(const jato_run *run, const jx_record_info *info, jato_error *error)
{
  const jx_run_parts *parts = &run->parts;
  if (info->dim != parts->problem->dim)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s has %zu dimensions, this problem has %zu; use the problem of the file, or "
                   "save elsewhere",
                   info->path, info->dim, parts->problem->dim);
  for (size_t d = 0; d < info->dim; d++)
    if (info->lower[d] != parts->problem->lower[d] || info->upper[d] != parts->problem->upper[d])
      return jx_fail(
          error, JATO_E_ARGUMENT,
          "%s has coordinate %zu from %g to %g, this problem from %g to %g; use the problem "
          "of the file, or save elsewhere",
          info->path, d, info->lower[d], info->upper[d], parts->problem->lower[d],
          parts->problem->upper[d]);
  return jx_run_check_version(parts->algorithm, info, error);
}

static jato_status load_swarm(jato_run *run, jato_record *record, jato_error *error)
{
  const unsigned written = JX_HAS_LASTING | JX_HAS(JX_BEST_IS_HERE);
  if (!jx_run_has_swarm(run)) return JATO_OK;
  const jx_shape *shape = &run->devices.shape;
  for (uint64_t t = run->devices.first_tile; t < run->devices.first_tile + run->devices.tiles;
       t++) {
    jx_tile tile;
    JX_TRY(jx_devices_map(&run->devices, t, 0, &tile, error));
    JX_TRY(jx_record_read_tile(record, shape, t, &tile, error));
    JX_TRY(jx_devices_unmap(&run->devices, t, written, error));
  }
  return jx_devices_swap_halos(&run->devices, error);
}

/* What the search compares, from what users are shown. */
static double rank_of(const jato_run *run, const jato_result *result)
{
  const jx_space *space = run->parts.problem->space;
  if (space == NULL || space->given.constraint_count == 0 || result->violation == 0)
    return run->best.f;
  return jx_space_rank(space, space->given.penalty > 0 ? run->best.f : 0, result->violation);
}

static jato_status load_state(jato_run *run, const jx_record_info *info, jato_error *error)
{
  const jato_result *result = &info->result;
  run->best.violation = result->violation;
  run->best.f = jx_shown_value(run->parts.options.maximize, result->best);
  run->best.rank = rank_of(run, result);
  memcpy(run->best.x, info->x, info->dim * sizeof *info->x);
  memcpy(run->guide.x, info->x, info->dim * sizeof *info->x);
  run->guide.violation = run->best.violation;
  run->guide.f = run->best.f;
  run->guide.rank = run->best.rank;
  run->iteration = result->iterations;
  run->evaluations = result->evaluations - result->waiting;
  memcpy(run->tally.by_status, info->by_status, sizeof info->by_status);
  run->tally.attempts = info->attempts;
  run->evaluated.reused = result->reused;
  run->tally.failed_before =
      jx_tally_failed(&run->tally) + run->tally.by_status[JATO_EVAL_NONFINITE];
  run->nonfinite = result->nonfinite - run->tally.by_status[JATO_EVAL_NONFINITE];
  run->improved_at = info->improved_at;
  run->seconds_before = result->seconds;
  run->began -= result->seconds;
  run->seconds = jx_clock_seconds() - run->began;
  if (info->row_count > 0) run->diversity = info->rows[info->row_count - 1].diversity;
  JX_TRY(jx_run_load_state(run, info, error));
  jx_run_take_estimate(run);
  run->evaluations -= run->extra;
  run->nonfinite -= run->extra_nonfinite;
  run->extra = run->extra_nonfinite = 0; /* devices make them again */
  return JATO_OK;
}

/* What was being evaluated: one by one the slots are always in use. */
static jato_status load_generation(jato_run *run, const jato_record *record, jato_error *error)
{
  const jx_outcomes *saved = jx_record_outcomes(record);
  jx_apply_order order = run->slots.order;
  if (jx_run_by_pass(run)) return JATO_OK;
  if (order == JX_BY_ARRIVAL && saved->arrival_count != run->evaluations)
    return jx_fail(error, JATO_E_FILE,
                   "%s: %llu outcomes were applied, but the order of %zu is kept",
                   jx_record_get_info(record)->path, (unsigned long long)run->evaluations,
                   saved->arrival_count);
  JX_TRY(jx_slots_restore(&run->slots, run->evaluations, saved, error));
  if (order == JX_BY_ITERATION && !saved->moved) return JATO_OK;
  JX_TRY(jx_points_reopen(run, error));
  return jx_points_hand_over(run, saved, error);
}

/* A user who resumes a run that was stopped by its failures has fixed something: they count from 0.
 * Otherwise it goes on as if it had never been away. */
static void load_failing(jato_run *run, const jato_record *record)
{
  int is_fixed = jx_record_get_info(record)->result.stop == JATO_STOP_FAILURE;
  run->failing.applied = is_fixed ? 0 : jx_record_outcomes(record)->failed_in_row;
  run->failing.count = run->failing.applied;
  run->failing.has_value = isfinite(run->guide.rank);
  run->failing.valueless = is_fixed ? 0 : run->evaluations;
  if (run->slots.open) jx_limits_count_reported(run);
  if (!is_fixed) return;
  run->failing.count = 0;
  run->failing.too_many = 0;
}

/* End to end: the run that was read is the run that was saved. The message prints neither digest:
 * they would only help to forge a run file. */
static jato_status check_digest(jato_run *run, const jx_record_info *info, jato_error *error)
{
  uint64_t digest = 0;
  JX_TRY(jx_run_digest(run, &digest, error));
  if (digest == info->result.digest) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s: its state is not the one whose digest it holds: the file was changed or is "
                 "damaged, or jato %s, which wrote it, computes other bits; take an earlier "
                 "checkpoint",
                 info->path, info->version);
}

/* All that a rank does by itself. */
static jato_status load(jato_run *run, jato_record *record, jato_error *error)
{
  const jx_record_info *info = jx_record_get_info(record);
  JX_TRY(check_objective(run, info, error));
  JX_TRY(check_record(run, info, error));
  JX_TRY(load_swarm(run, record, error));
  JX_TRY(load_state(run, info, error));
  JX_TRY(load_generation(run, record, error));
  load_failing(run, record);
  return JATO_OK;
}

jato_status jx_run_resume(const jx_run_parts *parts, jato_record *record, jato_run **out,
                          jato_error *error)
{
  jato_status status = JATO_OK;
  const jx_record_info *info = jx_record_get_info(record);
  jato_run *run = NULL;
  jx_name asked;
  *out = NULL;
  JX_TRY(jx_run_prepare(parts, &run, error));
  status = jx_ranks_check_record(run, info, error);
  if (status == JATO_OK) status = load(run, record, error);
  JX_TRY_DONE(jx_ranks_join(run, status, error));
  if (run->slots.open && jx_run_by_batch(run))
    JX_TRY_DONE(jx_evaluate_residuals(run, run->slots.reported, error));
  if (jx_run_has_swarm(run)) {
    JX_TRY_DONE(jx_devices_exchange_halos(&run->devices, error));
    JX_TRY_DONE(jx_devices_write_halo(&run->devices, error));
  }
  JX_TRY_DONE(check_digest(run, info, error));
  JX_TRY_DONE(jx_checkpoint_begin(run, record, error));
  jx_record_asked_path(record, &asked);
  JX_TRY_DONE(jx_evaluations_begin(run, asked.text, error));
  JX_TRY_DONE(jx_limits_look_again(run, info->result.stop, error));
  run->stop = jx_ranks_limit(run);
  jx_run_leave(run);
  *out = run;
  run = NULL; /* handed over */
done:
  jx_run_destroy(&run);
  return status;
}
