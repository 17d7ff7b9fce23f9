/* Whether a command line asks for the run that a file holds. */
#ifndef CLI_AGREE_H
#define CLI_AGREE_H

#include "subject/subject.h"

/* What decides the bits of a run, as the user gave it. */
typedef struct cli_claim {
  const cli_subject *subject;
  const char *algorithm, *walls, *order; /* NULL: not given */
  int precision;                         /* jato_precision; -1: not given */
  uint64_t particles;                    /* 0: not given */
  uint64_t seed;
  bool has_seed;
} cli_claim;

/* Compares what was given with the file. Returns CLI_DONE, or after a message that names the
 * difference what the program is to exit with. */
int cli_agree_settings(const cli_claim *claim, const jato_record_info *info);

/* The same for the problem that was made of the subject. Of a C text and of a program only the kind
 * is looked at: jato_run_load compares the texts. */
int cli_agree_problem(const cli_claim *claim, const jato_record_info *info,
                      const jato_problem *problem);

#endif
