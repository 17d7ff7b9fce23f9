/* What a command is about: a problem of the gallery, a C file, an expression, a program or a study,
 * and how files and expressions are compiled. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/command.h"
#include "base/compiling.h"
#include "subject/objective.h"

/* What minimize, compare and check have options for. */
typedef struct cli_subject {
  const char *word; /* PROBLEM, which is no option; NULL without it */
  const char *expression, *bounds, *data;
  uint64_t dim;
  bool no_cache;
  const cli_objective *objective; /* a program; NULL where the command knows none */
  const char *study;              /* the study file that has all of it; NULL without */
} cli_subject;

/* Rows of a command's options: what the problem is; AT as below. */
/* clang-format off */
#define CLI_SUBJECT_OPTIONS(AT)                                                                    \
  {"expression", 'e', CLI_TEXT, "TEXT",                                                            \
   "instead of PROBLEM, such as \"sq(x(0) - 1) + sq(x(1))\"", AT(subject.expression)},             \
  {"dim", 'd', CLI_COUNT, "N", "number of coordinates (default: the problem's own, or 10)",        \
   AT(subject.dim), .least = 1, .most = INT32_MAX},                                                \
  {"bounds", 'b', CLI_TEXT, "LOW:HIGH", "interval of all coordinates, or LOW:HIGH,LOW:HIGH,...",   \
   AT(subject.bounds)},                                                                            \
  {"data", 0, CLI_TEXT, "FILE", "numbers that a C file reads as data[0], data[1], ...",            \
   AT(subject.data)}

/* clang-format on */

/* A row of a command's options; AT(member) is the offset of a member of its request, which has a
 * cli_subject named subject. */
#define CLI_NO_CACHE_OPTION(AT)                                                                  \
  {                                                                                              \
    "no-cache", 0, CLI_FLAG, NULL, "do not use the cache of compiled code", AT(subject.no_cache) \
  }

/* Whether it is compiled: a C file or an expression. */
bool cli_subject_is_source(const cli_subject *subject);

/* Whether it is a program or a shared object. */
bool cli_subject_is_program(const cli_subject *subject);

/* What people call it: the expression, or the problem's name. */
const char *cli_subject_name(const cli_subject *subject, const jato_problem *problem);

/* Makes the problem. Returns CLI_DONE, or after a message what the program is to exit with. */
int cli_subject_open(const cli_subject *subject, jato_problem **problem);

/* Whether a problem is named, and what was given fits it. `needs`: what to say where none is.
 * Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_subject_check(const cli_subject *subject, const cli_settings *given, const char *needs);

/* Whether a word of the command line names a study: it ends in .yaml, .yml or .json. */
bool cli_study_is(const char *word);

/* Reads a study; paths in it are those of its folder. Returns CLI_DONE, or after a message what the
 * program is to exit with. */
int cli_study_open(const char *path, jato_study **study);

/* Whether the settings that were given fit the objective of a study, which may bring unfit ones
 * itself: its objective may change. Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_study_check(const jato_study *study, const cli_settings *given);

/* Paths that options of a run point to. */
typedef struct cli_places {
  char cache[CLI_FOLDER], key[CLI_FOLDER];
} cli_places;

/* Fills in the folder for compiled programs unless a setting names one, the user's key, and the
 * callback for notices. `places` must live as long as the options. */
void cli_subject_options(const cli_subject *subject, cli_places *places, jato_options *options);
