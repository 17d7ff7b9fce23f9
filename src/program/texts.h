/* The kernel texts that the build embeds (cmake/JatoTexts.cmake): each without its #include lines,
 * in their order in a program. */
#pragma once

#include <stddef.h>

typedef struct jx_program_text {
  const char *name; /* "kernel/portable.h" */
  const unsigned char *bytes;
  size_t length;
} jx_program_text;

extern const jx_program_text jx_program_texts[];
extern const size_t jx_program_text_count;
