/* The tree of jansson, seen through a few functions. */
#include "text/tree.h"

#include "text/jansson/read_json.h"

/* A tree is one of jansson's values, which takes all of them as changeable. */
static json_t *json_of(const jx_tree *tree) { return (json_t *)(uintptr_t)tree; }

static const jx_tree *tree_of(const json_t *json) { return (const jx_tree *)(const void *)json; }

jato_status jx_tree_open(const char *text, size_t length, const jx_tree **root, jato_error *error)
{
  char why[256] = "";
  *root = tree_of(jx_json_read(text, length, (jx_message){why, sizeof why}));
  return *root != NULL ? JATO_OK : jx_fail(error, JATO_E_ARGUMENT, "this is %s", why);
}

void jx_tree_close(const jx_tree **root)
{
  json_decref(json_of(*root));
  *root = NULL;
}

jx_tree_kind jx_tree_kind_of(const jx_tree *tree)
{
  if (tree == NULL) return JX_TREE_ABSENT;
  switch (json_typeof(json_of(tree))) {
  case JSON_OBJECT: return JX_TREE_OBJECT;
  case JSON_ARRAY: return JX_TREE_LIST;
  case JSON_STRING: return JX_TREE_TEXT;
  case JSON_INTEGER:
  case JSON_REAL: return JX_TREE_NUMBER;
  case JSON_TRUE:
  case JSON_FALSE: return JX_TREE_FLAG;
  default: return JX_TREE_NULL;
  }
}

const jx_tree *jx_tree_member(const jx_tree *object, const char *name)
{
  return tree_of(json_object_get(json_of(object), name));
}

const char *jx_tree_next_key(const jx_tree *object, const char *key)
{
  json_t *json = json_of(object);
  void *at = key == NULL ? json_object_iter(json)
                         : json_object_iter_next(json, json_object_key_to_iter(key));
  return json_object_iter_key(at);
}

size_t jx_tree_count(const jx_tree *tree)
{
  return json_object_size(json_of(tree)) + json_array_size(json_of(tree));
}

const jx_tree *jx_tree_item(const jx_tree *list, size_t index)
{
  return tree_of(json_array_get(json_of(list), index));
}

int jx_tree_number(const jx_tree *tree, double *out)
{
  if (!json_is_number(json_of(tree))) return 0;
  *out = json_number_value(json_of(tree));
  return 1;
}

int jx_tree_whole(const jx_tree *tree, uint64_t *out)
{
  const json_t *json = json_of(tree);
  if (json_is_integer(json) && json_integer_value(json) >= 0) {
    *out = (uint64_t)json_integer_value(json);
    return 1;
  }
  double real = json_is_real(json) ? json_real_value(json) : -1;
  if (!(real >= 0 && real < 0x1p63) || real != (double)(uint64_t)real) return 0;
  *out = (uint64_t)real;
  return 1;
}

int jx_tree_flag(const jx_tree *tree, int *out)
{
  if (!json_is_boolean(json_of(tree))) return 0;
  *out = json_is_true(json_of(tree));
  return 1;
}

const char *jx_tree_text(const jx_tree *tree) { return json_string_value(json_of(tree)); }
