#include "serve/space.h"

#include "base/text.h"
#include "serve/request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WHERE 96 /* bytes of "variable kappa" */

typedef struct told_variable {
  const char *name;
  const jx_tree *range, *choices, *initial, *fixed;
  int kind; /* jato_variable_kind; -1: not said */
  int scale;
} told_variable;

#define AT(member) .offset = offsetof(told_variable, member)
static const jx_member variable_members[] = {
    {"name", JX_MEMBER_TEXT, AT(name)},
    {"range", JX_MEMBER_ANY, AT(range)},
    {"choices", JX_MEMBER_ANY, AT(choices)},
    {"kind", JX_MEMBER_CHOICE, AT(kind), .choices = "real integer category"},
    {"scale", JX_MEMBER_CHOICE, AT(scale), .choices = "linear log"},
    {"initial", JX_MEMBER_ANY, AT(initial)},
    {"fixed", JX_MEMBER_ANY, AT(fixed)},
};
#undef AT

typedef struct told_constraint {
  const char *name;
  double bound[3]; /* by jato_relation; NaN: not said */
  double tolerance, scale;
} told_constraint;

#define AT(member) .offset = offsetof(told_constraint, member)
static const jx_member constraint_members[] = {
    {"name", JX_MEMBER_TEXT, AT(name)},
    {"at_most", JX_MEMBER_NUMBER, AT(bound[JATO_AT_MOST])},
    {"at_least", JX_MEMBER_NUMBER, AT(bound[JATO_AT_LEAST])},
    {"equals", JX_MEMBER_NUMBER, AT(bound[JATO_EQUALS])},
    {"tolerance", JX_MEMBER_NUMBER, AT(tolerance)},
    {"scale", JX_MEMBER_NUMBER, AT(scale)},
};
#undef AT

/* One of the variables or constraints: an item of a list, or a member of an object. */
typedef struct entry {
  const jx_tree *group, *item;
  const char *key; /* of a member; NULL in a list */
  size_t place;
  char where[WHERE]; /* what messages call it: by its name, where it has one */
} entry;

static jato_status read_entry(const entry *at, jx_members table, const char **name, void *told,
                              jato_error *error)
{
  if (at->key != NULL) { /* the first row of the table is "name", which the key is already */
    table.rows++;
    table.count--;
  }
  JX_TRY(jx_request_read(at->item, at->where, table, told, error));
  if (at->key != NULL) *name = at->key;
  return JATO_OK;
}

/* Moves to the next one; zeroed but for `group` before the first. Returns 0 behind the last. */
static int next_entry(const char *what, entry *at)
{
  if (at->item != NULL) at->place++;
  int named = jx_tree_kind_of(at->group) == JX_TREE_OBJECT;
  at->key = named ? jx_tree_next_key(at->group, at->key) : NULL;
  at->item = named ? at->key != NULL ? jx_tree_member(at->group, at->key) : NULL
                   : jx_tree_item(at->group, at->place);
  const char *name = named ? at->key : jx_tree_text(jx_tree_member(at->item, "name"));
  if (name != NULL)
    (void)snprintf(at->where, WHERE, "%s %.60s", what, name);
  else
    (void)snprintf(at->where, WHERE, "%s %zu of the list", what, at->place + 1);
  return at->item != NULL;
}

/* null says nothing, as in other keys. */
static const jx_tree *said(const jx_tree *node)
{
  return jx_tree_kind_of(node) == JX_TREE_NULL ? NULL : node;
}

