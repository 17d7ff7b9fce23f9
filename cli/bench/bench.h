/* What `jato bench` was asked for, and its subjects. */
#pragma once

#include "base/command.h"

typedef struct cli_bench_request {
  uint64_t particles, dim, repeat; /* 0 for the usual */
  const char *algorithm;
  cli_list_of devices;
  int precision;      /* the index among "float double both" */
  double every;       /* seconds between checkpoints */
  const char *folder; /* where they are written */
  bool json;
} cli_bench_request;

enum { CLI_BENCH_FLOAT, CLI_BENCH_DOUBLE, CLI_BENCH_BOTH };

int cli_bench_step(const cli_bench_request *asked);
int cli_bench_devices(const cli_bench_request *asked);
int cli_bench_save(const cli_bench_request *asked);
int cli_bench_memory(const cli_bench_request *asked);
