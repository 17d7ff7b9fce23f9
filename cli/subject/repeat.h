/* The command that makes a run again. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jato/jato.h>

#include "subject/subject.h"

typedef struct cli_repeat {
  const cli_subject *subject; /* as the user wrote it; NULL: only the file has it, if any */
  const char *name;           /* what people call the problem */
  size_t dim;
  const jato_options *asked; /* as the user wrote it, or as the file has it */
  const cli_settings *given; /* over those of a study; NULL without one */
  const jato_result *result;
  const char *file; /* a run file that the run is in; NULL without */
  bool resumed;     /* it did not begin with the limits of `asked` */
  uint64_t planned; /* then: jato_record_info.planned_iterations */
} cli_repeat;

/* One line of a shell, without its end. There is a subject, or a file. */
void cli_print_repeat(FILE *out, const cli_repeat *repeat);

/* "float", "double" */
const char *cli_precision_name(jato_precision precision);

enum { CLI_BRIEF = sizeof(((jato_result *)0)->algorithm) };

/* The spec of an algorithm, which has every parameter, with those alone that differ from the
 * defaults: "pso:topology=ring". As it is where the catalogue does not know it. */
void cli_brief_algorithm(const char *whole, char brief[CLI_BRIEF]);
