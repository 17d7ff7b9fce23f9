/* record/files/ownership.h, through the public calls: no file that a run finds by one of its names
 * is lost, unless it is the run's own. */
#define _GNU_SOURCE
#include "whole_file.h"

/* ---- Runs ---- */

typedef struct owner {
  jato_problem *problem;
  jato_run *run;
} owner;

static owner swarm_run(uint64_t seed, const char *save)
{
  owner made = {NULL, NULL};
  jato_error error;
  jato_options options = jato_options_default();
  options.algorithm = "pso";
  options.particles = 20;
  options.iterations = 5;
  options.seed = seed;
  options.save = save;
  assert_ok(jato_problem_from_gallery("sphere", 3, NULL, &made.problem, &error), error);
  assert_ok(jato_run_create(made.problem, &options, &made.run, &error), error);
  assert_ok(jato_run_step(made.run, 3, NULL, &error), error);
  return made;
}

static void end(owner *made)
{
  jato_run_destroy(&made->run);
  jato_problem_destroy(&made->problem);
}

static void assert_not_saved(owner *who, const char *path, const char *words)
{
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_run_save(who->run, path, &error), JATO_E_FILE);
  assert_contains(error.text, words);
}

static void saving_leaves_strangers_alone(void **state)
{
  static const char *const endings[] = {".new", ".1", ""};
  static const char *const texts[] = {"my notes\n", "\x89HDF\r\n\x1a\n data of mine"};
  static content before;
  owner a = swarm_run(1, NULL);
  for (size_t t = 0; t < 2; t++)
    for (size_t i = 0; i < 3; i++) {
      char path[300], other[300];
      jato_error error;
      (void)beside(*state, "model", "", path);
      (void)beside(*state, "model", endings[i], other);
      FILE *stream = fopen(other, "wb");
      assert_true(fputs(texts[t], stream) >= 0);
      assert_int_equal(fclose(stream), 0);
      read_whole(other, &before);
      assert_int_equal(jato_file_kind_of(other), JATO_FILE_OTHER);
      assert_not_saved(&a, path, "move it away");
      assert_unchanged(other, &before);
      assert_int_equal(unlink(other), 0);
      assert_ok(jato_run_save(a.run, path, &error), error);
      assert_int_equal(unlink(path), 0);
    }
  end(&a);
}

/* Neither at the first checkpoint nor at the second, after which it would be gone. */
static void saving_leaves_other_runs_alone(void **state)
{
  static content first, second;
  char path[300], earlier[300], other[300];
  jato_error error;
  owner a = swarm_run(1, NULL), b = swarm_run(2, NULL), again = swarm_run(1, NULL);
  (void)beside(*state, "model", "", path);
  (void)beside(*state, "model", ".1", earlier);
  (void)beside(*state, "other", "", other);
  assert_ok(jato_run_save(a.run, path, &error), error);
  assert_ok(jato_run_save(a.run, path, &error), error);
  read_whole(path, &first);
  read_whole(earlier, &second);
  for (int i = 0; i < 3; i++) assert_not_saved(&b, path, "is the file of another run");
  assert_unchanged(path, &first);
  assert_unchanged(earlier, &second);
  assert_ok(jato_run_save(again.run, path, &error), error); /* the same run, made twice */
  assert_unchanged(earlier, &first);
  assert_ok(jato_run_save(b.run, other, &error), error);
  copy(earlier, other); /* and whatever it was, it is that of another run now */
  assert_not_saved(&b, other, "is the file of another run");
  assert_unchanged(other, &first);
  for (int i = 0; i < 2; i++) {
    (void)beside(*state, "third", i == 0 ? ".1" : ".new", other);
    (void)beside(*state, "third", "", earlier);
    copy(path, other);
    assert_not_saved(&b, earlier, "is the file of another run");
    assert_int_equal(unlink(other), 0);
  }
  end(&a);
  end(&b);
  end(&again);
}

/* A run that saves itself, and is not told to be new, is refused before its first iteration. */
static void a_run_is_refused_when_it_is_created(void **state)
{
  static content before;
  char path[300], other[300];
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  (void)beside(*state, "run.h5", "", path);
  owner a = swarm_run(1, path);
  end(&a);
  owner b = swarm_run(2, NULL);
  assert_ok(jato_run_save(b.run, beside(*state, "b.h5", "", other), &error), error);
  end(&b);
  copy(other, path);
  read_whole(path, &before);
  jato_options options = jato_options_default();
  options.algorithm = "pso";
  options.particles = 20;
  options.iterations = 5;
  options.seed = 1;
  options.save = path;
  assert_ok(jato_problem_from_gallery("sphere", 3, NULL, &problem, &error), error);
  assert_int_equal(jato_run_create(problem, &options, &run, &error), JATO_E_FILE);
  assert_null(run);
  assert_contains(error.text, "is the file of another run");
  assert_unchanged(path, &before);
  options.seed = 2;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* Resumed from a file beside which another run's checkpoint lies. */
static void resuming_leaves_other_runs_alone(void **state)
{
  static content before;
  char path[300], other[300], earlier[300];
  jato_error error = {JATO_OK, ""};
  jato_run *run = NULL;
  jato_record *record = NULL;
  owner a = swarm_run(1, NULL), b = swarm_run(2, NULL);
  assert_ok(jato_run_save(a.run, beside(*state, "run.h5", "", path), &error), error);
  assert_ok(jato_run_save(b.run, beside(*state, "b.h5", "", other), &error), error);
  copy(other, beside(*state, "run.h5", ".1", earlier));
  read_whole(earlier, &before);
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  assert_ok(jato_record_open(&request, &record, &error), error);
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.save = path;
  assert_int_equal(jato_run_load(record, a.problem, &options, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "run.h5.1 is the file of another run");
  assert_unchanged(earlier, &before);
  assert_int_equal(unlink(earlier), 0);
  assert_ok(jato_run_load(record, a.problem, &options, &run, &error), error);
  jato_run_destroy(&run);
  jato_record_close(&record);
  end(&a);
  end(&b);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(saving_leaves_strangers_alone),
      WITH_FOLDER(saving_leaves_other_runs_alone),
      WITH_FOLDER(a_run_is_refused_when_it_is_created),
      WITH_FOLDER(resuming_leaves_other_runs_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
