#include "text/lines.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "text/jansson/read_json.h"

/* Longest name of a field in a path. */
#define NAME_SIZE 128

/* The last line of `rest`, which is made shorter by it. */
static jx_text cut_last_line(jx_text *rest)
{
  size_t start = rest->length;
  while (start > 0 && rest->start[start - 1] != '\n') start--;
  jx_text line = {rest->start + start, rest->length - start};
  rest->length = start > 0 ? start - 1 : 0;
  return line;
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static jx_text without_blanks(jx_text line)
{
  while (line.length > 0 && is_blank(line.start[0])) {
    line.start++;
    line.length--;
  }
  while (line.length > 0 && is_blank(line.start[line.length - 1])) line.length--;
  return line;
}

/* All of the text where it is an object, or else its last line that is one. What is printed over
 * several lines may hold lines that are objects, so the whole goes first. */
static json_t *find_object(jx_text text, jx_message message)
{
  char last[256];
  json_t *json = jx_json_read(text.start, text.length, message);
  if (json_is_object(json)) return json;
  if (json != NULL) (void)jx_message_fail(message, "there is no object, as in {\"loss\": 1.5}");
  json_decref(json);
  while (text.length > 0) {
    jx_text line = without_blanks(cut_last_line(&text));
    if (line.length < 2 || line.start[0] != '{' || line.start[line.length - 1] != '}') continue;
    json = jx_json_read(line.start, line.length, (jx_message){last, sizeof last});
    if (json != NULL) return json; /* braces on both sides: an object */
  }
  return NULL;
}

/* The element of a list that a part of a path names. */
static json_t *element(const json_t *list, const char *part, jx_message message)
{
  size_t index = 0;
  for (const char *digit = part; *digit != '\0'; digit++) {
    if (*digit < '0' || *digit > '9' || index > json_array_size(list)) {
      index = json_array_size(list);
      break;
    }
    index = 10 * index + (size_t)(*digit - '0');
  }
  json_t *found = json_array_get(list, index);
  if (found == NULL)
    (void)jx_message_fail(message, "\"%s\" is not a position in a list of %zu, counted from 0",
                          part, json_array_size(list));
  return found;
}

/* What the path leads to, or NULL with words; *beside is what it stands in. */
static json_t *follow(json_t *root, const char *path, json_t **beside, jx_message message)
{
  jx_text rest = jx_text_of(path);
  json_t *here = root;
  do {
    char part[NAME_SIZE];
    jx_text name = jx_text_cut(&rest, '.');
    if (name.length >= sizeof part) {
      (void)jx_message_fail(message, "a field's name has less than %d letters", NAME_SIZE);
      return NULL;
    }
    memcpy(part, name.start, name.length);
    part[name.length] = '\0';
    *beside = here;
    here = json_is_array(here) ? element(here, part, message)
                               : jx_json_field(here, "the value", part, message);
  } while (here != NULL && rest.length > 0);
  return here;
}

static int read_constraints(const jx_space *space, json_t *root, const json_t *beside, double *c,
                            jx_message message)
{
  for (size_t i = 0; i < space->given.constraint_count; i++) {
    const char *name = space->given.constraints[i].name;
    const json_t *field = json_object_get(beside, name); /* NULL of a list, too */
    if (field == NULL) field = jx_json_field(root, "a constraint", name, message);
    if (field == NULL || !jx_json_read_number(field, "constraint", name, &c[i], message)) return 0;
  }
  return 1;
}

int jx_lines_read_fields(const jx_space *space, const char *field, const char *text, size_t length,
                         jx_answer *answer, double *c)
{
  *answer = (jx_answer){.value = NAN};
  jx_message message = {answer->message, sizeof answer->message};
  json_t *root = find_object((jx_text){text, length}, message);
  json_t *beside = NULL;
  if (root == NULL) return 0;
  answer->message[0] = '\0'; /* why all of the text is no object */
  const json_t *value = follow(root, field, &beside, message);
  int good = value != NULL && jx_json_read_number(value, "field", field, &answer->value, message) &&
             read_constraints(space, root, beside, c, message);
  json_decref(root);
  return good;
}
