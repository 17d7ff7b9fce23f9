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

/* What a terminal would obey: U+0000 to U+001F and U+007F to U+009F. Returns its bytes, or 0. */
static size_t control_bytes(const char *text, unsigned *letter)
{
  const unsigned char *at = (const unsigned char *)text;
  bool is_long = at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;
  *letter = is_long ? at[1] : at[0];
  if (is_long) return 2;
  return at[0] < 0x20 || at[0] == 0x7F ? 1 : 0;
}

void cli_json_quote(FILE *out, const char *text)
{
  fputc('"', out);
  while (*text != '\0') {
    unsigned letter;
    size_t control = control_bytes(text, &letter);
    size_t length = control > 0 ? control : jato_letter_bytes(text);
    if (control > 0)
      fprintf(out, "\\u%04x", letter);
    else if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if (length == 0)
      fputs("\\ufffd", out);
    else
      fwrite(text, 1, length, out);
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
