/* Decides when a run is saved: rows and frames of its history as it goes, checkpoints by time and
 * where it stops. A recorder writes; nothing here changes a bit of the run. */
#include "run/saving/checkpoint.h"

#include "record/signature/key.h"

#include "base/clock.h"
#include "base/status.h"
#include "record/files/ownership.h"
#include "record/run_file.h"
#include "run/ranks/ranks.h"
#include "run/core/spread.h"

#include <math.h>
#include <string.h>

/* The first checkpoint comes after so many seconds at the latest: until then there is no file to
 * resume a killed run from. */
#define FIRST_SECONDS 1.0

/* One rank writes; the others keep the same history, and hand over their tiles. */
static int is_writer(const jato_run *run) { return run->comm->rank == 0; }

/* What was applied: that is what the seed decides. A best that comes late is known by now. */
static const jx_best *best_of_row(const jato_run *run)
{
  return run->search->plan.lag ? &run->best : &run->guide;
}

static jato_trace_row row_of(const jato_run *run, double diversity)
{
  const jx_algorithm_ops *ops = run->search->ops;
  return (jato_trace_row){.iteration = run->iteration,
                          .evaluations = run->evaluations,
                          .nonfinite = run->nonfinite + run->overlap.nonfinite +
                                       run->tally.by_status[JATO_EVAL_NONFINITE] -
                                       jx_slots_waiting_nonfinite(&run->slots),
                          .best = jx_run_best(run, best_of_row(run)),
                          .seconds = run->seconds,
                          .diversity = diversity,
                          .submethod =
                              ops->best_submethod != NULL ? ops->best_submethod(run->search) : 0};
}

static jato_status note_row(jato_run *run, jato_error *error)
{
  double diversity = 0;
  JX_TRY(jx_spread_diversity(run, &diversity, error));
  jato_trace_row row = row_of(run, diversity);
  jx_trace_add_row(run->checkpoint.history, &row, best_of_row(run)->x);
  return JATO_OK;
}

/* first..first + count - 1 of the points of a frame. */
static jato_status read_frame(jato_run *run, size_t first, size_t count, jato_error *error)
{
  size_t all = run->checkpoint.history->frame_particles;
  for (size_t k = first; k < first + count; k++) {
    uint64_t particle = k * run->asked.count / all;
    JX_TRY(jx_points_read_one(run, particle, run->candidate, NULL, error));
    run->checkpoint.points[2 * k] = run->candidate[0];
    run->checkpoint.points[2 * k + 1] = run->parts.problem->dim > 1 ? run->candidate[1] : 0;
  }
  return JATO_OK;
}

static jato_status note_frame(jato_run *run, jato_error *error)
{
  size_t count = run->checkpoint.history->frame_particles, first = 0, own = count;
  if (jx_run_has_swarm(run)) jx_ranks_own_samples(run, count, run->comm->rank, &first, &own);
  jato_status status = read_frame(run, first, own, error);
  JX_TRY(jx_ranks_share_samples(run, status, count, run->checkpoint.points, error));
  jx_trace_add_frame(run->checkpoint.history, run->iteration, run->checkpoint.points);
  return JATO_OK;
}

/* The whole swarm, at once where there is room for it. */
static jato_status hand_swarm_over(jato_run *run, jx_recorder *recorder, jato_error *error)
{
  if (!jx_run_has_swarm(run)) return JATO_OK;
  void *room = jx_recorder_room(recorder);
  if (room != NULL) return jx_devices_copy(&run->devices, room, error);
  for (uint64_t t = 0; t < run->devices.shape.tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_devices_map(&run->devices, t, JX_HAS_LASTING, &tile, error));
    JX_TRY(jx_recorder_tile(recorder, t, &tile, error));
  }
  return JATO_OK;
}

/* Everything but the swarm; `shards` say where that is. digest: of what is written elsewhere. */
static jato_status begin_file(jato_run *run, jx_recorder *recorder, const jx_shards *shards,
                              const jx_digest *digest, jato_error *error)
{
  jx_written written;
  jx_record_content content;
  jato_trace_row last = row_of(run, run->diversity);
  jx_run_inform(run, &content, &written);
  content.shards = *shards;
  jx_saved saved = {&content, jx_slots_between(&run->slots) ? &last : NULL, digest};
  return jx_recorder_begin(recorder, &saved, error);
}

