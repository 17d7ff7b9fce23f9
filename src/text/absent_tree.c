/* Texts of JSON in a build without jansson: there is never a tree. */
#include "text/tree.h"

jato_status jx_tree_open(const char *text, size_t length, const jx_tree **root, jato_error *error)
{
  (void)text;
  (void)length;
  *root = NULL;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "this build of jato reads no JSON; build it where jansson is");
}

void jx_tree_close(const jx_tree **root) { *root = NULL; }

jx_tree_kind jx_tree_kind_of(const jx_tree *tree)
{
  (void)tree;
  return JX_TREE_ABSENT;
}

const jx_tree *jx_tree_member(const jx_tree *object, const char *name)
{
  (void)object;
  (void)name;
  return NULL;
}

const char *jx_tree_next_key(const jx_tree *object, const char *key)
{
  (void)object;
  (void)key;
  return NULL;
}

size_t jx_tree_count(const jx_tree *tree)
{
  (void)tree;
  return 0;
}

const jx_tree *jx_tree_item(const jx_tree *list, size_t index)
{
  (void)list;
  (void)index;
  return NULL;
}

int jx_tree_number(const jx_tree *tree, double *out)
{
  (void)tree;
  (void)out;
  return 0;
}

int jx_tree_whole(const jx_tree *tree, uint64_t *out)
{
  (void)tree;
  (void)out;
  return 0;
}

int jx_tree_flag(const jx_tree *tree, int *out)
{
  (void)tree;
  (void)out;
  return 0;
}

const char *jx_tree_text(const jx_tree *tree)
{
  (void)tree;
  return NULL;
}
