/* Run files as the commands on them open and name them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/command.h"

/* cli_parse for a command on one run file, whose name goes to *path. Returns CLI_DONE, or after a
 * message CLI_USAGE. */
int cli_record_parse(const cli_command *command, int argc, char **argv, void *request,
                     const char **path);

/* How to open a run file. */
enum {
  CLI_NEWEST = 0,    /* the newest sound checkpoint; a note tells if that is not the file itself */
  CLI_ONLY_THIS = 1, /* never an earlier checkpoint instead */
  CLI_TRUSTED = 2    /* what it holds may be run, even if others made the file */
};

/* Returns CLI_DONE, or after a message what the program is to exit with. */
int cli_record_open(const char *path, int how, jato_record **record);

/* A row of the options of a command that runs what a file holds; AT(trust) is a bool. */
#define CLI_TRUST_OPTION(AT)                                                                     \
  {                                                                                              \
    "trust", 0, CLI_FLAG, NULL, "run what the file contains, although you did not make it here", \
        AT(trust)                                                                                \
  }

/* Whether there is nothing but a first checkpoint that was never finished. `found` is what there is
 * of `path`: see cli_keep_exists. */
bool cli_record_is_unfinished(const char *path, const char *found);

/* Creates the problem of the file again. Returns as cli_record_open does. */
int cli_record_problem(const jato_record *record, jato_problem **problem);

/* The variables of a file that has names for them, without its objective: nothing is run. *problem
 * is NULL, and nothing is said, for one whose coordinates have none. */
void cli_record_named(const jato_record *record, jato_problem **problem);

/* The failures of evaluations outside of devices, as the file has them: without messages. */
void cli_record_failures(const jato_record_info *info, jato_failures *failures);

/* "gallery", "source", "study", "function" */
const char *cli_record_kind(const jato_record_info *info);

/* The box as --bounds would have it, which the caller frees: -5:5 for all coordinates, or one for
 * each. NULL without memory. */
char *cli_record_bounds(const jato_record_info *info);

/* Whether the box is not the one that the problem has by itself. */
bool cli_record_has_own_box(const jato_record_info *info);

/* The name of a submethod of a row of its trace, counted from 1; "" where there is none of this
 * number. */
enum { CLI_SUBMETHOD = 64 };
void cli_record_submethod(const jato_record_info *info, uint64_t submethod,
                          char name[CLI_SUBMETHOD]);

/* The next row behind `after`, or from the first one for NULL, whose submethod is another one than
 * that of the row before; NULL where there is none. */
const jato_trace_row *cli_record_next_submethod(const jato_record_info *info,
                                                const jato_trace_row *after);

/* Why the run ended: "interrupted" where the user did it, "running" where it had not. */
const char *cli_stop_name(jato_stop stop);

/* Writes the command that resumes the run beyond the limit it has reached, such as
 * jato resume run.h5 --iterations 2000. */
void cli_print_advice(FILE *out, const char *path, const jato_options *limits,
                      const jato_result *result);
