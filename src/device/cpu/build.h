/* Compiles a program in C into a shared object with the system's compiler. */
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

/* The result of a build. */
typedef struct jx_cpu_built {
  char path[JX_CPU_FILE]; /* of the shared object, in the build's folder */
  int lanes;    /* that the vector loop computes at once, as the compiler reports; 1 if unknown */
  int unrolled; /* loops over coordinates were unrolled for that */
} jx_cpu_built;

/* Finds the compiler: the toolchain's, or else gcc, clang or cc. Fails with JATO_E_DEVICE. */
jato_status jx_cpu_compiler_find(const jx_toolchain *toolchain, char *path, size_t size,
                                 jato_error *error);

/* Writes what the result depends on, besides the program's text: the compiler's file and its date,
 * and the flags. */
void jx_cpu_compiler_identify(const char *path, const char *level, char *out, size_t size);

/* Fails with JATO_E_SOURCE and the compiler's messages, with JATO_E_DEVICE when the compiler cannot
 * be run or takes too long, and with JATO_E_FILE and JATO_E_MEMORY. */
jato_status jx_cpu_build_make(jx_cpu_build *build, jx_cpu_built *out, jato_error *error);

/* The name of the program's text in messages. */
const char *jx_cpu_build_name(const jx_cpu_build *build);

/* Whether the folder is on a file system mounted noexec. */
int jx_cpu_build_is_noexec(const jx_cpu_build *build);

/* Removes the folder and its files. */
void jx_cpu_build_remove(jx_cpu_build *build);
