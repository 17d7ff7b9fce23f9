#include "run/evaluations/evaluations.h"
#include "run/run.h"

#include "base/clock.h"
#include "base/status.h"
#include "base/system.h"
#include "record/files/ownership.h"
#include "run/ranks/ranks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- The journal ---- */

/* The rows from `first` on: to what is known, and where `copied` is not 0 to the run's own journal.
 * A damaged one is left out. */
static void take_rows(jato_run *run, jx_journal_reader *reader, uint64_t first, int copied)
{
  uint64_t count = jx_journal_get_info(reader)->count;
  for (uint64_t i = first; i < count; i++) {
    jx_outcome row;
    if (jx_journal_read(reader, i, &row, NULL) != JATO_OK) continue;
    if (row.status == JATO_EVAL_OK || (row.status == JATO_EVAL_NONFINITE && row.is_last))
      jx_value_cache_put(&run->evaluated.cache, row.values, row.f, row.c);
    if (copied && run->evaluated.journal != NULL)
      (void)jx_journal_add(run->evaluated.journal, &row);
  }
}

/* What was evaluated before: the last rows are those that the run file knows nothing of. */
static void take_journal(jato_run *run, const char *path, int copied)
{
  jx_journal_reader *reader = NULL;
  jx_journal_shape shape = jx_run_journal_shape(run);
  if (jx_journal_open(path, &run->parts.allocator, &reader, NULL) != JATO_OK) return;
  if (jx_journal_matches_space(reader, &shape)) {
    uint64_t count = jx_journal_get_info(reader)->count, room = 2 * run->evaluated.cache.room;
    take_rows(run, reader, copied || count < room ? 0 : count - room, copied);
  }
  jx_journal_close(&reader);
}

/* Where it is kept. Returns 0 where it is not. */
static int name_own(const jato_run *run, jx_name *own)
{
  const jx_checkpoint_plan *plan = &run->parts.checkpoints;
  if ((plan->path == NULL && plan->journal == NULL) || plan->no_journal) return 0;
  if (plan->journal != NULL)
    (void)snprintf(own->text, sizeof own->text, "%s", plan->journal);
  else
    jx_journal_name(plan->path, own);
  return 1;
}

static void tell_taken_up(const jato_run *run, const jato_evaluations_info *info)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  char text[JX_PATH_LONGEST + 256];
  (void)snprintf(text, sizeof text,
                 "%s has %llu evaluations of this run, which had no checkpoint; %s", info->path,
                 (unsigned long long)info->count,
                 run->evaluated.cache.room > 0 ? "they are not made again"
                                               : "those of this one are added to them");
  jx_notice_send(shop->notice, shop->notice_user, text);
}

/* A journal without a run file is of this run: of its problem, its method and its seed. */
static jato_status check_left(const jato_run *run, const char *own, const jx_journal_shape *shape,
                              jx_journal_use *use, jato_error *error)
{
  jx_journal_reader *reader = NULL;
  JX_TRY(jx_journal_open(own, &run->parts.allocator, &reader, error));
  jato_evaluations_info info = *jx_journal_get_info(reader);
  int is_ours = jx_journal_matches_run(reader, shape);
  if (info.count > 0 && is_ours) tell_taken_up(run, &info);
  if (info.count > 0 && is_ours) *use = JX_JOURNAL_GO_ON;
  uint64_t count = info.count, seed = info.seed;
  jx_journal_close(&reader);
  if (count == 0 || is_ours) return JATO_OK;
  return jx_fail(
      error, JATO_E_FILE,
      "%s has %llu evaluations of another run (seed %llu): of another problem, method or "
      "seed; begin that one, move the file away, or take its points by warm_start",
      own, (unsigned long long)count, (unsigned long long)seed);
}

static jato_status choose_use(const jato_run *run, const char *resumed, const char *own,
                              const jx_journal_shape *shape, jx_journal_use *use, jato_error *error)
{
  const jx_checkpoint_plan *plan = &run->parts.checkpoints;
  *use = JX_JOURNAL_NEW;
  if (resumed != NULL) {
    if (access(own, F_OK) == 0) *use = JX_JOURNAL_GO_ON;
    return JATO_OK;
  }
  if (plan->resume_journal && jx_file_kind_unlinked(own) == JATO_FILE_JOURNAL)
    return check_left(run, own, shape, use, error);
  int has_file = plan->path != NULL && jx_file_kind(plan->path) == JATO_FILE_RUN;
  if (has_file && !plan->must_be_new) *use = JX_JOURNAL_AGAIN; /* it was looked at before */
  return JATO_OK;
}

/* The rows are of this run, which others of the same space may not be. */
static jx_journal_shape shape_of_run(jato_run *run)
{
  jx_written written;
  jx_record_content content;
  jx_journal_shape shape = jx_run_journal_shape(run);
  jx_run_inform(run, &content, &written);
  shape.run = jx_run_key(&content.info);
  shape.seed = run->parts.seed;
  return shape;
}

