/* Text as one word of a shell command. */
#pragma once

#include <stdio.h>

/* Writes the text, in quotes where a shell would take it for something else. */
void cli_print_word(FILE *out, const char *text);

/* Writes " --name text"; nothing where the text is NULL. */
void cli_print_option(FILE *out, const char *name, const char *text);
