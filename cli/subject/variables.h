/* Variables and constraints as people type them. */
#ifndef CLI_VARIABLES_H
#define CLI_VARIABLES_H

#include "base/command.h"

/* What was read of them. */
typedef struct cli_variables {
  jato_space space; /* points to what follows */
  jato_variable *variable;
  jato_constraint *constraint;
  void **texts; /* [text_count]: names and choices */
  size_t text_count;
} cli_variables;

/* Reads each text of `variables`:
 *
 *   NAME=LOW:HIGH   a real variable; :int behind it makes it whole, :log searches its logarithm
 *   NAME=a,b,c      one of several choices
 *   NAME=VALUE      always this number, or this word
 *
 * with @BEGIN behind one of the first two: where one particle begins. And each text of
 * `constraints`:
 *
 *   NAME<=BOUND, NAME>=BOUND, NAME=BOUND
 *
 * with ~TOLERANCE and /SCALE behind it. Returns CLI_DONE, or after a message what the program is to
 * exit with; *read is to be released in either case. */
int cli_variables_read(const cli_list_of *variables, const cli_list_of *constraints, double penalty,
                       cli_variables *read);

/* Adds nameless variables with the box lower[dim]..upper[dim] to constraints that were read. */
int cli_variables_of_box(const double *lower, const double *upper, size_t dim, cli_variables *read);

void cli_variables_release(cli_variables *read);

#endif
