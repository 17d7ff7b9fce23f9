#include "record/saving/recorder.h"

#include "record/files/ownership.h"
#include "record/files/rotate.h"
#include "record/forked/forked.h"
#include "record/saving/background.h"

#include <string.h>

struct jx_recorder {
  jato_allocator allocator;
  char *path;
  jx_shape shape;
  jx_trace trace;
  jx_snapshot snapshot;
  jx_rotation rotation;
  jx_background background;
  int in_background;
  int forked; /* checkpoints of the background are written by a fork */

  /* How the last checkpoint went: written in the background while that is busy, by the run
   * otherwise. */
  jx_saving answer;
  jato_error why;
};

/* ---- In the background ---- */

static jato_status write_snapshot(jx_recorder *recorder, jato_error *error)
{
  jx_snapshot *snapshot = &recorder->snapshot;
  jx_rotation *rotation = &recorder->rotation;
  JX_TRY(jx_rotate_begin(rotation, &snapshot->content, &snapshot->digest, error));
  for (uint64_t t = 0; t < recorder->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&recorder->shape, snapshot->tiles.data, t);
    JX_TRY(jx_rotate_tile(rotation, t, &tile, error));
  }
  return jx_rotate_end(rotation, error);
}

static jato_status write_forked(void *user, jato_error *error)
{
  return write_snapshot(user, error);
}

/* The fork names the file, too; here it is only noted. */
static jato_status let_write(jx_recorder *recorder, jato_error *error)
{
  jato_status status = jx_run_in_fork(JX_FORK_WRITES, write_forked, recorder, error);
  if (status != JATO_OK) return jx_rotate_fork_failed(&recorder->rotation, error);
  jx_rotate_note(&recorder->rotation, recorder->snapshot.content.info.result.iterations);
  return JATO_OK;
}

static void work(void *user)
{
  jx_recorder *recorder = user;
  jato_status status = recorder->forked ? let_write(recorder, &recorder->why)
                                        : write_snapshot(recorder, &recorder->why);
  if (status == JATO_E_MEMORY) recorder->why.status = JATO_E_FILE; /* the run itself has enough */
  recorder->answer = status == JATO_OK ? JX_SAVING_DONE : JX_SAVING_FAILED;
}

/* ---- Making one ---- */

