#include "text/lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/jansson/read_json.h"

static jx_message message_of(jx_answer *answer)
{
  return (jx_message){answer->message, sizeof answer->message};
}

/* An id that is there must be a whole number; a real one as far as reals are exact. */
static int read_id(json_t *object, jx_answer *answer)
{
  const json_t *id = json_object_get(object, "id");
  double number = json_is_number(id) ? json_number_value(id) : -1;
  if (id == NULL) return 1;
  if (json_is_integer(id) && json_integer_value(id) >= 0) {
    answer->id = (uint64_t)json_integer_value(id);
  } else if (json_is_real(id) && number >= 0 && number <= 0x1p53 && number == floor(number)) {
    answer->id = (uint64_t)number;
  } else {
    char *found = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
    (void)jx_message_fail(message_of(answer), "the id is %.60s: a whole number from 0 on is wanted",
                          found != NULL ? found : "something else");
    free(found);
    return 0;
  }
  answer->has_id = 1;
  return 1;
}

/* Whether the answer is an error; its words are then the message. */
static int take_error(json_t *object, jx_answer *answer)
{
  const json_t *problem = json_object_get(object, "error");
  if (problem == NULL || json_is_null(problem) || json_is_false(problem)) return 0;
  answer->failed = 1;
  if (json_is_string(problem)) {
    (void)jx_message_fail(message_of(answer), "%s", json_string_value(problem));
    return 1;
  }
  char *text = json_dumps(problem, JSON_ENCODE_ANY | JSON_COMPACT);
  (void)jx_message_fail(message_of(answer), "%s", text != NULL ? text : "an error without words");
  free(text);
  return 1;
}

static int read_list(const jx_space *space, const json_t *list, jx_answer *answer, double *c)
{
  size_t count = space->given.constraint_count;
  if (json_array_size(list) != count)
    return jx_message_fail(message_of(answer), "\"constraints\" holds %zu numbers; %zu are wanted",
                           json_array_size(list), count);
  for (size_t i = 0; i < count; i++)
    if (!jx_json_read_number(json_array_get(list, i), "constraint",
                             space->given.constraints[i].name, &c[i], message_of(answer)))
      return 0;
  return 1;
}

static int read_names(const jx_space *space, json_t *object, jx_answer *answer, double *c)
{
  for (size_t i = 0; i < space->given.constraint_count; i++) {
    const char *name = space->given.constraints[i].name;
    const json_t *field = jx_json_field(object, "a constraint", name, message_of(answer));
    if (field == NULL || !jx_json_read_number(field, "constraint", name, &c[i], message_of(answer)))
      return 0;
  }
  return 1;
}

static int read_constraints(const jx_space *space, json_t *object, jx_answer *answer, double *c)
{
  size_t count = space->given.constraint_count;
  json_t *found = json_object_get(object, "constraints");
  if (found == NULL && count == 0) return 1;
  if (found == NULL)
    return jx_message_fail(message_of(answer),
                           "there are no \"constraints\"; %zu numbers are wanted", count);
  if (json_is_array(found)) return read_list(space, found, answer, c);
  if (json_is_object(found)) return read_names(space, found, answer, c);
  return jx_message_fail(message_of(answer),
                         "\"constraints\" is neither a list of numbers nor an object with names");
}

static int read_object(const jx_space *space, json_t *object, jx_answer *answer, double *c)
{
  if (!read_id(object, answer)) return 0;
  if (take_error(object, answer)) return 1;
  const json_t *value = jx_json_field(object, "the value", "value", message_of(answer));
  return value != NULL &&
         jx_json_read_number(value, "field", "value", &answer->value, message_of(answer)) &&
         read_constraints(space, object, answer, c);
}

/* A number alone, for objectives without constraints. */
static int read_bare(const jx_space *space, const json_t *json, jx_answer *answer)
{
  if (json_is_array(json))
    return jx_message_fail(message_of(answer), "the answer is a list: an object is wanted, as in "
                                               "{\"id\": 7, \"value\": 1.5}");
  if (space->given.constraint_count > 0)
    return jx_message_fail(message_of(answer),
                           "the answer is a value alone; %zu constraints are wanted besides",
                           space->given.constraint_count);
  return jx_json_read_number(json, "the", "value", &answer->value, message_of(answer));
}

int jx_lines_read_answer(const jx_space *space, const char *text, size_t length, jx_answer *answer,
                         double *c)
{
  *answer = (jx_answer){.value = NAN};
  json_t *json = jx_json_read(text, length, message_of(answer));
  if (json == NULL) return 0;
  int good =
      json_is_object(json) ? read_object(space, json, answer, c) : read_bare(space, json, answer);
  json_decref(json);
  return good;
}
