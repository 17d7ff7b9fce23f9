/* Conversations with a server: a run by lines is the run that the library makes by itself. */
#include "conversation.h"

#include <inttypes.h>
#include <stdio.h>

#define TWO_VARIABLES                                 \
  "\"variables\":[{\"name\":\"x\",\"range\":[-5,5]}," \
  "{\"name\":\"y\",\"range\":[0.01,10],\"scale\":\"log\"}]"

/* Its minimum over the reals is 0 at x = 1, y = 2. */
static double bowl(double x, double y) { return (x - 1) * (x - 1) + (y - 2) * (y - 2); }

static double bowl_of(const double *x, size_t dim, void *user)
{
  (void)dim;
  (void)user;
  return bowl(x[0], x[1]);
}

/* The same run without a server. */
static jato_result by_itself(const char *order, uint64_t iterations)
{
  const jato_variable variables[] = {{.name = "x", .lower = -5, .upper = 5},
                                     {.name = "y", .lower = 0.01, .upper = 10, .scale = JATO_LOG}};
  const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 2};
  jato_function function = {JATO_FUNCTION_INIT, .point = bowl_of};
  jato_options options = jato_options_default();
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  options.particles = 20;
  options.seed = 3;
  options.iterations = iterations;
  options.order = order;
  assert_ok(jato_problem_from_space_function(&function, &space, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static void begin(conversation *with, const char *order, unsigned iterations)
{
  if (!say(with,
           "{\"op\":\"create\"," TWO_VARIABLES ",\"options\":{\"particles\":20,\"seed\":3,"
           "\"order\":\"%s\",\"limits\":{\"iterations\":%u}}}",
           order, iterations))
    fail_msg("%s", with->text);
}

static void assert_same_run(conversation *with, const jato_result *wanted)
{
  char digest[32];
  (void)snprintf(digest, sizeof digest, "%016" PRIx64, wanted->digest);
  assert_true(say(with, "{\"op\":\"result\"}"));
  assert_string_equal(text_of(with, "digest"), digest);
  assert_same_double(number_of(with, "best"), wanted->best);
  assert_int_equal((uint64_t)number_of(with, "evaluations"), wanted->evaluations);
  assert_string_equal(text_of(with, "stopped"), "iterations");
}

static void a_run_by_lines_is_the_run_of_the_library(void **state)
{
  jato_result wanted = by_itself("iteration", 60);
  (void)state;
  for (unsigned count = 1; count <= 64; count = count * 4 + 3) /* 1, 7, 31 at a time */
    for (int backwards = 0; backwards <= 1; backwards++) {
      conversation with = converse(NULL);
      begin(&with, "iteration", 60);
      assert_int_equal(evaluate_all(&with, count, backwards, bowl), 61 * 20);
      assert_same_run(&with, &wanted);
      hang_up(&with);
    }
}

/* In the order of particles no worker waits for an iteration, and the result is the same for any
 * number of trials that are out at a time. */
static void in_the_order_of_particles_it_is_the_same_for_all(void **state)
{
  char digest[32] = "";
  (void)state;
  for (unsigned count = 1; count <= 64; count = count * 4 + 3) {
    conversation with = converse(NULL);
    begin(&with, "particle", 30);
    assert_int_equal(evaluate_all(&with, count, 1, bowl), 31 * 20);
    assert_true(say(&with, "{\"op\":\"result\"}"));
    if (digest[0] == '\0') (void)snprintf(digest, sizeof digest, "%s", text_of(&with, "digest"));
    assert_string_equal(text_of(&with, "digest"), digest);
    hang_up(&with);
  }
}

static void the_minimum_is_found(void **state)
{
  static const char *const orders[] = {"iteration", "particle", "arrival"};
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    conversation with = converse(NULL);
    begin(&with, orders[i], 150);
    evaluate_all(&with, 5, 0, bowl);
    assert_true(say(&with, "{\"op\":\"best\"}"));
    assert_double(number_of(&with, "best"), <, 1e-6);
    assert_double(fabs(value_of(with.answer, "x") - 1), <, 1e-3);
    assert_double(fabs(value_of(with.answer, "y") - 2), <, 1e-3);
    hang_up(&with);
  }
}

/* Integers, choices and fixed values come as people write them. */
static void values_are_in_the_users_units(void **state)
{
  conversation with = converse(NULL);
  (void)state;
  assert_true(say(&with,
                  "{\"op\":\"create\",\"variables\":{"
                  "\"n\":{\"range\":[1,3],\"kind\":\"integer\",\"initial\":2},"
                  "\"method\":{\"choices\":[\"euler\",\"bdf \\\"x\\\"\"],\"initial\":\"euler\"},"
                  "\"g\":{\"fixed\":9.81},\"unit\":{\"fixed\":\"mm\"}},"
                  "\"options\":{\"particles\":40}}"));
  assert_double(number_of(&with, "dim"), ==, 2);
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":40}"));
  const jx_node *trials = jx_node_member(with.answer, "trials");
  int seen[4] = {0}, euler = 0, bdf = 0;
  assert_int_equal(jx_node_count(trials), 40);
  for (size_t i = 0; i < 40; i++) {
    const jx_node *trial = jx_node_item(trials, i), *values = jx_node_member(trial, "values");
    double n = value_of(trial, "n");
    const char *method = jx_node_text(jx_node_member(values, "method"));
    assert_true(n == 1 || n == 2 || n == 3);
    seen[(int)n]++;
    euler += strcmp(method, "euler") == 0;
    bdf += strcmp(method, "bdf \"x\"") == 0;
    assert_same_double(value_of(trial, "g"), 9.81);
    assert_string_equal(jx_node_text(jx_node_member(values, "unit")), "mm");
  }
  assert_int_equal(euler + bdf, 40);
  assert_true(seen[1] > 0 && seen[2] > 0 && seen[3] > 0 && euler > 0 && bdf > 0);
  assert_double(value_of(jx_node_item(trials, 0), "n"), ==, 2); /* where particle 0 begins */
  hang_up(&with);
}

