/* Swarms in shards: a file for each rank, and one that names them. The ranks are threads here. */
#define _GNU_SOURCE
#include "saved_ranks.h"
#include "text_file.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RANKS = 3 };

/* Files in the folder of the shards. *one is the path of one of them, that of the last rank. */
static int count_shards(const char *path, char one[600])
{
  char folder[300];
  int count = 0;
  (void)snprintf(folder, sizeof folder, "%s.shards", path);
  DIR *list = opendir(folder);
  if (list == NULL) return 0;
  for (const struct dirent *entry = readdir(list); entry != NULL; entry = readdir(list)) {
    count += entry->d_name[0] != '.';
    if (one != NULL && strstr(entry->d_name, "-00002.h5") != NULL)
      (void)snprintf(one, 600, "%s/%s", folder, entry->d_name);
  }
  (void)closedir(list);
  return count;
}

/* Saves a run in shards; every: seconds between checkpoints. */
static void save(const char *algorithm, const char *path, int ranks, double every)
{
  asked a = ask(algorithm, path);
  a.options.shards = 1;
  a.options.checkpoint = every;
  a.options.must_save = 1;
  on_ranks(ranks, make_run, &a);
  for (int r = 0; r < ranks; r++) assert_ok(a.status[r], a.error[r]);
}

static void expect_same_particles(jato_record *one, jato_record *other)
{
  enum { PARTICLES = 1000 };
  static double a[PARTICLES * DIM], b[PARTICLES * DIM];
  jato_error error;
  for (int f = JATO_RECORD_POSITION; f <= JATO_RECORD_VALUE; f++) {
    jato_record_field field = (jato_record_field)f;
    size_t width = field == JATO_RECORD_VALUE ? 1 : DIM;
    if (jato_record_particles(one, field, 0, PARTICLES, a, NULL) != JATO_OK) continue;
    assert_ok(jato_record_particles(other, field, 0, PARTICLES, b, &error), error);
    assert_memory_equal(a, b, PARTICLES * width * sizeof *a);
    /* Across the boundary of two shards. */
    assert_ok(jato_record_particles(other, field, 300, 100, b, &error), error);
    assert_memory_equal(a + 300 * width, b, 100 * width * sizeof *a);
  }
}

static void they_are_the_swarm(void **state)
{
  static const char *const algorithms[] = {"pso", "pso:topology=ring,radius=3", "cso", "cmaes"};
  static const int sizes[] = {2, 3, 7};
  for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
    char alone[256], path[256];
    asked a = ask(algorithms[i], alone);
    (void)snprintf(path, sizeof path, "%s/run%zu.h5", ((scratch *)*state)->folder, i);
    (void)snprintf(alone, sizeof alone, "%s/alone%zu.h5", ((scratch *)*state)->folder, i);
    on_ranks(1, make_run, &a);
    jato_record *right = open_file(alone);
    uint64_t end = go_on(right, 90);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
      save(algorithms[i], path, sizes[k], INFINITY);
      jato_record *record = open_file(path);
      assert_int_equal(jato_record_get_info(record)->result->digest,
                       jato_record_get_info(right)->result->digest);
      if (strcmp(algorithms[i], "cmaes") != 0) expect_same_particles(right, record);
      assert_int_equal(go_on(record, 90), end);
      jato_record_close(&record);
    }
    jato_record_close(&right);
  }
}

/* Those of the last checkpoint stay, and of the one before, which is kept; also where a run left
 * some that was ended in the middle of one. */
static void old_ones_go(void **state)
{
  char path[256], folder[300], left[400];
  (void)strcpy(path, scratch_path(*state, "run.h5"));
  (void)snprintf(folder, sizeof folder, "%s.shards", path);
  assert_int_equal(mkdir(folder, 0700), 0);
  (void)snprintf(left, sizeof left, "%s/unfinished", folder);
  FILE *mark = fopen(left, "w");
  assert_non_null(mark);
  assert_true(fputs("run.h5.shards/0badf00d-7", mark) >= 0);
  assert_int_equal(fclose(mark), 0);
  (void)snprintf(left, sizeof left, "%s/0badf00d-7-00001.h5.new", folder);
  assert_int_equal(fclose(fopen(left, "w")), 0);
  save("pso", path, RANKS, 1e-9);
  assert_int_equal(count_shards(path, NULL), 2 * RANKS);
  assert_int_not_equal(access(left, F_OK), 0);
  /* A file of one process takes the place of them all. */
  asked a = ask("pso", path);
  a.options.checkpoint = 1e-9;
  on_ranks(1, make_run, &a);
  assert_ok(a.status[0], a.error[0]);
  assert_int_equal(count_shards(path, NULL), 0);
  assert_int_not_equal(access(folder, F_OK), 0);
}

