/* Files that appear whole or not at all: written under another name beside theirs, then renamed. A
 * link of that name is replaced, never followed: a link left where a picture or report will be
 * written must not make jato overwrite the file it points to. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct cli_beside {
  FILE *stream; /* to write to */
  const char *path;
  char *other; /* its name until it is kept; NULL: a device or a pipe, written to as it is */
} cli_beside;

/* Returns false, with errno, when it cannot be written; EEXIST for a file of a run. Otherwise it is
 * to be kept or dropped. */
bool cli_beside_open(cli_beside *file, const char *path);

/* Why it cannot be written, in words, right after a failure. */
const char *cli_beside_why(const char *path);

/* Whether the path is a run's file, which a picture or a table must not replace. */
bool cli_beside_is_of_run(const char *path);

/* Ends it and gives it its name, with the rights of the file that was there. Returns false, with
 * errno, where anything since the opening failed; what was there before is there still. */
bool cli_beside_keep(cli_beside *file);

/* Ends it without a trace. Leaves errno alone. */
void cli_beside_drop(cli_beside *file);
