#include "space/space.h"

#include <stdio.h>
#include <string.h>

#include "space/check.h"
#include "space/variable.h"

/* A generated name: "x" or "c" and a number up to JX_SPACE_MAX. */
#define NAME_SIZE 16

/* Where the copies go, one after the other: arrays first, texts after them. */
typedef struct copier {
  char *array, *text;
} copier;

static void *take_array(copier *to, size_t count, size_t size)
{
  void *array = to->array;
  to->array += count * size;
  return array;
}

static char *copy_text(copier *to, const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = memcpy(to->text, text, size);
  to->text += size;
  return copy;
}

static char *copy_name(copier *to, const char *name, char letter, size_t index)
{
  if (name != NULL) return copy_text(to, name);
  char *copy = to->text;
  to->text += snprintf(copy, NAME_SIZE, "%c%zu", letter, index) + 1;
  return copy;
}

static size_t name_bytes(const char *name) { return name != NULL ? strlen(name) + 1 : NAME_SIZE; }

/* The number of choices; 0 for a variable that is no category. */
static size_t choices_of(const jato_variable *variable)
{
  return variable->kind == JATO_CATEGORY ? variable->choice_count : 0;
}

/* Arrays of doubles, and of structures that contain doubles, come before those of pointers and
 * sizes, so that each is aligned. */
static void measure(const jato_space *given, size_t *arrays, size_t *texts)
{
  *arrays = sizeof(jx_space) + given->variable_count * sizeof *given->variables +
            given->constraint_count * sizeof *given->constraints +
            given->variable_count * (sizeof(size_t) + 3 * sizeof(double));
  *texts = 0;
  for (size_t i = 0; i < given->variable_count; i++) {
    const jato_variable *variable = &given->variables[i];
    *texts += name_bytes(variable->name);
    *arrays += choices_of(variable) * sizeof(char *);
    for (size_t k = 0; k < choices_of(variable); k++) *texts += strlen(variable->choices[k]) + 1;
  }
  for (size_t i = 0; i < given->constraint_count; i++)
    *texts += name_bytes(given->constraints[i].name);
}

static const char *const *copy_choices(copier *to, const jato_variable *from)
{
  if (choices_of(from) == 0) return NULL;
  const char **choices = take_array(to, from->choice_count, sizeof *choices);
  for (size_t k = 0; k < from->choice_count; k++) choices[k] = copy_text(to, from->choices[k]);
  return choices;
}

/* Adding 0 turns a bound of -0 into 0. */
static jato_variable copy_variable(copier *to, const jato_variable *from, size_t index)
{
  jato_variable variable = *from;
  variable.name = copy_name(to, from->name, 'x', index);
  variable.choices = copy_choices(to, from);
  variable.choice_count = choices_of(from);
  variable.fixed = from->fixed != 0;
  variable.has_initial = from->fixed || from->has_initial;
  variable.initial = variable.has_initial ? from->initial + 0.0 : 0;
  variable.lower = from->fixed ? variable.initial : from->lower + 0.0;
  variable.upper = from->fixed ? variable.initial : from->upper + 0.0;
  if (from->kind == JATO_CATEGORY) {
    variable.lower = 0;
    variable.upper = (double)(from->choice_count - 1);
  }
  return variable;
}

static jato_constraint copy_constraint(copier *to, const jato_constraint *from, size_t index)
{
  jato_constraint constraint = *from;
  constraint.name = copy_name(to, from->name, 'c', index);
  if (from->tolerance == 0) constraint.tolerance = from->relation == JATO_EQUALS ? 1e-4 : 0;
  if (from->scale == 0) constraint.scale = 1;
  return constraint;
}

static jx_space *copy_space(const jato_space *given, const jato_allocator *allocator)
{
  size_t arrays, texts;
  measure(given, &arrays, &texts);
  jx_space *space = jx_allocate(allocator, arrays + texts, 1);
  if (space == NULL) return NULL;
  copier to = {(char *)space, (char *)space + arrays};
  (void)take_array(&to, 1, sizeof *space);
  jato_variable *variables = take_array(&to, given->variable_count, sizeof *variables);
  jato_constraint *constraints = take_array(&to, given->constraint_count, sizeof *constraints);
  space->lower = take_array(&to, given->variable_count, sizeof(double));
  space->upper = take_array(&to, given->variable_count, sizeof(double));
  space->cells = take_array(&to, given->variable_count, sizeof(double));
  for (size_t i = 0; i < given->variable_count; i++)
    variables[i] = copy_variable(&to, &given->variables[i], i);
  for (size_t i = 0; i < given->constraint_count; i++)
    constraints[i] = copy_constraint(&to, &given->constraints[i], i);
  space->variable_of = take_array(&to, given->variable_count, sizeof(size_t));
  space->given = *given;
  space->given.variables = variables;
  space->given.constraints = given->constraint_count > 0 ? constraints : NULL;
  return space;
}

