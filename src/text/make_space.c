/* Variables and constraints of a draft. */
#include <string.h>

#include "base/text.h"
#include "text/make.h"

/* Of jx_draft_variable.kind and scale, by the words of keys.c. */
enum { KIND_UNSAID, KIND_REAL, KIND_INTEGER, KIND_CATEGORY };
enum { SCALE_UNSAID, SCALE_LINEAR, SCALE_LOG };

/* A variable, or a constraint, of the draft, with its node in the file. */
typedef struct entry {
  const jx_maker *maker;
  size_t node;
} entry;

static size_t key_of(const entry *here, const char *key)
{
  size_t found = jx_outline_child(here->maker->outline, here->node, key);
  return found != 0 ? found : here->node;
}

static jato_status complain(const entry *here, const char *key, const char *words)
{
  char shown[JX_SHOWN];
  const jx_outline *outline = here->maker->outline;
  if (outline->name == NULL) /* then the key names it */
    return jx_outline_fail(outline, here->node, here->maker->error, "%s", words);
  return jx_outline_fail(outline, key_of(here, key), here->maker->error, "%s: %s",
                         jx_text_show(outline->nodes[here->node].key, shown), words);
}

static jato_status copy_choices(const entry *here, const jx_texts *from, jato_variable *out)
{
  const char **choices = jx_pool_take(&here->maker->study->pool, from->count, sizeof *choices);
  if (choices == NULL) return jx_make_no_memory(here->maker);
  for (size_t i = 0; i < from->count; i++)
    JX_TRY(jx_make_text(here->maker, from->entry[i].text, &choices[i]));
  out->kind = JATO_CATEGORY;
  out->choices = choices;
  out->choice_count = from->count;
  return JATO_OK;
}

static jato_status read_choice(const entry *here, const char *key, const char *text,
                               const jato_variable *variable, double *out)
{
  char shown[JX_SHOWN];
  jx_nearest nearest = jx_nearest_to(jx_text_of(text));
  for (size_t i = 0; i < variable->choice_count; i++) {
    jx_nearest_offer(&nearest, variable->choices[i]);
    if (strcmp(variable->choices[i], text) != 0) continue;
    *out = (double)i;
    return JATO_OK;
  }
  jx_text_show(text, shown);
  return jx_outline_fail(here->maker->outline, key_of(here, key), here->maker->error,
                         "%s: \"%s\" is not one of the choices%s%s%s", key, shown,
                         nearest.name != NULL ? "; did you mean \"" : "",
                         nearest.name != NULL ? nearest.name : "",
                         nearest.name != NULL ? "\"?" : "");
}

/* initial or fixed: a number, or a choice by its name. */
static jato_status read_value(const entry *here, const char *key, const char *text,
                              const jato_variable *variable, double *out)
{
  if (variable->kind == JATO_CATEGORY) return read_choice(here, key, text, variable, out);
  return jx_make_number(here->maker, key_of(here, key), text, out);
}

static jato_status make_kind(const entry *here, const jx_draft_variable *from, jato_variable *out)
{
  double number;
  int is_word = from->fixed != NULL && !jx_text_number(jx_text_of(from->fixed), &number);
  jx_texts only = {&here->maker->outline->nodes[key_of(here, "fixed")], 1};
  if (from->choices.count > 0 && (from->kind == KIND_REAL || from->kind == KIND_INTEGER))
    return complain(here, "kind", "a variable with choices is a category");
  if (from->choices.count > 0 && from->range.count > 0)
    return complain(here, "range", "takes range or choices, not both");
  if (from->choices.count > 0) return copy_choices(here, &from->choices, out);
  /* A fixed word is the one choice there is. */
  if (is_word && (from->kind == KIND_UNSAID || from->kind == KIND_CATEGORY))
    return copy_choices(here, &only, out);
  if (from->kind == KIND_CATEGORY)
    return complain(here, "kind", "a category needs choices, as in [bdf, adams]");
  out->kind = from->kind == KIND_INTEGER ? JATO_INTEGER : JATO_REAL;
  if (from->range.count == 0 && from->fixed == NULL)
    return complain(here, "", "needs a range, as in [0, 1], choices, or a fixed value");
  return JATO_OK;
}

static jato_status make_variable(const entry *here, const jx_draft_variable *from,
                                 jato_variable *out)
{
  JX_TRY(jx_make_text(here->maker, here->maker->outline->nodes[here->node].key, &out->name));
  JX_TRY(make_kind(here, from, out));
  out->scale = from->scale == SCALE_LOG ? JATO_LOG : JATO_LINEAR;
  if (from->range.count > 0)
    JX_TRY(
        jx_make_pair(here->maker, key_of(here, "range"), &from->range, &out->lower, &out->upper));
  if (from->fixed != NULL) {
    if (from->initial != NULL) return complain(here, "initial", "takes initial or fixed, not both");
    out->fixed = 1;
    return read_value(here, "fixed", from->fixed, out, &out->initial);
  }
  if (from->initial == NULL) return JATO_OK;
  out->has_initial = 1;
  return read_value(here, "initial", from->initial, out, &out->initial);
}

