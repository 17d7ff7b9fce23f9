/* How the program says what went wrong: on standard error, and by its exit code. */
#pragma once

#include <stdbool.h>

#include <jato/jato.h>

/* What the program returns to the shell. */
enum {
  CLI_DONE = 0,
  CLI_FAILED = 1,       /* the run failed, or what was to be the same differs */
  CLI_USAGE = 2,        /* the command line, or the source it names, is wrong */
  CLI_NOT_BUILT = 3,    /* this build does not contain what was named */
  CLI_FILE = 4,         /* a file or standard output could not be read or written */
  CLI_INTERRUPTED = 128 /* and the number of the signal that ended it early, as a shell counts */
};

/* Replaces what a terminal might obey by ?: letters that are not plain (jato_letter_is_plain),
 * except line ends if `may_have_lines`, and bytes that are no UTF-8. Returns `text`. */
char *cli_make_plain(char *text, bool may_have_lines);

/* Writes "jato: " and the text to standard error, as cli_make_plain makes it, with a line end. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void cli_complain(const char *format, ...);

/* The same, and returns `code`, which the program is to exit with. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_refuse(int code, const char *format, ...);

/* Tells the user of a failed call of the library and returns what the program is to exit with. */
int cli_complain_of(jato_status status, const jato_error *error);

/* Says that there is no such thing, with the nearest of `names` (words with one space between) when
 * one is near: unknown command minimise; did you mean minimize? Returns CLI_USAGE. */
int cli_complain_unknown(const char *what, const char *name, const char *names);
