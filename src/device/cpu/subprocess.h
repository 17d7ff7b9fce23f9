/* Runs another program, a compiler, and waits for it. */
#pragma once

#include "base/memory.h"

/* Finds the file that a shell would run for `name`: `name` itself if it contains a slash, otherwise
 * the first file of that name in the folders of PATH. Returns 0 if there is no executable file. */
int jx_cpu_find_program(const char *name, char *path, size_t size);

typedef struct jx_cpu_job {
  const char *const *arguments; /* the program's path first, NULL last */
  const char *folder;           /* its working folder for files of its own */
  const char *messages;         /* the file for all its output */
  double deadline;              /* of jx_clock_seconds(): it is then killed, with its children */
  jato_allocator allocator;
} jx_cpu_job;

typedef enum jx_cpu_outcome {
  JX_CPU_JOB_DONE,
  JX_CPU_JOB_FAILED, /* ended by itself, with an error */
  JX_CPU_JOB_LATE,
  JX_CPU_JOB_MISSING, /* could not be started: errno says why */
} jx_cpu_outcome;

/* Runs the program in the environment of this process, but in English and with its temporary files
 * in the folder. */
jx_cpu_outcome jx_cpu_run(const jx_cpu_job *job);
