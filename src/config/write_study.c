/* A problem of a command or an object as a study's text. JSON that is YAML as well: texts in double
 * quotes, everything escaped that only one of the two would take as it is. */
#include <string.h>

#include "base/text.h"
#include "config/keys.h"
#include "config/study_file.h"

/* Longer keys are none in one line of YAML. */
enum { LONGEST_NAME = 1000 };

typedef struct writer {
  jx_line *out;
  int failed;
} writer;

static void add(writer *to, const char *text) { jx_line_add(to->out, text, strlen(text)); }

/* Control characters, and the letters that YAML takes for the end of a line or for nothing. */
static int wants_escape(unsigned letter)
{
  return letter < 0x20 || (letter >= 0x7F && letter < 0xA0) || letter == 0x2028 ||
         letter == 0x2029 || letter == 0xFEFF || letter == 0xFFFE || letter == 0xFFFF;
}

static void add_text(writer *to, const char *text)
{
  add(to, "\"");
  while (*text != '\0') {
    unsigned letter;
    size_t bytes = jx_text_letter(text, &letter);
    if (bytes == 0) {
      to->failed = 1;
      return;
    }
    if (wants_escape(letter))
      jx_line_print(to->out, "\\u%04x", letter);
    else if (letter == '"' || letter == '\\')
      jx_line_print(to->out, "\\%c", (int)letter);
    else
      jx_line_add(to->out, text, bytes);
    text += bytes;
  }
  add(to, "\"");
}

/* A name of the user's, as a key. */
static void add_name(writer *to, size_t index, const char *name)
{
  if (strlen(name) > LONGEST_NAME) to->failed = 1;
  add(to, index == 0 ? "" : ", ");
  add_text(to, name);
  add(to, ": {");
}

/* "key": in front of a value, with a comma where it is not the first of its mapping. */
static void add_key(writer *to, const char *key)
{
  char last =
      to->out->length > 0 && to->out->text != NULL ? to->out->text[to->out->length - 1] : '{';
  jx_line_print(to->out, "%s\"%s\": ", last == '{' ? "" : ", ", key);
}

static void add_word(writer *to, const char *key, const char *text)
{
  if (text == NULL) return;
  add_key(to, key);
  add_text(to, text);
}

static void add_number(writer *to, const char *key, double number)
{
  add_key(to, key);
  jx_line_number(to->out, number);
}

static void add_list(writer *to, const char *key, const char *const *texts, size_t count)
{
  if (count > JX_STUDY_LISTED) to->failed = 1;
  add_key(to, key);
  add(to, "[");
  for (size_t i = 0; i < count; i++) {
    add(to, i == 0 ? "" : ", ");
    add_text(to, texts[i]);
  }
  add(to, "]");
}

static void add_value(writer *to, const char *key, const jato_variable *variable)
{
  if (variable->kind == JATO_CATEGORY)
    add_word(to, key, variable->choices[(size_t)variable->initial]);
  else
    add_number(to, key, variable->initial);
}

static void add_variable(writer *to, size_t index, const jato_variable *variable)
{
  add_name(to, index, variable->name);
  if (variable->kind == JATO_CATEGORY) {
    add_list(to, "choices", variable->choices, variable->choice_count);
  } else if (!variable->fixed) {
    add_key(to, "range");
    add(to, "[");
    jx_line_number(to->out, variable->lower);
    add(to, ", ");
    jx_line_number(to->out, variable->upper);
    add(to, "]");
  }
  if (variable->kind == JATO_INTEGER) add_word(to, "kind", "integer");
  if (variable->scale == JATO_LOG && !variable->fixed) add_word(to, "scale", "log");
  if (variable->fixed)
    add_value(to, "fixed", variable);
  else if (variable->has_initial)
    add_value(to, "initial", variable);
  add(to, "}");
}

static void add_constraint(writer *to, size_t index, const jato_constraint *constraint)
{
  static const char *const relations[] = {"at_most", "at_least", "equals"};
  add_name(to, index, constraint->name);
  add_number(to, relations[constraint->relation], constraint->bound);
  add_number(to, "tolerance", constraint->tolerance);
  add_number(to, "scale", constraint->scale);
  add(to, "}");
}

static void add_ways(writer *to, int by)
{
  if (by == 0) return;
  add_key(to, "by");
  add(to, by == JATO_BY_ENVIRONMENT ? "[\"environment\"]"
          : by == JATO_BY_INPUT     ? "[\"input\"]"
                                    : "[\"environment\", \"input\"]");
}

static void add_command(writer *to, const jato_command *command)
{
  static const char *const kept[] = {NULL, "failed", "all"};
  add_word(to, "command", command->command);
  add_word(to, "shell", command->shell);
  add_ways(to, command->by);
  add_word(to, "folder", command->folder);
  add_word(to, "scratch", command->scratch);
  add_word(to, "keep", kept[command->keep_folders]);
  if (command->template_count > 0)
    add_list(to, "templates", command->template_files, command->template_count);
  if (command->result_field != NULL || command->result_file != NULL) {
    add_key(to, "result");
    add(to, "{");
    add_word(to, "field", command->result_field);
    add_word(to, "file", command->result_file);
    add(to, "}");
  }
  if (command->stays) add_word(to, "stays", "true");
}

static void add_space(writer *to, const jato_space *space)
{
  if (space->variable_count > JX_STUDY_NAMED || space->constraint_count > JX_STUDY_NAMED)
    to->failed = 1;
  add_key(to, "variables");
  add(to, "{");
  for (size_t i = 0; i < space->variable_count; i++) add_variable(to, i, &space->variables[i]);
  add(to, "}");
  if (space->constraint_count > 0) {
    add_key(to, "constraints");
    add(to, "{");
    for (size_t i = 0; i < space->constraint_count; i++)
      add_constraint(to, i, &space->constraints[i]);
    add(to, "}");
    if (space->penalty > 0) add_number(to, "penalty", space->penalty);
  }
}

static void add_objective(writer *to, const jx_objective *objective)
{
  add_key(to, "objective");
  add(to, "{");
  if (objective->object != NULL)
    add_word(to, "object", objective->object);
  else
    add_command(to, objective->command);
  if (objective->worker != NULL) add_word(to, "worker", objective->worker);
  add(to, "}");
}

int jx_study_write(const jato_problem *problem, jx_line *out)
{
  const jx_objective *objective = &problem->objective;
  writer to = {.out = out};
  size_t begin = out->length;
  int is_command = objective->kind == JX_OBJECTIVE_COMMAND && objective->command != NULL;
  int is_object = objective->object != NULL, is_asked = objective->kind == JX_OBJECTIVE_ASKED;
  if ((!is_command && !is_object && !is_asked) || problem->space == NULL) return 0;
  add(&to, "{");
  add_space(&to, &problem->space->given);
  if (!is_asked) add_objective(&to, objective);
  add(&to, "}");
  return !to.failed && !out->failed && out->length - begin <= JX_STUDY_BYTES;
}