static jato_status check_config(const jx_recorder_config *config, jato_error *error)
{
  const jx_format_ops *format = config->format;
  if (format->begin == NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "run files: %s is %s", format->name, format->state);
  if (config->path == NULL || config->path[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "the name of a run file is needed");
  if (strlen(config->path) > JX_PATH_LONGEST - sizeof ".lock")
    return jx_fail(error, JATO_E_ARGUMENT, "the name of the run file has more than %zu letters",
                   JX_PATH_LONGEST - sizeof ".lock");
  if (config->keep > JX_KEEP_MOST)
    return jx_fail(error, JATO_E_ARGUMENT, "keep is %u: at most %d earlier checkpoints can stay",
                   config->keep, JX_KEEP_MOST);
  return JATO_OK;
}

/* A thread and memory for a copy of the swarm, or neither. The thread takes its memory from malloc:
 * the caller's allocator is promised one thread at a time. */
static void start_background(jx_recorder *recorder, const jx_recorder_config *config)
{
  if (config->at_once) return;
  /* Where forks write, the library is not even asked: that would start it, which may crash. */
  if (!config->forked && !recorder->rotation.format->is_thread_safe()) return;
  if (!jx_snapshot_take_memory(&recorder->snapshot)) return;
  jato_allocator before = recorder->rotation.allocator;
  recorder->rotation.allocator = jx_allocator_or_default(NULL);
  recorder->in_background = jx_background_start(&recorder->background, work, recorder);
  if (recorder->in_background) return;
  recorder->rotation.allocator = before;
  jx_pages_destroy(&recorder->allocator, &recorder->snapshot.tiles);
}

static jato_status set_up(jx_recorder *recorder, const jx_recorder_config *config,
                          jato_error *error)
{
  recorder->allocator = config->allocator;
  recorder->shape = *config->shape;
  recorder->rotation = (jx_rotation){.format = config->format,
                                     .keep = config->keep > 0 ? config->keep : 1,
                                     .shape = &recorder->shape,
                                     .allocator = config->allocator,
                                     .resumed = config->goes_on,
                                     .last = JX_NEVER,
                                     .file = -1};
  recorder->forked = config->forked;
  recorder->snapshot.allocator = config->allocator;
  recorder->path = jx_allocate(&config->allocator, strlen(config->path) + 1, 1);
  if (recorder->path == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to keep the run");
  memcpy(recorder->path, config->path, strlen(config->path) + 1);
  recorder->rotation.path = recorder->path;
  jx_name fresh;
  jx_rotate_name(recorder->path, 0, &fresh);
  recorder->rotation.from_new = config->goes_on && config->so_far->path != NULL &&
                                strcmp(config->so_far->path, fresh.text) == 0;
  JX_TRY(
      jx_trace_create(config->shape, config->frames, &config->allocator, &recorder->trace, error));
  if (config->so_far != NULL) jx_trace_go_on(&recorder->trace, config->so_far);
  JX_TRY(jx_snapshot_create(config->shape, &config->allocator, &recorder->trace,
                            &recorder->snapshot, error));
  start_background(recorder, config);
  return JATO_OK;
}

jato_status jx_recorder_create(const jx_recorder_config *config, jx_recorder **out,
                               jato_error *error)
{
  *out = NULL;
  JX_TRY(check_config(config, error));
  jx_recorder *recorder = jx_allocate(&config->allocator, 1, sizeof *recorder);
  if (recorder == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to keep the run");
  jato_status status = set_up(recorder, config, error);
  if (status == JATO_OK)
    *out = recorder;
  else
    jx_recorder_destroy(&recorder);
  return status;
}

void jx_recorder_destroy(jx_recorder **address)
{
  jx_recorder *recorder = *address;
  if (recorder == NULL) return;
  jato_allocator allocator = recorder->allocator;
  if (recorder->in_background) jx_background_stop(&recorder->background);
  jx_rotate_abandon(&recorder->rotation);
  jx_snapshot_destroy(&recorder->snapshot);
  jx_trace_destroy(&allocator, &recorder->trace);
  jx_release(&allocator, recorder->path);
  jx_release(&allocator, recorder);
  *address = NULL;
}

static jato_status check_runs(void *user, jato_error *error)
{
  return jx_rotate_check_runs(&((jx_recorder *)user)->rotation, error);
}

/* What is compared is what the file will say. */
jato_status jx_recorder_check(jx_recorder *recorder, const jx_record_info *info, jato_error *error)
{
  jx_record_info saved = *info;
  JX_TRY(jx_rotate_check(&recorder->rotation, error));
  if (!jx_rotate_has_runs(&recorder->rotation)) return JATO_OK;
  saved.options.particles = recorder->shape.particles;
  saved.options.precision = recorder->shape.real_bytes == sizeof(float) ? JATO_FLOAT : JATO_DOUBLE;
  recorder->rotation.key = jx_run_key(&saved);
  int forks = recorder->forked && recorder->in_background;
  return forks ? jx_run_in_fork(JX_FORK_WRITES, check_runs, recorder, error)
               : check_runs(recorder, error);
}

jx_trace *jx_recorder_history(jx_recorder *recorder) { return &recorder->trace; }

/* ---- Checkpoints ---- */

jato_status jx_recorder_begin(jx_recorder *recorder, const jx_saved *saved, jato_error *error)
{
  jx_snapshot *snapshot = &recorder->snapshot;
  if (recorder->in_background) jx_background_wait(&recorder->background);
  jx_rotate_abandon(&recorder->rotation);
  recorder->answer = JX_SAVING_NONE;
  JX_TRY(jx_snapshot_take(snapshot, saved, recorder->path, &recorder->trace, error));
  if (recorder->in_background) return JATO_OK;
  return jx_rotate_begin(&recorder->rotation, &snapshot->content, &snapshot->digest, error);
}

void *jx_recorder_room(jx_recorder *recorder)
{
  return recorder->in_background ? recorder->snapshot.tiles.data : NULL;
}

jato_status jx_recorder_tile(jx_recorder *recorder, uint64_t number, const jx_tile *tile,
                             jato_error *error)
{
  return jx_rotate_tile(&recorder->rotation, number, tile, error);
}

static jato_status hand_to_background(jx_recorder *recorder, int wait, jato_error *error)
{
  jx_background_give(&recorder->background);
  if (!wait) return JATO_OK;
  jx_background_wait(&recorder->background);
  if (recorder->answer != JX_SAVING_FAILED) return JATO_OK;
  recorder->answer = JX_SAVING_NONE;
  return jx_fail(error, recorder->why.status, "%s", recorder->why.text);
}

jato_status jx_recorder_commit(jx_recorder *recorder, int wait, jato_error *error)
{
  if (recorder->in_background) return hand_to_background(recorder, wait, error);
  JX_TRY(jx_rotate_end(&recorder->rotation, error));
  recorder->answer = JX_SAVING_DONE;
  return JATO_OK;
}

jx_saving jx_recorder_saving(jx_recorder *recorder, jato_error *error)
{
  if (recorder->in_background && jx_background_is_busy(&recorder->background))
    return JX_SAVING_BUSY;
  jx_saving answer = recorder->answer;
  recorder->answer = JX_SAVING_NONE;
  if (answer == JX_SAVING_FAILED && error != NULL) *error = recorder->why;
  return answer;
}
