/* The evaluations of a run, one by one, from the journal beside its file. */
#pragma once

#include <jato/jato.h>

#include "inspect/table/points.h"

/* All of those of the run file `path`, as a table. Returns CLI_DONE, or after a message what the
 * program is to exit with. */
int cli_evaluations_export(jato_record *record, const char *path, const cli_points *points,
                           cli_table *table);

/* The best `count`, for people: those that meet the constraints first. `named` may be NULL. */
int cli_evaluations_top(jato_record *record, const char *path, const jato_problem *named,
                        uint64_t count);
