/* From JSON to the tree that study files are read to. */
#include "serve/request_space.h"

#include "text/outline.h"
#include "serve/request.h"

#include <string.h>

typedef struct builder {
  jx_outline outline;
  jato_error *error;
} builder;

static jato_status no_memory(const builder *build)
{
  return jx_fail(build->error, JATO_E_MEMORY, "not enough memory for variables");
}

static int is_group(const jx_tree *node)
{
  return jx_tree_kind_of(node) == JX_TREE_LIST || jx_tree_kind_of(node) == JX_TREE_OBJECT;
}

static jx_text text_of(const char *text)
{
  return text != NULL ? jx_text_of(text) : (jx_text){NULL, 0};
}

static jato_status add(builder *build, size_t parent, jx_node_kind kind, const char *key,
                       size_t *out)
{
  *out = jx_outline_put(&build->outline, parent, kind, text_of(key));
  return *out != JX_NO_NODE ? JATO_OK : no_memory(build);
}

static jato_status add_scalar(builder *build, size_t parent, const char *key, const jx_tree *node)
{
  char number[JX_NUMBER_SIZE];
  jx_text text = jx_text_of(jx_request_text(node, number));
  return jx_outline_put_scalar(&build->outline, parent, text_of(key), text) ? JATO_OK
                                                                            : no_memory(build);
}

/* A key of a variable or constraint: a scalar, or a list of scalars. null says nothing. */
static jato_status add_value(builder *build, size_t parent, const char *key, const jx_tree *node)
{
  size_t at = 0;
  jx_tree_kind kind = jx_tree_kind_of(node);
  if (kind == JX_TREE_NULL) return JATO_OK;
  if (!is_group(node)) return add_scalar(build, parent, key, node);
  if (kind == JX_TREE_OBJECT) return add(build, parent, JX_NODE_MAPPING, key, &at);
  JX_TRY(add(build, parent, JX_NODE_LIST, key, &at));
  for (size_t i = 0; i < jx_tree_count(node); i++) {
    const jx_tree *item = jx_tree_item(node, i);
    jx_tree_kind found = jx_tree_kind_of(item);
    if (is_group(item) || found == JX_TREE_NULL)
      return jx_fail(build->error, JATO_E_ARGUMENT, "\"%s\" is a list of values, not of %s", key,
                     found == JX_TREE_LIST     ? "lists"
                     : found == JX_TREE_OBJECT ? "objects"
                                               : "null");
    JX_TRY(add_scalar(build, at, NULL, item));
  }
  return JATO_OK;
}

/* A variable or constraint of this name; `named`: its own "name", which was read, is left out. */
static jato_status add_entry(builder *build, size_t parent, const char *name, const jx_tree *object,
                             int named)
{
  size_t at = 0;
  if (jx_tree_kind_of(object) != JX_TREE_OBJECT)
    return jx_fail(build->error, JATO_E_ARGUMENT, "%s: an object is needed, not %s", name,
                   jx_request_found(object));
  JX_TRY(add(build, parent, JX_NODE_MAPPING, name, &at));
  for (const char *key = jx_tree_next_key(object, NULL); key != NULL;
       key = jx_tree_next_key(object, key))
    if (!named || strcmp(key, "name") != 0)
      JX_TRY(add_value(build, at, key, jx_tree_member(object, key)));
  return JATO_OK;
}

/* All variables, or all constraints: an object of objects, or a list of objects with a "name". */
static jato_status add_group(builder *build, const char *key, const jx_tree *group)
{
  size_t at = 0;
  JX_TRY(add(build, 0, JX_NODE_MAPPING, key, &at));
  if (jx_tree_kind_of(group) == JX_TREE_OBJECT) {
    for (const char *name = jx_tree_next_key(group, NULL); name != NULL;
         name = jx_tree_next_key(group, name))
      JX_TRY(add_entry(build, at, name, jx_tree_member(group, name), 0));
    return JATO_OK;
  }
  for (size_t i = 0; i < jx_tree_count(group); i++) {
    const jx_tree *item = jx_tree_item(group, i);
    const char *name = jx_tree_text(jx_tree_member(item, "name"));
    if (name == NULL)
      return jx_fail(build->error, JATO_E_ARGUMENT,
                     "%s: number %zu of the list has no \"name\", as in {\"name\": \"x\", ...}",
                     key, i + 1);
    JX_TRY(add_entry(build, at, name, item, 1));
  }
  return JATO_OK;
}

static jato_status build_outline(builder *build, const jx_space_request *asked)
{
  const jx_tree *constraints = asked->constraints;
  size_t at = 0;
  if (jx_tree_kind_of(constraints) == JX_TREE_NULL) constraints = NULL;
  if (!is_group(asked->variables) || jx_tree_count(asked->variables) == 0)
    return jx_fail(build->error, JATO_E_ARGUMENT,
                   "\"variables\" are needed, as in [{\"name\": \"x\", \"range\": [0, 1]}]");
  if (constraints != NULL && !is_group(constraints))
    return jx_fail(build->error, JATO_E_ARGUMENT,
                   "\"constraints\" is a list, as in [{\"name\": \"stress\", \"at_most\": 300}], "
                   "not %s",
                   jx_request_found(constraints));
  JX_TRY(add(build, JX_NO_PARENT, JX_NODE_MAPPING, NULL, &at));
  JX_TRY(add_group(build, "variables", asked->variables));
  return constraints != NULL ? add_group(build, "constraints", constraints) : JATO_OK;
}

jato_status jx_describe_space(const jx_space_request *asked, const jato_allocator *allocator,
                              jx_study **out, jato_error *error)
{
  builder build = {.error = error};
  *out = NULL;
  jato_status status = build_outline(&build, asked);
  if (status == JATO_OK)
    status = jx_study_of_space(&build.outline, asked->penalty, allocator, out, error);
  jx_outline_release(&build.outline);
  return status;
}
