/* Tables and JSON of what the library's catalogue says this build contains. */
#pragma once

#include <jato/jato.h>

#include "text/writer/json.h"

/* The kinds of the library's catalogue, and the simulators of libjato_sim. */
typedef enum cli_kind {
  CLI_KIND_ALGORITHM = JATO_KIND_ALGORITHM,
  CLI_KIND_PROBLEM = JATO_KIND_PROBLEM,
  CLI_KIND_DEVICE = JATO_KIND_DEVICE,
  CLI_KIND_WALLS = JATO_KIND_WALLS,
  CLI_KIND_SIMULATOR
} cli_kind;

/* Fills *entry with row `index` and returns 1; returns 0 past the last one. */
int cli_catalogue_row(cli_kind kind, size_t index, jato_entry *entry);

/* A line for each row: name, what it is, and its state where that is not "built". */
void cli_catalogue_brief(cli_kind kind);

/* One row as a person reads it, as what may follow its name, and as JSON; the functions below print
 * rows of a kind so. */
void cli_catalogue_row_full(cli_kind kind, const jato_entry *entry);
void cli_catalogue_row_names(const jato_entry *entry);
void cli_catalogue_row_json(cli_kind kind, const jato_entry *entry, jx_json *json);

/* The same with every parameter, its default and range, and the source; `only` NULL means all rows.
 */
void cli_catalogue_full(cli_kind kind, const char *only);

/* The names of the rows, one a line; with `only`, what may follow "only:", one a line: "c1=" for a
 * number, "topology=ring" for each choice. */
void cli_catalogue_names(cli_kind kind, const char *only);

void cli_catalogue_json(cli_kind kind, const char *only, jx_json *json, const char *key);
