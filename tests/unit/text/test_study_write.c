/* text/write_study.c: what is written can be read, says what was there, and is the same when it
 * is written again. Spaces are drawn at random, with texts that JSON or YAML could stumble over. */
#include "check.h"

#include "draw_study.h"
#include "text/study_file.h"

/* A problem as the writer looks at it. */
static void make_problem(const jato_space *space, const jato_command *command, const char *object,
                         struct jato_problem *problem)
{
  jato_error error;
  jato_allocator memory = jx_allocator_or_default(NULL);
  *problem = (struct jato_problem){.dim = 1};
  problem->objective.kind = object != NULL ? JX_OBJECTIVE_OBJECT : JX_OBJECTIVE_COMMAND;
  problem->objective.command = command;
  problem->objective.object = object;
  assert_ok(jx_space_create(space, &memory, &problem->space, &error), error);
}

static void drop_problem(struct jato_problem *problem)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  jx_space_destroy(&memory, &problem->space);
}

static void assert_same_text(const char *found, const char *wanted)
{
  if (found == NULL || wanted == NULL)
    assert_true(found == wanted);
  else
    assert_string_equal(found, wanted);
}

static void assert_same_variable(const jato_variable *found, const jato_variable *wanted)
{
  assert_same_text(found->name, wanted->name);
  assert_int_equal(found->kind, wanted->kind);
  assert_int_equal(found->scale, wanted->scale);
  assert_int_equal(found->fixed, wanted->fixed);
  assert_int_equal(found->has_initial, wanted->has_initial);
  assert_same_double(found->initial, wanted->initial);
  assert_int_equal(found->choice_count, wanted->choice_count);
  for (size_t i = 0; i < wanted->choice_count; i++)
    assert_same_text(found->choices[i], wanted->choices[i]);
  if (wanted->kind == JATO_CATEGORY) return;
  assert_same_double(found->lower, wanted->lower);
  assert_same_double(found->upper, wanted->upper);
}

/* Tolerance and scale are those of the space, where 0 was replaced by what it means. */
static void assert_same_space(const jato_space *found, const jato_space *wanted,
                              const jato_space *filled)
{
  assert_int_equal(found->variable_count, wanted->variable_count);
  for (size_t i = 0; i < wanted->variable_count; i++)
    assert_same_variable(&found->variables[i], &wanted->variables[i]);
  assert_int_equal(found->constraint_count, wanted->constraint_count);
  for (size_t i = 0; i < wanted->constraint_count; i++) {
    assert_same_text(found->constraints[i].name, wanted->constraints[i].name);
    assert_int_equal(found->constraints[i].relation, wanted->constraints[i].relation);
    assert_same_double(found->constraints[i].bound, wanted->constraints[i].bound);
    assert_same_double(found->constraints[i].tolerance, filled->constraints[i].tolerance);
    assert_same_double(found->constraints[i].scale, filled->constraints[i].scale);
  }
  assert_same_double(found->penalty, wanted->penalty);
}

static void assert_same_command(const jato_command *found, const jato_command *wanted)
{
  assert_same_text(found->command, wanted->command);
  assert_same_text(found->shell, wanted->shell);
  assert_int_equal(found->by, wanted->by);
  assert_same_text(found->folder, wanted->folder);
  assert_same_text(found->scratch, wanted->scratch);
  assert_int_equal(found->keep_folders, wanted->keep_folders);
  assert_int_equal(found->template_count, wanted->template_count);
  for (size_t i = 0; i < wanted->template_count; i++)
    assert_same_text(found->template_files[i], wanted->template_files[i]);
  assert_same_text(found->result_field, wanted->result_field);
  assert_same_text(found->result_file, wanted->result_file);
  assert_int_equal(found->persistent, wanted->persistent);
}

static void there_and_back(void **state)
{
  (void)state;
  for (int i = 0; i < 3000; i++) {
    static scene drawn;
    struct jato_problem problem, again;
    jx_line first = {.text = NULL}, second = {.text = NULL};
    jx_study *study = NULL;
    jato_error error;
    draw_scene(&drawn);
    make_problem(&drawn.space, &drawn.command, NULL, &problem);
    assert_true(jx_study_write(&problem, &first));
    assert_null(strchr(first.text, '\n'));
    if (jx_study_read(first.text, "kept", NULL, NULL, &study, &error) != JATO_OK)
      fail_msg("%s\n%s", error.text, first.text);
    assert_int_equal(study->kind, JX_STUDY_COMMAND);
    assert_same_space(&study->space, &drawn.space, &problem.space->given);
    assert_same_command(&study->command, &drawn.command);
    make_problem(&study->space, &study->command, NULL, &again);
    assert_true(jx_study_write(&again, &second));
    assert_string_equal(second.text, first.text);
    jx_study_destroy(&study);
    drop_problem(&problem);
    drop_problem(&again);
    jx_line_release(&first);
    jx_line_release(&second);
  }
}

static void an_object_as_written(void **state)
{
  (void)state;
  static const char *const choices[] = {"p\"q", "r"};
  static const jato_variable variables[] = {
      {.name = "a", .lower = 0.25, .upper = 1},
      {.name = "b", .kind = JATO_CATEGORY, .choices = choices, .choice_count = 2}};
  const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 2};
  struct jato_problem problem;
  jx_line line = {.text = NULL};
  make_problem(&space, NULL, "./lib \xc3\xa9.so", &problem);
  assert_true(jx_study_write(&problem, &line));
  assert_string_equal(line.text,
                      "{\"variables\": {\"a\": {\"range\": [0.25, 1]}, \"b\": {\"choices\": "
                      "[\"p\\\"q\", \"r\"]}}, \"objective\": {\"object\": \"./lib \xc3\xa9.so\"}}");
  jx_line_release(&line);
  drop_problem(&problem);
}

static void what_cannot_be_written(void **state)
{
  (void)state;
  static const char *const wrong[] = {
      "\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x28\xa1", "\x80"};
  const jato_variable variable = {.name = "a", .lower = 0, .upper = 1};
  const jato_space space = {JATO_SPACE_INIT, .variables = &variable, .variable_count = 1};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    jato_command command = {JATO_COMMAND_INIT, .command = wrong[i]};
    struct jato_problem problem;
    jx_line line = {.text = NULL};
    make_problem(&space, &command, NULL, &problem);
    assert_false(jx_study_write(&problem, &line));
    problem.objective.kind = JX_OBJECTIVE_FUNCTION;
    assert_false(jx_study_write(&problem, &line));
    jx_line_release(&line);
    drop_problem(&problem);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_and_back),
      cmocka_unit_test(an_object_as_written),
      cmocka_unit_test(what_cannot_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