/* A point that keeps the constraints is better than any that does not, whatever their values. */
static void constraints_decide_before_values(void **state)
{
  conversation with = converse(NULL);
  (void)state;
  assert_true(say(&with, "{\"op\":\"create\"," TWO_VARIABLES
                         ",\"constraints\":[{\"name\":\"stress\",\"at_most\":300},"
                         "{\"name\":\"mass\",\"equals\":2,\"tolerance\":0.1}],"
                         "\"options\":{\"particles\":4,\"order\":\"arrival\"}}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":3}"));
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":0,\"value\":1,\"constraints\":[310,2.05]}"));
  assert_true(say(&with, "{\"op\":\"best\"}"));
  assert_int_equal(jx_node_kind_of(jx_node_member(with.answer, "best")), JX_NODE_NULL);
  assert_double(number_of(&with, "violation"), ==, 10);
  assert_int_equal(jx_node_kind_of(jx_node_member(with.answer, "values")), JX_NODE_OBJECT);
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":1,\"value\":50,"
                         "\"constraints\":{\"mass\":1.95,\"stress\":300}}"));
  assert_double(number_of(&with, "best"), ==, 50);
  assert_double(number_of(&with, "violation"), ==, 0);
  assert_refused(&with, "{\"op\":\"tell\",\"id\":2,\"value\":1}", "constraint stress");
  assert_refused(&with, "{\"op\":\"tell\",\"id\":2,\"value\":1,\"constraints\":[1,2,3]}",
                 "3 constraints were told, and there are 2");
  assert_refused(&with,
                 "{\"op\":\"tell\",\"id\":2,\"value\":1,"
                 "\"constraints\":{\"stress\":1,\"mass\":2,\"mas\":2}}",
                 "did you mean mass");
  hang_up(&with);
}

