/* Kernel texts as the build embeds them (cmake/JatoTexts.cmake): each without its #include lines,
 * in the order a program has them. */
#pragma once

#include <stddef.h>

typedef struct jx_program_text {
  const char *name; /* "kernel/portable.h" */
  const unsigned char *bytes;
  size_t length;
} jx_program_text;

extern const jx_program_text jx_program_texts[];
extern const size_t jx_program_text_count;