/* Texts become choices[...], and *choices moves behind them. */
static jato_status read_choices(const jx_tree *list, const char *where, const char ***choices,
                                jato_variable *variable, jato_error *error)
{
  variable->choices = *choices;
  variable->choice_count = jx_tree_count(list);
  if (jx_tree_kind_of(list) != JX_TREE_LIST || variable->choice_count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: \"choices\" is a list of texts, as in [\"euler\", \"bdf\"]", where);
  for (size_t i = 0; i < variable->choice_count; i++) {
    const jx_tree *item = jx_tree_item(list, i);
    (*choices)[0] = jx_tree_text(item);
    if ((*choices)[0] == NULL)
      return jx_fail(error, JATO_E_ARGUMENT, "%s: choice %zu has to be a text in quotes, not %s",
                     where, i + 1, jx_request_found(item));
    (*choices)++;
  }
  return JATO_OK;
}

/* "initial" or "fixed": a number, or of a category the text of a choice. */
static jato_status read_value(const jx_tree *node, const char *where, const char *key,
                              const jato_variable *variable, double *out, jato_error *error)
{
  if (variable->kind != JATO_CATEGORY) {
    if (jx_tree_number(node, out)) return JATO_OK;
    return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is a number, not %s", where, key,
                   jx_request_found(node));
  }
  const char *text = jx_tree_text(node);
  if (text == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is one of the choices, not %s", where, key,
                   jx_request_found(node));
  jx_nearest nearest = jx_nearest_to(jx_text_of(text));
  for (size_t i = 0; i < variable->choice_count; i++) {
    jx_nearest_offer(&nearest, variable->choices[i]);
    if (strcmp(text, variable->choices[i]) != 0) continue;
    *out = (double)i;
    return JATO_OK;
  }
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s: \"%s\" is \"%.60s\", which is none of the choices%s%s", where, key, text,
                 nearest.name != NULL ? "; did you mean " : "",
                 nearest.name != NULL ? nearest.name : "");
}

static jato_status read_range(const jx_tree *range, const char *where, jato_variable *variable,
                              jato_error *error)
{
  int two = jx_tree_kind_of(range) == JX_TREE_LIST && jx_tree_count(range) == 2 &&
            jx_tree_number(jx_tree_item(range, 0), &variable->lower) &&
            jx_tree_number(jx_tree_item(range, 1), &variable->upper);
  if (two) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s: \"range\" is a list of the least and the largest value, as in [0, 1]", where);
}

/* Which of range, choices and fixed there are, and whether they go with its kind. */
static jato_status check_shape(const told_variable *told, const char *where, jato_error *error)
{
  int category = told->kind == JATO_CATEGORY;
  if (told->range == NULL && told->choices == NULL && told->fixed == NULL)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s: it needs \"range\": [0, 1], or \"choices\": [\"a\", \"b\"], or \"fixed\": 1", where);
  if (told->range != NULL && told->choices != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: it has a \"range\" and \"choices\"; leave one of them out", where);
  if (told->choices != NULL && told->kind >= 0 && !category)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: \"choices\" make it a category; leave out \"kind\"",
                   where);
  if (category && told->range != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: a category has \"choices\", no \"range\"", where);
  return JATO_OK;
}

static jato_status read_variable(const entry *at, const char ***choices, jato_variable *out,
                                 jato_error *error)
{
  told_variable told = {.kind = -1};
  const char *where = at->where;
  JX_TRY(read_entry(at, JX_MEMBERS(variable_members), &told.name, &told, error));
  told.range = said(told.range);
  told.choices = said(told.choices);
  told.fixed = said(told.fixed);
  JX_TRY(check_shape(&told, where, error));
  int by_text = told.choices != NULL || jx_tree_text(told.fixed) != NULL;
  out->name = told.name;
  out->kind = by_text ? JATO_CATEGORY : told.kind >= 0 ? (jato_variable_kind)told.kind : JATO_REAL;
  out->scale = (jato_scale)told.scale;
  if (told.choices != NULL)
    JX_TRY(read_choices(told.choices, where, choices, out, error));
  else if (by_text) { /* a fixed text is its own and only choice */
    out->choices = *choices;
    out->choice_count = 1;
    *(*choices)++ = jx_tree_text(told.fixed);
  }
  if (told.range != NULL) JX_TRY(read_range(told.range, where, out, error));
  if (said(told.initial) != NULL) {
    out->has_initial = 1;
    JX_TRY(read_value(told.initial, where, "initial", out, &out->initial, error));
  }
  if (told.fixed != NULL) {
    out->fixed = 1;
    JX_TRY(read_value(told.fixed, where, "fixed", out, &out->initial, error));
  }
  return JATO_OK;
}

