/* The recorder (record/saving/recorder.h) with a format of the test's own: what it writes in the
 * background and at once, how it answers, and what it does without memory. */
#define _GNU_SOURCE
#include "scratch.h"

#include "plain_format.h"
#include "record/run_file.h"
#include "record/saving/recorder.h"

static jx_recorder *recorder_of(const plain_run *run, const char *path, int at_once)
{
  jx_recorder *recorder = NULL;
  jato_error error;
  jx_recorder_config config = {.format = &plain_format,
                               .path = path,
                               .keep = 1,
                               .frames = 4,
                               .shape = &run->shape,
                               .at_once = at_once,
                               .allocator = jx_allocator_or_default(NULL)};
  assert_ok(jx_recorder_create(&config, &recorder, &error), error);
  return recorder;
}

/* One iteration, noted as a run does. */
static void step(jx_recorder *recorder, plain_run *run, uint64_t iteration)
{
  double points[PLAIN_PARTICLES][2];
  plain_run_step(run, iteration);
  jx_trace *history = jx_recorder_history(recorder);
  if (jx_thinned_wants(&history->rows, iteration)) jx_trace_add_row(history, &run->last, run->x);
  if (!jx_thinned_wants(&history->frames, iteration)) return;
  assert_int_equal(history->frame_particles, PLAIN_PARTICLES);
  for (size_t k = 0; k < PLAIN_PARTICLES; k++)
    for (size_t d = 0; d < 2; d++) points[k][d] = plain_number(iteration, 0, k, d);
  jx_trace_add_frame(history, iteration, &points[0][0]);
}

static jato_status save(jx_recorder *recorder, plain_run *run, int wait, jato_error *error)
{
  jx_digest head = plain_head(run);
  JX_TRY(jx_recorder_begin(recorder, &(jx_saved){&run->content, &run->last, &head}, error));
  void *room = jx_recorder_room(recorder);
  if (room != NULL) memcpy(room, run->memory, jx_shape_bytes(&run->shape));
  for (uint64_t t = 0; t < run->shape.tiles && room == NULL; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, run->memory, t);
    JX_TRY(jx_recorder_tile(recorder, t, &tile, error));
  }
  return jx_recorder_commit(recorder, wait, error);
}

static void check_file(const char *path, uint64_t iteration, uint64_t digest)
{
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1};
  jato_error error;
  assert_ok(jx_record_open(&plain_format, &request, &record, &error), error);
  const jx_record_info *info = jx_record_get_info(record);
  assert_int_equal(info->result.iterations, iteration);
  assert_int_equal(info->result.digest, digest);
  assert_int_equal(info->row_count, iteration + 1);
  assert_int_equal(info->rows[iteration].iteration, iteration);
  assert_true(info->frame_count >= 1 && info->frame_count <= 8);
  for (size_t i = 0; i < info->frame_count; i++) {
    assert_int_equal(info->frame_iteration[i], i * info->frame_stride);
    assert_same_double(info->frame_x[i * PLAIN_PARTICLES * 2 + 13],
                       plain_number(i * info->frame_stride, 0, 6, 1));
  }
  jx_record_close(&record);
}

static jx_saving wait_for(jx_recorder *recorder, jato_error *error)
{
  jx_saving saving = JX_SAVING_BUSY;
  while ((saving = jx_recorder_saving(recorder, error)) == JX_SAVING_BUSY) (void)usleep(1000);
  return saving;
}

static void answers_come_once(void **state)
{
  const char *path = scratch_path(*state, "run");
  plain_run run;
  jato_error error = {JATO_OK, ""};
  plain_run_make(&run, JATO_DOUBLE);
  for (int at_once = 0; at_once < 2; at_once++) {
    jx_recorder *recorder = recorder_of(&run, path, at_once);
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_NONE);
    step(recorder, &run, 0);
    assert_ok(save(recorder, &run, 0, &error), error);
    assert_int_equal(wait_for(recorder, &error), JX_SAVING_DONE);
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_NONE);
    check_file(path, 0, plain_digest(&run));
    step(recorder, &run, 1);
    assert_ok(save(recorder, &run, 1, &error), error);
    check_file(path, 1, plain_digest(&run));
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_DONE);
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_NONE);
    plain.fail_end = 1;
    assert_int_equal(save(recorder, &run, 1, &error), JATO_E_FILE);
    assert_contains(error.text, "the checkpoint of iteration 1 is still there");
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_NONE);
    jato_status status = save(recorder, &run, 0, &error);
    assert_int_equal(status, at_once ? JATO_E_FILE : JATO_OK);
    assert_int_equal(wait_for(recorder, &error), at_once ? JX_SAVING_NONE : JX_SAVING_FAILED);
    assert_contains(error.text, "end failed; the checkpoint of iteration 1 is still there");
    plain.fail_end = 0;
    jx_recorder_destroy(&recorder);
    assert_null(recorder);
  }
  plain_run_free(&run);
}

/* The run goes on and changes everything while the checkpoint is written. */
static void checkpoint_is_of_its_iteration(void **state)
{
  const char *path = scratch_path(*state, "run");
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_FLOAT);
  jx_recorder *recorder = recorder_of(&run, path, 0);
  for (uint64_t i = 0; i < 20; i++) {
    step(recorder, &run, i);
    uint64_t digest = plain_digest(&run);
    if (i % 5 != 0) continue;
    plain.hold = 1;
    assert_ok(save(recorder, &run, 0, &error), error);
    assert_int_equal(jx_recorder_saving(recorder, &error), JX_SAVING_BUSY);
    step(recorder, &run, ++i);
    run.x[0] = run.lower[0] = -77;
    plain.hold = 0;
    assert_int_equal(wait_for(recorder, &error), JX_SAVING_DONE);
    check_file(path, i - 1, digest);
  }
  jx_recorder_destroy(&recorder);
  plain_run_free(&run);
}

