/* Messages on standard error, and the nearest name for a mistyped one. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

enum { LONGEST_NAME = 32 }; /* longer names are not compared */

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

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

/* The number of letters to insert, leave out or replace to make a from b. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
  size_t row[LONGEST_NAME + 1]; /* row[j]: between the first i letters of a and the first j of b */
  for (size_t j = 0; j <= b_length; j++) row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t diagonal = row[0]; /* row[j - 1] of the row above */
    row[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = least_of(replaced, least_of(row[j], row[j - 1]) + 1);
    }
  }
  return row[b_length];
}

/* How far a typed name is from a real one; a beginning of three letters or more counts as one off.
 */
static size_t farness(const char *typed, size_t typed_length, const char *name, size_t name_length)
{
  if (typed_length > LONGEST_NAME || name_length > LONGEST_NAME) return LONGEST_NAME;
  bool begins =
      typed_length >= 3 && typed_length < name_length && strncmp(typed, name, typed_length) == 0;
  return begins ? 1 : distance(typed, typed_length, name, name_length);
}

int cli_complain_unknown(const char *what, const char *before, const char *name, const char *names)
{
  const char *nearest = NULL;
  size_t nearest_length = 0;
  size_t length = strlen(name);
  size_t limit = length / 3 + 2; /* a name this far off or farther is no help */
  for (const char *at = names; *at != '\0';) {
    size_t at_length = strcspn(at, " ");
    size_t far = farness(name, length, at, at_length);
    if (far < limit && far < length) {
      limit = far;
      nearest = at;
      nearest_length = at_length;
    }
    at += at_length;
    at += strspn(at, " ");
  }
  if (nearest == NULL)
    cli_complain("unknown %s %s%s; there are: %s", what, before, name, names);
  else
    cli_complain("unknown %s %s%s; did you mean %s%.*s?", what, before, name, before,
                 (int)nearest_length, nearest);
  return CLI_USAGE;
}