static jato_status read_constraint(const entry *at, jato_constraint *out, jato_error *error)
{
  told_constraint told = {.bound = {NAN, NAN, NAN}};
  int relations = 0;
  JX_TRY(read_entry(at, JX_MEMBERS(constraint_members), &told.name, &told, error));
  *out = (jato_constraint){.name = told.name, .tolerance = told.tolerance, .scale = told.scale};
  for (int i = JATO_AT_MOST; i <= JATO_EQUALS; i++) {
    if (isnan(told.bound[i])) continue;
    relations++;
    out->relation = (jato_relation)i;
    out->bound = told.bound[i];
  }
  if (relations == 1) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s: it needs one of \"at_most\", \"at_least\" and \"equals\", and has %d of them",
                 at->where, relations);
}

/* Room for all variables, constraints and choices, those of a fixed text counted in. */
static jato_status make_room(const jx_tree *variables, const jx_tree *constraints,
                             jx_described *described, jato_error *error)
{
  size_t choices = 0;
  jato_space *space = &described->space;
  space->variable_count = jx_tree_count(variables);
  space->constraint_count = jx_tree_count(constraints);
  for (entry at = {.group = variables}; next_entry("variable", &at);)
    choices += 1 + jx_tree_count(jx_tree_member(at.item, "choices"));
  const jato_allocator *from = &described->allocator;
  described->variables = jx_allocate(from, space->variable_count, sizeof *described->variables);
  described->constraints =
      jx_allocate(from, space->constraint_count + 1, sizeof *described->constraints);
  described->choices = jx_allocate(from, choices, sizeof *described->choices);
  space->variables = described->variables;
  space->constraints = described->constraints;
  if (described->variables != NULL && described->constraints != NULL && described->choices != NULL)
    return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "no memory for %zu variables", space->variable_count);
}

static int is_group(const jx_tree *node)
{
  return jx_tree_kind_of(node) == JX_TREE_LIST || jx_tree_kind_of(node) == JX_TREE_OBJECT;
}

static jato_status describe(const jx_tree *variables, const jx_tree *constraints, jx_described *out,
                            jato_error *error)
{
  if (!is_group(variables) || jx_tree_count(variables) == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "\"variables\" are needed, as in [{\"name\": \"x\", \"range\": [0, 1]}]");
  if (constraints != NULL && !is_group(constraints))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "\"constraints\" is a list, as in [{\"name\": \"stress\", \"at_most\": 300}], "
                   "not %s",
                   jx_request_found(constraints));
  JX_TRY(make_room(variables, constraints, out, error));
  const char **choices = out->choices;
  for (entry at = {.group = variables}; next_entry("variable", &at);)
    JX_TRY(read_variable(&at, &choices, &out->variables[at.place], error));
  for (entry at = {.group = constraints}; next_entry("constraint", &at);)
    JX_TRY(read_constraint(&at, &out->constraints[at.place], error));
  return JATO_OK;
}

jato_status jx_describe_space(const jx_space_request *asked, const jato_allocator *allocator,
                              jx_described *out, jato_error *error)
{
  *out = (jx_described){.space = {.penalty = asked->penalty}, .allocator = *allocator};
  jato_status status = describe(asked->variables, said(asked->constraints), out, error);
  if (status != JATO_OK) jx_described_release(out);
  return status;
}

void jx_described_release(jx_described *described)
{
  jx_release(&described->allocator, described->variables);
  jx_release(&described->allocator, described->constraints);
  jx_release(&described->allocator, described->choices);
  *described = (jx_described){.allocator = described->allocator};
}
