/* What the readers of answers share. */
#pragma once

#include "text/lines.h"
#include "text/tree.h"

/* A number, or NaN: see lines.h. `what` and `name` are what words call it: "constraint", "heat". */
jato_status jx_answer_number(const jx_node *node, const char *what, const char *name, double *out,
                             jato_error *error);

/* The field of an object. Fails with words that name the nearest field. */
jato_status jx_answer_field(const jx_node *object, const char *what, const char *name,
                            const jx_node **out, jato_error *error);

/* What a reader returns: 1, or 0 with the words in answer->message. */
int jx_answer_end(jx_answer *answer, jato_status status, const jato_error *error);
