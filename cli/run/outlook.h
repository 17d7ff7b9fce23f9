/* Warnings that come once, while there is time to change something: how long a slow run without a
 * limit will take, and that some workers have nothing to do. */
#pragma once

#include <stdbool.h>

#include "base/progress.h"

typedef struct cli_outlook {
  bool is_wanted;      /* the user set no limit, and the warning has not been printed yet */
  bool looks_for_idle; /* whether there are more workers than particles has not been checked yet */
  unsigned workers;
  cli_progress *progress; /* its line is cleared before a warning is printed */
} cli_outlook;

/* Begins for a run of programs with these options. */
cli_outlook cli_outlook_begin(const jato_options *options, cli_progress *progress);

/* Prints the warnings that are due by now. */
void cli_outlook_report(cli_outlook *outlook, const jato_progress *now);
