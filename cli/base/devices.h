/* The devices of this machine, as tables, JSON and lists of specs. */
#pragma once

#include <stdbool.h>

#include "base/command.h"
#include "text/writer/json.h"

/* A warning about CUDA; no other place repeats it. */
#define CLI_CUDA_WORDS                                                                \
  "cuda: never run on real hardware; tested with NVRTC, an emulation of its kernels " \
  "and a fake driver"

/* Prints a line for each device of the kind, with a heading; `verbose` adds everything that the
 * device reports about itself. */
void cli_devices_print(const char *kind, bool verbose);

/* Writes an array of objects; `verbose` gives each a member "facts", in which a fact that the
 * device does not report is null. */
void cli_devices_json(const char *kind, bool verbose, jx_json *json, const char *key);

/* A device to run on, with what is known before anything has run there. */
typedef struct cli_target {
  char spec[256];
  char name[192]; /* what its maker calls it; "" where that is not known */
  bool doubles;
  bool deterministic;
} cli_target;

enum { CLI_MOST_DEVICES = 16, CLI_MOST_TARGETS = 32 }; /* asked for; with all levels */
typedef struct cli_targets {
  cli_target target[CLI_MOST_TARGETS];
  size_t count;
} cli_targets;

/* The asked ones; or, when none were, cpu and every other device that is ready. */
void cli_targets_find(const cli_list_of *asked, cli_targets *targets);

/* Adds every instruction level of the cpu that this machine has, but the one `best` names as it was
 * resolved, such as "cpu:threads=2,level=v4". */
void cli_targets_add_levels(cli_targets *targets, const char *best);
