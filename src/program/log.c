#include "program/log.h"

#include <string.h>

/* The kinds of lines: a note, warning or error is followed by lines that belong to it. */
enum { BELONGS, NOTE, WARNING, ERROR };

static size_t line_length(const char *line)
{
  const char *end = strchr(line, '\n');
  return end != NULL ? (size_t)(end - line) + 1 : strlen(line);
}

static int has(const char *line, const char *word)
{
  const char *at = strstr(line, word);
  return at != NULL && at < line + line_length(line);
}

static int kind_of(const char *line)
{
  if (has(line, "error:")) return ERROR;
  if (has(line, "warning:")) return WARNING;
  return has(line, "note:") ? NOTE : BELONGS;
}

/* The first error in the user's file; else the first error; else the beginning. */
static const char *find_start(const char *log, const char *user_name)
{
  const char *first = NULL;
  for (const char *line = log; *line != '\0'; line += line_length(line)) {
    if (kind_of(line) != ERROR) continue;
    if (user_name == NULL || has(line, user_name)) return line;
    if (first == NULL) first = line;
  }
  return first != NULL ? first : log;
}

void jx_compiler_log_excerpt(const char *log, const char *user_name, char *out, size_t size)
{
  size_t used = 0;
  int shown = 1;
  for (const char *line = find_start(log, user_name); *line != '\0'; line += line_length(line)) {
    int kind = kind_of(line);
    if (kind == ERROR || kind == WARNING) shown = kind == ERROR;
    if (!shown) continue;
    size_t length = line_length(line), room = size - 1 - used;
    if (length > room && used > 0) break;
    memcpy(out + used, line, length < room ? length : room);
    used += length < room ? length : room;
  }
  while (used > 0 && out[used - 1] == '\n') used--;
  out[used] = '\0';
}
