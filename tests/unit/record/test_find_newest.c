/* record/files/find_newest.h: which of path, path.new, path.1, ... is opened when some are missing
 * or damaged.
 */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>

#include "plain_format.h"
#include "record/run_file.h"

typedef struct notices {
  int count;
  char text[4096];
} notices;

static void note(const char *text, void *user)
{
  notices *seen = user;
  seen->count++;
  (void)snprintf(seen->text, sizeof seen->text, "%s", text);
}

/* A checkpoint of this iteration, at <folder>/<name>. */
static void write_at(scratch *s, const char *name, uint64_t iteration, uint64_t seed)
{
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  plain_run_step(&run, iteration);
  run.content.info.options.seed = seed;
  (void)unlink(scratch_path(s, name));
  jx_rotation rotation = plain_rotation(&run, s->path, 1);
  assert_ok(plain_write(&rotation, &run, &error), error);
  plain_run_free(&run);
}

static void damage(scratch *s, const char *name)
{
  int file = open(scratch_path(s, name), O_RDWR);
  char byte = 0;
  assert_true(file >= 0);
  assert_int_equal(pread(file, &byte, 1, 300), 1);
  byte = (char)(byte ^ 4);
  assert_int_equal(pwrite(file, &byte, 1, 300), 1);
  assert_int_equal(close(file), 0);
}

/* The iteration that is opened, or -1 with words. */
static long open_run(scratch *s, int only_this, notices *seen, jato_error *error)
{
  jato_record *record = NULL;
  char path[300], wanted[300];
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = only_this,
                                 .notice = note, .notice_user = seen};
  *seen = (notices){0, ""};
  *error = (jato_error){JATO_OK, ""};
  if (jx_record_open(&plain_format, &request, &record, error) != JATO_OK) {
    assert_int_equal(error->status, JATO_E_FILE);
    assert_null(record);
    assert_int_equal(plain.readers, 0);
    return -1;
  }
  long iteration = (long)jx_record_get_info(record)->result.iterations;
  (void)snprintf(wanted, sizeof wanted, "%s", jx_record_get_info(record)->path);
  if (seen->count > 0) {
    assert_contains(seen->text, "continuing from ");
    assert_contains(strstr(seen->text, "continuing from "), wanted);
  }
  jx_record_close(&record);
  assert_null(record);
  assert_int_equal(plain.readers, 0);
  return iteration;
}

enum { SOUND, MISSING, DAMAGED, CONDITIONS };

static void prepare(scratch *s, const char *name, uint64_t iteration, int condition)
{
  write_at(s, name, iteration, 7);
  if (condition == DAMAGED) damage(s, name);
  if (condition == MISSING) assert_int_equal(unlink(scratch_path(s, name)), 0);
}

static void every_combination(void **state)
{
  scratch *s = *state;
  notices seen;
  jato_error error;
  for (int i = 0; i < CONDITIONS * CONDITIONS * CONDITIONS; i++) {
    int path = i % 3, new = i / 3 % 3, first = i / 9;
    prepare(s, "run", 5, path);
    prepare(s, "run.new", 6, new);
    prepare(s, "run.1", 4, first);
    long wanted = new == SOUND ? 6 : path == SOUND ? 5 : first == SOUND ? 4 : -1;
    assert_int_equal(open_run(s, 0, &seen, &error), wanted);
    int silent = wanted == -1 || (wanted == 5 && new == MISSING);
    assert_int_equal(seen.count, silent ? 0 : 1);
    if (wanted != -1 && path == DAMAGED) assert_contains(seen.text, "/run is damaged (some of its");
    if (wanted != -1 && path == MISSING) assert_contains(seen.text, "/run is missing; ");
    if (wanted == 5 && new == DAMAGED) assert_contains(seen.text, "/run.new is not whole (some");
    if (wanted == -1 && path == DAMAGED) assert_contains(error.text, "/run: some of its");
    if (wanted == -1 && new == DAMAGED) assert_contains(error.text, "/run.new: some of its");
    if (wanted == -1 && first == DAMAGED) assert_contains(error.text, "/run.1: some of its");
    if (path == MISSING && new == MISSING && first == MISSING)
      assert_contains(error.text, "/run: no such file");
    assert_int_equal(open_run(s, 1, &seen, &error), path == SOUND ? 5 : -1);
    assert_int_equal(seen.count, 0);
    if (path == MISSING) assert_contains(error.text, "/run: No such file or directory");
  }
}

/* A new run under the name of an old one: the old one was further on, and is not meant. */
static void an_older_run_is_not_taken(void **state)
{
  scratch *s = *state;
  notices seen;
  jato_error error;
  write_at(s, "run", 5, 7);
  write_at(s, "run.1", 900, 8);
  assert_int_equal(open_run(s, 0, &seen, &error), 5);
  assert_int_equal(seen.count, 0);
  write_at(s, "run.new", 6, 8); /* of another run */
  assert_int_equal(open_run(s, 0, &seen, &error), 5);
  write_at(s, "run.new", 4, 7); /* not further on */
  assert_int_equal(open_run(s, 0, &seen, &error), 5);
  assert_int_equal(seen.count, 0);
}

