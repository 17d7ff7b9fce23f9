/* Shared objects: opened, called in this process, and behind lines of JSON. BEAM and VALLEY are the
 * paths of the examples; what they yield is known from the books: Coello's best beam costs 1.724852
 * with four of its seven constraints at 0, and Rosenbrock's valley is 0 at 1. */
#define _GNU_SOURCE
#include "scratch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/shared.h"
#include "evaluator/command/command_line.h"
#include "evaluator/evaluators.h"
#include "problem/problems.h"
#include "jato/jato.h"

static const double best_beam[] = {0.205730, 3.470489, 9.036624, 0.205730};

/* A problem as room `problem` makes it, as far as evaluators look at it. */
static jato_problem problem_of(const char *path, const jato_space *given)
{
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_problem problem = {.objective = {.kind = JX_OBJECTIVE_OBJECT, .object = path},
                          .allocator = allocator};
  assert_ok(jx_space_create(given, &allocator, &problem.space, &error), error);
  problem.dim = problem.space->dim;
  return problem;
}

static jato_problem beam(const char *path)
{
  static const jato_variable variables[] = {{.lower = 0.1, .upper = 2},
                                            {.lower = 0.1, .upper = 10},
                                            {.lower = 0.1, .upper = 10},
                                            {.lower = 0.1, .upper = 2}};
  static const jato_constraint constraints[7];
  return problem_of(path, &(jato_space){JATO_SPACE_INIT, variables, 4, constraints, 7, 0});
}

static void drop(jato_problem *problem) { jx_space_destroy(&problem->allocator, &problem->space); }

static jx_evaluator *start(const jato_problem *problem)
{
  jato_error error = {JATO_OK, ""};
  jx_evaluator *evaluator = NULL;
  jx_evaluator_config config = {
      .problem = problem, .workers = 1, .timeout = INFINITY, .allocator = problem->allocator};
  assert_ok(jx_object_ops.check(problem, &error), error);
  assert_ok(jx_object_ops.create(&config, &evaluator, &error), error);
  return evaluator;
}

static void assert_best_beam(double f, const double *c)
{
  static const int tight[] = {0, 1, 2, 6};
  assert_double(fabs(f - 1.724852), <, 1e-5);
  for (size_t i = 0; i < 7; i++) assert_double(c[i], <, 1.0);
  for (size_t i = 0; i < 4; i++) assert_double(fabs(c[tight[i]]), <, 1.0); /* of thousands */
  assert_double(c[3], <, -3.0);
  assert_double(c[5], <, -0.2);
}

static void points_are_evaluated(void **state)
{
  (void)state;
  jato_problem problem = beam(BEAM);
  jx_evaluator *evaluator = start(&problem);
  jato_error error = {JATO_OK, ""};
  double x[8], f[2], c[14];
  unsigned char status[2] = {JATO_EVAL_OK, JATO_EVAL_OK};
  memcpy(x, (double[]){1, 1, 1, 1}, sizeof best_beam);
  memcpy(x + 4, best_beam, sizeof best_beam);
  jato_points points = {sizeof points, 2, 4, 7, x, f, c, status};
  assert_ok(jx_object_ops.evaluate(evaluator, &points, &error), error);
  assert_double(fabs(f[0] - (1.10471 + 0.04811 * 15)), <, 1e-12);
  assert_best_beam(f[1], c + 7);
  assert_int_equal(status[1], JATO_EVAL_OK);
  jx_object_ops.destroy(&evaluator);
  assert_null(evaluator);
  drop(&problem);
}

static void one_point_is_submitted(void **state)
{
  (void)state;
  jato_problem problem = beam(BEAM);
  jx_evaluator *evaluator = start(&problem);
  jato_error error = {JATO_OK, ""};
  jx_outcome *over = NULL;
  assert_int_equal(jx_object_ops.capacity(evaluator), 1);
  assert_ok(jx_object_ops.submit(evaluator, 7, best_beam, &error), error);
  assert_ok(jx_object_ops.wait(evaluator, 1, &over, &error), error);
  assert_non_null(over);
  assert_int_equal(over->id, 7);
  assert_best_beam(*over->f, over->c);
  jx_object_ops.destroy(&evaluator);
  drop(&problem);
}