/* Failures are data: counted by their status, tried again as often as was said, never the best. */
static void failures_are_counted_and_tried_again(void **state)
{
  conversation with = converse(NULL);
  (void)state;
  assert_true(say(&with, "{\"op\":\"create\"," TWO_VARIABLES
                         ",\"options\":{\"particles\":4,\"failures\":{\"retries\":1}}}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":9}"));
  assert_int_equal(jx_node_count(jx_node_member(with.answer, "trials")), 4);
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":2,\"error\":\"no convergence\",\"ask\":3}"));
  const jx_node *trials = jx_node_member(with.answer, "trials");
  double attempt = 0;
  assert_int_equal(jx_node_count(trials), 1);
  assert_true(jx_node_number(jx_node_member(jx_node_item(trials, 0), "attempt"), &attempt));
  assert_double(attempt, ==, 1);
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[{\"id\":0,\"value\":7},"
                         "{\"id\":2,\"error\":\"killed\",\"status\":\"timeout\"},"
                         "{\"id\":1,\"value\":NaN},{\"id\":3,\"value\":\"inf\"}],\"ask\":2}"));
  assert_double(number_of(&with, "told"), ==, 4);
  assert_int_equal(jx_node_count(jx_node_member(with.answer, "trials")), 2);
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[{\"id\":1,\"value\":null},"
                         "{\"id\":3,\"value\":5}]}"));
  assert_true(say(&with, "{\"op\":\"result\"}"));
  assert_contains(with.text, "\"by_status\":{\"ok\":2,\"nonfinite\":1,\"timeout\":1,\"exit\":0,"
                             "\"signal\":0,\"output\":0,\"worker\":0,\"refused\":0}");
  assert_contains(with.text, "\"attempts\":7,");
  assert_contains(with.text, "{\"id\":2,\"status\":\"timeout\",\"text\":\"killed\"}");
  assert_double(number_of(&with, "best"), ==, 5);
  assert_double(number_of(&with, "evaluations"), ==, 4);
  hang_up(&with);
}

static void a_failure_stops_the_run_where_that_was_said(void **state)
{
  conversation with = converse(NULL);
  (void)state;
  assert_true(say(&with, "{\"op\":\"create\"," TWO_VARIABLES
                         ",\"options\":{\"particles\":2,\"order\":\"arrival\","
                         "\"failures\":{\"then\":\"stop\"}}}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":2}"));
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[{\"id\":0,\"value\":1},"
                         "{\"id\":1,\"error\":\"it broke\"}]}"));
  assert_string_equal(text_of(&with, "stopped"), "failure");
  assert_true(say(&with, "{\"op\":\"ask\"}"));
  assert_int_equal(jx_node_count(jx_node_member(with.answer, "trials")), 0);
  assert_string_equal(text_of(&with, "stopped"), "failure");
  hang_up(&with);
}

/* Workers that are gone: their trials are handed out again, and what they tell is refused. */
static void what_was_recalled_is_handed_out_again(void **state)
{
  conversation with = converse(NULL);
  (void)state;
  begin(&with, "iteration", 5);
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":20}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":20}"));
  assert_int_equal(jx_node_count(jx_node_member(with.answer, "trials")), 0);
  assert_true(say(&with, "{\"op\":\"recall\"}"));
  assert_refused(&with, "{\"op\":\"tell\",\"id\":3,\"value\":1}", "trial 3 is not out");
  jato_result wanted = by_itself("iteration", 5);
  evaluate_all(&with, 7, 0, bowl);
  assert_same_run(&with, &wanted);
  hang_up(&with);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_by_lines_is_the_run_of_the_library),
      cmocka_unit_test(in_the_order_of_particles_it_is_the_same_for_all),
      cmocka_unit_test(the_minimum_is_found),
      cmocka_unit_test(values_are_in_the_users_units),
      cmocka_unit_test(constraints_decide_before_values),
      cmocka_unit_test(failures_are_counted_and_tried_again),
      cmocka_unit_test(a_failure_stops_the_run_where_that_was_said),
      cmocka_unit_test(what_was_recalled_is_handed_out_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