/* A file that got the name since, or that took the name along, is seen. */
static void a_file_that_was_replaced_is_seen(void **state)
{
  char path[300], other[300];
  jato_record *record = NULL;
  jato_error error;
  write_at(*state, "run", 5, 7);
  (void)snprintf(path, sizeof path, "%s", scratch_path(*state, "run"));
  (void)snprintf(other, sizeof other, "%s", scratch_path(*state, "other"));
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path}; /* no messages wanted */
  assert_ok(jx_record_open(&plain_format, &request, &record, &error), error);
  assert_true(jx_record_is_current(record));
  assert_int_equal(rename(path, other), 0);
  assert_true(jx_record_is_current(record)); /* no other file has the name */
  write_at(*state, "run", 6, 7);
  assert_false(jx_record_is_current(record));
  jx_record_close(&record);
  damage(*state, "run");
  assert_int_equal(rename(other, scratch_path(*state, "run.1")), 0);
  assert_ok(jx_record_open(&plain_format, &request, &record, &error), error);
  assert_int_equal(jx_record_get_info(record)->result.iterations, 5);
  jx_record_close(&record);
}

static void a_place_that_is_none_is_said(void **state)
{
  char path[300];
  jato_record *record = NULL;
  jato_error error;
  (void)snprintf(path, sizeof path, "%s/run", scratch_write(*state, "file", "text"));
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  assert_int_equal(jx_record_open(&plain_format, &request, &record, &error), JATO_E_FILE);
  assert_contains(error.text, "/file/run: Not a directory; ");
}

static void the_last_ones_are_found(void **state)
{
  scratch *s = *state;
  notices seen;
  jato_error error;
  write_at(s, "run.9", 1, 7);
  assert_int_equal(open_run(s, 0, &seen, &error), 1);
  write_at(s, "run.8", 2, 7);
  assert_int_equal(open_run(s, 0, &seen, &error), 2);
  assert_string_equal(strrchr(seen.text, '/'), "/run.8, iteration 2");
}

/* Any of the names keeps a run from being begun over it. */
static void each_of_the_names_is_seen(void **state)
{
  static const char *const names[] = {"run",   "run.1", "run.2", "run.3", "run.4",  "run.5",
                                      "run.6", "run.7", "run.8", "run.9", "run.new"};
  scratch *s = *state;
  char path[300], wanted[300], found[300];
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  assert_false(jato_record_exists(path, found, sizeof found));
  assert_string_equal(found, "");
  for (size_t i = sizeof names / sizeof names[0]; i-- > 0;) { /* those in front come first */
    (void)snprintf(wanted, sizeof wanted, "%s", scratch_write(s, names[i], ""));
    assert_true(jato_record_exists(path, NULL, 0));
    assert_true(jato_record_exists(path, found, sizeof found));
    assert_string_equal(found, wanted);
  }
  assert_false(jato_record_exists(scratch_path(s, "other"), NULL, 0));
}

static void other_things_are_not_opened(void **state)
{
  scratch *s = *state;
  notices seen;
  jato_error error;
  write_at(s, "run.1", 3, 7);
  assert_int_equal(mkdir(scratch_path(s, "run"), 0700), 0);
  assert_int_equal(open_run(s, 0, &seen, &error), 3);
  assert_contains(seen.text, "it is not a file");
  assert_int_equal(rmdir(scratch_path(s, "run")), 0);
  assert_int_equal(mkfifo(scratch_path(s, "run"), 0600), 0); /* no call waits for a writer */
  assert_int_equal(open_run(s, 0, &seen, &error), 3);
  assert_int_equal(unlink(scratch_path(s, "run")), 0);
  (void)scratch_write(s, "run", "\x89HDF\r\n\x1a\n of another program");
  assert_int_equal(open_run(s, 1, &seen, &error), -1);
  assert_contains(error.text, "HDF5 without the seal of a run file");
  assert_int_equal(open_run(s, 0, &seen, &error), 3);
  assert_int_equal(seen.count, 1);
}

static jato_status refuse(int file, const jato_allocator *allocator, jx_reader **out,
                          jx_record_content *content, jato_error *error)
{
  (void)file;
  (void)allocator;
  (void)out;
  (void)content;
  return jx_fail(error, JATO_E_FILE, "its group /state cannot be opened");
}

/* A file that is whole, and a format that cannot read it: why is not known, and not guessed. */
static void a_whole_file_that_cannot_be_read(void **state)
{
  scratch *s = *state;
  char path[300];
  jato_record *record = NULL;
  jato_error error = {JATO_OK, ""};
  jx_format_ops format = plain_format;
  format.open = refuse;
  write_at(s, "run", 3, 7);
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1};
  assert_int_equal(jx_record_open(&format, &request, &record, &error), JATO_E_FILE);
  assert_contains(error.text, "its group /state cannot be opened");
  assert_contains(error.text, "its seal is whole");
  assert_contains(error.text, "not enough memory");
}

static void long_names_and_no_memory(void **state)
{
  char path[6000];
  jato_record *record = NULL;
  jato_error error;
  counted count = {.last = 0};
  jato_allocator none = {counted_allocate, counted_release, &count};
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .allocator = &none};
  jx_format_ops absent = {.name = "hdf5", .state = "not in this build"};
  (void)state;
  memset(path, 'a', sizeof path);
  path[sizeof path - 1] = '\0';
  assert_int_equal(jx_record_open(&plain_format, &request, &record, &error), JATO_E_MEMORY);
  request.allocator = NULL;
  assert_int_equal(jx_record_open(&plain_format, &request, &record, &error), JATO_E_FILE);
  assert_int_equal(jx_record_open(&absent, &request, &record, &error), JATO_E_NOT_BUILT);
  assert_null(record);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(every_combination),
      WITH_FOLDER(an_older_run_is_not_taken),
      WITH_FOLDER(the_last_ones_are_found),
      WITH_FOLDER(each_of_the_names_is_seen),
      WITH_FOLDER(a_file_that_was_replaced_is_seen),
      WITH_FOLDER(a_place_that_is_none_is_said),
      WITH_FOLDER(other_things_are_not_opened),
      WITH_FOLDER(a_whole_file_that_cannot_be_read),
      cmocka_unit_test(long_names_and_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
