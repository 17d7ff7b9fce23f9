/* Messages on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/complain.h"

char *cli_make_plain(char *text, bool may_have_lines)
{
  for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
    bool is_control = *at < 0x20 || *at == 0x7F;
    if (is_control && !(may_have_lines && *at == '\n')) *at = '?';
    if (*at == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0) *at = at[1] = '?'; /* U+0080 to U+009F */
  }
  return text;
}

static void say(const char *text, bool may_have_lines)
{
  char plain[4096];
  snprintf(plain, sizeof plain, "%s", text);
  fprintf(stderr, "jato: %s\n", cli_make_plain(plain, may_have_lines));
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
    cli_complain("unknown %s %s; did you mean %s?", what, name, nearest);
  else
    cli_complain("unknown %s %s; there are: %s", what, name, names);
  return CLI_USAGE;
}
