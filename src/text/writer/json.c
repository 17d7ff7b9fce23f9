#include "text/writer/json.h"

#include <assert.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "jato/setting.h"

jx_json jx_json_to_file(FILE *file) { return (jx_json){.style = JX_JSON_PAGE, .file = file}; }

jx_json jx_json_to_line(jx_line *line, jx_json_style style)
{
  return (jx_json){.style = style, .line = line};
}

static void put(jx_json *json, const char *text, size_t length)
{
  if (json->line != NULL)
    jx_line_add(json->line, text, length);
  else
    (void)fwrite(text, 1, length, json->file);
}

static void put_string(jx_json *json, const char *text) { put(json, text, strlen(text)); }

/* ---- Texts ---- */

/* A letter by its number: two of them beyond U+FFFF. */
static void escape(jx_json *json, unsigned letter)
{
  char text[16];
  if (letter > 0xFFFF) {
    letter -= 0x10000;
    (void)snprintf(text, sizeof text, "\\u%04x", 0xD800 + (letter >> 10));
    put_string(json, text);
    letter = 0xDC00 + (letter & 0x3FF);
  }
  (void)snprintf(text, sizeof text, "\\u%04x", letter);
  put_string(json, text);
}

/* On a page, whatever people do not see as it is; else control characters, which a terminal would
 * obey, and in a study the letters that YAML takes for the end of a line or for nothing. */
static int is_escaped(const jx_json *json, const char *text, unsigned letter)
{
  if (json->style == JX_JSON_PAGE) return !jato_letter_is_plain(text);
  if (letter < 0x20 || (letter >= 0x7F && letter < 0xA0)) return 1;
  return json->style == JX_JSON_STUDY && (letter == 0x2028 || letter == 0x2029 ||
                                          letter == 0xFEFF || letter == 0xFFFE || letter == 0xFFFF);
}

/* Writes one letter; returns how many bytes of the text are done. */
static size_t put_letter(jx_json *json, const char *text)
{
  static const char special[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
  int all = json->style == JX_JSON_LINE || json->style == JX_JSON_SPACED;
  unsigned letter;
  size_t bytes = jx_text_letter(text, &letter);
  const char *at = memchr(special, text[0], all ? sizeof special - 1 : 2);
  if (at != NULL) {
    char pair[2] = {'\\', names[at - special]};
    put(json, pair, 2);
  } else if (bytes == 0) {
    json->failed = 1;
    put_string(json, json->style == JX_JSON_PAGE ? "\\ufffd" : "\xEF\xBF\xBD");
  } else if (is_escaped(json, text, letter)) {
    escape(json, letter);
  } else {
    put(json, text, bytes);
  }
  return bytes > 0 ? bytes : 1;
}

static void quote(jx_json *json, const char *text)
{
  put(json, "\"", 1);
  while (*text != '\0') text += put_letter(json, text);
  put(json, "\"", 1);
}

/* ---- Values ---- */

static void new_line(jx_json *json)
{
  put(json, "\n", 1);
  for (int i = 0; i < json->depth; i++) put(json, "  ", 2);
}

/* Everything in front of a value: the comma, the line, the key. */
static void lead(jx_json *json, const char *key, int is_scalar)
{
  if (json->depth > 0) {
    int broken =
        json->style == JX_JSON_PAGE && !(json->level[json->depth - 1].is_array && is_scalar);
    if (json->level[json->depth - 1].any)
      put_string(json, broken || json->style == JX_JSON_LINE ? "," : ", ");
    if (broken) new_line(json);
    json->level[json->depth - 1].any = 1;
    json->level[json->depth - 1].broken = broken;
  }
  if (key == NULL) return;
  quote(json, key);
  put_string(json, json->style == JX_JSON_LINE ? ":" : ": ");
}

static void begin(jx_json *json, const char *key, int is_array)
{
  assert(json->depth < JX_JSON_DEPTH);
  lead(json, key, 0);
  put_string(json, is_array ? "[" : "{");
  json->level[json->depth].is_array = is_array;
  json->level[json->depth].any = json->level[json->depth].broken = 0;
  json->depth++;
}

void jx_json_begin_object(jx_json *json, const char *key) { begin(json, key, 0); }

void jx_json_begin_array(jx_json *json, const char *key) { begin(json, key, 1); }

void jx_json_end(jx_json *json)
{
  assert(json->depth > 0);
  json->depth--;
  if (json->level[json->depth].broken) new_line(json);
  put_string(json, json->level[json->depth].is_array ? "]" : "}");
  if (json->depth == 0 && json->style == JX_JSON_PAGE) put(json, "\n", 1);
}

void jx_json_text(jx_json *json, const char *key, const char *text)
{
  lead(json, key, 1);
  if (text == NULL)
    put_string(json, "null");
  else
    quote(json, text);
}

void jx_json_number(jx_json *json, const char *key, double number)
{
  char text[JX_NUMBER_SIZE] = "null";
  lead(json, key, 1);
  if (isfinite(number) && json->style == JX_JSON_PAGE) {
    (void)snprintf(text, sizeof text, "%.17g", number);
    jx_text_swap_point(text, localeconv()->decimal_point[0], '.');
  } else if (isfinite(number)) {
    jx_text_write_number(number, text);
  }
  put_string(json, text);
}

void jx_json_count(jx_json *json, const char *key, uint64_t count)
{
  char text[24];
  lead(json, key, 1);
  (void)snprintf(text, sizeof text, "%" PRIu64, count);
  put_string(json, text);
}

void jx_json_bool(jx_json *json, const char *key, int value)
{
  lead(json, key, 1);
  put_string(json, value ? "true" : "false");
}
