#include "text/lines.h"

#include <math.h>
#include <stdio.h>

#include "text/answer_parts.h"

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
static jato_status read_id(const jx_node *object, jx_answer *answer, jato_error *error)
{
  const jx_node *id = jx_node_member(object, "id");
  answer->has_id = jx_node_whole(id, &answer->id);
  if (id == NULL || answer->has_id) return JATO_OK;
  jx_line found = {0};
  (void)jx_fail(error, JATO_E_ARGUMENT, "the id is %.60s: a whole number from 0 on is wanted",
                write_value(id, &found, "something else"));
  jx_line_release(&found);
  return JATO_E_ARGUMENT;
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
  (void)snprintf(answer->message, sizeof answer->message, "%s", text);
  jx_line_release(&found);
  return 1;
}

static jato_status read_list(const jato_space *space, const jx_node *list, double *c,
                             jato_error *error)
{
  if (list->count != space->constraint_count)
    return jx_fail(error, JATO_E_ARGUMENT, "\"constraints\" holds %zu numbers; %zu are wanted",
                   list->count, space->constraint_count);
  const jato_constraint *constraint = space->constraints;
  for (const jx_node *at = jx_node_first(list); at != NULL; at = jx_node_next(at), constraint++)
    JX_TRY(jx_answer_number(at, "constraint", constraint->name, c++, error));
  return JATO_OK;
}

static jato_status read_names(const jato_space *space, const jx_node *object, double *c,
                              jato_error *error)
{
  for (size_t i = 0; i < space->constraint_count; i++) {
    const char *name = space->constraints[i].name;
    const jx_node *field;
    JX_TRY(jx_answer_field(object, "a constraint", name, &field, error));
    JX_TRY(jx_answer_number(field, "constraint", name, &c[i], error));
  }
  return JATO_OK;
}

static jato_status read_constraints(const jato_space *space, const jx_node *object, double *c,
                                    jato_error *error)
{
  const jx_node *found = jx_node_member(object, "constraints");
  if (found == NULL && space->constraint_count == 0) return JATO_OK;
  if (found == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "there are no \"constraints\"; %zu numbers are wanted",
                   space->constraint_count);
  if (found->kind == JX_NODE_LIST) return read_list(space, found, c, error);
  if (found->kind == JX_NODE_OBJECT) return read_names(space, found, c, error);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "\"constraints\" is neither a list of numbers nor an object with names");
}

static jato_status read_object(const jato_space *space, const jx_node *object, jx_answer *answer,
                               double *c, jato_error *error)
{
  const jx_node *value;
  JX_TRY(read_id(object, answer, error));
  if (take_error(object, answer)) return JATO_OK;
  JX_TRY(jx_answer_field(object, "the value", "value", &value, error));
  JX_TRY(jx_answer_number(value, "field", "value", &answer->value, error));
  return read_constraints(space, object, c, error);
}

/* A number alone, for objectives without constraints. */
static jato_status read_bare(const jato_space *space, const jx_node *json, jx_answer *answer,
                             jato_error *error)
{
  if (json->kind == JX_NODE_LIST)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the answer is a list: an object is wanted, as in {\"id\": 7, \"value\": 1.5}");
  if (space->constraint_count > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the answer is a value alone; %zu constraints are wanted besides",
                   space->constraint_count);
  return jx_answer_number(json, "the", "value", &answer->value, error);
}

int jx_lines_read_answer(const jx_space *space, const char *text, size_t length, jx_answer *answer,
                         double *c)
{
  jx_tree tree = {0};
  jato_error error;
  *answer = (jx_answer){.value = NAN};
  jato_status status = jx_tree_read_json(&tree, text, length, &error);
  if (status == JATO_OK)
    status = tree.nodes->kind == JX_NODE_OBJECT
                 ? read_object(&space->given, tree.nodes, answer, c, &error)
                 : read_bare(&space->given, tree.nodes, answer, &error);
  jx_tree_release(&tree);
  return jx_answer_end(answer, status, &error);
}
