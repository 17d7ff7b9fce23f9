#include "record/scribe.h"

#include "record/keeper.h"
#include "record/snapshot.h"
#include "record/trail.h"
#include "record/worker.h"

#include <string.h>

struct jx_recorder {
  jato_allocator allocator;
  char *path;
  jx_shape shape;
  jx_trail trail;
  jx_snapshot snapshot;
  jx_keeper keeper;
  jx_worker worker;
  int has_worker;

  /* How the last checkpoint went: written by the worker while it is busy, by the run otherwise. */
  jx_saving answer;
  jato_error why;
};

/* ---- The worker's ------------------------------------------------------------------------------
 */

static jato_status write_snapshot(jx_recorder *recorder, jato_error *error)
{
  jx_snapshot *snapshot = &recorder->snapshot;
  jx_keeper *keeper = &recorder->keeper;
  JX_TRY(jx_keeper_begin(keeper, &snapshot->info, &snapshot->digest, error));
  for (uint64_t t = 0; t < recorder->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&recorder->shape, snapshot->tiles.data, t);
    JX_TRY(jx_keeper_tile(keeper, t, &tile, error));
  }
  return jx_keeper_end(keeper, error);
}

static void work(void *user)
{
  jx_recorder *recorder = user;
  jato_status status = write_snapshot(recorder, &recorder->why);
  recorder->answer = status == JATO_OK ? JX_SAVING_DONE : JX_SAVING_FAILED;
}

/* ---- Making one --------------------------------------------------------------------------------
 */

