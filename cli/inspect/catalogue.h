/* Tables and JSON of what the library's catalogue says this build contains. */
#pragma once

#include <jato/jato.h>

#include "text/writer/json.h"

/* A line for each row: name, what it is, and its state where that is not "built". */
void cli_catalogue_brief(jato_kind kind);

/* The same with every parameter, its default and range, and the source; `only` NULL means all rows.
 */
void cli_catalogue_full(jato_kind kind, const char *only);

/* The names of the rows, one a line; with `only`, what may follow "only:", one a line: "c1=" for a
 * number, "topology=ring" for each choice. */
void cli_catalogue_names(jato_kind kind, const char *only);

void cli_catalogue_json(jato_kind kind, const char *only, jx_json *json, const char *key);