/* The file that rank 0 writes, and with it the swarm, unless that lies in shards. */
static jato_status write_file(jato_run *run, jx_recorder *recorder, const jx_shards *shards,
                              const jx_digest *digest, jato_error *error)
{
  jato_status status = is_writer(run) ? begin_file(run, recorder, shards, digest, error) : JATO_OK;
  if (shards->count > 0) return status;
  if (run->comm->size > 1) return jx_ranks_hand_over(run, recorder, status, error);
  return status == JATO_OK ? hand_swarm_over(run, recorder, error) : status;
}

/* Begins a checkpoint, and ends it where it is to be waited for. */
static jato_status hand_over(jato_run *run, jx_recorder *recorder, int wait, jato_error *error)
{
  jx_shard_save save = {0};
  jx_digest digest;
  jato_status status = JATO_OK;
  JX_TRY(jx_spread_diversity(run, &run->diversity, error));
  jx_run_digest_begin(run, &digest);
  if (run->checkpoint.by_shards) status = jx_ranks_write_shards(run, &save, &digest, error);
  if (status == JATO_OK) {
    status = write_file(run, recorder, &save.shards, &digest, error);
    if (status == JATO_OK && is_writer(run)) status = jx_recorder_commit(recorder, wait, error);
    status = jx_ranks_join(run, status, error);
  }
  if (run->checkpoint.by_shards) jx_ranks_end_shards(run, &save, status);
  return status;
}

/* What a failed checkpoint means: the end of a run that must be saved; one message otherwise. */
static jato_status on_save_failure(jato_run *run, const jato_error *why, jato_error *error)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  jx_run_tell(run, JATO_EVENT_SAVE_FAILED, why->text);
  run->checkpoint.begun_at = UINT64_MAX;
  if (run->parts.checkpoints.must_save) return jx_fail(error, why->status, "%s", why->text);
  if (!run->checkpoint.failing) jx_notice_send(shop->notice, shop->notice_user, why->text);
  run->checkpoint.failing = 1;
  return JATO_OK;
}

/* The time between checkpoints counts from the end of one: where writing takes longer than that,
 * the run would otherwise make one iteration for each checkpoint. */
static void wait_anew(jato_run *run)
{
  run->checkpoint.due = jx_clock_seconds() - run->began + run->parts.checkpoints.every;
}

/* Looks how the checkpoint in the background fares. */
static jato_status look_after(jato_run *run, jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  jx_saving saving = jx_recorder_saving(run->checkpoint.recorder, &why);
  if (saving == JX_SAVING_BUSY) wait_anew(run);
  if (saving == JX_SAVING_FAILED) return on_save_failure(run, &why, error);
  if (saving == JX_SAVING_DONE) {
    run->checkpoint.failing = 0;
    jx_run_tell(run, JATO_EVENT_SAVED, run->checkpoint.path);
  }
  return JATO_OK;
}

static jato_status checkpoint(jato_run *run, int wait, jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  run->checkpoint.begun_at = run->changes;
  jx_run_tell(run, JATO_EVENT_SAVING, run->checkpoint.path);
  jato_status status = hand_over(run, run->checkpoint.recorder, wait, &why);
  wait_anew(run);
  if (status != JATO_OK && status != JATO_E_FILE) return jx_fail(error, status, "%s", why.text);
  return status != JATO_OK ? on_save_failure(run, &why, error) : look_after(run, error);
}

/* Several ranks ask rank 0; a single one looks at its own clock. */
static int is_wanted_now(const jato_run *run)
{
  return run->comm->size > 1 || run->search->plan.lag ? run->checkpoint.is_wanted
                                                      : run->seconds >= run->checkpoint.due;
}

static int is_row_due(const jato_run *run)
{
  return jx_thinned_wants(&run->checkpoint.history->rows, run->iteration);
}

static int is_frame_due(const jato_run *run)
{
  return jx_thinned_wants(&run->checkpoint.history->frames, run->iteration);
}

int jx_checkpoint_is_due(const jato_run *run)
{
  return run->checkpoint.recorder != NULL &&
         (is_row_due(run) || is_frame_due(run) || is_wanted_now(run));
}

