/* Lines of JSON: what is sent to programs and read from them. The only room that knows jansson. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "space/space.h"

/* Whether this build can read JSON; otherwise all readers below return 0 and say so. */
int jx_lines_built(void);

/* A growing text, in memory of malloc. Zeroed at first; to be released with jx_line_release. What
 * is added after memory has run out is left away: look at `failed` once, at the end. */
typedef struct jx_line {
  char *text; /* ended by a zero that is not counted; NULL while nothing was added */
  size_t length, room;
  int failed; /* no memory: the text is not whole */
} jx_line;

void jx_line_clear(jx_line *line); /* empty and not failed; the memory is kept */
void jx_line_release(jx_line *line);
void jx_line_add(jx_line *line, const char *text, size_t length);

/* Not for real numbers, which follow the program's locale here: see jx_line_number. */
void jx_line_print(jx_line *line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;
/* A text in quotes, with everything escaped that JSON wants escaped; bytes that are no UTF-8 become
 * U+FFFD. A number by its shortest digits, independent of the locale; NaN and infinity as null. */
void jx_line_quote(jx_line *line, const char *text);
void jx_line_number(jx_line *line, double number);

/* {"kappa": 0.1, "n": 3, "method": "bdf"}: all variables, fixed ones too. */
void jx_line_values(jx_line *line, const jx_space *space, const double *values);

/* ---- Answers -----------------------------------------------------------------------------------
 *
 * Any bytes are fine. A number that is null, "nan", "inf" or such is NaN, and so are the words nan,
 * NaN, inf, Infinity, -inf without quotes, which are no JSON but what many programs print. A
 * constraint's number is read in the same way. */

/* What a program answered. */
typedef struct jx_answer {
  int has_id;  /* set wherever an id was found, also in an answer that is wrong otherwise */
  uint64_t id; /* below 2^63 */
  int failed;  /* it has an "error" that is neither null nor false */
  double value;
  char message[256]; /* the error's text; or what is wrong with the answer */
} jx_answer;

/* Reads {"id": 7, "value": 1.5, "constraints": [...] or {name: ...}} or {"id": 7, "error": "..."}.
 * c[constraint_count] is filled in, if there is a value. Returns 0, with answer->message in words,
 * for a line that is no such answer. A bare number is {"value": number}. Fields of other names are
 * not looked at. */
int jx_lines_read_answer(const jx_space *space, const char *text, size_t length, jx_answer *answer,
                         double *c);

/* Reads a value and the constraints from fields of the object that `text` is, or else of its last
 * line that is one: "loss", "result.loss", "losses.0". Constraints are the fields of their names
 * beside the value or, where it is not there, of the whole object. Returns as jx_lines_read_answer
 * does; ids and errors are not looked for. */
int jx_lines_read_fields(const jx_space *space, const char *field, const char *text, size_t length,
                         jx_answer *answer, double *c);
