/* What a slow run without a limit has ahead of it, said once while there is time to change it. */
#ifndef CLI_OUTLOOK_H
#define CLI_OUTLOOK_H

#include <stdbool.h>

#include "base/progress.h"

typedef struct cli_outlook {
  bool is_wanted; /* the user set no limit, and it was not said yet */
  const char *algorithm;
  unsigned workers;
  cli_progress *progress; /* whose line is taken off before something is written */
} cli_outlook;

/* Of a run of programs that begins with these options. */
cli_outlook cli_outlook_begin(const jato_options *options, cli_progress *progress);

/* Looks whether there is something to be said by now, and says it. */
void cli_outlook_report(cli_outlook *outlook, const jato_progress *now);

#endif
