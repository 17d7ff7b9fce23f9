/* What all readers of this room share. Only this room may include it: it names jansson's types. */
#pragma once

#include <jansson.h>

#include "text/lines.h"

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

/* Reads one value of JSON, which text[length] must be all of. Takes the words nan and inf for null,
 * and a whole number that is too large for a real one. Keys that occur twice and nesting deeper
 * than jansson's limit are refused. NULL, with words, for anything else; otherwise to be given to
 * json_decref. */
json_t *jx_json_read(const char *text, size_t length, jx_message message);

/* A number, or NaN: see lines.h. `what` and `name` are what words call it: "constraint", "heat". */
int jx_json_read_number(const json_t *json, const char *what, const char *name, double *out,
                        jx_message message);

/* The field of an object, or NULL with words that name the nearest field. */
json_t *jx_json_field(json_t *object, const char *what, const char *name, jx_message message);
