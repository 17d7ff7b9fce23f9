#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include <jato/jato.h>

#include "base/json.h"

cli_json cli_json_to(FILE *out) { return (cli_json){.out = out}; }

static void new_line(const cli_json *json)
{
  fputc('\n', json->out);
  for (int i = 0; i < json->depth; i++) fputs("  ", json->out);
}

/* A letter of UTF-8 by its number: two of them beyond U+FFFF. */
static void escape(FILE *out, const char *text, size_t length)
{
  unsigned letter = (unsigned char)text[0] & 0xFFU >> (length > 1 ? length + 1 : 0);
  for (size_t i = 1; i < length; i++) letter = letter << 6 | ((unsigned char)text[i] & 0x3FU);
  if (letter > 0xFFFF) {
    letter -= 0x10000;
    fprintf(out, "\\u%04x", 0xD800 + (letter >> 10));
    letter = 0xDC00 + (letter & 0x3FF);
  }
  fprintf(out, "\\u%04x", letter);
}

void cli_json_quote(FILE *out, const char *text)
{
  fputc('"', out);
  while (*text != '\0') {
    size_t length = jato_letter_bytes(text);
    if (length == 0)
      fputs("\\ufffd", out);
    else if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if (jato_letter_is_plain(text))
      fwrite(text, 1, length, out);
    else
      escape(out, text, length);
    text += length > 0 ? length : 1;
  }
  fputc('"', out);
}

/* Everything in front of a value: the comma, the line, the key. */
static void lead(cli_json *json, const char *key, bool scalar)
{
  if (json->depth > 0) {
    bool on_line = json->level[json->depth - 1].array && scalar;
    bool any = json->level[json->depth - 1].any;
    if (any) fputs(on_line ? ", " : ",", json->out);
    if (!on_line) new_line(json);
    json->level[json->depth - 1].any = true;
    json->level[json->depth - 1].broken = !on_line;
  }
  if (key != NULL) {
    cli_json_quote(json->out, key);
    fputs(": ", json->out);
  }
}

static void begin(cli_json *json, const char *key, bool array)
{
  assert(json->depth < CLI_JSON_DEPTH);
  lead(json, key, false);
  fputc(array ? '[' : '{', json->out);
  json->level[json->depth].array = array;
  json->level[json->depth].any = false;
  json->level[json->depth].broken = false;
  json->depth++;
}

void cli_json_begin_object(cli_json *json, const char *key) { begin(json, key, false); }

void cli_json_begin_array(cli_json *json, const char *key) { begin(json, key, true); }

void cli_json_end(cli_json *json)
{
  assert(json->depth > 0);
  json->depth--;
  if (json->level[json->depth].broken) new_line(json);
  fputc(json->level[json->depth].array ? ']' : '}', json->out);
  if (json->depth == 0) fputc('\n', json->out);
}

void cli_json_string(cli_json *json, const char *key, const char *text)
{
  lead(json, key, true);
  if (text == NULL)
    fputs("null", json->out);
  else
    cli_json_quote(json->out, text);
}

void cli_json_number(cli_json *json, const char *key, double number)
{
  lead(json, key, true);
  if (isfinite(number))
    fprintf(json->out, "%.17g", number);
  else
    fputs("null", json->out);
}

void cli_json_count(cli_json *json, const char *key, uint64_t count)
{
  lead(json, key, true);
  fprintf(json->out, "%" PRIu64, count);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
  lead(json, key, true);
  fputs(value ? "true" : "false", json->out);
}