jato_status jx_checkpoint_note(jato_run *run, jato_error *error)
{
  if (run->checkpoint.recorder == NULL) return JATO_OK;
  if (is_row_due(run)) JX_TRY(note_row(run, error));
  if (is_frame_due(run)) JX_TRY(note_frame(run, error));
  return jx_checkpoint_look(run, error);
}

jato_status jx_checkpoint_look(jato_run *run, jato_error *error)
{
  if (run->checkpoint.recorder == NULL) return JATO_OK;
  JX_TRY(look_after(run, error));
  if (run->stop != JATO_STOP_NONE || !is_wanted_now(run)) return JATO_OK;
  return checkpoint(run, 0, error);
}

jato_status jx_checkpoint_stop(jato_run *run, jato_error *error)
{
  if (run->checkpoint.recorder == NULL || run->checkpoint.begun_at == run->changes) return JATO_OK;
  return checkpoint(run, 1, error);
}

static jato_status take_memory(jato_run *run, const char *path, jato_error *error)
{
  size_t points = run->checkpoint.history->frame_particles;
  run->checkpoint.path = jx_pool_take(&run->pool, strlen(path) + 1, 1);
  run->checkpoint.points = jx_pool_take(&run->pool, 2 * points + 1, sizeof(double));
  if (!jx_pool_is_whole(&run->pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to keep the run");
  memcpy(run->checkpoint.path, path, strlen(path) + 1);
  return JATO_OK;
}

/* A method that gives points has no swarm to be kept: the shape has no tiles then. */
static jx_recorder_config config_of(const jato_run *run, const char *path, jx_shape *shape)
{
  *shape =
      (jx_shape){.particles = run->parts.particles,
                 .dim = run->parts.problem->dim,
                 .real_bytes = run->parts.precision == JATO_FLOAT ? sizeof(float) : sizeof(double)};
  if (jx_run_has_swarm(run) && !run->checkpoint.by_shards) *shape = run->devices.shape;
  return (jx_recorder_config){.format = run->parts.checkpoints.format,
                              .path = path,
                              .keep = run->parts.checkpoints.keep,
                              .frames = run->parts.checkpoints.frames,
                              .shape = shape,
                              .forked = run->parts.checkpoints.forked,
                              .allocator = run->parts.allocator};
}

jato_status jx_checkpoint_lock(jato_run *run, jato_error *error)
{
  const jx_checkpoint_plan *plan = &run->parts.checkpoints;
  const jx_toolchain *shop = &run->parts.toolchain;
  if (plan->path == NULL || plan->path[0] == '\0' || plan->format->begin == NULL) return JATO_OK;
  if (!is_writer(run)) return JATO_OK;
  return jx_lock_take(&run->checkpoint.lock, plan->path, shop->notice, shop->notice_user, error);
}

void jx_checkpoint_sign(jato_run *run)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  const char *path = run->parts.checkpoints.key;
  const jx_run_parts *parts = &run->parts;
  jx_record_info info = {.options = parts->options};
  char algorithm[sizeof((const jx_written *)0)->algorithm];
  jato_error why;
  jx_key key;
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                algorithm, sizeof algorithm);
  info.options.algorithm = algorithm;
  jx_run_inform_of_problem(run->parts.problem, &info);
  jx_run_inform_of_guards(&run->parts, &info.options);
  if (path == NULL || path[0] == '\0' || !jx_signature_is_needed(&info)) return;
  if (!is_writer(run)) return;
  if (jx_key_read_or_make(path, &key, &why) == JATO_OK)
    jx_signature_make(&key, &info, run->checkpoint.signature);
  else if (why.status != JATO_E_NOT_BUILT)
    jx_notice_send(shop->notice, shop->notice_user, why.text);
}

/* Whether two paths are those of one run file. */
static int is_same_file(const jato_run *run, const char *own, const char *path)
{
  return strcmp(own, path) == 0 || jx_lock_covers_path(&run->checkpoint.lock, path);
}

/* Whether the run is saved to the file that it is resumed from. */
static int goes_on(const jato_run *run, const jato_record *record)
{
  jx_name asked;
  if (record == NULL) return 0;
  jx_record_asked_path(record, &asked);
  return is_same_file(run, run->parts.checkpoints.path, asked.text);
}