/* A folder of the user's by that name: a mark that is none stops the run, and of what a mark names
 * only shards go. */
static void strangers_files_stay(void **state)
{
  static const char *const marks[] = {"my notes", "run.h5.shards/my", "other.h5.shards/0badf00d-7",
                                      "run.h5.shards/0badf00d-7x"};
  char path[256], folder[300], mark[400], mine[400];
  (void)strcpy(path, scratch_path(*state, "run.h5"));
  (void)snprintf(folder, sizeof folder, "%s.shards", path);
  assert_int_equal(mkdir(folder, 0700), 0);
  (void)snprintf(mark, sizeof mark, "%s/unfinished", folder);
  (void)snprintf(mine, sizeof mine, "%s/my-letters", folder);
  write_text(mine, "dear");
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    write_text(mark, marks[i]);
    asked a = ask("pso", path);
    a.options.shards = 1;
    a.options.must_save = 1;
    a.options.checkpoint = INFINITY;
    on_ranks(2, make_run, &a);
    assert_int_equal(a.status[0], JATO_E_FILE);
    if (strstr(a.error[0].text, "unfinished is no file of this run") == NULL)
      fail_msg("%s", a.error[0].text);
    assert_text(mark, marks[i]);
    assert_text(mine, "dear");
  }
  write_text(mark, "run.h5.shards/0badf00d-7");
  (void)snprintf(mine, sizeof mine, "%s/0badf00d-7-00001.h5", folder);
  write_text(mine, "dear");
  save("pso", path, 2, INFINITY);
  assert_text(mine, "dear");
  assert_int_not_equal(access(mark, F_OK), 0);
}

static void flip(const char *path, long at)
{
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  int byte = fgetc(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  assert_int_equal(fputc(byte ^ 1, file), byte ^ 1);
  assert_int_equal(fclose(file), 0);
}

static void expect_refused(const char *path, const char *words)
{
  double values[1000];
  jato_error error = {JATO_OK, ""};
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1};
  jato_status status = jato_record_open(&request, &record, &error);
  if (status == JATO_OK)
    status = jato_record_particles(record, JATO_RECORD_VALUE, 0, 1000, values, &error);
  assert_int_equal(status, JATO_E_FILE);
  if (strstr(error.text, words) == NULL) fail_msg("not \"%s\": %s", words, error.text);
  jato_record_close(&record);
}

static void what_is_wrong_with_them_is_said(void **state)
{
  char path[256], moved[256], shard[600], folder[300];
  (void)strcpy(path, scratch_path(*state, "run.h5"));
  (void)strcpy(moved, scratch_path(*state, "elsewhere"));
  (void)snprintf(folder, sizeof folder, "%s.shards", path);
  save("pso", path, RANKS, INFINITY);
  assert_int_equal(count_shards(path, shard), RANKS);
  expect_refused(shard, "it is a shard");
  flip(shard, 3000);
  expect_refused(path, "are not what was written");
  flip(shard, 3000);
  jato_record *record = open_file(path);
  jato_record_close(&record);
  assert_int_equal(rename(folder, moved), 0);
  expect_refused(path, "move the folder along with it");
  assert_int_equal(rename(moved, folder), 0);
  assert_int_equal(unlink(shard), 0);
  expect_refused(path, "an earlier checkpoint of the run may be whole");
  /* That of another checkpoint, and whole. */
  save("pso", strcpy(moved, scratch_path(*state, "other.h5")), RANKS, INFINITY);
  char other[600];
  assert_int_equal(count_shards(moved, other), RANKS);
  assert_int_equal(link(other, shard), 0);
  expect_refused(path, "it is not the file that");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(they_are_the_swarm, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(old_ones_go, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(strangers_files_stay, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(what_is_wrong_with_them_is_said, scratch_make,
                                      scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