static jato_status make_constraint(const entry *here, const jx_draft_constraint *from,
                                   jato_constraint *out)
{
  int said = (from->at_most != NULL) + (from->at_least != NULL) + (from->equals != NULL);
  if (said != 1) return complain(here, "", "needs one of at_most, at_least and equals");
  JX_TRY(jx_make_text(here->maker, here->maker->outline->nodes[here->node].key, &out->name));
  out->relation = from->at_most != NULL    ? JATO_AT_MOST
                  : from->at_least != NULL ? JATO_AT_LEAST
                                           : JATO_EQUALS;
  JX_TRY(jx_make_number(here->maker, key_of(here, "at_most"), from->at_most, &out->bound));
  JX_TRY(jx_make_number(here->maker, key_of(here, "at_least"), from->at_least, &out->bound));
  JX_TRY(jx_make_number(here->maker, key_of(here, "equals"), from->equals, &out->bound));
  JX_TRY(jx_make_number(here->maker, key_of(here, "tolerance"), from->tolerance, &out->tolerance));
  JX_TRY(jx_make_number(here->maker, key_of(here, "scale"), from->scale, &out->scale));
  if (from->scale != NULL && !(out->scale > 0))
    return complain(here, "scale", "its scale must be above 0");
  return JATO_OK;
}

static jato_status check_space(const jx_maker *maker, const jato_space *space)
{
  jx_space *checked = NULL;
  JX_TRY(jx_space_create(space, &maker->study->pool.allocator, &checked, maker->error));
  jx_space_destroy(&maker->study->pool.allocator, &checked);
  return JATO_OK;
}

/* The variable that is refused alone, or the constraint that is beside a variable of any kind or
 * has the name of one; otherwise it is about all variables. */
static size_t find_culprit(const jx_maker *maker, size_t variables, size_t constraints)
{
  static const jato_variable any = {.name = "any_variable", .upper = 1};
  const jx_node *nodes = maker->outline->nodes;
  const jato_space *space = &maker->study->space;
  jx_maker quiet = *maker;
  quiet.error = NULL;
  size_t at = nodes[variables].first_child;
  for (size_t i = 0; i < space->variable_count; i++, at = nodes[at].next) {
    jato_space one = {.variables = &space->variables[i], .variable_count = 1};
    if (!one.variables->fixed && check_space(&quiet, &one) != JATO_OK) return at;
  }
  at = constraints == 0 ? 0 : nodes[constraints].first_child;
  for (size_t i = 0; i < space->constraint_count; i++, at = nodes[at].next) {
    jato_space one = {&any, 1, &space->constraints[i], 1, 0};
    if (check_space(&quiet, &one) != JATO_OK) return at;
    if (jx_outline_child(maker->outline, variables, nodes[at].key) != 0) return at;
  }
  return variables;
}

/* What is wrong with a space names the variable; here the line is added. */
static jato_status check_with_line(const jx_maker *maker, size_t variables, size_t constraints)
{
  jato_error wrong;
  jx_maker quiet = *maker;
  quiet.error = &wrong;
  jato_status status = check_space(&quiet, &maker->study->space);
  if (status == JATO_OK) return JATO_OK;
  if (status == JATO_E_MEMORY) return jx_make_no_memory(maker);
  return jx_outline_fail(maker->outline, find_culprit(maker, variables, constraints), maker->error,
                         "%s", wrong.text);
}

static jato_status make_variables(const jx_maker *maker, size_t parent)
{
  size_t count = maker->outline->nodes[parent].children, i = 0;
  jato_variable *variables = jx_pool_take(&maker->study->pool, count, sizeof *variables);
  if (variables == NULL) return jx_make_no_memory(maker);
  entry here = {maker, maker->outline->nodes[parent].first_child};
  for (; i < count; here.node = maker->outline->nodes[here.node].next, i++)
    JX_TRY(make_variable(&here, &maker->draft->variables[i], &variables[i]));
  maker->study->space.variables = variables;
  maker->study->space.variable_count = count;
  return JATO_OK;
}

static jato_status make_constraints(const jx_maker *maker, size_t parent)
{
  size_t count = maker->outline->nodes[parent].children, i = 0;
  jato_constraint *constraints = jx_pool_take(&maker->study->pool, count, sizeof *constraints);
  if (constraints == NULL) return jx_make_no_memory(maker);
  entry here = {maker, maker->outline->nodes[parent].first_child};
  for (; i < count; here.node = maker->outline->nodes[here.node].next, i++)
    JX_TRY(make_constraint(&here, &maker->draft->constraints[i], &constraints[i]));
  maker->study->space.constraints = constraints;
  maker->study->space.constraint_count = count;
  return JATO_OK;
}

jato_status jx_make_space(const jx_maker *maker)
{
  size_t variables = jx_make_node(maker, NULL, "variables");
  size_t constraints = jx_make_node(maker, NULL, "constraints");
  size_t penalty = jx_make_node(maker, NULL, "penalty");
  if (variables != 0) JX_TRY(make_variables(maker, variables));
  if (constraints != 0) JX_TRY(make_constraints(maker, constraints));
  JX_TRY(jx_make_number(maker, penalty, maker->draft->penalty, &maker->study->space.penalty));
  if (maker->study->space.penalty < 0)
    return jx_outline_fail(maker->outline, penalty, maker->error, "penalty: %s is below 0",
                           maker->draft->penalty);
  if (maker->study->space.penalty > 0 && maker->study->space.constraint_count == 0)
    return jx_outline_fail(maker->outline, penalty, maker->error,
                           "penalty: goes with constraints; there are none");
  return variables == 0 ? JATO_OK : check_with_line(maker, variables, constraints);
}
