/* Study files as the commands on them open them. */
#pragma once

#include <stdbool.h>

#include "base/command.h"

/* Reads a study; paths in it are those of its folder. Returns CLI_DONE, or after a message what the
 * program is to exit with. */
int cli_study_open(const char *path, jato_study **study);

/* Whether a word of the command line names a study: it ends in .yaml, .yml or .json. */
bool cli_study_is(const char *word);
