#include "text/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jx_tree_release(jx_tree *tree)
{
  free(tree->nodes);
  jx_pool_release(&tree->pool);
  if (tree->source != NULL) tree->release_source(tree->source);
  *tree = (jx_tree){.name = tree->name};
}

/* ---- Building ---- */

static int make_room(jx_tree *tree)
{
  if (tree->failed || tree->count < tree->room) return !tree->failed;
  size_t room = tree->room == 0 ? 8 : 2 * tree->room;
  jx_node *nodes = realloc(tree->nodes, room * sizeof *nodes);
  tree->failed = nodes == NULL;
  if (nodes == NULL) return 0;
  tree->nodes = nodes;
  tree->room = room;
  return 1;
}

size_t jx_tree_add(jx_tree *tree, size_t parent, jx_node_kind kind, const char *key,
                   const char *text)
{
  if (!make_room(tree)) return 0;
  size_t at = tree->count++;
  jx_node *node = &tree->nodes[at], *above = &tree->nodes[parent];
  *node = (jx_node){.kind = kind, .key = key, .text = text, .line = 1};
  if (at == 0) {
    node->key = tree->name;
    return 0;
  }
  if (above->last != 0) above[above->last].next = node - (above + above->last);
  above->last = node - above;
  above->count++;
  node->up = above - node;
  return at;
}

const char *jx_tree_copy(jx_tree *tree, jx_text text)
{
  if (text.start == NULL || tree->failed) return NULL;
  tree->pool.allocator = jx_allocator_or_default(NULL);
  char *copy = jx_pool_take(&tree->pool, text.length + 1, 1);
  tree->failed = copy == NULL;
  if (copy != NULL) memcpy(copy, text.start, text.length);
  return copy;
}

/* ---- Looking at it ---- */

const jx_node *jx_node_member(const jx_node *object, const char *key)
{
  if (jx_node_kind_of(object) != JX_NODE_OBJECT) return NULL;
  const jx_node *at = jx_node_first(object);
  while (at != NULL && strcmp(at->key, key) != 0) at = jx_node_next(at);
  return at;
}

const jx_node *jx_node_item(const jx_node *list, size_t index)
{
  if (jx_node_kind_of(list) != JX_NODE_LIST) return NULL;
  const jx_node *at = jx_node_first(list);
  while (at != NULL && index-- > 0) at = jx_node_next(at);
  return at;
}

int jx_node_number(const jx_node *node, double *out)
{
  if (jx_node_kind_of(node) != JX_NODE_NUMBER) return 0;
  *out = node->number;
  return 1;
}

int jx_node_whole(const jx_node *node, uint64_t *out)
{
  if (node == NULL || !node->is_whole) return 0;
  *out = node->whole;
  return 1;
}

int jx_node_flag(const jx_node *node, int *out)
{
  if (jx_node_kind_of(node) != JX_NODE_FLAG) return 0;
  *out = node->text[0] == 't';
  return 1;
}

const char *jx_node_text(const jx_node *node)
{
  return jx_node_kind_of(node) == JX_NODE_TEXT ? node->text : NULL;
}

const char *jx_node_written(const jx_node *node, char number[JX_NUMBER_SIZE])
{
  if (jx_node_kind_of(node) != JX_NODE_NUMBER) return node != NULL ? node->text : NULL;
  if (node->is_whole)
    (void)snprintf(number, JX_NUMBER_SIZE, "%llu", (unsigned long long)node->whole);
  else
    jx_text_write_number(node->number, number);
  return number;
}

const char *jx_node_found(const jx_node *node)
{
  static const char *const words[] = {
      [JX_NODE_ABSENT] = "nothing",   [JX_NODE_NULL] = "null",   [JX_NODE_FLAG] = "true or false",
      [JX_NODE_NUMBER] = "a number",  [JX_NODE_TEXT] = "a text", [JX_NODE_LIST] = "a list",
      [JX_NODE_OBJECT] = "an object",
  };
  return words[jx_node_kind_of(node)];
}

const char *jx_node_name(const jx_node *node)
{
  return node->key != NULL ? node->key : jx_node_text(jx_node_member(node, "name"));
}

/* ---- Messages ---- */

static const jx_node *root_of(const jx_node *node)
{
  while (node->up != 0) node += node->up;
  return node;
}

int jx_node_has_line(const jx_node *node) { return root_of(node)->key != NULL; }

/* "variables.kappa: ": the two outermost keys above a node, or its own. */
static void write_where(const jx_node *node, char *out, size_t size)
{
  const jx_node *path[2] = {NULL, NULL};
  for (; node->up != 0; node += node->up) {
    path[1] = path[0];
    path[0] = node;
  }
  char first[JX_SHOWN] = "", second[JX_SHOWN] = "";
  if (path[0] != NULL) (void)jx_text_show(path[0]->key, first);
  const char *name = path[1] != NULL ? jx_node_name(path[1]) : NULL;
  if (name != NULL) (void)jx_text_show(name, second);
  (void)snprintf(out, size, "%s%s%s%s", first, second[0] != '\0' ? "." : "", second,
                 first[0] != '\0' ? ": " : "");
}

jato_status jx_node_fail(const jx_node *node, jato_error *error, const char *format, ...)
{
  char words[1024], where[2 * JX_SHOWN + 8] = "";
  const char *name = root_of(node)->key;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  if (name == NULL)
    write_where(node, where, sizeof where);
  else
    (void)snprintf(where, sizeof where, ":%zu: ", node->line);
  return jx_fail(error, JATO_E_ARGUMENT, "%s%s%s", name != NULL ? name : "", where, words);
}
