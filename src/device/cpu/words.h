/* What a compiler said, in files of a build's folder: "words", all it printed, and "vectors", what
 * gcc says of its vectorised loops. */
#ifndef JX_CPU_WORDS_H
#define JX_CPU_WORDS_H

#include "base/status.h"
#include "device/cpu/build.h"

/* Whose compiler it is, from what it said to --version. */
jx_cpu_maker jx_cpu_words_maker(const char *folder);

/* How many lanes the program's vector loop computes at once; 1 when it was not vectorised. */
int jx_cpu_words_lanes(const jx_cpu_build *build, jx_cpu_maker maker);

/* JATO_E_SOURCE with the errors in the user's own text: what is said of ours would not help. For a
 * program without one JATO_E_DEVICE with all of them. */
jato_status jx_cpu_words_fail(const jx_cpu_build *build, jato_error *error);

#endif