static jato_status check_wish(const jx_format *format, const jx_recorder_config *wish,
                              jato_error *error)
{
  if (format->begin == NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "run files: %s is %s", format->name, format->state);
  if (wish->path == NULL || wish->path[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "the name of a run file is needed");
  if (strlen(wish->path) > JX_PATH_LONGEST - sizeof ".new")
    return jx_fail(error, JATO_E_ARGUMENT, "the name of the run file has more than %zu letters",
                   JX_PATH_LONGEST - sizeof ".new");
  if (wish->keep > JX_KEEP_MOST)
    return jx_fail(error, JATO_E_ARGUMENT, "keep is %u: at most %d earlier checkpoints can stay",
                   wish->keep, JX_KEEP_MOST);
  return JATO_OK;
}

/* A thread and memory for a copy of the swarm, or neither. The thread takes its memory from malloc:
 * the caller's allocator is promised one thread at a time. */
static void start_worker(jx_recorder *recorder, const jx_recorder_config *wish)
{
  if (wish->at_once || !recorder->keeper.format->is_thread_safe()) return;
  if (!jx_snapshot_take_memory(&recorder->snapshot)) return;
  jato_allocator before = recorder->keeper.allocator;
  recorder->keeper.allocator = jx_allocator_or_default(NULL);
  recorder->has_worker = jx_worker_start(&recorder->worker, work, recorder);
  if (recorder->has_worker) return;
  recorder->keeper.allocator = before;
  jx_pages_destroy(&recorder->allocator, &recorder->snapshot.tiles);
}

static jato_status set_up(jx_recorder *recorder, const jx_format *format,
                          const jx_recorder_config *wish, jato_error *error)
{
  recorder->allocator = wish->allocator;
  recorder->shape = *wish->shape;
  recorder->keeper = (jx_keeper){.format = format,
                                 .keep = wish->keep > 0 ? wish->keep : 1,
                                 .shape = &recorder->shape,
                                 .allocator = wish->allocator,
                                 .resumed = wish->so_far != NULL,
                                 .last = JX_NEVER,
                                 .file = -1};
  recorder->snapshot.allocator = wish->allocator;
  recorder->path = jx_allocate(&wish->allocator, strlen(wish->path) + 1, 1);
  if (recorder->path == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory to keep the run");
  memcpy(recorder->path, wish->path, strlen(wish->path) + 1);
  recorder->keeper.path = recorder->path;
  jx_name fresh;
  jx_keeper_name(recorder->path, 0, &fresh);
  recorder->keeper.from_new = wish->so_far != NULL && wish->so_far->path != NULL &&
                              strcmp(wish->so_far->path, fresh.text) == 0;
  JX_TRY(jx_trail_create(wish, &recorder->trail, error));
  JX_TRY(jx_snapshot_create(wish, &recorder->trail, &recorder->snapshot, error));
  start_worker(recorder, wish);
  return JATO_OK;
}

jato_status jx_scribe_create(const jx_format *format, const jx_recorder_config *wish,
                             jx_recorder **out, jato_error *error)
{
  *out = NULL;
  JX_TRY(check_wish(format, wish, error));
  jx_recorder *recorder = jx_allocate(&wish->allocator, 1, sizeof *recorder);
  if (recorder == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory to keep the run");
  jato_status status = set_up(recorder, format, wish, error);
  if (status == JATO_OK)
    *out = recorder;
  else
    jx_scribe_destroy(&recorder);
  return status;
}

void jx_scribe_destroy(jx_recorder **address)
{
  jx_recorder *recorder = *address;
  if (recorder == NULL) return;
  jato_allocator allocator = recorder->allocator;
  if (recorder->has_worker) jx_worker_stop(&recorder->worker);
  jx_keeper_abandon(&recorder->keeper);
  jx_snapshot_destroy(&recorder->snapshot);
  jx_trail_destroy(&allocator, &recorder->trail);
  jx_release(&allocator, recorder->path);
  jx_release(&allocator, recorder);
  *address = NULL;
}

/* ---- History -----------------------------------------------------------------------------------
 */

int jx_scribe_wants_row(const jx_recorder *recorder, uint64_t iteration)
{
  return jx_history_wants(&recorder->trail.rows, iteration);
}

int jx_scribe_wants_frame(const jx_recorder *recorder, uint64_t iteration)
{
  return jx_history_wants(&recorder->trail.frames, iteration);
}

void jx_scribe_row(jx_recorder *recorder, const jato_trace_row *row, const double *x)
{
  jx_trail_add_row(&recorder->trail, row, x);
}

size_t jx_scribe_frame_particles(const jx_recorder *recorder)
{
  return recorder->trail.frame_particles;
}

void jx_scribe_frame(jx_recorder *recorder, uint64_t iteration, const double *points)
{
  jx_trail_add_frame(&recorder->trail, iteration, points);
}

/* ---- Checkpoints -------------------------------------------------------------------------------
 */

jato_status jx_scribe_begin(jx_recorder *recorder, const jx_saved *saved, jato_error *error)
{
  jx_snapshot *snapshot = &recorder->snapshot;
  if (recorder->has_worker) jx_worker_wait(&recorder->worker);
  jx_keeper_abandon(&recorder->keeper);
  recorder->answer = JX_SAVING_NONE;
  JX_TRY(jx_snapshot_take(snapshot, saved, recorder->path, &recorder->trail, error));
  if (recorder->has_worker) return JATO_OK;
  return jx_keeper_begin(&recorder->keeper, &snapshot->info, &snapshot->digest, error);
}

void *jx_scribe_room(jx_recorder *recorder)
{
  return recorder->has_worker ? recorder->snapshot.tiles.data : NULL;
}

jato_status jx_scribe_tile(jx_recorder *recorder, uint64_t number, const jx_tile *tile,
                           jato_error *error)
{
  return jx_keeper_tile(&recorder->keeper, number, tile, error);
}

static jato_status hand_to_worker(jx_recorder *recorder, int wait, jato_error *error)
{
  jx_worker_give(&recorder->worker);
  if (!wait) return JATO_OK;
  jx_worker_wait(&recorder->worker);
  if (recorder->answer != JX_SAVING_FAILED) return JATO_OK;
  recorder->answer = JX_SAVING_NONE;
  return jx_fail(error, recorder->why.status, "%s", recorder->why.text);
}

jato_status jx_scribe_commit(jx_recorder *recorder, int wait, jato_error *error)
{
  if (recorder->has_worker) return hand_to_worker(recorder, wait, error);
  JX_TRY(jx_keeper_end(&recorder->keeper, error));
  recorder->answer = JX_SAVING_DONE;
  return JATO_OK;
}

jx_saving jx_scribe_saving(jx_recorder *recorder, jato_error *error)
{
  if (recorder->has_worker && jx_worker_is_busy(&recorder->worker)) return JX_SAVING_BUSY;
  jx_saving answer = recorder->answer;
  recorder->answer = JX_SAVING_NONE;
  if (answer == JX_SAVING_FAILED && error != NULL) *error = recorder->why;
  return answer;
}
