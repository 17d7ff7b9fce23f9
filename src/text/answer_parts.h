/* What the readers of answers share. */
#pragma once

#include "text/lines.h"
#include "text/tree.h"

/* Words for a reader that returns 0, cut at `size`. */
typedef struct jx_message {
  char *text;
  size_t size;
} jx_message;

/* Writes the words and returns 0. */
int jx_message_fail(jx_message message, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;

/* Reads text[length] as JSON; returns 0, with words, where it is none. */
int jx_answer_tree(jx_tree *tree, const char *text, size_t length, jx_message message);

/* A number, or NaN: see lines.h. `what` and `name` are what words call it: "constraint", "heat". */
int jx_answer_number(const jx_node *node, const char *what, const char *name, double *out,
                     jx_message message);

/* The field of an object, or NULL with words that name the nearest field. */
const jx_node *jx_answer_field(const jx_node *object, const char *what, const char *name,
                               jx_message message);
