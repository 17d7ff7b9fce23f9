/* Conversations that end in the middle: the run is in its file, and another conversation continues
 * it to the same digest. */
#define _GNU_SOURCE
#include "conversation.h"
#include "scratch.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>

#define VARIABLES                                     \
  "\"variables\":[{\"name\":\"x\",\"range\":[-5,5]}," \
  "{\"name\":\"y\",\"range\":[0,4]}]"

/* The plain line, with the options behind it. */
#define CREATE "{\"op\":\"create\"," VARIABLES ",\"options\":{\"particles\":6,\"seed\":3,"

static double bowl(double x, double y) { return (x - 1) * (x - 1) + (y - 2) * (y - 2); }

static conversation need_files(void)
{
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = "/no/such/file"};
  if (jato_record_open(&request, &record, NULL) == JATO_E_NOT_BUILT) skip();
  return converse(NULL);
}

static void digest_of(conversation *with, char digest[32])
{
  assert_true(say(with, "{\"op\":\"result\"}"));
  (void)snprintf(digest, 32, "%s", text_of(with, "digest"));
}

/* Asks for two at a time and tells one of them, so that one is always out. */
static void evaluate_some(conversation *with, unsigned evaluations)
{
  for (unsigned i = 0; i < evaluations; i++) {
    uint64_t id = 0;
    assert_true(say(with, "{\"op\":\"recall\"}"));
    assert_true(say(with, "{\"op\":\"ask\",\"count\":2}"));
    const jx_node *trial = jx_node_item(jx_node_member(with->answer, "trials"), 0);
    assert_true(jx_node_whole(jx_node_member(trial, "id"), &id));
    double value = bowl(value_of(trial, "x"), value_of(trial, "y"));
    assert_true(say(with, "{\"op\":\"tell\",\"id\":%" PRIu64 ",\"value\":%.17g}", id, value));
  }
}

static void uninterrupted(const char *order, char digest[32])
{
  conversation with = converse(NULL);
  assert_true(say(&with, CREATE "\"order\":\"%s\",\"limits\":{\"iterations\":9}}}", order));
  (void)evaluate_all(&with, 1, 0, bowl);
  digest_of(&with, digest);
  hang_up(&with);
}

/* Wherever it ends, between iterations and within them. */
static void a_run_goes_on_where_it_was(void **state)
{
  static const char *const orders[] = {"iteration", "particle", "arrival"};
  for (size_t k = 0; k < 3; k++)
    for (unsigned before = 0; before < 20; before += 3) {
      char wanted[32], found[32], name[64];
      conversation with = need_files();
      uninterrupted(orders[k], wanted);
      (void)snprintf(name, sizeof name, "%s-%u.h5", orders[k], before);
      const char *path = scratch_path(*state, name);
      assert_true(say(&with,
                      CREATE "\"order\":\"%s\",\"limits\":{\"iterations\":9},\"save\":\"%s\"}}",
                      orders[k], path));
      evaluate_some(&with, before);
      assert_ok(jato_server_end(with.server, &(jato_error){0}), (jato_error){0});
      hang_up(&with);
      with = converse(NULL);
      if (!say(&with, "{\"op\":\"resume\",\"file\":\"%s\"%s}", path,
               before % 2 == 0 ? "" : "," VARIABLES))
        fail_msg("%s", with.text);
      assert_contains(with.text, "\"resumed\":true");
      assert_double(number_of(&with, "evaluations"), ==, before);
      assert_double(number_of(&with, "particles"), ==, 6);
      (void)evaluate_all(&with, 1, 0, bowl);
      digest_of(&with, found);
      if (strcmp(found, wanted) != 0)
        fail_msg("%s, after %u: %s instead of %s", orders[k], before, found, wanted);
      hang_up(&with);
    }
}

/* All that a space may have is in the file, and comes back as it was. */
static void the_file_holds_its_space(void **state)
{
  const char *path = scratch_path(*state, "space.h5");
  conversation with = need_files();
  char before[4096];
  assert_true(say(&with,
                  "{\"op\":\"create\",\"variables\":{"
                  "\"k\":{\"range\":[1e-3,0.1],\"scale\":\"log\",\"initial\":0.01},"
                  "\"n\":{\"range\":[1,30],\"kind\":\"integer\"},"
                  "\"m\":{\"choices\":[\"a \\\"b\\\"\",\"\\u00e9\"],\"initial\":\"\\u00e9\"},"
                  "\"g\":{\"fixed\":9.81},\"unit\":{\"fixed\":\"mm\"}},"
                  "\"constraints\":[{\"name\":\"c\",\"equals\":1,\"tolerance\":0.5,\"scale\":3},"
                  "{\"name\":\"d\",\"at_least\":0.1}],\"penalty\":7,"
                  "\"options\":{\"particles\":9,\"save\":\"%s\"}}",
                  path));
  assert_true(say(&with, "{\"op\":\"save\"}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":9}"));
  (void)snprintf(before, sizeof before, "%s", with.text);
  hang_up(&with);
  with = converse(NULL);
  assert_true(say(&with, "{\"op\":\"resume\",\"file\":\"%s\"}", path));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":9}"));
  assert_string_equal(with.text, before);
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[{\"id\":0,\"value\":5,"
                         "\"constraints\":{\"c\":1.5,\"d\":0.1}}]}"));
  hang_up(&with);
}

