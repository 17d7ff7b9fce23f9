/* The end of what a program writes: however much it is, the last `limit` bytes are kept, in one
 * piece. */
#ifndef JX_COMMAND_TAIL_H
#define JX_COMMAND_TAIL_H

#include "base/memory.h"

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

#endif