#ifdef VALLEY
static void fortran_is_called(void **state)
{
  static const jato_variable variables[] = {
      {.lower = -5, .upper = 5}, {.lower = -5, .upper = 5}, {.lower = -5, .upper = 5}};
  static const double x[] = {1, 1, 1, -1, 1, 1, 0, 0, 0};
  (void)state;
  jato_problem problem = problem_of(
      VALLEY, &(jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = 3});
  jx_evaluator *evaluator = start(&problem);
  jato_error error = {JATO_OK, ""};
  double f[3];
  unsigned char status[3] = {0};
  jato_points points = {sizeof points, 3, 3, 0, x, f, NULL, status};
  assert_ok(jx_object_ops.evaluate(evaluator, &points, &error), error);
  assert_same_double(f[0], 0);
  assert_same_double(f[1], 4);
  assert_same_double(f[2], 2);
  jx_object_ops.destroy(&evaluator);
  drop(&problem);
}

static void missing_constraints_are_said(void **state)
{
  (void)state;
  jato_problem problem = beam(VALLEY);
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jx_object_ops.check(&problem, &error), JATO_E_FILE);
  assert_contains(error.text, "has no function jato_constraints");
  drop(&problem);
}
#endif

static void what_is_no_object_is_refused(void **state)
{
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jx_shared shared;
  assert_int_equal(jx_shared_open("nowhere.so", 0, &shared, &error), JATO_E_FILE);
  assert_contains(error.text, "./nowhere.so: cannot open");
  assert_contains(error.text, "cc -shared -fPIC");
  assert_null(shared.library);
  const char *path = scratch_write(s, "text.so", "double jato_objective();");
  assert_int_equal(jx_shared_open(path, 0, &shared, &error), JATO_E_FILE);
  assert_contains(error.text, "cannot load");
  assert_int_equal(jx_shared_open("", 0, &shared, &error), JATO_E_ARGUMENT);
  assert_int_equal(jx_shared_open(NULL, 0, &shared, &error), JATO_E_ARGUMENT);
}

/* A shared object that has nothing in it. */
static void missing_functions_are_said(void **state)
{
  (void)state;
  jato_error error = {JATO_OK, ""};
  jx_shared shared;
  assert_int_equal(jx_shared_open(EMPTY, 0, &shared, &error), JATO_E_FILE);
  assert_contains(error.text, "has no function jato_objective");
  assert_contains(error.text, "double jato_objective(const double *x, int n)");
}

/* ---- Workers ----------------------------------------------------------------------------------
 */

/* Whatever its names are, the command is split into them again. */
static void commands_are_quoted(void **state)
{
  static const char *const names[][3] = {
      {"jato", "./a.so", "./a.so"},
      {"/opt/my tools/jato", "a.so", "./a.so"},
      {"./ja'to", "/tmp/{x} \"$HOME\\\n.so", "/tmp/{x} \"$HOME\\\n.so"},
      {"jato", "-dash.so", "./-dash.so"},
      {"jato", "\xc3\xa9/\x01*?~#.so", "\xc3\xa9/\x01*?~#.so"}};
  jato_problem problem = beam(BEAM);
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    jato_error error = {JATO_OK, ""};
    jx_command_line *line = NULL;
    jx_call call = {0};
    char *command = jx_object_command(names[i][0], names[i][1], 7, &problem.allocator);
    jato_command persistent = {JATO_COMMAND_INIT, .command = command,
                               .persistent = JATO_PERSISTENT_BY_INDEX};
    assert_ok(jx_command_line_create(&persistent, problem.space, NULL, &line, &error), error);
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){0, NULL, NULL}));
    assert_string_equal(call.argv[0], names[i][0]);
    assert_string_equal(call.argv[1], "worker");
    assert_string_equal(call.argv[2], names[i][2]);
    assert_string_equal(call.argv[3], "--constraints");
    assert_string_equal(call.argv[4], "7");
    assert_null(call.argv[5]);
    jx_call_release(&call, &line->pool.allocator);
    jx_command_line_destroy(&line);
    jx_release(&problem.allocator, command);
  }
  drop(&problem);
}