static void many_checkpoints_in_a_row(void **state)
{
  enum { ROUNDS = 40 };
  const char *path = scratch_path(*state, "run");
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  for (int mode = 0; mode < 3; mode++) {
    plain.not_thread_safe = mode == 1;
    plain.written = 0;
    jx_recorder *recorder = recorder_of(&run, path, mode == 2);
    for (uint64_t i = 0; i < ROUNDS; i++) {
      step(recorder, &run, i);
      assert_ok(save(recorder, &run, 0, &error), error);
      (void)jx_recorder_saving(recorder, &error);
    }
    jx_recorder_destroy(&recorder); /* waits for the last one */
    assert_int_equal(plain.written, ROUNDS);
    check_file(path, ROUNDS - 1, plain_digest(&run));
  }
  plain.not_thread_safe = 0;
  plain_run_free(&run);
}

static void destroy_waits_or_gives_up(void **state)
{
  scratch *s = *state;
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  for (int at_once = 0; at_once < 2; at_once++) {
    char path[300];
    (void)snprintf(path, sizeof path, "%s", scratch_path(s, at_once ? "a" : "b"));
    jx_recorder *recorder = recorder_of(&run, path, at_once);
    step(recorder, &run, 0);
    plain.hold = !at_once;
    assert_ok(save(recorder, &run, 0, &error), error);
    plain.hold = 0;
    jx_recorder_destroy(&recorder);
    check_file(path, 0, plain_digest(&run));
    recorder = recorder_of(&run, path, at_once); /* begun, and never committed */
    jx_digest head = plain_head(&run);
    assert_ok(jx_recorder_begin(recorder, &(jx_saved){&run.content, &run.last, &head}, &error),
              error);
    jx_recorder_destroy(&recorder);
    (void)snprintf(path, sizeof path, "%s", scratch_path(s, at_once ? "a.new" : "b.new"));
    assert_int_not_equal(access(path, F_OK), 0);
  }
  assert_int_equal(plain.writers, 0);
  plain_run_free(&run);
}

/* Without memory for a copy of the swarm it is written while the run waits; without any, it fails.
 */
static void memory_is_taken_at_the_beginning(void **state)
{
  const char *path = scratch_path(*state, "run");
  plain_run run;
  int made = 0, written = 0;
  plain_run_make(&run, JATO_DOUBLE);
  for (long last = 0; !made || last < 20; last++) {
    counted count = {.last = last};
    jx_recorder *recorder = NULL;
    jato_error error = {JATO_OK, ""};
    jx_recorder_config config = {.format = &plain_format,
                                 .path = path,
                                 .frames = 4,
                                 .shape = &run.shape,
                                 .allocator = {counted_allocate, counted_release, &count}};
    jato_status status = jx_recorder_create(&config, &recorder, &error);
    if (status == JATO_OK) {
      long before = count.made;
      made = 1;
      step(recorder, &run, 0);
      assert_ok(save(recorder, &run, 1, &error), error);
      assert_int_equal(count.made, before);
      check_file(path, 0, plain_digest(&run));
      written++;
    } else {
      assert_int_equal(status, JATO_E_MEMORY);
      assert_null(recorder);
    }
    jx_recorder_destroy(&recorder);
    assert_int_equal(count.held, 0);
    assert_true(last < 100);
  }
  assert_true(written > 2);
  plain_run_free(&run);
}

static void bad_wishes_are_refused(void **state)
{
  plain_run run;
  jato_error error;
  jx_recorder *recorder = NULL;
  char path[5000];
  jx_format_ops absent = {.name = "hdf5", .state = "not in this build"};
  (void)state;
  plain_run_make(&run, JATO_DOUBLE);
  jx_recorder_config config = {.format = &plain_format,
                               .path = path,
                               .shape = &run.shape,
                               .allocator = jx_allocator_or_default(NULL)};
  memset(path, 'a', sizeof path);
  path[sizeof path - 1] = '\0';
  assert_int_equal(jx_recorder_create(&config, &recorder, &error), JATO_E_ARGUMENT);
  path[0] = '\0';
  assert_int_equal(jx_recorder_create(&config, &recorder, &error), JATO_E_ARGUMENT);
  config.path = "run", config.keep = JX_KEEP_MOST + 1;
  assert_int_equal(jx_recorder_create(&config, &recorder, &error), JATO_E_ARGUMENT);
  config.keep = 1;
  config.format = &absent;
  assert_int_equal(jx_recorder_create(&config, &recorder, &error), JATO_E_NOT_BUILT);
  assert_contains(error.text, "hdf5 is not in this build");
  config.format = &plain_format;
  config.frames = UINT64_MAX;
  assert_int_equal(jx_recorder_create(&config, &recorder, &error), JATO_E_MEMORY);
  plain_run_free(&run);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(answers_come_once),
      WITH_FOLDER(checkpoint_is_of_its_iteration),
      WITH_FOLDER(many_checkpoints_in_a_row),
      WITH_FOLDER(destroy_waits_or_gives_up),
      WITH_FOLDER(memory_is_taken_at_the_beginning),
      cmocka_unit_test(bad_wishes_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
