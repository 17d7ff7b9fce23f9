/* What a run has ahead of it that its user may want to change, said once while there is time: how
 * long a slow one without a limit takes, and that workers have nothing to do. */
#pragma once

#include <stdbool.h>

#include "base/progress.h"

typedef struct cli_outlook {
  bool is_wanted;      /* the user set no limit, and it was not said yet */
  bool looks_for_idle; /* more workers than particles were not looked for yet */
  unsigned workers;
  cli_progress *progress; /* whose line is taken off before something is written */
} cli_outlook;

/* Of a run of programs that begins with these options. */
cli_outlook cli_outlook_begin(const jato_options *options, cli_progress *progress);

/* Looks whether there is something to be said by now, and says it. */
void cli_outlook_report(cli_outlook *outlook, const jato_progress *now);