/* What jato_object_serve answers to all of `lines`, which go by a file. */
static char *converse(scratch *s, size_t constraints, const char *lines)
{
  static char answers[1 << 16];
  jato_error error = {JATO_OK, ""};
  FILE *input = fopen(scratch_write(s, "in", lines), "r");
  FILE *output = fopen(scratch_path(s, "out"), "w+");
  assert_true(input != NULL && output != NULL);
  assert_ok(jato_object_serve(BEAM, constraints, fileno(input), fileno(output), &error), error);
  rewind(output);
  answers[fread(answers, 1, sizeof answers - 1, output)] = '\0';
  fclose(input);
  fclose(output);
  return answers;
}

static void lines_are_answered(void **state)
{
  jato_problem problem = beam(BEAM);
  jx_answer answer;
  double c[7];
  char *text = converse(*state, 7,
                        "{\"id\": 7, \"values\": {\"h\": 0.205730, \"l\": 3.470489, \"t\": "
                        "9.036624, \"b\": 0.205730}}\n\n"
                        "{\"values\": {\"z\": 1, \"y\": 1, \"x\": 1, \"w\": 1}, \"id\": 8}");
  char *end = strchr(text, '\n');
  assert_non_null(end);
  assert_true(jx_lines_read_answer(problem.space, text, (size_t)(end - text), &answer, c));
  assert_int_equal(answer.id, 7);
  assert_best_beam(answer.value, c);
  assert_true(jx_lines_read_answer(problem.space, end + 1, strlen(end + 1), &answer, c));
  assert_int_equal(answer.id, 8);
  assert_double(fabs(answer.value - (1.10471 + 0.04811 * 15)), <, 1e-12);
  drop(&problem);
}

static void wrong_lines_are_answered(void **state)
{
  char *text = converse(*state, 0,
                        "hello\n{\"id\": 3}\n{\"id\": 4, \"values\": {\"x\": \"red\"}}\n"
                        "{\"id\": 5, \"values\": {}}\n[1]\n");
  assert_contains(text, "{\"error\": \"this is no JSON");
  assert_contains(text, "{\"id\": 3, \"error\": \"the line has no \\\"values\\\"");
  assert_contains(text, "{\"id\": 4, \"error\": \"the value \\\"x\\\" is not a number");
  assert_contains(text, "{\"id\": 5, \"error\": \"the line has no");
  size_t count = 0;
  for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) count++;
  assert_int_equal(count, 5);
}

/* A line of more bytes than are read at a time, between two that are short. */
static void long_lines_are_answered(void **state)
{
  enum { LENGTH = 300000 };
  char *lines = malloc(LENGTH + 300);
  int at = sprintf(lines, "{\"id\": 1, \"values\": {\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1}}\n");
  at += sprintf(lines + at, "{\"id\": 2, \"values\": {\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1},");
  memset(lines + at, ' ', LENGTH);
  strcpy(lines + at + LENGTH, "\"x\": 0}\n{\"id\": 3, \"values\": {}}\n");
  const char *text = converse(*state, 0, lines);
  assert_contains(text, "{\"id\": 1, \"value\": 1.8263");
  assert_contains(text, "\n{\"id\": 2, \"value\": 1.8263");
  assert_contains(text, "\n{\"id\": 3, \"error\"");
  free(lines);
}

static void serving_may_fail(void **state)
{
  (void)state;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_object_serve("./nowhere.so", 0, 0, 1, &error), JATO_E_FILE);
  assert_int_equal(jato_object_serve(BEAM, 0, -1, 1, &error), JATO_E_FILE);
  assert_contains(error.text, "read lines");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_evaluated),
      cmocka_unit_test(one_point_is_submitted),
#ifdef VALLEY
      cmocka_unit_test(fortran_is_called),
      cmocka_unit_test(missing_constraints_are_said),
#endif
      cmocka_unit_test_setup_teardown(what_is_no_object_is_refused, scratch_make, scratch_remove),
      cmocka_unit_test(missing_functions_are_said),
      cmocka_unit_test(commands_are_quoted),
      cmocka_unit_test_setup_teardown(lines_are_answered, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(wrong_lines_are_answered, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(long_lines_are_answered, scratch_make, scratch_remove),
      cmocka_unit_test(serving_may_fail),
  };
  return cmocka_run_group_tests_name("shared objects", tests, NULL, NULL);
}
