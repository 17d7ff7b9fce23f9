/* What a program writes: the last part of it is kept, and the result is read from there. */
#pragma once

#include "base/memory.h"
#include "base/text.h"
#include "text/lines.h"
#include "space/space.h"

/* However much is written, the last `limit` bytes are kept, in one piece. */
typedef struct jx_tail {
  char *text;
  size_t length;
  size_t room;  /* grows to twice the limit, so that moving the text down costs little */
  size_t limit; /* bytes that are kept */
  jato_allocator allocator;
} jx_tail;

/* Returns 0 without memory. */
int jx_tail_create(jx_tail *tail, size_t limit, const jato_allocator *allocator);
void jx_tail_destroy(jx_tail *tail);

/* Reads once from a descriptor that does not block. Returns how many bytes came; 0 at the end of
 * the file, and after an error; -1 where there is nothing to read now. */
long jx_tail_read(jx_tail *tail, int descriptor);

/* Forgets the first `count` bytes. */
void jx_tail_drop(jx_tail *tail, size_t count);

/* Writes the last words of the text, on one line and without control characters, at most size - 1
 * bytes of them. */
void jx_tail_words(const jx_tail *tail, char *out, size_t size);

/* Reads the result of a program that ran for one evaluation: the last numbers of the text, value
 * first, then constraints; or with `field`, as jx_lines_read_fields does. The text is its standard
 * output, or with `file`, which messages name, what that holds. answer->value and
 * c[constraint_count] may come out not finite. Returns 0, with answer->message in words, where
 * there is no result. An answer never has an id. */
int jx_output_read(const jx_space *space, const char *field, const char *file, jx_text text,
                   jx_answer *answer, double *c);

/* The last `count` numbers of a text, at least 1: the first of them goes to *first, the others to
 * rest[count - 1]; both are left alone where there are fewer. Returns how many there are in all.
 * Numbers are 1, -1.5e-3, +2, .5, 5., nan, inf and Fortran's 1.0D-3 and 0.1-100 (its 0.1E-100).
 * They are never taken out of words such as x2, 3rd, 1.2.3 or 2026-11-15. */
size_t jx_output_last_numbers(jx_text text, size_t count, double *first, double *rest);
