/* A growing text. */
#pragma once

#include <stddef.h>

/* In memory of malloc. Zeroed at first; to be released with jx_line_release. What is added after
 * memory has run out is left away: look at `failed` once, at the end. */
typedef struct jx_line {
  char *text; /* ended by a zero that is not counted; NULL while nothing was added */
  size_t length, room;
  int failed; /* no memory: the text is not whole */
} jx_line;

void jx_line_clear(jx_line *line); /* empty and not failed; the memory is kept */
void jx_line_release(jx_line *line);
void jx_line_add(jx_line *line, const char *text, size_t length);

/* Not for real numbers, which follow the program's locale here: see jx_json_number. */
void jx_line_print(jx_line *line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;
