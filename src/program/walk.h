/* A walk over the code of a source that was read: comments, blanks and directives are passed over,
 * and it is known which line of the user's stands where. */
#pragma once

#include "program/lexer.h"

typedef struct jx_walk {
  jx_token token, before; /* the token, and the code before it; of kind END where there is none */
  size_t line;            /* of the token, as #line has it */
  int directives;         /* seen so far, but for #line and those that jato wrote itself */
  int conditions;         /* of these, #if and the like */
  int at_start;           /* of a line */
} jx_walk;

/* The first token, behind the head that jx_source_read puts in front. Then the next one, of kind
 * END past the last. */
jx_walk jx_walk_begin(const char *source);
void jx_walk_next(jx_walk *walk);
