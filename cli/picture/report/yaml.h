/* The study in a run file as people write one. */
#pragma once

#include <stdio.h>

/* Writes the text of a study, JSON in one line, as YAML in lines: the same study to who reads it.
 * Any other text is written as it is. */
void cli_yaml_write(FILE *out, const char *text);
