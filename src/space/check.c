#include "space/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "space/variable.h"

/* ---- Pointers and counts ---- */

/* The choices of variable number `index`, which may have no name. */
static jato_status check_choices(const jato_variable *variable, size_t index, jato_error *error)
{
  const char *name = variable->name != NULL ? variable->name : "without a name";
  if (variable->choice_count == 0 || variable->choice_count > JX_SPACE_MAX)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "variable %zu, %s, is a category: it has from 1 to %d choices, not %zu", index,
                   name, JX_SPACE_MAX, variable->choice_count);
  if (variable->choices == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "variable %zu, %s, is a category, but its choices are NULL", index, name);
  for (size_t i = 0; i < variable->choice_count; i++)
    if (variable->choices[i] == NULL)
      return jx_fail(error, JATO_E_ARGUMENT, "variable %zu, %s: choice %zu is NULL", index, name,
                     i);
  return JATO_OK;
}

jato_status jx_space_check_given(const jato_space *given, jato_error *error)
{
  if (given->variable_count == 0 || given->variable_count > JX_SPACE_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a space has from 1 to %d variables, not %zu",
                   JX_SPACE_MAX, given->variable_count);
  if (given->constraint_count > JX_SPACE_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a space has up to %d constraints, not %zu",
                   JX_SPACE_MAX, given->constraint_count);
  if (given->variables == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "variables is NULL, but variable_count is %zu",
                   given->variable_count);
  if (given->constraints == NULL && given->constraint_count > 0)
    return jx_fail(error, JATO_E_ARGUMENT, "constraints is NULL, but constraint_count is %zu",
                   given->constraint_count);
  for (size_t i = 0; i < given->variable_count; i++)
    if (given->variables[i].kind == JATO_CATEGORY)
      JX_TRY(check_choices(&given->variables[i], i, error));
  return JATO_OK;
}

/* ---- Names ---- */

static int is_name(const char *text)
{
  return text[0] != '\0' && jx_text_name_length(jx_text_of(text)) == strlen(text);
}

static int compare_texts(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts texts[count]; returns a text that occurs twice, or NULL. */
static const char *find_twice(const char **texts, size_t count)
{
  qsort(texts, count, sizeof *texts, compare_texts);
  for (size_t i = 1; i < count; i++)
    if (strcmp(texts[i - 1], texts[i]) == 0) return texts[i];
  return NULL;
}

static jato_status check_name(const char *kind, const char *name, size_t index, jato_error *error)
{
  char shown[JX_SHOWN];
  if (is_name(name)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s %zu is called \"%s\": a name is a letter or _, then letters, digits and _",
                 kind, index, jx_text_show(name, shown));
}

static jato_status check_names(const jato_space *space, const jato_allocator *allocator,
                               jato_error *error)
{
  size_t count = space->variable_count;
  for (size_t i = 0; i < count; i++)
    JX_TRY(check_name("variable", space->variables[i].name, i, error));
  for (size_t i = 0; i < space->constraint_count; i++)
    JX_TRY(check_name("constraint", space->constraints[i].name, i, error));
  const char **names = jx_allocate(allocator, count + space->constraint_count, sizeof *names);
  if (names == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to sort %zu names", count);
  for (size_t i = 0; i < count; i++) names[i] = space->variables[i].name;
  for (size_t i = 0; i < space->constraint_count; i++)
    names[count + i] = space->constraints[i].name;
  const char *twice = find_twice(names, count + space->constraint_count);
  jx_release(allocator, names);
  if (twice == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "the name %s occurs twice; variables and constraints need names of their own",
                 twice);
}

/* ---- Variables ---- */

static jato_status check_category(const jato_variable *variable, const jato_allocator *allocator,
                                  jato_error *error)
{
  char shown[JX_SHOWN];
  if (variable->scale != JATO_LINEAR)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is a category, which has no logarithmic scale: choices have no order",
                   variable->name);
  for (size_t i = 0; i < variable->choice_count; i++)
    if (strchr(variable->choices[i], '\n') != NULL)
      return jx_fail(error, JATO_E_ARGUMENT, "choice %zu of %s holds a newline", i, variable->name);
  size_t bytes = variable->choice_count * sizeof *variable->choices;
  const char **sorted = jx_allocate(allocator, bytes, 1);
  if (sorted == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to sort %zu choices",
                   variable->choice_count);
  memcpy(sorted, variable->choices, bytes);
  const char *twice = find_twice(sorted, variable->choice_count);
  jx_release(allocator, sorted);
  if (twice == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "%s has the choice \"%s\" twice", variable->name,
                 jx_text_show(twice, shown));
}

static jato_status check_whole_bounds(const jato_variable *variable, jato_error *error)
{
  double lower = variable->lower, upper = variable->upper;
  if (lower != floor(lower) || upper != floor(upper))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "bounds of %s are %.17g and %.17g: those of an integer must be whole numbers",
                   variable->name, lower, upper);
  if (fabs(lower) > JX_INTEGER_MAX || fabs(upper) > JX_INTEGER_MAX)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "bounds of %s are %.17g and %.17g: those of an integer go up to %.0f",
                   variable->name, lower, upper, JX_INTEGER_MAX);
  return JATO_OK;
}

