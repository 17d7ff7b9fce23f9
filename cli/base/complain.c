/* Messages on standard error. */
#include <stdarg.h>
#include <stdio.h>

#include "base/complain.h"

void cli_complain(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fputs("jato: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

int cli_complain_of(jato_status status, const jato_error *error)
{
  cli_complain("%s", error->text);
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

int cli_complain_unknown(const char *what, const char *before, const char *name, const char *names)
{
  char nearest[64];
  if (jato_nearest_word(name, names, nearest))
    cli_complain("unknown %s %s%s; did you mean %s%s?", what, before, name, before, nearest);
  else
    cli_complain("unknown %s %s%s; there are: %s", what, before, name, names);
  return CLI_USAGE;
}
