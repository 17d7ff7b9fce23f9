/* Programs as text: the kernels of src/kernel, which the build embeds into the library, strung
 * together with the user's own source for C, OpenCL C or CUDA C. */
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
  int checks_indices; /* not 0: it asks at each index of a source whether it is one, in C only */
  const char *body;   /* the kernels themselves, in the words of kernel/language.h and math.h */
} jx_program_config;

/* What the names of our own texts begin with in compilers' messages. */
#define JX_PROGRAM_OURS "<jato>/"

/* Writes the whole program to the empty *out, which jx_string_release frees. With
 * an objective it evaluates one group in C (swarm/cpu/evaluate.h), and holds the kernels of
 * kernel/offload in OpenCL C and CUDA C. */
JATO_API jato_status jx_program_write(const jx_program_config *config,
                                      const jato_allocator *allocator, jx_string *out,
                                      jato_error *error);

/* The key of a program: 32 hexadecimal digits and a zero, from its text, whatever else decides what
 * is made of it (compiler, flags), and the library's version. */
JATO_API void jx_program_key(const jx_string *program, const char *compiler, char key[33]);
