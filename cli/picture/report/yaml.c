#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include "picture/report/yaml.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 16 }; /* mappings in one another; a study has three */

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Behind the string that begins at `at`, by its quote. */
static const char *end_of_string(const char *at)
{
  for (at++; *at != '\0' && *at != '"'; at++)
    if (*at == '\\' && at[1] != '\0') at++;
  return *at == '"' ? at + 1 : at;
}

/* Words that YAML would take for something else than a text. */
static bool is_special(const char *word, size_t length)
{
  static const char *const words[] = {"true", "false", "yes", "no",  "on",  "off",
                                      "null", "y",     "n",   "nan", "inf", "infinity"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strlen(words[i]) == length && strncasecmp(words[i], word, length) == 0) return true;
  return false;
}

/* Whether a text needs no quotes. flow: it is within brackets, where more letters mean something.
 * A name of one letter, such as n, is one to the reader of studies, too, where it is a key. */
static bool is_plain(const char *word, size_t length, bool flow, bool key)
{
  if (length == 0 || word[length - 1] == ' ' || (!key && is_special(word, length))) return false;
  if (key && length > 1 && is_special(word, length)) return false;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)word[i];
    bool letter =
        isalpha(c) || c == '_' || c == '/' || (c == '.' && i + 1 < length && word[1] == '/');
    bool inner = isalnum(c) || strchr("_./+= -", c) != NULL || (!flow && strchr("{}", c) != NULL);
    if (i == 0 ? !letter : !inner) return false;
  }
  return true;
}

/* A string or a number; returns what is behind it. */
static const char *write_scalar(FILE *out, const char *at, bool flow, bool key)
{
  const char *end = *at == '"' ? end_of_string(at) : at + strcspn(at, ",:]} \t\r\n");
  if (end == at) end++; /* what is no JSON is passed on */
  bool quoted = *at == '"' && end > at + 1;
  if (quoted && is_plain(at + 1, (size_t)(end - at) - 2, flow, key))
    fprintf(out, "%.*s", (int)(end - at) - 2, at + 1);
  else
    fprintf(out, "%.*s", (int)(end - at), at);
  return end;
}

/* Everything up to the bracket that closes the one at `at`, in one line. */
static const char *write_flow(FILE *out, const char *at)
{
  int open = 0;
  bool key = false;
  do {
    if (strchr("[{", *at) != NULL) {
      key = *at == '{';
      open++;
      fputc(*at++, out);
    } else if (strchr("]}", *at) != NULL) {
      open--;
      fputc(*at++, out);
    } else if (strchr(",:", *at) != NULL) {
      fprintf(out, "%c ", *at++);
    } else {
      at = write_scalar(out, at, true, key);
      key = false;
    }
    at = skip_space(at);
  } while (open > 0 && *at != '\0');
  return at;
}

/* Whether a mapping holds no other one. */
static bool is_innermost(const char *at)
{
  for (at++; *at != '\0' && *at != '}';) {
    if (*at == '{') return false;
    at = *at == '"' ? end_of_string(at) : at + 1;
  }
  return true;
}

static const char *write_value(FILE *out, const char *at, int depth);

static const char *write_mapping(FILE *out, const char *at, int depth)
{
  at = skip_space(at + 1);
  while (*at != '\0' && *at != '}') {
    if (depth > 0 || ftell(out) != 0) fputc('\n', out);
    fprintf(out, "%*s", 2 * depth, "");
    at = skip_space(write_scalar(out, at, false, true));
    fputc(':', out);
    if (*at == ':') at = skip_space(at + 1);
    at = skip_space(write_value(out, at, depth + 1));
    if (*at == ',') at = skip_space(at + 1);
  }
  return *at == '}' ? at + 1 : at;
}

static const char *write_value(FILE *out, const char *at, int depth)
{
  bool flow = *at == '[' || (*at == '{' && (depth > 1 || depth > DEEPEST) && is_innermost(at));
  if (*at == '{' && !flow && depth < DEEPEST) return write_mapping(out, at, depth);
  fputc(' ', out);
  return flow || *at == '{' ? write_flow(out, at) : write_scalar(out, at, false, false);
}

void cli_yaml_write(FILE *out, const char *text)
{
  const char *at = skip_space(text);
  if (*at != '{') {
    fputs(text, out);
    return;
  }
  write_mapping(out, at, 0);
  fputc('\n', out);
}
