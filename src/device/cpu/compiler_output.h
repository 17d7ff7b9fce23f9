/* What a compiler said, in files of a build's folder: "words", all it printed, and "vectors", what
 * gcc says of its vectorised loops. */
#pragma once

#include "contract/device.h"

#define JX_CPU_FOLDER 1024 /* bytes of the path of a build's folder */
#define JX_CPU_FILE (JX_CPU_FOLDER + 32)

typedef enum jx_cpu_maker { JX_CPU_GCC, JX_CPU_CLANG, JX_CPU_OTHER } jx_cpu_maker;

/* Whose compiler it is, from what it said to --version. */
jx_cpu_maker jx_cpu_output_maker(const char *folder);

/* How many lanes the program's vector loop computes at once; 1 when it was not vectorised. */
int jx_cpu_output_lanes(const char *folder, const jx_device_program *program, jx_cpu_maker maker);

/* JATO_E_SOURCE with the errors in the user's own text: what is said of ours would not help. For a
 * program without one JATO_E_DEVICE with all of them, and the compiler's path. */
jato_status jx_cpu_output_fail(const char *folder, const jx_device_program *program,
                               const char *compiler, jato_error *error);
