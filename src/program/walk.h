/* A walk over the code of a source that was read: it skips comments, blanks and directives, and
 * knows the user's line of each token. */
#pragma once

#include "program/lexer.h"

typedef struct jx_walk {
  jx_token token, before; /* the token, and the previous one; of kind END if there is none */
  size_t line;            /* of the token, as #line has it */
  int directives;         /* seen so far, but for #line and those that jato wrote itself */
  int conditions;         /* of these, #if and the like */
  int at_start;           /* of a line */
} jx_walk;

/* Begins at the first token after the head that jx_source_read adds, and moves to the next one;
 * past the last one, it is of kind END. */
jx_walk jx_walk_begin(const char *source);
void jx_walk_next(jx_walk *walk);
