/* A method from outside as a search of jato's: what it gives is checked before the run sees it, and
 * what the run holds is checked before the method sees it. */
#include "algorithm/plugin/plugin.h"

#include <math.h>
#include <stdio.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"
#include "base/digest.h"
#include "base/float_mode.h"
#include "kernel/normal.h"

/* So many first generations are looked at for an ask that changes the state. */
#define GENERATIONS_WATCHED 4
#define LEAST_ARRAY (offsetof(jato_method_array, most) + sizeof(uint64_t))

typedef struct plugin_search {
  jx_search head;
  jx_plugin plugin;
  int is_made; /* the method's create has succeeded */
  void *own;   /* what it made */
  size_t dim;
  const double *lower, *upper; /* [dim] */
  jx_array arrays[JATO_METHOD_MOST_ARRAYS];
  size_t array_count;
} plugin_search;

/* ---- Draws ---- */

static double draw_uniform(uint64_t seed, uint64_t generation, uint64_t point, uint32_t coordinate)
{
  return jx_draw_share(jk_key_make(seed, generation), point, coordinate, 0);
}

static double draw_normal(uint64_t seed, uint64_t generation, uint64_t point, uint32_t coordinate)
{
  jk_key key = jk_key_make(seed, generation);
  return jk_normals_of(jk_draw(key, point, (jk_word1)coordinate, JK_DRAW_NORMAL)).a;
}

static const jato_draws draws = {sizeof draws, draw_uniform, draw_normal};

/* ---- Failures ---- */

static const char *name_of(const plugin_search *s) { return s->plugin.method.name; }

/* What a call of the method returned; its words are cut at their end whatever it wrote. */
static jato_status pass_on(const plugin_search *s, jato_status status, jato_error *why,
                           const char *call, jato_error *error)
{
  if (status == JATO_OK) return JATO_OK;
  why->text[sizeof why->text - 1] = '\0';
  if (status != JATO_E_MEMORY && status != JATO_E_OBJECTIVE) status = JATO_E_ARGUMENT;
  return jx_fail(error, status, "%s: %s%s", name_of(s), call,
                 why->text[0] != '\0' ? why->text : "failed, and did not say why");
}

/* ---- State ---- */

static jx_allowed bounds_of(const plugin_search *s, const jato_method_array *array)
{
  switch (array->bounds) {
  case JATO_BOUNDS_RANGE: return (jx_allowed)JX_DOUBLE_IN(array->low, array->high);
  case JATO_BOUNDS_BOX: return (jx_allowed)JX_IN_BOX(s->lower, s->upper);
  case JATO_BOUNDS_ANY: return (jx_allowed)JX_ANY_DOUBLE;
  case JATO_BOUNDS_COUNTS: return (jx_allowed)JX_COUNT_IN(array->least, array->most);
  }
  return (jx_allowed){.kind = JX_ALLOWED_MISSING};
}

/* Returns what is wrong with an array; NULL: nothing. */
static const char *find_fault(const plugin_search *s, const jato_method_array *array)
{
  if (array->size < LEAST_ARRAY) return "has too small a size";
  if (!jx_plugin_is_name(array->name)) return "has no name of small letters, digits and _";
  if (strncmp(array->name, "run_", 4) == 0)
    return "has a name that begins with run_, as jato's own";
  for (size_t i = 0; i < s->array_count; i++)
    if (strcmp(s->arrays[i].name, array->name) == 0) return "has the name of an earlier one";
  if (array->rows == 0 || array->columns == 0 || array->columns > SIZE_MAX / 16 / array->rows)
    return "has no rows or columns";
  if (array->data == NULL) return "has no data";
  if (array->bounds < JATO_BOUNDS_RANGE || array->bounds > JATO_BOUNDS_COUNTS)
    return "does not say what its numbers may be";
  if (array->bounds == JATO_BOUNDS_RANGE && !(array->low <= array->high))
    return "has bounds that allow nothing";
  if (array->bounds == JATO_BOUNDS_COUNTS && array->least > array->most)
    return "has bounds that allow nothing";
  if (array->bounds == JATO_BOUNDS_BOX && array->columns != s->dim)
    return "is bound by the box and has not a column for each coordinate";
  return NULL;
}

