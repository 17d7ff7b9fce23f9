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
static jato_status find_object(jx_tree *tree, jx_text text, jato_error *error)
{
  jato_status status = jx_tree_read_json(tree, text.start, text.length, error);
  if (status == JATO_OK && tree->nodes->kind == JX_NODE_OBJECT) return JATO_OK;
  if (status == JATO_OK)
    status = jx_fail(error, JATO_E_ARGUMENT, "there is no object, as in {\"loss\": 1.5}");
  while (text.length > 0) {
    jx_text line = jx_text_trim(cut_last_line(&text));
    if (line.length < 2 || line.start[0] != '{' || line.start[line.length - 1] != '}') continue;
    jx_tree_release(tree);
    if (jx_tree_read_json(tree, line.start, line.length, NULL) == JATO_OK)
      return JATO_OK; /* braces on both sides: an object */
  }
  return status;
}

/* The element of a list that a part of a path names. */
static jato_status find_element(const jx_node *list, const char *part, const jx_node **out,
                                jato_error *error)
{
  size_t index = 0;
  for (const char *digit = part; *digit != '\0'; digit++) {
    if (!jx_is_digit(*digit) || index > list->count) {
      index = list->count;
      break;
    }
    index = 10 * index + (size_t)(*digit - '0');
  }
  *out = jx_node_item(list, index);
  if (*out != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "\"%s\" is not a position in a list of %zu, counted from 0", part, list->count);
}

/* What the path leads to; *beside is the object or list that holds it. */
static jato_status follow(const jx_node *root, const char *path, const jx_node **beside,
                          const jx_node **out, jato_error *error)
{
  jx_text rest = jx_text_of(path);
  *out = root;
  do {
    char part[NAME_SIZE];
    jx_text name = jx_text_cut(&rest, '.');
    if (name.length >= sizeof part)
      return jx_fail(error, JATO_E_ARGUMENT, "a field's name has less than %d letters", NAME_SIZE);
    memcpy(part, name.start, name.length);
    part[name.length] = '\0';
    *beside = *out;
    JX_TRY((*beside)->kind == JX_NODE_LIST
               ? find_element(*beside, part, out, error)
               : jx_answer_field(*beside, "the value", part, out, error));
  } while (rest.length > 0);
  return JATO_OK;
}

static jato_status read_all(const jato_space *space, const jx_node *root, const char *field,
                            jx_answer *answer, double *c, jato_error *error)
{
  const jx_node *value, *beside = root;
  JX_TRY(follow(root, field, &beside, &value, error));
  JX_TRY(jx_answer_number(value, "field", field, &answer->value, error));
  for (size_t i = 0; i < space->constraint_count; i++) {
    const char *name = space->constraints[i].name;
    const jx_node *found = jx_node_member(beside, name); /* NULL of a list, too */
    if (found == NULL) JX_TRY(jx_answer_field(root, "a constraint", name, &found, error));
    JX_TRY(jx_answer_number(found, "constraint", name, &c[i], error));
  }
  return JATO_OK;
}

int jx_lines_read_fields(const jx_space *space, const char *field, const char *text, size_t length,
                         jx_answer *answer, double *c)
{
  jx_tree tree = {0};
  jato_error error;
  *answer = (jx_answer){.value = NAN};
  jato_status status = find_object(&tree, (jx_text){text, length}, &error);
  if (status == JATO_OK) status = read_all(&space->given, tree.nodes, field, answer, c, &error);
  jx_tree_release(&tree);
  return jx_answer_end(answer, status, &error);
}
