#include "text/answer_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int jx_answer_end(jx_answer *answer, jato_status status, const jato_error *error)
{
  static const char front[] = "this is "; /* how sentences about JSON begin elsewhere */
  if (status == JATO_OK) return 1;
  int has_front = strncmp(error->text, front, sizeof front - 1) == 0;
  (void)snprintf(answer->message, sizeof answer->message, "%s",
                 error->text + (has_front ? sizeof front - 1 : 0));
  return 0;
}

static const char *kind_of(const jx_node *node)
{
  return node->kind == JX_NODE_FLAG ? node->text : jx_node_found(node);
}

jato_status jx_answer_number(const jx_node *node, const char *what, const char *name, double *out,
                             jato_error *error)
{
  const char *text = jx_node_text(node);
  *out = NAN;
  if (node->kind == JX_NODE_NULL || jx_node_number(node, out)) return JATO_OK;
  if (text == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s \"%s\" is %s: a number is wanted", what, name,
                   kind_of(node));
  if (jx_text_is_not_finite(jx_text_of(text))) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s \"%s\" is the text \"%.60s\": a number without quotes is wanted", what, name,
                 text);
}

jato_status jx_answer_field(const jx_node *object, const char *what, const char *name,
                            const jx_node **out, jato_error *error)
{
  *out = jx_node_member(object, name);
  if (*out != NULL) return JATO_OK;
  if (object->kind != JX_NODE_OBJECT)
    return jx_fail(error, JATO_E_ARGUMENT, "%s is wanted in a field \"%s\", but there is %s", what,
                   name, kind_of(object));
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at))
    jx_nearest_offer(&nearest, at->key);
  if (nearest.name != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is wanted in a field \"%s\"; there is none, but one \"%.60s\"", what, name,
                   nearest.name);
  return jx_fail(error, JATO_E_ARGUMENT, "%s is wanted in a field \"%s\"; there is none among %zu",
                 what, name, object->count);
}
