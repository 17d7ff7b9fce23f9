/* The one reader of variables and constraints, however they were written. */
#include <string.h>

#include "text/parsed_study.h"

/* jx_parsed_variable.kind and scale: indices into the choices of keys.c. */
enum { KIND_UNSAID, KIND_REAL, KIND_INTEGER, KIND_CATEGORY };
enum { SCALE_UNSAID, SCALE_LINEAR, SCALE_LOG };

/* `node` is a variable or constraint, or one of its keys; `key` NULL: as a whole. */
static jato_status complain(const jx_reader *here, const jx_node *node, const jx_node *key,
                            const char *words)
{
  char shown[JX_SHOWN];
  if (!jx_node_has_line(node)) /* then the key names it */
    return jx_node_fail(node, here->error, "%s", words);
  return jx_node_fail(key != NULL ? key : node, here->error, "%s: %s",
                      jx_text_show(jx_node_name(node), shown), words);
}

/* `count` choices from the first one on. */
static jato_status copy_choices(const jx_reader *here, const jx_node *from, size_t count,
                                jato_variable *out)
{
  const char **choices = jx_pool_take(&here->study->pool, count, sizeof *choices);
  if (choices == NULL) return jx_read_no_memory(here);
  for (size_t i = 0; i < count; i++, from = jx_node_next(from))
    JX_TRY(jx_read_text(here, from, &choices[i]));
  out->kind = JATO_CATEGORY;
  out->choices = choices;
  out->choice_count = count;
  return JATO_OK;
}

static jato_status read_choice(const jx_reader *here, const jx_node *node,
                               const jato_variable *variable, double *out)
{
  char shown[JX_SHOWN], number[JX_NUMBER_SIZE], suggestion[JX_SUGGESTION];
  const char *text = jx_node_written(node, number);
  jx_nearest nearest = jx_nearest_to(jx_text_of(text));
  for (size_t i = 0; i < variable->choice_count; i++) {
    jx_nearest_offer(&nearest, variable->choices[i]);
    if (strcmp(variable->choices[i], text) != 0) continue;
    *out = (double)i;
    return JATO_OK;
  }
  return jx_node_fail(node, here->error, "%s: \"%s\" is not one of the choices%s", node->key,
                      jx_text_show(text, shown), jx_nearest_suggest(&nearest, "", suggestion));
}

/* initial or fixed: a number, or a choice by its name. */
static jato_status read_value(const jx_reader *here, const jx_node *node,
                              const jato_variable *variable, double *out)
{
  if (variable->kind == JATO_CATEGORY) return read_choice(here, node, variable, out);
  return jx_read_number(here, node, out);
}

static int is_word(const jx_node *node)
{
  double number;
  return node != NULL && node->kind != JX_NODE_NUMBER &&
         !jx_text_number(jx_text_of(node->text), &number);
}

static jato_status read_kind(const jx_reader *here, const jx_node *node,
                             const jx_parsed_variable *from, jato_variable *out)
{
  size_t choices = jx_node_count(from->choices);
  if (choices > 0 && (from->kind == KIND_REAL || from->kind == KIND_INTEGER))
    return complain(here, node, jx_node_member(node, "kind"),
                    "a variable with choices is a category");
  if (choices > 0 && from->range != NULL)
    return complain(here, node, from->range, "takes range or choices, not both");
  if (choices > 0) return copy_choices(here, jx_node_first(from->choices), choices, out);
  /* A fixed word is the one choice there is. */
  if (is_word(from->fixed) && (from->kind == KIND_UNSAID || from->kind == KIND_CATEGORY))
    return copy_choices(here, from->fixed, 1, out);
  if (from->kind == KIND_CATEGORY)
    return complain(here, node, jx_node_member(node, "kind"),
                    "a category needs choices, as in [bdf, adams]");
  out->kind = from->kind == KIND_INTEGER ? JATO_INTEGER : JATO_REAL;
  if (from->range == NULL && from->fixed == NULL)
    return complain(here, node, NULL, "needs a range, as in [0, 1], choices, or a fixed value");
  return JATO_OK;
}

static jato_status read_variable(const jx_reader *here, const jx_node *node, jato_variable *out)
{
  jx_parsed_variable from = {0};
  JX_TRY(jx_read_section(here, &jx_variable_keys, node, &from));
  JX_TRY(read_kind(here, node, &from, out));
  out->scale = from.scale == SCALE_LOG ? JATO_LOG : JATO_LINEAR;
  if (from.range != NULL) JX_TRY(jx_read_pair(here, from.range, &out->lower, &out->upper));
  if (from.fixed != NULL && from.initial != NULL)
    return complain(here, node, from.initial, "takes initial or fixed, not both");
  out->fixed = from.fixed != NULL;
  out->has_initial = from.initial != NULL;
  const jx_node *value = out->fixed ? from.fixed : from.initial;
  return value != NULL ? read_value(here, value, out, &out->initial) : JATO_OK;
}

static jato_status read_constraint(const jx_reader *here, const jx_node *node, jato_constraint *out)
{
  jx_parsed_constraint from = {0};
  JX_TRY(jx_read_section(here, &jx_constraint_keys, node, &from));
  const jx_node *bounds[] = {from.at_most, from.at_least, from.equals};
  int said = 0;
  for (int i = JATO_AT_MOST; i <= JATO_EQUALS; i++) {
    said += bounds[i] != NULL;
    if (bounds[i] != NULL) out->relation = (jato_relation)i;
  }
  if (said != 1) return complain(here, node, NULL, "needs one of at_most, at_least and equals");
  JX_TRY(jx_read_number(here, bounds[out->relation], &out->bound));
  JX_TRY(jx_read_number(here, from.tolerance, &out->tolerance));
  JX_TRY(jx_read_number(here, from.scale, &out->scale));
  if (from.scale != NULL && !(out->scale > 0))
    return complain(here, node, from.scale, "its scale must be above 0");
  return JATO_OK;
}