/* What a client of one line does that may be started again: it begins, or goes on. */
static void create_with_resume_begins_or_goes_on(void **state)
{
  const char *path = scratch_path(*state, "again.h5");
  char wanted[32], found[32] = "";
  conversation with = need_files();
  hang_up(&with);
  uninterrupted("iteration", wanted);
  for (int part = 0; part < 4; part++) {
    with = converse(NULL);
    assert_true(say(
        &with,
        CREATE "\"limits\":{\"iterations\":9},\"save\":{\"file\":\"%s\",\"keep_checkpoints\":2},"
               "\"resume\":true}}",
        path));
    assert_contains(with.text, part == 0 ? "\"resumed\":false" : "\"resumed\":true");
    if (part < 3)
      evaluate_some(&with, 12);
    else
      (void)evaluate_all(&with, 4, 0, bowl);
    digest_of(&with, found);
    assert_true(say(&with, "{\"op\":\"end\"}"));
    assert_int_equal(with.ended, 1);
    hang_up(&with);
  }
  assert_string_equal(found, wanted);
}

static void what_does_not_fit_the_file_is_refused(void **state)
{
  const char *path = scratch_path(*state, "run.h5");
  char line[1024];
  conversation with = need_files();
  assert_true(say(&with, CREATE "\"save\":\"%s\"}}", path));
  evaluate_some(&with, 6);
  assert_true(say(&with, "{\"op\":\"save\"}"));
  assert_string_equal(text_of(&with, "file"), path);
  (void)snprintf(line, sizeof line, CREATE "\"save\":\"%s\"}}", path);
  assert_refused(&with, line, "already exists; add \"resume\": true");
  (void)snprintf(line, sizeof line, CREATE "\"save\":\"%s\",\"resume\":true}}", path);
  assert_true(say_bytes(&with, line, strlen(line)));
  static const char *const others[][2] = {
      {"\"options\":{\"seed\":4}", "was made with seed 3, not 4"},
      {"\"options\":{\"particles\":4}", "was made with particles 6, not 4"},
      {"\"options\":{\"algorithm\":\"random\"}", "was made with algorithm pso"},
      {"\"variables\":[{\"name\":\"x\",\"range\":[-5,5]}]", "other variables"},
      {"\"variables\":[{\"name\":\"x\",\"range\":[-5,5]},{\"name\":\"z\",\"range\":[0,4]}]",
       "other variables"},
      {"\"variables\":[{\"name\":\"x\",\"range\":[-5,5]},{\"name\":\"y\",\"range\":[0,5]}]",
       "other variables"}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    (void)snprintf(line, sizeof line, "{\"op\":\"resume\",\"file\":\"%s\",%s%s}", path,
                   others[i][0], i < 3 ? "," VARIABLES : "");
    assert_refused(&with, line, others[i][1]);
  }
  assert_refused(&with, "{\"op\":\"resume\",\"file\":\"/no/such.h5\"}", "/no/such.h5");
  assert_true(say(&with, "{\"op\":\"best\"}")); /* the run of before is still there */
  hang_up(&with);
}

/* What the server was given holds where a line does not say otherwise. */
static void options_of_the_server_are_what_holds_otherwise(void **state)
{
  jato_options options = jato_options_default();
  char algorithm[] = "random";
  (void)state;
  options.algorithm = algorithm;
  options.seed = 17;
  options.particles = 5;
  options.evaluations = 11;
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .options = &options};
  conversation with = converse(&settings);
  memset(algorithm, '?', sizeof algorithm - 1);
  assert_true(say(&with, "{\"op\":\"create\"," VARIABLES ",\"options\":{\"particles\":4}}"));
  assert_double(number_of(&with, "seed"), ==, 17);
  assert_double(number_of(&with, "particles"), ==, 4);
  assert_int_equal(evaluate_all(&with, 3, 0, bowl), 11); /* the third iteration is cut short */
  assert_true(say(&with, "{\"op\":\"best\"}"));
  assert_string_equal(text_of(&with, "stopped"), "evaluations");
  assert_true(say(&with, "{\"op\":\"result\"}"));
  assert_contains(text_of(&with, "algorithm"), "random");
  hang_up(&with);
}

static atomic_int forks;
static void count_fork(void) { forks++; }

static int forks_of(conversation *with, const char *op, const char *path)
{
  int before = forks;
  if (!say(with, "{\"op\":\"%s\",\"file\":\"%s\"}", op, path)) fail_msg("%s", with->text);
  return forks - before;
}

/* With save_forked nothing of a file happens in the process of the server. */
static void files_may_be_left_to_forks(void **state)
{
  char path[300];
  jato_options options = jato_options_default();
  conversation with = need_files();
  hang_up(&with);
  assert_int_equal(pthread_atfork(NULL, count_fork, NULL), 0);
  for (int apart = 1; apart >= 0; apart--) {
    options.save_forked = apart != 0;
    with = converse(&(jato_server_settings){JATO_SERVER_SETTINGS_INIT, .options = &options});
    const char *own = options.save_forked ? "own_a.h5" : "own_b.h5";
    (void)snprintf(path, sizeof path, "%s", scratch_path(*state, own));
    assert_true(say(&with, CREATE "\"save\":\"%s\"}}", path));
    evaluate_some(&with, 3);
    const char *copy = scratch_path(*state, options.save_forked ? "a.h5" : "b.h5");
    assert_int_equal(forks_of(&with, "save", path) > 0, options.save_forked);
    assert_int_equal(forks_of(&with, "save", copy) > 0, options.save_forked);
    assert_int_equal(forks_of(&with, "resume", copy) > 0, options.save_forked);
    assert_int_equal(forks_of(&with, "resume", path) > 0, options.save_forked);
    hang_up(&with);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_run_goes_on_where_it_was, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(the_file_holds_its_space, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(create_with_resume_begins_or_goes_on, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(what_does_not_fit_the_file_is_refused, scratch_make,
                                      scratch_remove),
      cmocka_unit_test(options_of_the_server_are_what_holds_otherwise),
      cmocka_unit_test_setup_teardown(files_may_be_left_to_forks, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
