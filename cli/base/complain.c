/* Messages on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/complain.h"

char *cli_make_plain(char *text, bool may_have_lines)
{
  char *to = text;
  for (const char *at = text; *at != '\0';) {
    size_t bytes = jato_letter_bytes(at);
    bool plain = jato_letter_is_plain(at) || (may_have_lines && *at == '\n');
    if (plain)
      memmove(to, at, bytes);
    else
      *to = '?';
    to += plain ? bytes : 1;
    at += bytes > 0 ? bytes : 1;
  }
  *to = '\0';
  return text;
}

static void say(const char *text, bool may_have_lines)
{
  char plain[4096];
  snprintf(plain, sizeof plain, "%s", text);
  fprintf(stderr, "jato: %s\n", cli_make_plain(plain, may_have_lines));
}

static void say_formatted(const char *format, va_list arguments)
{
  char text[4096];
  (void)vsnprintf(text, sizeof text, format, arguments);
  say(text, false);
}

void cli_complain(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say_formatted(format, arguments);
  va_end(arguments);
}

int cli_refuse(int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say_formatted(format, arguments);
  va_end(arguments);
  return code;
}

int cli_complain_of(jato_status status, const jato_error *error)
{
  /* A compiler speaks in lines, and what a file would run is a list. */
  say(error->text, status == JATO_E_SOURCE || status == JATO_E_TRUST);
  switch (status) {
  case JATO_OK: return CLI_DONE;
  case JATO_E_ARGUMENT:
  case JATO_E_NAME:
  case JATO_E_TRUST:
  case JATO_E_SOURCE: return CLI_USAGE;
  case JATO_E_NOT_BUILT: return CLI_NOT_BUILT;
  case JATO_E_FILE: return CLI_FILE;
  case JATO_E_MEMORY:
  case JATO_E_DEVICE:
  case JATO_E_LOST:
  case JATO_E_OBJECTIVE: break;
  }
  return CLI_FAILED;
}

int cli_complain_unknown(const char *what, const char *name, const char *names)
{
  char nearest[64];
  if (name[0] == '\0') name = "\"\"";
  if (jato_nearest_word(name, names, nearest))
    return cli_refuse(CLI_USAGE, "unknown %s %s; did you mean %s?", what, name, nearest);
  return cli_refuse(CLI_USAGE, "unknown %s %s; there are: %s", what, name, names);
}