/* ---- The whole space ---- */

static jato_status check_space(const jx_reader *here, const jato_space *space)
{
  jx_space *checked = NULL;
  JX_TRY(jx_space_create(space, &here->study->pool.allocator, &checked, here->error));
  jx_space_destroy(&here->study->pool.allocator, &checked);
  return JATO_OK;
}

/* A variable or constraint of a group by its name. */
static const jx_node *find_named(const jx_node *group, const char *name)
{
  const jx_node *at = jx_node_first(group);
  while (at != NULL && strcmp(jx_node_name(at), name) != 0) at = jx_node_next(at);
  return at;
}

/* The variable that is refused alone, or the constraint that is beside a variable of any kind or
 * has the name of one; otherwise it is about all variables. */
static const jx_node *find_culprit(const jx_reader *here, const jx_parsed_study *from)
{
  static const jato_variable any = {.name = "any_variable", .upper = 1};
  const jato_space *space = &here->study->space;
  jx_reader quiet = {here->study, here->folder, NULL};
  const jx_node *at = jx_node_first(from->variables);
  for (size_t i = 0; i < space->variable_count; i++, at = jx_node_next(at)) {
    jato_space one = {JATO_SPACE_INIT, .variables = &space->variables[i], .variable_count = 1};
    if (!one.variables->fixed && check_space(&quiet, &one) != JATO_OK) return at;
  }
  at = jx_node_first(from->constraints);
  for (size_t i = 0; i < space->constraint_count; i++, at = jx_node_next(at)) {
    jato_space one = {JATO_SPACE_INIT, &any, 1, &space->constraints[i], 1, 0};
    if (check_space(&quiet, &one) != JATO_OK) return at;
    if (find_named(from->variables, jx_node_name(at)) != NULL) return at;
  }
  return from->variables;
}

/* What is wrong with a space names the variable; here the line is added. */
static jato_status check_with_line(const jx_reader *here, const jx_parsed_study *from)
{
  jato_error wrong;
  jx_reader quiet = {here->study, here->folder, &wrong};
  jato_status status = check_space(&quiet, &here->study->space);
  if (status == JATO_OK) return JATO_OK;
  if (status == JATO_E_MEMORY) return jx_read_no_memory(here);
  return jx_node_fail(find_culprit(here, from), here->error, "%s", wrong.text);
}

/* Objects by their names; requests may have a list of objects with a "name" each. */
static jato_status check_group(const jx_reader *here, const jx_node *group, const char *key,
                               const jx_section *section)
{
  char shown[JX_SHOWN];
  if (group->kind != JX_NODE_OBJECT && (group->kind != JX_NODE_LIST || jx_node_has_line(group)))
    return jx_node_fail(group, here->error,
                        "%s: must be names with what is said of each, as in \"%s: {%s: ...}\"", key,
                        "kappa", section->keys[0].name);
  if (group->count > JX_STUDY_NAMED)
    return jx_node_fail(group, here->error, "%s: has %zu entries, more than %d", key, group->count,
                        JX_STUDY_NAMED);
  for (const jx_node *at = jx_node_first(group); at != NULL; at = jx_node_next(at))
    if (find_named(group, jx_node_name(at)) != at)
      return jx_node_fail(at, here->error, "\"%s\" appears twice",
                          jx_text_show(jx_node_name(at), shown));
  return JATO_OK;
}

static jato_status read_variables(const jx_reader *here, const jx_node *group)
{
  jato_space *space = &here->study->space;
  JX_TRY(check_group(here, group, "variables", &jx_variable_keys));
  jato_variable *variables = jx_pool_take(&here->study->pool, group->count, sizeof *variables);
  if (variables == NULL) return jx_read_no_memory(here);
  space->variables = variables;
  for (const jx_node *at = jx_node_first(group); at != NULL; at = jx_node_next(at), variables++) {
    JX_TRY(jx_read_copy(here, jx_node_name(at), &variables->name));
    JX_TRY(read_variable(here, at, variables));
    space->variable_count++;
  }
  return JATO_OK;
}

static jato_status read_constraints(const jx_reader *here, const jx_node *group)
{
  jato_space *space = &here->study->space;
  JX_TRY(check_group(here, group, "constraints", &jx_constraint_keys));
  jato_constraint *constraints =
      jx_pool_take(&here->study->pool, group->count, sizeof *constraints);
  if (constraints == NULL) return jx_read_no_memory(here);
  space->constraints = constraints;
  for (const jx_node *at = jx_node_first(group); at != NULL; at = jx_node_next(at), constraints++) {
    JX_TRY(jx_read_copy(here, jx_node_name(at), &constraints->name));
    JX_TRY(read_constraint(here, at, constraints));
    space->constraint_count++;
  }
  return JATO_OK;
}

jato_status jx_read_space(const jx_reader *here, const jx_parsed_study *from)
{
  jato_space *space = &here->study->space;
  if (from->variables != NULL) JX_TRY(read_variables(here, from->variables));
  if (from->constraints != NULL) JX_TRY(read_constraints(here, from->constraints));
  JX_TRY(jx_read_number(here, from->penalty, &space->penalty));
  if (space->penalty < 0)
    return jx_node_fail(from->penalty, here->error, "penalty: %s is below 0", from->penalty->text);
  if (space->penalty > 0 && space->constraint_count == 0)
    return jx_node_fail(from->penalty, here->error,
                        "penalty: goes with constraints; there are none");
  return from->variables == NULL ? JATO_OK : check_with_line(here, from);
}
