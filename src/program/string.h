/* A growing text. */
#pragma once

#include "base/memory.h"

/* The text is ended by a zero. */
typedef struct jx_string {
  char *text;
  size_t length, room;
  jato_allocator allocator;
} jx_string;

/* Adds text; returns 0 without memory. */
JATO_API int jx_string_add(jx_string *string, const char *text, size_t length);
JATO_API int jx_string_print(jx_string *string, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;
JATO_API void jx_string_release(jx_string *string);
