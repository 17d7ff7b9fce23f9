/* What the operating system says of the machine. Texts are "" where it does not say. */
#pragma once

#include <stdint.h>

typedef struct cli_machine {
  char cpu[128];
  char huge_pages[32]; /* "always", "madvise" or "never" */
  long cores;          /* 0 where unknown */
  uint64_t memory_bytes;
  uint64_t available_bytes;
} cli_machine;

cli_machine cli_machine_look(void);

/* Seconds of a clock that never goes back; only differences mean anything. */
double cli_now(void);
