/* The study in a run file as people write one. */
#pragma once

#include <stdio.h>

/* Writes the text of a study, JSON in one line, as the same study in lines of YAML. Any other
 * text is written as it is. */
void cli_yaml_write(FILE *out, const char *text);
