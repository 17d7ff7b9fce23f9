/* The parts of `jato show`: its JSON, the settings as text and JSON, and the checkpoints beside a
 * file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <jato/jato.h>

#include "text/writer/json.h"
#include "subject/keep.h"

/* named: the problem of the file, where its variables have names; NULL otherwise. */
void cli_show_json(const char *path, const jato_record_info *info, const jato_problem *named);

/* Those of the settings that run files keep: as lines, without what is not set or does not concern
 * the run; and all of them. */
void cli_show_settings(const jato_options *options);
void cli_show_settings_json(jx_json *json, const jato_options *options);

/* One earlier checkpoint of a file. */
typedef struct cli_beside {
  char name[CLI_PATH]; /* "" where there is none of this number */
  bool sound;
  uint64_t iteration;
  char saved_at[32];
} cli_beside;

/* Looks at FILE.number, numbers from 1; false past the last one that could be there. */
bool cli_beside_look(const char *path, int number, cli_beside *beside);
