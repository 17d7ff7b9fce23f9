/* The output of a compiler, in two files of a build's folder: "messages", all it printed, and
 * "vectors", gcc's report on vectorised loops. */
#pragma once

#include "contract/device.h"

#define JX_CPU_FOLDER 1024 /* bytes of the path of a build's folder */
#define JX_CPU_FILE (JX_CPU_FOLDER + 32)

typedef enum jx_compiler_family { JX_CPU_GCC, JX_CPU_CLANG, JX_CPU_OTHER } jx_compiler_family;

/* The compiler's family, from its answer to --version. */
jx_compiler_family jx_cpu_output_family(const char *folder);

/* How many lanes the program's vector loop computes at once; 1 when it was not vectorised. */
int jx_cpu_output_lanes(const char *folder, const jx_device_program *program,
                        jx_compiler_family family);

/* Fails with JATO_E_SOURCE and the errors in the user's text, leaving out those in ours; for a
 * program without a user's text, with JATO_E_DEVICE, all errors and the compiler's path. */
jato_status jx_cpu_output_fail(const char *folder, const jx_device_program *program,
                               const char *compiler, jato_error *error);