static jato_status take_array(plugin_search *s, const jato_method_array *array, jato_error *error)
{
  const char *fault = find_fault(s, array);
  if (fault != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: array %zu of its state %s", name_of(s),
                   s->array_count + 1, fault);
  jx_array *own = &s->arrays[s->array_count++];
  *own = (jx_array){.kind = array->bounds == JATO_BOUNDS_COUNTS ? JX_COUNTS : JX_DOUBLES,
                    .rows = array->rows,
                    .columns = array->columns,
                    .data = array->data,
                    .allowed = bounds_of(s, array)};
  memcpy(own->name, array->name, strlen(array->name) + 1);
  return JATO_OK;
}

static jato_status take_state(plugin_search *s, jato_error *error)
{
  const jato_method *method = &s->plugin.method;
  size_t count = 0;
  if (method->state == NULL) return JATO_OK;
  const char *list = (const char *)method->state(s->own, &count);
  if (count > JATO_METHOD_MOST_ARRAYS || (count > 0 && list == NULL))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: its state has %zu arrays, and at most %d are possible", name_of(s), count,
                   JATO_METHOD_MOST_ARRAYS);
  for (size_t i = 0, bytes = 0; i < count; i++) {
    const jato_method_array *array = (const void *)(list + i * bytes);
    if (i == 0) bytes = array->size;
    JX_TRY(take_array(s, array, error));
  }
  return JATO_OK;
}

/* A number that no run file may hold would end the run when it is resumed: it is better known now.
 */
static jato_status check_state(plugin_search *s, jato_error *error)
{
  jato_error why;
  for (size_t i = 0; i < s->array_count; i++) {
    const jato_array now = jx_array_saved(&s->arrays[i]);
    if (jx_array_check(&s->arrays[i], &now, &why) == JATO_OK) continue;
    char *end = strrchr(why.text, ';');
    if (end != NULL) *end = '\0';
    return jx_fail(error, JATO_E_ARGUMENT, "%s: its state breaks its own bounds: %s", name_of(s),
                   why.text);
  }
  return JATO_OK;
}

static uint64_t hash_state(const plugin_search *s)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  for (size_t i = 0; i < s->array_count; i++)
    jx_digest_add(&digest, s->arrays[i].data,
                  s->arrays[i].rows * s->arrays[i].columns * sizeof(double));
  return jx_digest_end(&digest);
}

static size_t plugin_state(jx_search *search, jx_array *arrays)
{
  const plugin_search *s = (const plugin_search *)search;
  memcpy(arrays, s->arrays, s->array_count * sizeof *arrays);
  return s->array_count;
}

/* ---- Create ---- */

static jato_status plugin_read(const char *spec, const jato_method *method, jx_values *values,
                               jato_error *error)
{
  jx_plugin plugin;
  JX_TRY(jx_plugin_open(spec, method, &plugin, values, error));
  jx_plugin_close(&plugin);
  return JATO_OK;
}

static jato_status make_own(plugin_search *s, const jx_search_setup *setup, const jx_values *values,
                            jato_error *error)
{
  const jato_method *method = &s->plugin.method;
  jato_error why = {JATO_OK, ""};
  double *parameters = jx_pool_take(&s->head.pool, JX_PARAMETERS_MAX, sizeof *parameters);
  jato_method_setup *given = jx_pool_take(&s->head.pool, 1, sizeof *given);
  size_t initial = jx_initial_points(setup, SIZE_MAX);
  double *starts = jx_pool_take(&s->head.pool, initial * s->dim + 1, sizeof *starts);
  if (!jx_pool_is_whole(&s->head.pool))
    return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory", name_of(s));
  memcpy(parameters, values->value, sizeof values->value);
  for (size_t i = 0; i < initial * s->dim; i++)
    starts[i] = jato_into_box(setup->initial[i], s->lower[i % s->dim], s->upper[i % s->dim]);
  *given = (jato_method_setup){.size = sizeof *given,
                               .user = method->user,
                               .dim = s->dim,
                               .lower = s->lower,
                               .upper = s->upper,
                               .points = setup->particles,
                               .seed = setup->seed,
                               .parameters = parameters,
                               .initial = initial > 0 ? starts : NULL,
                               .initial_count = initial,
                               .draws = &draws};
  jx_float_mode mode = jx_float_mode_read();
  jato_status status = method->create(given, &s->own, &why);
  jx_float_mode_restore(&mode);
  s->is_made = status == JATO_OK;
  return pass_on(s, status, &why, "", error);
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  plugin_search *s = (plugin_search *)search;
  char spec[JX_WRITTEN + sizeof JX_PLUGIN + 1];
  jx_values values;
  s->dim = setup->dim;
  s->lower = setup->lower;
  s->upper = setup->upper;
  (void)snprintf(spec, sizeof spec, JX_PLUGIN ":%s", setup->values->written);
  JX_TRY(jx_plugin_open(spec, setup->method, &s->plugin, &values, error));
  JX_TRY(make_own(s, setup, &values, error));
  JX_TRY(take_state(s, error));
  return check_state(s, error);
}

