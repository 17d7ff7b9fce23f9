/* How methods compare after their runs. */
#pragma once

#include "compare/trials.h"

/* The table for people, with what it means below it; the same as JSON. standings[method_count] is
 * what jato_compare_methods made of the comparison. */
void cli_standings_print(const cli_comparison *comparison, const jato_standing *standings);
void cli_standings_json(const cli_comparison *comparison, const jato_standing *standings);
