/* Programs as text: the kernels of src/kernel, which the build embeds into the library, combined
 * with the user's source for C, OpenCL C or CUDA C. */
#pragma once

#include "contract/device.h"
#include "contract/problem.h"
#include "program/string.h"

typedef struct jx_program_config {
  jx_language language;
  jato_precision precision;
  int width;                     /* lanes of a `real`: 16 where it is a vector, otherwise 1 */
  const char *defines;           /* whole lines "#define JK_DIM 64\n..." put at the beginning */
  const jx_objective *objective; /* of the gallery or a source: a program for swarms; or NULL: */
  int checks_indices;            /* not 0: the program checks each index of a source; in C only */
  const char *body; /* without objective: the kernels, written with kernel/language.h and math.h */
} jx_program_config;

/* The prefix of our own texts' names in compilers' messages. */
#define JX_PROGRAM_OURS "<jato>/"

/* Writes the whole program to the empty *out, which jx_string_release frees. With an objective it
 * is a function that evaluates one group in C (swarm/cpu/evaluate.h), and the kernels of
 * kernel/offload in OpenCL C and CUDA C. */
JATO_API jato_status jx_program_write(const jx_program_config *config,
                                      const jato_allocator *allocator, jx_string *out,
                                      jato_error *error);

/* The key of a program, 32 hexadecimal digits and a zero: from its text, the compiler with its
 * flags, and the library's version. */
JATO_API void jx_program_key(const jx_string *program, const char *compiler, char key[33]);
