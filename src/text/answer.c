#include "text/lines.h"

#include <math.h>

#include "text/answer_parts.h"

static jx_message message_of(jx_answer *answer)
{
  return (jx_message){answer->message, sizeof answer->message};
}

/* What lies too deep for words is left out. */
static void write_node(jx_json *json, const char *key, const jx_node *node)
{
  int is_group = node->kind == JX_NODE_LIST || node->kind == JX_NODE_OBJECT;
  if (node->kind == JX_NODE_NUMBER) {
    jx_json_number(json, key, node->number);
  } else if (node->kind == JX_NODE_FLAG) {
    jx_json_bool(json, key, node->text[0] == 't');
  } else if (!is_group || json->depth == JX_JSON_DEPTH) {
    jx_json_text(json, key, jx_node_text(node));
  } else {
    (node->kind == JX_NODE_LIST ? jx_json_begin_array : jx_json_begin_object)(json, key);
    for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at))
      write_node(json, at->key, at);
    jx_json_end(json);
  }
}

/* The text of a value, in one line; `otherwise` without memory. To be released. */
static const char *write_value(const jx_node *node, jx_line *line, const char *otherwise)
{
  jx_json json = jx_json_to_line(line, JX_JSON_LINE);
  write_node(&json, NULL, node);
  return line->failed ? otherwise : line->text;
}

/* An id that is there must be a whole number. */
static int read_id(const jx_node *object, jx_answer *answer)
{
  const jx_node *id = jx_node_member(object, "id");
  answer->has_id = jx_node_whole(id, &answer->id);
  if (id == NULL || answer->has_id) return 1;
  jx_line found = {0};
  (void)jx_message_fail(message_of(answer), "the id is %.60s: a whole number from 0 on is wanted",
                        write_value(id, &found, "something else"));
  jx_line_release(&found);
  return 0;
}

/* Whether the answer is an error; its words are then the message. */
static int take_error(const jx_node *object, jx_answer *answer)
{
  const jx_node *problem = jx_node_member(object, "error");
  int flag = 1;
  if (jx_node_kind_of(problem) <= JX_NODE_NULL || (jx_node_flag(problem, &flag) && !flag)) return 0;
  answer->failed = 1;
  jx_line found = {0};
  const char *text = jx_node_text(problem);
  if (text == NULL) text = write_value(problem, &found, "an error without words");
  (void)jx_message_fail(message_of(answer), "%s", text);
  jx_line_release(&found);
  return 1;
}

static int read_list(const jx_space *space, const jx_node *list, jx_answer *answer, double *c)
{
  size_t count = space->given.constraint_count;
  if (list->count != count)
    return jx_message_fail(message_of(answer), "\"constraints\" holds %zu numbers; %zu are wanted",
                           list->count, count);
  const jx_node *at = jx_node_first(list);
  for (size_t i = 0; i < count; i++, at = jx_node_next(at))
    if (!jx_answer_number(at, "constraint", space->given.constraints[i].name, &c[i],
                          message_of(answer)))
      return 0;
  return 1;
}

static int read_names(const jx_space *space, const jx_node *object, jx_answer *answer, double *c)
{
  for (size_t i = 0; i < space->given.constraint_count; i++) {
    const char *name = space->given.constraints[i].name;
    const jx_node *field = jx_answer_field(object, "a constraint", name, message_of(answer));
    if (field == NULL || !jx_answer_number(field, "constraint", name, &c[i], message_of(answer)))
      return 0;
  }
  return 1;
}

static int read_constraints(const jx_space *space, const jx_node *object, jx_answer *answer,
                            double *c)
{
  size_t count = space->given.constraint_count;
  const jx_node *found = jx_node_member(object, "constraints");
  if (found == NULL && count == 0) return 1;
  if (found == NULL)
    return jx_message_fail(message_of(answer),
                           "there are no \"constraints\"; %zu numbers are wanted", count);
  if (found->kind == JX_NODE_LIST) return read_list(space, found, answer, c);
  if (found->kind == JX_NODE_OBJECT) return read_names(space, found, answer, c);
  return jx_message_fail(message_of(answer),
                         "\"constraints\" is neither a list of numbers nor an object with names");
}

static int read_object(const jx_space *space, const jx_node *object, jx_answer *answer, double *c)
{
  if (!read_id(object, answer)) return 0;
  if (take_error(object, answer)) return 1;
  const jx_node *value = jx_answer_field(object, "the value", "value", message_of(answer));
  return value != NULL &&
         jx_answer_number(value, "field", "value", &answer->value, message_of(answer)) &&
         read_constraints(space, object, answer, c);
}

/* A number alone, for objectives without constraints. */
static int read_bare(const jx_space *space, const jx_node *json, jx_answer *answer)
{
  if (json->kind == JX_NODE_LIST)
    return jx_message_fail(message_of(answer), "the answer is a list: an object is wanted, as in "
                                               "{\"id\": 7, \"value\": 1.5}");
  if (space->given.constraint_count > 0)
    return jx_message_fail(message_of(answer),
                           "the answer is a value alone; %zu constraints are wanted besides",
                           space->given.constraint_count);
  return jx_answer_number(json, "the", "value", &answer->value, message_of(answer));
}

int jx_lines_read_answer(const jx_space *space, const char *text, size_t length, jx_answer *answer,
                         double *c)
{
  jx_tree tree = {0};
  *answer = (jx_answer){.value = NAN};
  int good = jx_answer_tree(&tree, text, length, message_of(answer));
  if (good)
    good = tree.nodes->kind == JX_NODE_OBJECT ? read_object(space, tree.nodes, answer, c)
                                              : read_bare(space, tree.nodes, answer);
  jx_tree_release(&tree);
  return good;
}
