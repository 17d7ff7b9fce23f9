/* A problem of a command or an object as a study's text: JSON that is YAML as well. */
#include <string.h>

#include "text/keys.h"
#include "text/study_file.h"

/* Longer keys are none in one line of YAML. */
enum { LONGEST_NAME = 1000 };

/* A text that may be left out. */
static void add_word(jx_json *to, const char *key, const char *text)
{
  if (text != NULL) jx_json_text(to, key, text);
}

/* A name of the user's, as a key. */
static void begin_name(jx_json *to, const char *name)
{
  if (strlen(name) > LONGEST_NAME) to->failed = 1;
  jx_json_begin_object(to, name);
}

static void add_list(jx_json *to, const char *key, const char *const *texts, size_t count)
{
  if (count > JX_STUDY_LISTED) to->failed = 1;
  jx_json_begin_array(to, key);
  for (size_t i = 0; i < count; i++) jx_json_text(to, NULL, texts[i]);
  jx_json_end(to);
}

static void add_value(jx_json *to, const char *key, const jato_variable *variable)
{
  if (variable->kind == JATO_CATEGORY)
    jx_json_text(to, key, variable->choices[(size_t)variable->initial]);
  else
    jx_json_number(to, key, variable->initial);
}

static void add_variable(jx_json *to, const jato_variable *variable)
{
  begin_name(to, variable->name);
  if (variable->kind == JATO_CATEGORY) {
    add_list(to, "choices", variable->choices, variable->choice_count);
  } else if (!variable->fixed) {
    jx_json_begin_array(to, "range");
    jx_json_number(to, NULL, variable->lower);
    jx_json_number(to, NULL, variable->upper);
    jx_json_end(to);
  }
  if (variable->kind == JATO_INTEGER) jx_json_text(to, "kind", "integer");
  if (variable->scale == JATO_LOG && !variable->fixed) jx_json_text(to, "scale", "log");
  if (variable->fixed)
    add_value(to, "fixed", variable);
  else if (variable->has_initial)
    add_value(to, "initial", variable);
  jx_json_end(to);
}

static void add_constraint(jx_json *to, const jato_constraint *constraint)
{
  static const char *const relations[] = {"at_most", "at_least", "equals"};
  begin_name(to, constraint->name);
  jx_json_number(to, relations[constraint->relation], constraint->bound);
  jx_json_number(to, "tolerance", constraint->tolerance);
  jx_json_number(to, "scale", constraint->scale);
  jx_json_end(to);
}

static void add_ways(jx_json *to, int by)
{
  if (by == 0) return;
  jx_json_begin_array(to, "by");
  if ((by & JATO_BY_ENVIRONMENT) != 0) jx_json_text(to, NULL, "environment");
  if ((by & JATO_BY_INPUT) != 0) jx_json_text(to, NULL, "input");
  jx_json_end(to);
}

static void add_command(jx_json *to, const jato_command *command)
{
  static const char *const kept[] = {NULL, "failed", "all"};
  add_word(to, "command", command->command);
  add_word(to, "shell", command->shell);
  add_ways(to, command->by);
  add_word(to, "folder", command->folder);
  add_word(to, "scratch", command->scratch);
  add_word(to, "keep_folders", kept[command->keep_folders]);
  if (command->template_count > 0)
    add_list(to, "templates", command->template_files, command->template_count);
  if (command->result_field != NULL || command->result_file != NULL) {
    jx_json_begin_object(to, "result");
    add_word(to, "field", command->result_field);
    add_word(to, "file", command->result_file);
    jx_json_end(to);
  }
  if (command->persistent) jx_json_text(to, "persistent", "true");
}

static void add_space(jx_json *to, const jato_space *space)
{
  if (space->variable_count > JX_STUDY_NAMED || space->constraint_count > JX_STUDY_NAMED)
    to->failed = 1;
  jx_json_begin_object(to, "variables");
  for (size_t i = 0; i < space->variable_count; i++) add_variable(to, &space->variables[i]);
  jx_json_end(to);
  if (space->constraint_count == 0) return;
  jx_json_begin_object(to, "constraints");
  for (size_t i = 0; i < space->constraint_count; i++) add_constraint(to, &space->constraints[i]);
  jx_json_end(to);
  if (space->penalty > 0) jx_json_number(to, "penalty", space->penalty);
}

static void add_objective(jx_json *to, const jx_objective *objective)
{
  jx_json_begin_object(to, "objective");
  if (objective->object != NULL)
    jx_json_text(to, "object", objective->object);
  else
    add_command(to, objective->command);
  add_word(to, "worker", objective->worker);
  jx_json_end(to);
}

int jx_study_write(const jato_problem *problem, jx_line *out)
{
  const jx_objective *objective = &problem->objective;
  jx_json to = jx_json_to_line(out, JX_JSON_STUDY);
  size_t begin = out->length;
  int is_command = objective->kind == JX_OBJECTIVE_COMMAND && objective->command != NULL;
  int is_object = objective->object != NULL, is_asked = objective->kind == JX_OBJECTIVE_ASKED;
  if ((!is_command && !is_object && !is_asked) || problem->space == NULL) return 0;
  jx_json_begin_object(&to, NULL);
  add_space(&to, &problem->space->given);
  if (!is_asked) add_objective(&to, objective);
  jx_json_end(&to);
  return !to.failed && !out->failed && out->length - begin <= JX_STUDY_BYTES;
}