/* One rank writes the journal, once the others have read it: all know the same. */
static jato_status open_journal(jato_run *run, const char *resumed, jato_error *error)
{
  jx_comm *comm = run->comm;
  jx_journal_shape shape = shape_of_run(run);
  jx_name own, before = {""};
  if (resumed != NULL) jx_journal_name(resumed, &before);
  if (!name_own(run, &own)) {
    if (resumed != NULL) take_journal(run, before.text, 0);
    return JATO_OK;
  }
  const char *journal = run->parts.checkpoints.journal;
  if (journal != NULL && strlen(journal) >= sizeof own.text)
    return jx_fail(error, JATO_E_ARGUMENT, "the name of the journal is too long");
  jx_journal_use use = JX_JOURNAL_NEW;
  jato_status status = JATO_OK;
  if (comm->rank == 0) status = choose_use(run, resumed, own.text, &shape, &use, error);
  JX_TRY(jx_ranks_join(run, status, error));
  JX_TRY(comm->ops->broadcast(comm, 0, &use, sizeof use, error));
  run->evaluated.taken_up = resumed == NULL && use == JX_JOURNAL_GO_ON;
  int goes_on = use == JX_JOURNAL_GO_ON, reads = resumed != NULL || goes_on;
  const char *from = goes_on ? own.text : before.text;
  if (comm->rank > 0 && reads) take_journal(run, from, !goes_on);
  JX_TRY(jx_ranks_join(run, JATO_OK, error));
  if (comm->rank > 0) return JATO_OK;
  JX_TRY(jx_journal_create(own.text, &shape, use, &run->parts.allocator, &run->evaluated.journal,
                           error));
  if (reads) take_journal(run, from, !goes_on);
  return JATO_OK;
}

/* ---- Life ---- */

/* An objective that answers differently each time is asked each time. */
static int is_reusing(const jato_run *run)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  const jx_algorithm_ops *algorithm = run->parts.algorithm;
  if (!evaluating->reuses) return 0;
  return algorithm->estimate == NULL && (algorithm->traits & JX_RESIDUALS) == 0;
}

static jato_status remember(jato_run *run, jato_error *error)
{
  jx_journal_shape shape = jx_run_journal_shape(run);
  if (!is_reusing(run) ||
      jx_value_cache_create(&run->evaluated.cache, &shape, &run->parts.allocator))
    return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to remember evaluations");
}

/* What a rank does by itself once it has what was known. */
static jato_status begin(jato_run *run, const char *resumed, jato_error *error)
{
  if (resumed == NULL) jx_warm_start_begin(run);
  jx_points_table_destroy(&run->evaluated.warm_start.all);
  return jx_evaluations_look(run, error);
}

jato_status jx_evaluations_begin(jato_run *run, const char *resumed, jato_error *error)
{
  if (!run->parts.evaluating.host_objective) return JATO_OK;
  JX_TRY(jx_ranks_join(run, remember(run, error), error));
  JX_TRY(jx_ranks_join(run, open_journal(run, resumed, error), error));
  JX_TRY(jx_ranks_join(run, begin(run, resumed, error), error));
  return jx_ranks_join(run, jx_ranks_check_known(run, error), error);
}

void jx_evaluations_end(jato_run *run)
{
  jx_journal_destroy(&run->evaluated.journal);
  jx_points_table_destroy(&run->evaluated.warm_start.all);
  if (run->evaluated.cache.room > 0) jx_value_cache_destroy(&run->evaluated.cache);
}

/* ---- Evaluations ---- */

static jato_status complain(jato_run *run, int reason, jato_error *error)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  char text[256];
  if (reason == 0) return JATO_OK;
  (void)snprintf(text, sizeof text, "the journal of evaluations cannot be written: %s",
                 jx_system_reason(reason).text);
  if (run->parts.checkpoints.must_save) return jx_fail(error, JATO_E_FILE, "%s", text);
  if (!run->evaluated.failing) jx_notice_send(shop->notice, shop->notice_user, text);
  run->evaluated.failing = 1;
  return JATO_OK;
}

void jx_evaluations_note(jato_run *run, jx_outcome *outcome)
{
  jx_evaluations *evaluated = &run->evaluated;
  outcome->is_last = outcome->status == JATO_EVAL_OK || outcome->attempt >= run->slots.retries;
  if (evaluated->journal != NULL) {
    outcome->start = jx_clock_seconds() - run->began - outcome->seconds;
    (void)complain(run, jx_journal_add(evaluated->journal, outcome), NULL);
  }
  if (outcome->is_last && outcome->f != NULL)
    jx_value_cache_put(&evaluated->cache, outcome->values, outcome->f, outcome->c);
  else if (outcome->is_last)
    jx_value_cache_give_up(&evaluated->cache, outcome->values);
}

jato_status jx_evaluations_look(jato_run *run, jato_error *error)
{
  if (run->evaluated.journal == NULL) return JATO_OK;
  return complain(run, jx_journal_flush(run->evaluated.journal), error);
}

/* ---- Points that come again ---- */

int jx_evaluations_is_new(jato_run *run, const jato_trial *trial, jx_outcome *outcome, int *waits)
{
  jx_evaluations *evaluated = &run->evaluated;
  uint32_t by = 0, slot = (uint32_t)trial->particle;
  *waits = 0;
  if (evaluated->cache.room == 0) return 1;
  if (trial->id < run->slots.count) jx_warm_start_recognise(run, trial->x, trial->values);
  jx_value_state state = jx_value_cache_find(&evaluated->cache, trial->values, &by, outcome);
  if (state == JX_VALUE_UNKNOWN) jx_value_cache_expect(&evaluated->cache, trial->values, slot);
  if (state == JX_VALUE_UNKNOWN || (state == JX_VALUE_EXPECTED && by == slot)) return 1;
  evaluated->reused += state == JX_VALUE_KNOWN;
  *waits = state == JX_VALUE_EXPECTED;
  if (*waits) jx_slots_follow(&run->slots, by, slot);
  return 0;
}

void jx_evaluations_recall(jato_run *run)
{
  run->evaluated.submitted = 0;
  if (run->evaluated.cache.room == 0) return;
  jx_slots_forget_followers(&run->slots);
  jx_value_cache_give_up_all(&run->evaluated.cache);
}
