/* evaluator/command/command_line.h: commands split and checked, calls composed. */
#define _POSIX_C_SOURCE 200809L /* getcwd */
#include "command_line_sample.h"

#include <stdio.h>
#include <unistd.h>

/* ---- Splitting --------------------------------------------------------------------------------
 */

#define assert_argv(space, command, ...) \
  check_argv((space), (command), (const char *const[]){__VA_ARGS__, NULL}, __LINE__)

static void check_argv(const jx_space *space, const char *command, const char *const *wanted,
                       int source_line)
{
  jx_command_line *line =
      make(space, &(jato_command){.command = command, .by = JATO_BY_ENVIRONMENT});
  jx_call call = {0};
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){7, point, "/tmp/e7"}));
  size_t i = 0;
  for (; wanted[i] != NULL && call.argv[i] != NULL; i++) {
    if (strcmp(call.argv[i], wanted[i]) == 0) continue;
    print_error("word %zu is \"%s\", wanted \"%s\"\n", i, call.argv[i], wanted[i]);
    _fail(__FILE__, source_line);
  }
  if (wanted[i] != NULL || call.argv[i] != NULL) _fail(__FILE__, source_line);
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void splits(void **state)
{
  assert_argv(*state, "sim", "sim");
  assert_argv(*state, "  sim\t-k  {kappa}\n--n={n} ", "sim", "-k", "0.1", "--n=3");
  assert_argv(*state, "sim 'a b' \"c d\" e' 'f", "sim", "a b", "c d", "e f");
  assert_argv(*state, "sim '' \"\" x", "sim", "", "", "x");
  assert_argv(*state, "sim 'it\"s' \"it's\"", "sim", "it\"s", "it's");
  assert_argv(*state, "sim \\'a\\ b \"\\\"\" '\\' \\\\", "sim", "'a b", "\"", "\\", "\\");
  assert_argv(*state, "sim $HOME *.c a|b; `x` #y", "sim", "$HOME", "*.c", "a|b;", "`x`", "#y");
  assert_argv(*state, "sim {{kappa}} {{}} a{{{kappa}}}", "sim", "{kappa}", "{}", "a{0.1}");
  assert_argv(*state, "sim \\{kappa\\} '{kappa}'", "sim", "{kappa}", "0.1");
  assert_argv(*state, "sim -m{method}", "sim", "-mtwo words");
  assert_argv(*state, "./{method}/sim {id} {folder}/x", "./two words/sim", "7", "/tmp/e7/x");
}

static void here_is_the_working_directory(void **state)
{
  char here[4096];
  assert_non_null(getcwd(here, sizeof here));
  assert_argv(*state, "sim {here}", "sim", here);
}

/* A program by a relative path is meant from here where it runs in a folder of its own. */
static void programs_are_found_from_here(void **state)
{
  static const char *const given[] = {"./sim {n}", "bin/sim {n}", "sim {n}", "/bin/sim {n}"};
  char here[4096], wanted[5000];
  assert_non_null(getcwd(here, sizeof here));
  for (size_t i = 0; i < 4; i++) {
    jx_command_line *line = make(*state, &(jato_command){.command = given[i], .scratch = "runs"});
    jx_call call = {0};
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){7, point, "/tmp/e7"}));
    snprintf(wanted, sizeof wanted, "%s%s%.*s", i < 2 ? here : "", i < 2 ? "/" : "",
             (int)strlen(given[i]) - 4, given[i]);
    assert_string_equal(call.argv[0], wanted);
    jx_call_release(&call, &line->pool.allocator);
    jx_command_line_destroy(&line);
  }
}

/* ---- What is refused --------------------------------------------------------------------------
 */

static void commands_are_checked(void **state)
{
  REFUSE("there is no command", .by = 0);
  REFUSE("both", .command = "a {n}", .shell = "b {n}");
  REFUSE("empty", .command = " \n", .by = JATO_BY_INPUT);
  REFUSE("empty", .command = "'' {n}");
  REFUSE("empty", .shell = " ", .by = JATO_BY_INPUT);
  REFUSE("is never closed", .command = "a 'b {n}");
  REFUSE("is never closed", .command = "a \"b {n}");
  REFUSE("is never closed", .shell = "a {n} 'b");
  REFUSE("escapes nothing", .command = "a {n} \\");
  REFUSE("did you mean {kappa}", .command = "a {kapa}");
  REFUSE("did you mean {method}", .shell = "a {metod}");
  REFUSE("is not a variable", .command = "a {temperature}");
  REFUSE("is not a variable", .command = "a {stress}");
  REFUSE("not part of a {name}", .command = "a {n");
  REFUSE("not part of a {name}", .command = "a {}");
  REFUSE("not part of a {name}", .command = "a {0}");
  REFUSE("not part of a {name}", .command = "a n}");
  REFUSE("write {kappa}", .command = "sim");
  REFUSE("JATO_BY", .command = "sim", .by = 4);
  REFUSE("not a jato_keep_folders", .command = "sim {n}", .scratch = "r", .keep_folders = 3);
}

