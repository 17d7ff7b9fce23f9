/* Programs and shared objects as objectives: the options that name them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/command.h"

/* What is started, how it gets its values, and where its result is read. */
typedef struct cli_objective {
  const char *command, *shell, *object; /* one of them; all NULL: the objective is no program */
  cli_list_of variables, constraints, templates;
  const char *scratch, *result_field, *result_file;
  double penalty;
  int keep_folders; /* jato_keep_folders */
  bool by_environment, by_input, persistent, isolate;
} cli_objective;

/* Rows of a command's options; AT(member) is the offset of a member of its request, which has a
 * cli_objective named objective. */
/* clang-format off */
#define CLI_OBJECTIVE_OPTIONS(AT)                                                                  \
  {"command", 0, CLI_TEXT, "TEXT", "a program as the objective: './sim --kappa {kappa} -n {n}'",   \
   AT(objective.command)},                                                                         \
  {"shell", 0, CLI_TEXT, "TEXT", "the same, as a line for /bin/sh", AT(objective.shell)},          \
  {"object", 0, CLI_TEXT, "FILE.so", "a shared object that defines double jato_objective(x, n)",   \
   AT(objective.object)},                                                                          \
  {"isolate", 0, CLI_FLAG, NULL, "call it in separate processes: a crash costs one evaluation",    \
   AT(objective.isolate)},                                                                         \
  {"var", 0, CLI_LIST, "TEXT", "NAME=LOW:HIGH[:int][:log][@START], NAME=a,b,c or NAME=VALUE",      \
   AT(objective.variables)},                                                                       \
  {"constraint", 0, CLI_LIST, "TEXT", "'NAME<=BOUND', 'NAME>=BOUND' or 'NAME=BOUND~TOLERANCE'",    \
   AT(objective.constraints)},                                                                     \
  {"penalty", 0, CLI_REAL, "RHO", "add RHO x violation instead of ranking feasible points first",  \
   AT(objective.penalty)},                                                                         \
  {"env", 0, CLI_FLAG, NULL, "also pass values in the environment, as JATO_kappa=...",             \
   AT(objective.by_environment)},                                                                  \
  {"stdin", 0, CLI_FLAG, NULL, "also pass values on standard input, as a line of JSON",            \
   AT(objective.by_input)},                                                                        \
  {"persistent", 0, CLI_FLAG, NULL, "start it once; it answers a line of JSON per evaluation",     \
   AT(objective.persistent)},                                                                      \
  {"scratch", 0, CLI_TEXT, "FOLDER", "run every evaluation in its own folder in FOLDER",           \
   AT(objective.scratch)},                                                                         \
  {"template", 0, CLI_LIST, "FILE", "copy FILE there with {kappa} replaced; NAME.in becomes NAME", \
   AT(objective.templates)},                                                                       \
  {"keep-folders", 0, CLI_CHOICE, "WHICH", "which to keep: none, failed or all (default: none)",   \
   AT(objective.keep_folders), .choices = "none failed all"},                                      \
  {"result-field", 0, CLI_TEXT, "NAME", "its output is JSON; read the value from this field",      \
   AT(objective.result_field)},                                                                    \
  {"result-file", 0, CLI_TEXT, "FILE", "read this file instead of its standard output",            \
   AT(objective.result_file)}

/* clang-format on */

/* Whether the objective is a program or a shared object; NULL is neither. */
bool cli_objective_is_given(const cli_objective *objective);

/* Whether its options go together, and the settings that were given with it. Returns CLI_DONE, or
 * after a message what the program is to exit with. */
int cli_objective_check(const cli_objective *objective, const cli_settings *given);

/* Makes the problem; box[2][dim] are the bounds of variables without names, for an object that no
 * variables are given for; NULL otherwise. Returns as cli_objective_check does. */
int cli_objective_open(const cli_objective *objective, const double *box, size_t dim,
                       jato_problem **problem);

/* Writes the options that give the same objective again, each with a blank before it. */
void cli_objective_print(FILE *out, const cli_objective *objective);

/* Makes this process the subreaper of all it starts, so that nothing an evaluation has started
 * outlives it, and says so in the options. For a run whose objective is a program; only Linux can
 * do this. */
void cli_work_adopt(jato_options *options);
