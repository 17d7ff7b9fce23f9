/* The variables and constraints of a request. */
#include "serve/request_space.h"

#include "serve/request.h"

static int is_group(const jx_node *node)
{
  return jx_node_kind_of(node) == JX_NODE_LIST || jx_node_kind_of(node) == JX_NODE_OBJECT;
}

/* All variables, or all constraints: an object of objects, or a list of objects with a "name". */
static jato_status check_group(const jx_node *group, jato_error *error)
{
  size_t number = 0;
  for (const jx_node *at = jx_node_first(group); at != NULL; at = jx_node_next(at)) {
    const char *name = jx_node_name(at);
    number++;
    if (name == NULL)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "%s: number %zu of the list has no \"name\", as in {\"name\": \"x\", ...}",
                     group->key, number);
    if (at->kind != JX_NODE_OBJECT)
      return jx_fail(error, JATO_E_ARGUMENT, "%s: an object is needed, not %s", name,
                     jx_node_found(at));
  }
  return JATO_OK;
}

jato_status jx_describe_space(const jx_space_request *asked, const jato_allocator *allocator,
                              jx_study **out, jato_error *error)
{
  const jx_node *constraints = asked->constraints;
  *out = NULL;
  if (jx_node_kind_of(constraints) == JX_NODE_NULL) constraints = NULL;
  if (!is_group(asked->variables) || jx_node_count(asked->variables) == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "\"variables\" are needed, as in [{\"name\": \"x\", \"range\": [0, 1]}]");
  if (constraints != NULL && !is_group(constraints))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "\"constraints\" is a list, as in [{\"name\": \"stress\", \"at_most\": 300}], "
                   "not %s",
                   jx_node_found(constraints));
  JX_TRY(check_group(asked->variables, error));
  JX_TRY(check_group(constraints, error));
  return jx_study_of_space(asked->variables, constraints, asked->penalty, allocator, out, error);
}
