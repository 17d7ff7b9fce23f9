/* Lines of JSON that programs are sent and answer. */
#pragma once

#include "space/space.h"
#include "text/writer/json.h"

/* {"kappa": 0.1, "n": 3, "method": "bdf"}: all variables, fixed ones too. */
void jx_lines_values(jx_json *json, const char *key, const jato_space *space, const double *values);

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
