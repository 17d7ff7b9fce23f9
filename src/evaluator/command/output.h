/* The output of a program: its last part is kept, and the result is read from it. */
#pragma once

#include "base/memory.h"
#include "base/text.h"
#include "text/lines.h"
#include "space/space.h"

/* A contiguous buffer with the last `limit` bytes that were written. */
typedef struct jx_output_buffer {
  char *text;
  size_t length;
  size_t room;  /* grows to twice the limit, so that the text is seldom moved down */
  size_t limit; /* bytes that are kept */
  jato_allocator allocator;
} jx_output_buffer;

/* Returns 0 without memory. */
int jx_output_buffer_create(jx_output_buffer *buffer, size_t limit,
                            const jato_allocator *allocator);
void jx_output_buffer_destroy(jx_output_buffer *buffer);

/* Reads once from a descriptor that does not block. Returns the number of bytes; 0 at the end of
 * the file, and after an error; -1 if there is nothing to read now. */
long jx_output_buffer_read(jx_output_buffer *buffer, int descriptor);

/* Drops the first `count` bytes. */
void jx_output_buffer_drop(jx_output_buffer *buffer, size_t count);

/* Copies the end of the text, on one line and without control characters, at most size - 1 bytes.
 */
void jx_output_buffer_excerpt(const jx_output_buffer *buffer, char *out, size_t size);

/* Reads the result of a program that ran for one evaluation: the last numbers of the text, value
 * first, then constraints; or with `field`, as jx_lines_read_fields does. The text is the program's
 * standard output, or the contents of `file`, whose name is used in messages. answer->value and
 * c[constraint_count] may be NaN or infinite. Returns 0, with a message in answer->message, if
 * there is no result. The answer never has an id. */
int jx_output_read(const jx_space *space, const char *field, const char *file, jx_text text,
                   jx_answer *answer, double *c);

/* Reads the last `count` numbers of a text, at least 1: the first of them to *first, the others to
 * rest[count - 1]; writes nothing if there are fewer. Returns how many numbers the text has.
 * Numbers are 1, -1.5e-3, +2, .5, 5., nan, inf and Fortran's 1.0D-3 and 0.1-100 (its 0.1E-100).
 * Words such as x2, 3rd, 1.2.3 or 2026-11-15 contain no numbers. */
size_t jx_output_last_numbers(jx_text text, size_t count, double *first, double *rest);
