/* Messages on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/complain.h"

/* Texts of users and of other programs are in it: nothing that a terminal would obey goes out. */
static void say(const char *text, bool may_have_lines)
{
  fputs("jato: ", stderr);
  for (; *text != '\0'; text++) {
    unsigned char letter = (unsigned char)*text;
    bool is_control = letter < 0x20 || letter == 0x7F;
    fputc(is_control && !(may_have_lines && letter == '\n') ? '?' : letter, stderr);
  }
  fputc('\n', stderr);
}

void cli_complain(const char *format, ...)
{
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  say(text, false);
}

int cli_complain_of(jato_status status, const jato_error *error)
{
  say(error->text, status == JATO_E_SOURCE); /* a compiler speaks in lines */
  switch (status) {
  case JATO_OK: return CLI_DONE;
  case JATO_E_ARGUMENT:
  case JATO_E_NAME:
  case JATO_E_SOURCE: return CLI_USAGE;
  case JATO_E_NOT_BUILT: return CLI_NOT_BUILT;
  case JATO_E_FILE: return CLI_FILE;
  case JATO_E_MEMORY:
  case JATO_E_DEVICE:
  case JATO_E_OBJECTIVE: break;
  }
  return CLI_FAILED;
}

int cli_complain_unknown(const char *what, const char *name, const char *names)
{
  char nearest[64];
  if (name[0] == '\0') name = "\"\"";
  if (jato_nearest_word(name, names, nearest))
    cli_complain("unknown %s %s; did you mean %s?", what, name, nearest);
  else
    cli_complain("unknown %s %s; there are: %s", what, name, names);
  return CLI_USAGE;
}
