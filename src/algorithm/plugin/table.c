/* The table of a method from outside: copied member by member, and checked. */
#include "algorithm/plugin/plugin.h"

#include <math.h>

/* What version 1 has: a larger table is of a later header, a smaller one of none. */
#define LEAST_TABLE (offsetof(jato_method, destroy) + sizeof(void (*)(void *)))
#define LEAST_PARAMETER (offsetof(jato_method_parameter, whole) + sizeof(bool))

int jx_plugin_is_name(const char *name)
{
  size_t length = name != NULL ? strlen(name) : 0;
  return length > 0 && length < JX_PLUGIN_NAME && !jx_is_digit(name[0]) &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static jato_status check_version(const jato_method *given, const char *where, jato_error *error)
{
  if (given->size < LEAST_TABLE)
    return jx_fail(error, JATO_E_FILE,
                   "%s: its table has a size of %zu bytes, and %zu are needed; set .size to "
                   "sizeof(jato_method)",
                   where, given->size, LEAST_TABLE);
  if (given->abi != JATO_METHOD_ABI)
    return jx_fail(error, JATO_E_FILE,
                   "%s: it is for version %u of jato/method.h, and this jato has version %d; build "
                   "it again with the headers of this jato",
                   where, given->abi, JATO_METHOD_ABI);
  return JATO_OK;
}

static jato_status check_calls(const jato_method *method, const char *where, jato_error *error)
{
  const char *missing = !jx_plugin_is_name(method->name) ? "name of small letters, digits and _"
                        : method->create == NULL         ? "create"
                        : method->ask == NULL            ? "ask"
                        : method->tell == NULL           ? "tell"
                        : method->destroy == NULL        ? "destroy"
                                                         : NULL;
  if (missing == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "%s: its table has no %s", where, missing);
}

/* The names that a spec has already. */
static int is_reserved(const char *name)
{
  return jx_text_index(jx_text_of(name), "path bytes sha256 method") > 0;
}

static size_t count_words(const char *words)
{
  size_t count = 0;
  for (const char *at = words; *at != '\0'; at++)
    count += *at != ' ' && (at == words || at[-1] == ' ');
  return count;
}

/* Returns what is wrong with a row; NULL: nothing. */
static const char *find_fault(const jato_method_parameter *row, const jx_plugin *plugin, size_t i)
{
  if (row->size < LEAST_PARAMETER) return "has too small a size";
  if (!jx_plugin_is_name(row->name)) return "has no name of small letters, digits and _";
  if (is_reserved(row->name)) return "has a name that jato uses: path, bytes, sha256 or method";
  for (size_t k = 0; k < i; k++)
    if (strcmp(plugin->rows[k].name, row->name) == 0) return "has the name of an earlier one";
  if (row->choices != NULL) {
    double last = (double)count_words(row->choices) - 1;
    int is_index = row->fallback >= 0 && row->fallback <= last;
    return is_index && floor(row->fallback) == row->fallback ? NULL : "has no choice as default";
  }
  if (!isfinite(row->smallest) || !isfinite(row->largest)) return "has no finite bounds";
  if (!(row->fallback >= row->smallest && row->fallback <= row->largest))
    return "has a default outside of its bounds";
  if (row->whole && floor(row->fallback) != row->fallback) return "has a default that is not whole";
  return NULL;
}

/* Row i, as wide as the method was compiled with. */
static const jato_method_parameter *row_at(const jato_method *method, size_t i)
{
  const char *first = (const char *)method->parameters;
  return (const void *)(first + i * method->parameters->size);
}

static jato_status take_rows(const char *where, jx_plugin *plugin, jato_error *error)
{
  const jato_method *method = &plugin->method;
  if (method->parameter_count > JATO_METHOD_MOST_PARAMETERS ||
      (method->parameter_count > 0 && method->parameters == NULL))
    return jx_fail(error, JATO_E_FILE, "%s: it has %zu parameters, and at most %d are possible",
                   where, method->parameter_count, JATO_METHOD_MOST_PARAMETERS);
  for (size_t i = 0; i < method->parameter_count; i++) {
    const jato_method_parameter *row = row_at(method, i);
    const char *fault = find_fault(row, plugin, i);
    if (fault != NULL)
      return jx_fail(error, JATO_E_FILE, "%s: parameter %zu of its table %s", where, i + 1, fault);
    plugin->rows[i] = (jato_parameter){.name = row->name,
                                       .help = row->help != NULL ? row->help : "",
                                       .choices = row->choices,
                                       .fallback = row->fallback,
                                       .smallest = row->smallest,
                                       .largest = row->largest,
                                       .whole = row->whole};
  }
  return JATO_OK;
}

jato_status jx_plugin_take_table(const jato_method *given, const char *where, jx_plugin *plugin,
                                 jato_error *error)
{
  jato_method *own = &plugin->method;
  JX_TRY(check_version(given, where, error));
  memcpy(own, given, given->size < sizeof *own ? given->size : sizeof *own);
  JX_TRY(check_calls(own, where, error));
  if (own->summary == NULL) own->summary = "";
  if (own->source == NULL) own->source = "";
  return take_rows(where, plugin, error);
}
