#include "text/lines.h"

#include <math.h>
#include <string.h>

#include "text/answer_parts.h"

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

/* All of the text where it is an object, or else its last line that is one. What is printed over
 * several lines may hold lines that are objects, so the whole goes first. */
static int find_object(jx_tree *tree, jx_text text, jx_message message)
{
  char last[256];
  int is_json = jx_answer_tree(tree, text.start, text.length, message);
  if (is_json && tree->nodes->kind == JX_NODE_OBJECT) return 1;
  if (is_json) (void)jx_message_fail(message, "there is no object, as in {\"loss\": 1.5}");
  while (text.length > 0) {
    jx_text line = jx_text_trim(cut_last_line(&text));
    if (line.length < 2 || line.start[0] != '{' || line.start[line.length - 1] != '}') continue;
    jx_tree_release(tree);
    if (jx_answer_tree(tree, line.start, line.length, (jx_message){last, sizeof last}))
      return 1; /* braces on both sides: an object */
  }
  return 0;
}

/* The element of a list that a part of a path names. */
static const jx_node *element(const jx_node *list, const char *part, jx_message message)
{
  size_t index = 0;
  for (const char *digit = part; *digit != '\0'; digit++) {
    if (!jx_is_digit(*digit) || index > list->count) {
      index = list->count;
      break;
    }
    index = 10 * index + (size_t)(*digit - '0');
  }
  const jx_node *found = jx_node_item(list, index);
  if (found == NULL)
    (void)jx_message_fail(message, "\"%s\" is not a position in a list of %zu, counted from 0",
                          part, list->count);
  return found;
}

/* What the path leads to, or NULL with words; *beside is what it stands in. */
static const jx_node *follow(const jx_node *root, const char *path, const jx_node **beside,
                             jx_message message)
{
  jx_text rest = jx_text_of(path);
  const jx_node *here = root;
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
    here = here->kind == JX_NODE_LIST ? element(here, part, message)
                                      : jx_answer_field(here, "the value", part, message);
  } while (here != NULL && rest.length > 0);
  return here;
}

static int read_constraints(const jx_space *space, const jx_node *root, const jx_node *beside,
                            double *c, jx_message message)
{
  for (size_t i = 0; i < space->given.constraint_count; i++) {
    const char *name = space->given.constraints[i].name;
    const jx_node *field = jx_node_member(beside, name); /* NULL of a list, too */
    if (field == NULL) field = jx_answer_field(root, "a constraint", name, message);
    if (field == NULL || !jx_answer_number(field, "constraint", name, &c[i], message)) return 0;
  }
  return 1;
}

int jx_lines_read_fields(const jx_space *space, const char *field, const char *text, size_t length,
                         jx_answer *answer, double *c)
{
  *answer = (jx_answer){.value = NAN};
  jx_message message = {answer->message, sizeof answer->message};
  jx_tree tree = {0};
  const jx_node *beside = NULL;
  int good = find_object(&tree, (jx_text){text, length}, message);
  if (good) {
    answer->message[0] = '\0'; /* why all of the text is no object */
    const jx_node *value = follow(tree.nodes, field, &beside, message);
    good = value != NULL && jx_answer_number(value, "field", field, &answer->value, message) &&
           read_constraints(space, tree.nodes, beside, c, message);
  }
  jx_tree_release(&tree);
  return good;
}