static jato_status check_log_bounds(const jato_variable *variable, jato_error *error)
{
  double lower, upper;
  if (!(variable->lower > 0))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s has a logarithmic scale: its lower bound must be above 0, not %g",
                   variable->name, variable->lower);
  jx_variable_box(variable, &lower, &upper);
  if (lower < upper) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "bounds of %s are %.17g and %.17g: too close for a logarithmic scale",
                 variable->name, variable->lower, variable->upper);
}

static jato_status check_bounds(const jato_variable *variable, jato_error *error)
{
  double lower = variable->lower, upper = variable->upper;
  int in_order = variable->kind == JATO_INTEGER ? lower <= upper : lower < upper;
  if (!isfinite(lower) || !isfinite(upper) || !isfinite(upper - lower))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "bounds of %s are %g and %g: not finite, or too far apart", variable->name,
                   lower, upper);
  if (!in_order)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "bounds of %s are %.17g and %.17g: the lower must be below the upper%s",
                   variable->name, lower, upper,
                   lower == upper ? "; a variable of one value is to be fixed" : "");
  if (variable->kind == JATO_INTEGER) JX_TRY(check_whole_bounds(variable, error));
  if (variable->scale == JATO_LOG) JX_TRY(check_log_bounds(variable, error));
  return JATO_OK;
}

/* Enumerations arrive as numbers from other languages. */
static jato_status check_kind(const jato_variable *variable, jato_error *error)
{
  int kind = (int)variable->kind, scale = (int)variable->scale;
  if (kind < JATO_REAL || kind > JATO_CATEGORY)
    return jx_fail(error, JATO_E_ARGUMENT, "%s is of kind %d, which does not exist", variable->name,
                   kind);
  if (scale < JATO_LINEAR || scale > JATO_LOG)
    return jx_fail(error, JATO_E_ARGUMENT, "%s has scale %d, which does not exist", variable->name,
                   scale);
  return JATO_OK;
}

static jato_status check_variable(const jato_variable *variable, const jato_allocator *allocator,
                                  jato_error *error)
{
  JX_TRY(check_kind(variable, error));
  if (variable->kind == JATO_CATEGORY)
    JX_TRY(check_category(variable, allocator, error));
  else if (!variable->fixed)
    JX_TRY(check_bounds(variable, error));
  if (variable->fixed) {
    JX_TRY(jx_variable_check(variable, "fixed value", variable->initial, error));
    return variable->kind == JATO_INTEGER ? check_whole_bounds(variable, error) : JATO_OK;
  }
  if (variable->has_initial)
    return jx_variable_check(variable, "initial value", variable->initial, error);
  return JATO_OK;
}

/* ---- Constraints ---- */

static jato_status check_constraint(const jato_constraint *constraint, jato_error *error)
{
  int relation = (int)constraint->relation;
  if (relation < JATO_AT_MOST || relation > JATO_EQUALS)
    return jx_fail(error, JATO_E_ARGUMENT, "constraint %s has relation %d, which does not exist",
                   constraint->name, relation);
  if (!isfinite(constraint->bound))
    return jx_fail(error, JATO_E_ARGUMENT, "the bound of constraint %s is %g: not finite",
                   constraint->name, constraint->bound);
  if (!isfinite(constraint->tolerance) || constraint->tolerance < 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the tolerance of constraint %s is %g: it must be finite and not below 0",
                   constraint->name, constraint->tolerance);
  if (!isfinite(constraint->scale) || constraint->scale < 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the scale of constraint %s is %g: it must be finite and above 0",
                   constraint->name, constraint->scale);
  return JATO_OK;
}

jato_status jx_space_check(const jato_space *space, const jato_allocator *allocator,
                           jato_error *error)
{
  size_t free_count = 0;
  JX_TRY(check_names(space, allocator, error));
  for (size_t i = 0; i < space->variable_count; i++) {
    JX_TRY(check_variable(&space->variables[i], allocator, error));
    free_count += space->variables[i].fixed ? 0 : 1;
  }
  if (free_count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "all variables are fixed: there is nothing to search; leave one free");
  for (size_t i = 0; i < space->constraint_count; i++)
    JX_TRY(check_constraint(&space->constraints[i], error));
  if (!isfinite(space->penalty) || space->penalty < 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the penalty is %g: it must be finite and not below 0; 0 means the rules of "
                   "feasibility",
                   space->penalty);
  return JATO_OK;
}
