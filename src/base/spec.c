#include "base/spec.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

jx_text jx_spec_name(const char *spec)
{
  jx_text rest = jx_text_of(spec);
  return jx_text_cut(&rest, ':');
}

/* Where the value of a setting begins. */
static size_t value_at(jx_text setting)
{
  size_t at = 0;
  while (at < setting.length && setting.start[at] != '=') at++;
  return at < setting.length ? at + 1 : 0;
}

static int is_quote(char c) { return c == '\'' || c == '"'; }

/* A quote counts where a value begins with it. */
jx_text jx_spec_setting(jx_text *rest)
{
  jx_text setting = *rest, unquoted = *rest;
  size_t at = value_at(jx_text_cut(&unquoted, ','));
  if (at == 0 || at >= setting.length || !is_quote(setting.start[at]))
    return jx_text_cut(rest, ',');
  const char *close = memchr(setting.start + at + 1, setting.start[at], setting.length - at - 1);
  if (close == NULL) {
    *rest = (jx_text){setting.start + setting.length, 0};
    return setting;
  }
  jx_text behind = {close, setting.length - (size_t)(close - setting.start)};
  size_t tail = jx_text_cut(&behind, ',').length;
  *rest = behind;
  setting.length = (size_t)(close - setting.start) + tail;
  return setting;
}

int jx_spec_unquote(jx_text *value)
{
  if (value->length == 0 || !is_quote(value->start[0])) return 1;
  const char *close = memchr(value->start + 1, value->start[0], value->length - 1);
  if (close != value->start + value->length - 1) return 0;
  *value = (jx_text){value->start + 1, value->length - 2};
  return 1;
}

char jx_spec_quote(const char *value)
{
  if (strchr(value, ',') == NULL && !is_quote(value[0])) return '\0';
  return strchr(value, '\'') == NULL ? '\'' : '"';
}

jato_status jx_spec_find(const char *spec, int (*row)(size_t index, jato_entry *entry),
                         const char *noun, const char *plural, size_t *index, jato_error *error)
{
  jato_entry entry;
  jx_text name = jx_spec_name(spec);
  jx_nearest nearest = jx_nearest_to(name);
  for (*index = 0; row(*index, &entry); ++*index) {
    if (jx_text_equals(name, entry.name)) return JATO_OK;
    jx_nearest_offer(&nearest, entry.name);
  }
  char shown[JX_SHOWN];
  (void)jx_text_show(spec, shown);
  int length = name.length < strlen(shown) ? (int)name.length : (int)strlen(shown);
  if (nearest.name != NULL)
    return jx_fail(error, JATO_E_NAME, "unknown %s \"%.*s\"; did you mean \"%s\"?", noun, length,
                   shown, nearest.name);
  return jx_fail(error, JATO_E_NAME, "unknown %s \"%.*s\"; `jato list %s` shows what there is",
                 noun, length, shown, plural);
}

/* Writes "a, b, c" for the choices "a b c". */
static void list_choices(const char *choices, char *out, size_t size)
{
  jx_text rest = jx_text_of(choices);
  size_t used = 0;
  out[0] = '\0';
  while (rest.length > 0 && used + 1 < size) {
    jx_text name = jx_text_cut(&rest, ' ');
    int n = snprintf(out + used, size - used, "%s%.*s", used > 0 ? ", " : "", (int)name.length,
                     name.start);
    used += n > 0 ? (size_t)n : 0;
  }
}

static jato_status read_choice(const jato_parameter *row, jx_text text, double *out,
                               jato_error *error)
{
  char names[256];
  int index = jx_text_index(text, row->choices);
  if (index > 0) {
    *out = index - 1;
    return JATO_OK;
  }
  list_choices(row->choices, names, sizeof names);
  return jx_fail(error, JATO_E_ARGUMENT, "%s=%.*s: not a choice; take one of %s", row->name,
                 (int)text.length, text.start, names);
}

static jato_status refuse_number(const jato_parameter *row, jx_text text, const char *why,
                                 jato_error *error)
{
  return jx_fail(error, JATO_E_ARGUMENT, "%s=%.*s: %s; %s is from %g to %g", row->name,
                 (int)text.length, text.start, why, row->name, row->smallest, row->largest);
}

static jato_status read_number(const jato_parameter *row, jx_text text, double *out,
                               jato_error *error)
{
  double value = 0;
  if (!jx_text_number(text, &value)) return refuse_number(row, text, "not a number", error);
  if (row->whole && value != floor(value))
    return refuse_number(row, text, "not a whole number", error);
  if (value < row->smallest || value > row->largest)
    return refuse_number(row, text, "out of range", error);
  *out = value;
  return JATO_OK;
}

static jato_status read_text(const jato_parameter *row, jx_text text, jx_values *values,
                             jato_error *error)
{
  if (!jx_spec_unquote(&text))
    return jx_fail(error, JATO_E_ARGUMENT, "%s=%.*s: the quote is not closed at the end", row->name,
                   (int)text.length, text.start);
  if (text.length == 0 || text.length >= sizeof values->text)
    return jx_fail(error, JATO_E_ARGUMENT, "%s=%.*s: from 1 to %zu letters are wanted", row->name,
                   (int)text.length, text.start, sizeof values->text - 1);
  memcpy(values->text, text.start, text.length);
  values->text[text.length] = '\0';
  return JATO_OK;
}

