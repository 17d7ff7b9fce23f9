/* A program in C made into a shared object by the system's compiler. */
#pragma once

#include "contract/device.h"
#include "device/cpu/compiler_output.h"

/* What to compile, and how. */
typedef struct jx_cpu_build {
  const jx_device_program *program;
  const char *compiler; /* its path */
  const char *level;    /* "v2", "v3", "v4", "generic" */
  jato_allocator allocator;
  char folder[JX_CPU_FOLDER]; /* made by jx_cpu_build_make, removed by jx_cpu_build_remove */
} jx_cpu_build;

/* What came of it. */
typedef struct jx_cpu_built {
  char path[JX_CPU_FILE]; /* of the shared object, in the build's folder */
  int lanes;    /* of the vector loop at once, as the compiler says; 1 where it does not say */
  int unrolled; /* loops over coordinates were written out for it */
} jx_cpu_built;

/* The compiler to take: the workshop's, or gcc, clang or cc. Fails with JATO_E_DEVICE. */
jato_status jx_cpu_compiler_find(const jx_workshop *workshop, char *path, size_t size,
                                 jato_error *error);

/* Words that decide, with the program's text, what is made of it: the compiler's file and its date,
 * the flags. */
void jx_cpu_compiler_identify(const char *path, const char *level, char *out, size_t size);

/* Fails with JATO_E_SOURCE and the compiler's words, JATO_E_DEVICE when the compiler cannot be run
 * or takes too long, JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_cpu_build_make(jx_cpu_build *build, jx_cpu_built *out, jato_error *error);

/* What messages call its text. */
const char *jx_cpu_build_name(const jx_cpu_build *build);

/* Whether it lies where the system lets nothing be run from: on a file system mounted noexec. */
int jx_cpu_build_is_noexec(const jx_cpu_build *build);

/* Removes the folder with all that is in it. */
void jx_cpu_build_remove(jx_cpu_build *build);
