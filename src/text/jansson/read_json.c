#include "text/jansson/read_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { SOME_MEMORY = 1 << 16 }; /* bytes, and 8 for each of a text */

int jx_lines_built(void) { return 1; }

int jx_message_fail(jx_message message, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message.text, message.size, format, arguments);
  va_end(arguments);
  return 0;
}

/* ---- Reading ---- */

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int is_sign(char c) { return c == '+' || c == '-'; }

static int same_word(jx_text text, const char *word)
{
  if (text.length != strlen(word)) return 0;
  for (size_t i = 0; i < text.length; i++)
    if ((text.start[i] | 0x20) != word[i]) return 0;
  return 1;
}

/* nan, inf or infinity, in capitals or not, perhaps with a sign. */
static int is_not_finite(jx_text text)
{
  if (text.length > 0 && is_sign(text.start[0])) {
    text.start++;
    text.length--;
  }
  return same_word(text, "nan") || same_word(text, "inf") || same_word(text, "infinity");
}

/* The word at the beginning of `rest`: a sign, if there is one, and letters; may be empty. */
static jx_text word_at(jx_text rest)
{
  size_t length = rest.length > 0 && is_sign(rest.start[0]) ? 1 : 0;
  while (length < rest.length && is_letter(rest.start[length])) length++;
  return (jx_text){rest.start, length};
}

/* The quoted text at the beginning of `rest`, with its quotes where it has both. */
static jx_text quoted_at(jx_text rest)
{
  size_t length = 1;
  while (length < rest.length && rest.start[length] != '"')
    length += rest.start[length] == '\\' ? 2 : 1;
  length = length < rest.length ? length + 1 : rest.length;
  return (jx_text){rest.start, length};
}

/* Adds `text` with null in place of words such as NaN; returns how many there were. */
static size_t put_null(jx_line *line, jx_text text)
{
  size_t count = 0, added = 0, at = 0;
  while (at < text.length) {
    jx_text rest = {text.start + at, text.length - at};
    jx_text piece = rest.start[0] == '"' ? quoted_at(rest) : word_at(rest);
    if (is_not_finite(piece)) {
      jx_line_add(line, text.start + added, at - added);
      jx_line_add(line, "null", 4);
      added = at + piece.length;
      count++;
    }
    at += piece.length > 0 ? piece.length : 1;
  }
  jx_line_add(line, text.start + added, text.length - added);
  return count;
}

/* json_loadb refuses NULL, which an empty text may be. */
static json_t *load(jx_text text, json_error_t *error)
{
  size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES;
  const char *start = text.length > 0 ? text.start : "";
  json_t *json = json_loadb(start, text.length, flags, error);
  if (json == NULL && json_error_code(error) == json_error_numeric_overflow)
    json = json_loadb(start, text.length, flags | JSON_DECODE_INT_AS_REAL, error);
  return json;
}

/* jansson does not always say that it lacked memory: a text that it refuses is read again, and
 * believed to be none only where there is memory. */
static json_t *load_surely(jx_text text, json_error_t *error)
{
  json_t *json = load(text, error);
  if (json == NULL) json = load(text, error);
  if (json != NULL) return json;
  void *some = malloc(SOME_MEMORY + 8 * text.length);
  if (some == NULL) (void)snprintf(error->text, sizeof error->text, "not enough memory to read it");
  free(some);
  return NULL;
}

json_t *jx_json_read(const char *text, size_t length, jx_message message)
{
  json_error_t error;
  jx_text all = {text, length};
  if (length > 0 && memchr(text, 0, length) != NULL) { /* which jansson overlooks behind a number */
    (void)jx_message_fail(message, "not JSON: there is a zero byte");
    return NULL;
  }
  json_t *json = load_surely(all, &error);
  if (json != NULL) return json;
  jx_line line = {0};
  if (put_null(&line, all) > 0 && !line.failed)
    json = load_surely((jx_text){line.text, line.length}, &error);
  jx_line_release(&line);
  if (json == NULL) (void)jx_message_fail(message, "no JSON: %s", error.text);
  return json;
}

/* ---- Looking into it ---- */

static const char *kind_of(const json_t *json)
{
  switch (json_typeof(json)) {
  case JSON_OBJECT: return "an object";
  case JSON_ARRAY: return "a list";
  case JSON_TRUE: return "true";
  case JSON_FALSE: return "false";
  case JSON_NULL: return "null";
  default: return "something else";
  }
}

int jx_json_read_number(const json_t *json, const char *what, const char *name, double *out,
                        jx_message message)
{
  *out = NAN;
  if (json_is_null(json)) return 1;
  if (json_is_number(json)) {
    *out = json_number_value(json);
    return 1;
  }
  if (!json_is_string(json))
    return jx_message_fail(message, "%s \"%s\" is %s: a number is wanted", what, name,
                           kind_of(json));
  const char *text = json_string_value(json);
  if (is_not_finite((jx_text){text, json_string_length(json)})) return 1;
  return jx_message_fail(message,
                         "%s \"%s\" is the text \"%.60s\": a number without quotes is wanted", what,
                         name, text);
}

static const char *nearest_key(json_t *object, const char *name)
{
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at))
    jx_nearest_offer(&nearest, json_object_iter_key(at));
  return nearest.name;
}

json_t *jx_json_field(json_t *object, const char *what, const char *name, jx_message message)
{
  if (!json_is_object(object)) {
    (void)jx_message_fail(message, "%s is wanted in a field \"%s\", but there is %s", what, name,
                          json_is_number(object)   ? "a number"
                          : json_is_string(object) ? "a text"
                                                   : kind_of(object));
    return NULL;
  }
  json_t *field = json_object_get(object, name);
  if (field != NULL) return field;
  const char *nearest = nearest_key(object, name);
  if (nearest != NULL)
    (void)jx_message_fail(message,
                          "%s is wanted in a field \"%s\"; there is none, but one \"%.60s\"", what,
                          name, nearest);
  else
    (void)jx_message_fail(message, "%s is wanted in a field \"%s\"; there is none among %zu", what,
                          name, json_object_size(object));
  return NULL;
}