/* A variable with a name that braces, or the environment, have already; where it goes another way
 * there is nothing to mistake. */
static void names_have_one_meaning(void **state)
{
  static const char *const names[] = {"id", "folder", "here"};
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    char text[40];
    const jato_variable variable = {.name = names[i], .lower = 0, .upper = 1};
    void *space = new_space(&(jato_space){JATO_SPACE_INIT, &variable, 1});
    (void)snprintf(text, sizeof text, "{%s} could be the variable", names[i]);
    refuse(space, &(jato_command){.command = "a {id} {folder} {here}"}, text);
    refuse(space, &(jato_command){.shell = "a {id} {folder} {here}"}, text);
    jx_command_line *line = make(space, &(jato_command){.command = "a", .by = JATO_BY_INPUT});
    jx_command_line_destroy(&line);
    drop_space(&space);
  }
  const jato_variable loud = {.name = "ID", .lower = 0, .upper = 1};
  void *space = new_space(&(jato_space){JATO_SPACE_INIT, .variables = &loud, .variable_count = 1});
  refuse(space, &(jato_command){.command = "a {ID}", .by = JATO_BY_ENVIRONMENT}, "JATO_ID");
  drop_space(&space);
}

static void settings_go_together(void **state)
{
  static const char *const files[] = {"x.in"};
  REFUSE("set scratch", .command = "a {n}", .template_files = files, .template_count = 1);
  REFUSE("set scratch", .command = "a {n}", .result_file = "r");
  REFUSE("set scratch", .command = "a {n}", .keep_folders = JATO_KEEP_ALL);
  REFUSE("scratch is empty", .command = "a {n}", .scratch = "");
  REFUSE("own folder", .command = "a {n}", .scratch = "s", .result_file = "/tmp/r");
  REFUSE("no name", .command = "a {n}", .result_field = "");
  REFUSE("persistent", .command = "a {n}", .persistent = 1);
  REFUSE("persistent", .command = "a", .persistent = 1, .scratch = "s");
  REFUSE("persistent", .command = "a", .persistent = 1, .result_field = "loss");
  REFUSE("persistent", .command = "a", .persistent = 1, .by = JATO_BY_ENVIRONMENT);
}

/* ---- Composing --------------------------------------------------------------------------------
 */

static void environment_and_input(void **state)
{
  jato_command command = {.command = "sim", .by = JATO_BY_ENVIRONMENT | JATO_BY_INPUT};
  jx_command_line *line = make(*state, &command);
  jx_call call = {0};
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){12, point, "/tmp/e"}));
  assert_string_equal(call.env[0], "JATO_ID=12");
  assert_string_equal(call.env[1], "JATO_FOLDER=/tmp/e");
  assert_string_equal(call.env[2], "JATO_kappa=0.1");
  assert_string_equal(call.env[3], "JATO_n=3");
  assert_string_equal(call.env[4], "JATO_method=two words");
  assert_null(call.env[5]);
  const char *wanted =
      "{\"id\": 12, \"values\": {\"kappa\": 0.1, \"n\": 3, \"method\": \"two words\"}}\n";
  assert_string_equal(call.input, wanted);
  assert_int_equal(call.input_length, strlen(wanted));
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void arguments_alone(void **state)
{
  jx_command_line *line = make(*state, &(jato_command){.command = "sim {n}"});
  jx_call call = {0};
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){12, point, NULL}));
  assert_string_equal(call.env[0], "JATO_ID=12");
  assert_null(call.env[1]);
  assert_null(call.input);
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void workers_that_stay(void **state)
{
  jx_command_line *line = make(*state, &(jato_command){.command = "sim --fast", .persistent = 1});
  jx_call call = {0};
  assert_true(line->persistent);
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){0, NULL, NULL}));
  assert_string_equal(call.argv[1], "--fast");
  assert_null(call.argv[2]);
  assert_null(call.env);
  assert_null(call.input);
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){9, point, NULL}));
  assert_contains(call.input, "{\"id\": 9, ");
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

