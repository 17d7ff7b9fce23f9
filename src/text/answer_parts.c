#include "text/answer_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int jx_message_fail(jx_message message, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message.text, message.size, format, arguments);
  va_end(arguments);
  return 0;
}

int jx_answer_tree(jx_tree *tree, const char *text, size_t length, jx_message message)
{
  static const char front[] = "this is "; /* how sentences about it begin elsewhere */
  jato_error wrong;
  if (jx_tree_read_json(tree, text, length, &wrong) == JATO_OK) return 1;
  int has_front = strncmp(wrong.text, front, sizeof front - 1) == 0;
  return jx_message_fail(message, "%s", wrong.text + (has_front ? sizeof front - 1 : 0));
}

static const char *kind_of(const jx_node *node)
{
  return node->kind == JX_NODE_FLAG ? node->text : jx_node_found(node);
}

int jx_answer_number(const jx_node *node, const char *what, const char *name, double *out,
                     jx_message message)
{
  const char *text = jx_node_text(node);
  *out = NAN;
  if (node->kind == JX_NODE_NULL || jx_node_number(node, out)) return 1;
  if (text == NULL)
    return jx_message_fail(message, "%s \"%s\" is %s: a number is wanted", what, name,
                           kind_of(node));
  if (jx_text_is_not_finite(jx_text_of(text))) return 1;
  return jx_message_fail(message,
                         "%s \"%s\" is the text \"%.60s\": a number without quotes is wanted", what,
                         name, text);
}

const jx_node *jx_answer_field(const jx_node *object, const char *what, const char *name,
                               jx_message message)
{
  const jx_node *field = jx_node_member(object, name);
  if (field != NULL) return field;
  if (object->kind != JX_NODE_OBJECT) {
    (void)jx_message_fail(message, "%s is wanted in a field \"%s\", but there is %s", what, name,
                          kind_of(object));
    return NULL;
  }
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at))
    jx_nearest_offer(&nearest, at->key);
  if (nearest.name != NULL)
    (void)jx_message_fail(message,
                          "%s is wanted in a field \"%s\"; there is none, but one \"%.60s\"", what,
                          name, nearest.name);
  else
    (void)jx_message_fail(message, "%s is wanted in a field \"%s\"; there is none among %zu", what,
                          name, object->count);
  return NULL;
}
