/* Where time went, kernel by kernel. */
#pragma once

#include "text/writer/json.h"
#include "jato/jato.h"

enum { CLI_KERNEL_TIMES_MOST = 32 };

typedef struct cli_kernel_times {
  jato_kernel_time row[CLI_KERNEL_TIMES_MOST];
  size_t count;
} cli_kernel_times;

/* A table for people, and the member "kernels" of an object for programs. */
void cli_kernel_times_print(const cli_kernel_times *times);
void cli_kernel_times_json(jx_json *json, const cli_kernel_times *times);
