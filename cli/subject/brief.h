/* An algorithm in as few words as say it. */
#pragma once

#include <jato/jato.h>

enum { CLI_BRIEF = sizeof(((jato_result *)0)->algorithm) };

/* The spec of an algorithm, which has every parameter, with those alone that differ from the
 * defaults: "pso:topology=ring". As it is where the catalogue does not know it. */
void cli_brief_algorithm(const char *whole, char brief[CLI_BRIEF]);