static jato_status read_value(const jato_parameter *row, jx_text text, double *number,
                              jx_values *values, jato_error *error)
{
  if (row->text) return read_text(row, text, values, error);
  if (row->choices != NULL) return read_choice(row, text, number, error);
  return read_number(row, text, number, error);
}

/* Whether the setting is a number alone, which is the value of the first row if that is whole. */
static int is_first_value(jx_text setting, jx_parameter_table table)
{
  double number;
  return table.count > 0 && table.rows[0].whole && jx_text_number(setting, &number);
}

static jato_status refuse_name(jx_text owner, jx_text key, jx_parameter_table table,
                               jato_error *error)
{
  char suggestion[JX_SUGGESTION];
  jx_nearest nearest = jx_nearest_to(key);
  for (size_t i = 0; i < table.count; i++) jx_nearest_offer(&nearest, table.rows[i].name);
  if (table.count == 0)
    return jx_fail(error, JATO_E_NAME, "%.*s has no parameters, so \"%.*s\" cannot be set",
                   (int)owner.length, owner.start, (int)key.length, key.start);
  return jx_fail(error, JATO_E_NAME, "%.*s has no parameter \"%.*s\"%s", (int)owner.length,
                 owner.start, (int)key.length, key.start,
                 jx_nearest_suggest(&nearest, "; `jato list` shows those it has", suggestion));
}

/* The row of a setting, or table.count if it is unknown, and the text of its value. */
static size_t find_row(jx_text setting, jx_parameter_table table, jx_text *key, jx_text *value)
{
  size_t i = 0;
  *value = setting;
  if (is_first_value(setting, table)) return 0;
  *key = jx_text_cut(value, '=');
  while (i < table.count && !jx_text_equals(*key, table.rows[i].name)) i++;
  return i;
}

_Static_assert(JX_PARAMETERS_MAX <= 32, "an unsigned has a bit for each parameter");

/* seen: a bit for each row that was set before. */
static jato_status read_setting(jx_text owner, jx_text setting, jx_parameter_table table,
                                unsigned *seen, jx_values *values, jato_error *error)
{
  jx_text key = setting, value;
  size_t i = find_row(setting, table, &key, &value);
  if (i == table.count) return refuse_name(owner, key, table, error);
  if ((*seen >> i & 1u) != 0)
    return jx_fail(error, JATO_E_ARGUMENT, "%.*s: %s is given twice; take one of them",
                   (int)owner.length, owner.start, table.rows[i].name);
  *seen |= 1u << i;
  return read_value(&table.rows[i], value, &values->value[i], values, error);
}

jato_status jx_spec_read(const char *spec, jx_parameter_table table, jx_values *values,
                         jato_error *error)
{
  jx_text rest = jx_text_of(spec);
  jx_text owner = jx_text_cut(&rest, ':');
  unsigned seen = 0;
  if (table.count > 0) *values = (jx_values){{0}, .text = ""};
  for (size_t i = 0; i < table.count; i++) values->value[i] = table.rows[i].fallback;
  while (rest.length > 0)
    JX_TRY(read_setting(owner, jx_spec_setting(&rest), table, &seen, values, error));
  return JATO_OK;
}

static jx_text choice_name(const char *choices, double index)
{
  jx_text rest = jx_text_of(choices);
  jx_text name = jx_text_cut(&rest, ' ');
  for (int i = 0; i < (int)index; i++) name = jx_text_cut(&rest, ' ');
  return name;
}

/* Writes 15 digits if they read back as the same number, otherwise 17. */
static int write_number(char *out, size_t size, char mark, const char *name, double value)
{
  char text[32];
  (void)snprintf(text, sizeof text, "%.15g", value);
  if (strtod(text, NULL) != value) (void)snprintf(text, sizeof text, "%.17g", value);
  jx_text_swap_point(text, localeconv()->decimal_point[0], '.');
  return snprintf(out, size, "%c%s=%s", mark, name, text);
}

double *jx_spec_value(jx_parameter_table table, jx_values *values, const char *name)
{
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.rows[i].name, name) == 0) return &values->value[i];
  return NULL;
}

void jx_spec_write(const char *name, jx_parameter_table table, const jx_values *values, char *out,
                   size_t size)
{
  int n = snprintf(out, size, "%s", name);
  size_t used = n > 0 ? (size_t)n : 0;
  char mark = ':'; /* before the first one that is written */
  if (table.count > 0 && values->written[0] != '\0') {
    (void)snprintf(out, size, "%s:%s", name, values->written);
    return;
  }
  for (size_t i = 0; i < table.count && used < size; i++) {
    const jato_parameter *row = &table.rows[i];
    if (row->text) {
      if (values->text[0] == '\0') continue;
      const char quote[2] = {jx_spec_quote(values->text), '\0'};
      n = snprintf(out + used, size - used, "%c%s=%s%s%s", mark, row->name, quote, values->text,
                   quote);
    } else if (row->choices != NULL) {
      jx_text choice = choice_name(row->choices, values->value[i]);
      n = snprintf(out + used, size - used, "%c%s=%.*s", mark, row->name, (int)choice.length,
                   choice.start);
    } else {
      n = write_number(out + used, size - used, mark, row->name, values->value[i]);
    }
    mark = ',';
    used += n > 0 ? (size_t)n : 0;
  }
}