static jato_status plugin_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_plugin_ops, setup, sizeof(plugin_search), set_up, out, error);
}

static void plugin_destroy(jx_search **search)
{
  plugin_search *s = (plugin_search *)*search;
  if (s == NULL) return;
  jx_float_mode mode = jx_float_mode_read();
  if (s->is_made) s->plugin.method.destroy(s->own);
  jx_float_mode_restore(&mode);
  jx_plugin_close(&s->plugin);
  jx_search_destroy(search);
}

/* ---- Ask and tell ---- */

static jato_status check_points(const plugin_search *s, const jato_method_generation *given,
                                jato_error *error)
{
  if (given->count == 0 || given->count > SIZE_MAX / 64 / s->dim)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: it asks for %zu points in generation %llu",
                   name_of(s), given->count, (unsigned long long)given->number);
  if (given->x == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: generation %llu has no points: x is NULL",
                   name_of(s), (unsigned long long)given->number);
  for (size_t i = 0; i < given->count * s->dim; i++) {
    size_t d = i % s->dim;
    if (given->x[i] >= s->lower[d] && given->x[i] <= s->upper[d]) continue;
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: coordinate %zu of point %zu in generation %llu is %.9g, outside of %.9g to "
                   "%.9g; use jato_into_box",
                   name_of(s), d, i / s->dim, (unsigned long long)given->number, given->x[i],
                   s->lower[d], s->upper[d]);
  }
  return JATO_OK;
}

static jato_status plugin_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  plugin_search *s = (plugin_search *)search;
  jato_error why = {JATO_OK, ""};
  jato_method_generation given = {
      .size = sizeof given, .number = generation->number, .best = (double)INFINITY};
  int is_watched = generation->number < GENERATIONS_WATCHED;
  uint64_t before = is_watched ? hash_state(s) : 0;
  jx_float_mode mode = jx_float_mode_read();
  jato_status status = s->plugin.method.ask(s->own, &given, &why);
  jx_float_mode_restore(&mode);
  JX_TRY(pass_on(s, status, &why, "ask: ", error));
  given.number = generation->number;
  JX_TRY(check_points(s, &given, error));
  if (is_watched && hash_state(s) != before)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s: its ask changes arrays of its state, so that a resumed run would go on from "
        "other points; change them in tell",
        name_of(s));
  generation->count = given.count;
  generation->x = given.x;
  return JATO_OK;
}

static jato_status plugin_tell(jx_search *search, const jx_generation *generation,
                               jato_error *error)
{
  plugin_search *s = (plugin_search *)search;
  jato_error why = {JATO_OK, ""};
  const jato_method_generation reported = {.size = sizeof reported,
                                           .number = generation->number,
                                           .count = generation->count,
                                           .x = generation->x,
                                           .rank = generation->rank,
                                           .best = generation->best};
  jx_float_mode mode = jx_float_mode_read();
  jato_status status = s->plugin.method.tell(s->own, &reported, &why);
  jx_float_mode_restore(&mode);
  JX_TRY(pass_on(s, status, &why, "tell: ", error));
  return check_state(s, error);
}

/* ---- Table ---- */

static const jato_parameter parameters[] = {
    JX_TEXT_ROW("path", "shared object of the method; its own parameters follow"),
};

const jx_algorithm_ops jx_plugin_ops = {
    .name = JX_PLUGIN,
    .summary = "a method of your own, from a shared object",
    .source = "",
    .parameters = {parameters, 1},
    .read = plugin_read,
    .traits = JX_SAME_BITS,
    .create = plugin_create,
    .destroy = plugin_destroy,
    .ask = plugin_ask,
    .tell = plugin_tell,
    .state = plugin_state,
};