/* One call serves many evaluations, with longer and shorter values. */
static void any_choice_reaches_argv(void **state)
{
  jx_command_line *line = make(*state, &(jato_command){.command = "sim {method} -m{method}x"});
  jx_call call = {0};
  for (size_t i = 0; i < 3 * HARD; i++) {
    double values[] = {0.5, 2, (double)(i % HARD)};
    char wanted[100];
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){i, values, NULL}));
    snprintf(wanted, sizeof wanted, "-m%sx", hard[i % HARD]);
    assert_string_equal(call.argv[1], hard[i % HARD]);
    assert_string_equal(call.argv[2], wanted);
    assert_null(call.argv[3]);
  }
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void memory_is_used_again(void **state)
{
  jx_command_line *line =
      make(*state, &(jato_command){.command = "sim {method}", .by = JATO_BY_INPUT});
  jx_call call = {0};
  double values[] = {0.123456789012345, 20, 3};
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){UINT64_MAX, values, "/a/folder"}));
  const char *text = call.text.text, *json = call.json.text;
  for (int i = 0; i < 100; i++)
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){1, point, "/a"}));
  assert_ptr_equal(call.text.text, text);
  assert_ptr_equal(call.json.text, json);
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

/* ---- Anything at all ----------------------------------------------------------------------------
 */

/* A command made from random bytes, each quoted by a backslash, and a choice of random bytes. */
static void random_bytes_reach_argv(void **state)
{
  (void)state;
  uint32_t seed = 1;
  for (int round = 0; round < 2000; round++) {
    char choice[40], command[100] = "sim {v} ", word[40];
    size_t length = next_random(&seed) % 30, at = strlen(command);
    for (size_t i = 0; i < length; i++) {
      do choice[i] = (char)(1 + next_random(&seed) % 255);
      while (choice[i] == '\n');
      word[i] = (char)(1 + next_random(&seed) % 255);
      command[at++] = '\\';
      command[at++] = word[i];
    }
    choice[length] = word[length] = command[at] = '\0';
    const char *const choices[] = {"x", choice};
    if (strcmp(choice, "x") == 0) continue;
    jato_variable variable = {
        .name = "v", .kind = JATO_CATEGORY, .choices = choices, .choice_count = 2};
    jx_space *space = new_space(&(jato_space){JATO_SPACE_INIT, &variable, 1});
    jx_command_line *line = make(space, &(jato_command){.command = command});
    jx_call call = {0};
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){1, (double[]){1}, NULL}));
    assert_string_equal(call.argv[1], choice);
    if (length > 0) assert_string_equal(call.argv[2], word);
    jx_call_release(&call, &line->pool.allocator);
    jx_command_line_destroy(&line);
    drop_space((void **)&space);
  }
}

/* Letters with a meaning, thrown together: made or refused with words, never worse. */
static void random_commands_do_no_harm(void **state)
{
  static const char *const parts[] = {"{", "}",  "{n}", "{kappa", "'", "\"",    "\\", " ",   "$",
                                      "`", "<<", "$(",  "#",      "n", "{{n}}", "\n", "{id}"};
  uint32_t seed = 5;
  for (int round = 0; round < 20000; round++) {
    char text[200] = "";
    for (size_t i = next_random(&seed) % 16; i > 0; i--)
      strcat(text, parts[next_random(&seed) % (sizeof parts / sizeof parts[0])]);
    jato_command command = {.command = round % 2 ? text : NULL, .shell = round % 2 ? NULL : text};
    jato_error error = {JATO_OK, ""};
    jx_command_line *line = NULL;
    jx_call call = {0};
    if (jx_command_line_create(&command, *state, NULL, &line, &error) != JATO_OK) {
      assert_int_equal(error.status, JATO_E_ARGUMENT);
      assert_true(strlen(error.text) > 10);
      continue;
    }
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){1, point, NULL}));
    jx_call_release(&call, &line->pool.allocator);
    jx_command_line_destroy(&line);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits),
      cmocka_unit_test(here_is_the_working_directory),
      cmocka_unit_test(programs_are_found_from_here),
      cmocka_unit_test(commands_are_checked),
      cmocka_unit_test(names_have_one_meaning),
      cmocka_unit_test(settings_go_together),
      cmocka_unit_test(environment_and_input),
      cmocka_unit_test(arguments_alone),
      cmocka_unit_test(workers_that_stay),
      cmocka_unit_test(any_choice_reaches_argv),
      cmocka_unit_test(random_bytes_reach_argv),
      cmocka_unit_test(memory_is_used_again),
      cmocka_unit_test(random_commands_do_no_harm),
  };
  return cmocka_run_group_tests_name("command lines", tests, make_space, drop_space);
}