/* What may have happened between the caller's look at the file and our lock. */
static jato_status check_file(const jato_run *run, const jato_record *record, jato_error *error)
{
  const jx_checkpoint_plan *plan = &run->parts.checkpoints;
  jx_name found;
  if (goes_on(run, record)) {
    if (jx_record_is_current(record)) return JATO_OK;
    return jx_fail(error, JATO_E_FILE,
                   "%s: another run has saved to it since it was opened; resume it once more",
                   plan->path);
  }
  if (!plan->must_be_new || jx_rotate_is_free(plan->path, &found)) return JATO_OK;
  if (jx_file_kind(found.text) == JATO_FILE_OTHER) return jx_ownership_refuse(found.text, error);
  return jx_fail(error, JATO_E_FILE, "%s already exists; resume it, or choose another name",
                 found.text);
}

/* Whether the names of its files are free for it, or of this run. */
static jato_status check_names(jato_run *run, jx_recorder *recorder, jato_error *error)
{
  jx_written written;
  jx_record_content content;
  if (!is_writer(run)) return JATO_OK;
  jx_run_inform(run, &content, &written);
  return jx_recorder_check(recorder, &content.info, error);
}

/* An infinite interval means: no checkpoints while running. */
static double first_after(const jx_checkpoint_plan *plan)
{
  return isinf(plan->every) ? plan->every : fmin(plan->every, FIRST_SECONDS);
}

/* A swarm of this many bytes over several ranks is written by all of them. */
#define SHARDED_BYTES ((size_t)1 << 30)

static int is_for_shards(const jato_run *run)
{
  if (!jx_run_has_swarm(run) || !jx_devices_has_ranks(&run->devices)) return 0;
  return run->parts.checkpoints.shards || jx_shape_bytes(&run->devices.shape) >= SHARDED_BYTES;
}

static jato_status create_recorder(jato_run *run, const jato_record *record, jato_error *error)
{
  const jx_checkpoint_plan *plan = &run->parts.checkpoints;
  if (is_writer(run)) JX_TRY(check_file(run, record, error));
  jx_shape shape;
  run->checkpoint.by_shards = is_for_shards(run);
  jx_recorder_config config = config_of(run, plan->path, &shape);
  config.at_once = run->comm->size > 1; /* no rank has room for the whole swarm */
  config.so_far = record != NULL ? jx_record_get_info(record) : NULL;
  config.goes_on = goes_on(run, record);
  JX_TRY(jx_recorder_create(&config, &run->checkpoint.recorder, error));
  run->checkpoint.history = jx_recorder_history(run->checkpoint.recorder);
  JX_TRY(check_names(run, run->checkpoint.recorder, error));
  run->checkpoint.due = run->seconds + first_after(plan);
  run->checkpoint.begun_at = UINT64_MAX;
  return take_memory(run, plan->path, error);
}

jato_status jx_checkpoint_begin(jato_run *run, const jato_record *record, jato_error *error)
{
  if (run->parts.checkpoints.path == NULL) return JATO_OK;
  return jx_ranks_join(run, create_recorder(run, record, error), error);
}

void jx_checkpoint_end(jato_run *run)
{
  if (run->checkpoint.recorder != NULL) jx_recorder_destroy(&run->checkpoint.recorder);
  jx_lock_release(&run->checkpoint.lock);
}

/* To a file that is not the run's own, which no other process may be writing meanwhile. */
static jato_status save_elsewhere(jato_run *run, const char *path, jato_error *error)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  jx_recorder *recorder = NULL;
  jx_shape shape;
  jx_lock lock;
  jx_recorder_config config = config_of(run, path, &shape);
  config.at_once = !config.forked;
  config.frames = 0;
  config.keep = 1;
  JX_TRY(jx_recorder_create(&config, &recorder, error));
  jato_status status = jx_lock_take(&lock, path, shop->notice, shop->notice_user, error);
  if (status == JATO_OK) status = check_names(run, recorder, error);
  if (status == JATO_OK) status = hand_over(run, recorder, 1, error);
  jx_recorder_destroy(&recorder);
  jx_lock_release(&lock);
  return status;
}

jato_status jx_checkpoint_save(jato_run *run, const char *path, jato_error *error)
{
  jx_recorder *recorder = run->checkpoint.recorder;
  JX_TRY(jx_ranks_refuse(run, "saving a run", error));
  if (recorder == NULL || !is_same_file(run, run->checkpoint.path, path))
    return save_elsewhere(run, path, error);
  return hand_over(run, recorder, 1, error); /* with all its history */
}