/* Sets the box of the search. */
static void make_box(jx_space *space)
{
  int any = 0;
  space->plain = 1;
  for (size_t i = 0; i < space->given.variable_count; i++) {
    const jato_variable *variable = &space->given.variables[i];
    if (variable->fixed || variable->kind != JATO_REAL || variable->scale != JATO_LINEAR)
      space->plain = 0;
    if (variable->fixed) continue;
    size_t index = space->dim++;
    space->variable_of[index] = i;
    jx_variable_box(variable, &space->lower[index], &space->upper[index]);
    int counts = variable->kind == JATO_INTEGER && variable->scale == JATO_LINEAR;
    space->cells[index] = counts ? space->upper[index] - space->lower[index] : 0;
    any |= counts;
    if (variable->has_initial) space->has_initial = 1;
  }
  if (!any) space->cells = NULL;
}

/* The elements of an array as this library has them: the array itself, unless the caller was
 * compiled for another version. */
static jato_status read_elements(const char *type, size_t given_size, size_t count, size_t own_size,
                                 jx_pool *pool, const void **elements, jato_error *error)
{
  if (count == 0 || *elements == NULL || given_size == own_size) return JATO_OK;
  if (given_size == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the space does not say the size of a %s: begin it with JATO_SPACE_INIT", type);
  char *own = jx_pool_take(pool, count, own_size);
  if (own == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu of a space", count);
  for (size_t i = 0; i < count; i++)
    JX_TRY(jx_element_read(type, *elements, given_size, i, own + i * own_size, own_size, error));
  *elements = own;
  return JATO_OK;
}

static jato_status read_space(const jato_space *from, jx_pool *pool, jato_space *given,
                              jato_error *error)
{
  const void *variables, *constraints;
  if (from == NULL) return jx_fail(error, JATO_E_ARGUMENT, "a space is needed; it is NULL");
  JX_TRY(JX_SIZED_READ(jato_space, from, given, error));
  variables = given->variables;
  constraints = given->constraints;
  if (given->variable_count <= JX_SPACE_MAX)
    JX_TRY(read_elements("jato_variable", given->variable_size, given->variable_count,
                         sizeof(jato_variable), pool, &variables, error));
  if (given->constraint_count <= JX_SPACE_MAX)
    JX_TRY(read_elements("jato_constraint", given->constraint_size, given->constraint_count,
                         sizeof(jato_constraint), pool, &constraints, error));
  given->variables = variables;
  given->constraints = constraints;
  given->variable_size = sizeof(jato_variable);
  given->constraint_size = sizeof(jato_constraint);
  return JATO_OK;
}

static jato_status copy_given(const jato_space *from, const jato_allocator *allocator,
                              jx_space **out, jato_error *error)
{
  jx_pool pool = {.allocator = *allocator};
  jato_space given;
  jato_status status = read_space(from, &pool, &given, error);
  if (status == JATO_OK) status = jx_space_check_given(&given, error);
  if (status == JATO_OK) *out = copy_space(&given, allocator);
  if (status == JATO_OK && *out == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for a space of %zu variables",
                     given.variable_count);
  jx_pool_release(&pool);
  return status;
}

jato_status jx_space_create(const jato_space *given, const jato_allocator *allocator,
                            jx_space **out, jato_error *error)
{
  jx_space *space = NULL;
  *out = NULL;
  JX_TRY(copy_given(given, allocator, &space, error));
  jato_status status = jx_space_check(&space->given, allocator, error);
  if (status != JATO_OK) {
    jx_space_destroy(allocator, &space);
    return status;
  }
  make_box(space);
  *out = space;
  return JATO_OK;
}

void jx_space_destroy(const jato_allocator *allocator, jx_space **space)
{
  jx_release(allocator, *space);
  *space = NULL;
}
