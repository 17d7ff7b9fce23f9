#include "text/outline.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t jx_outline_child(const jx_outline *outline, size_t parent, const char *key)
{
  size_t at = outline->nodes[parent].first_child;
  while (at != 0 && (outline->nodes[at].key == NULL || strcmp(outline->nodes[at].key, key) != 0))
    at = outline->nodes[at].next;
  return at;
}

size_t jx_outline_add(jx_outline *outline, size_t parent, jx_node_kind kind, char *key)
{
  if (outline->count == outline->room) {
    size_t room = outline->room == 0 ? 64 : 2 * outline->room;
    jx_node *nodes = realloc(outline->nodes, room * sizeof *nodes);
    if (nodes == NULL) return JX_NO_NODE;
    outline->nodes = nodes;
    outline->room = room;
  }
  size_t at = outline->count++;
  outline->nodes[at] = (jx_node){.kind = kind, .key = key, .line = 1};
  if (parent == JX_NO_PARENT) return at;
  jx_node *above = &outline->nodes[parent];
  if (above->first_child == 0)
    above->first_child = at;
  else
    outline->nodes[above->last_child].next = at;
  above->last_child = at;
  above->children++;
  return at;
}

/* A copy by malloc, as an outline wants it; NULL without memory. */
static char *copy(jx_text text)
{
  char *to = malloc(text.length + 1);
  if (to == NULL) return NULL;
  memcpy(to, text.start, text.length);
  to[text.length] = '\0';
  return to;
}

size_t jx_outline_put(jx_outline *outline, size_t parent, jx_node_kind kind, jx_text key)
{
  char *own = key.start != NULL ? copy(key) : NULL;
  if (key.start != NULL && own == NULL) return JX_NO_NODE;
  size_t at = jx_outline_add(outline, parent, kind, own);
  if (at == JX_NO_NODE) free(own);
  return at;
}

int jx_outline_put_scalar(jx_outline *outline, size_t parent, jx_text key, jx_text text)
{
  size_t at = jx_outline_put(outline, parent, JX_NODE_SCALAR, key);
  if (at == JX_NO_NODE) return 0;
  outline->nodes[at].text = copy(text);
  return outline->nodes[at].text != NULL;
}

void jx_outline_release(jx_outline *outline)
{
  for (size_t i = 0; i < outline->count; i++) {
    free(outline->nodes[i].key);
    free(outline->nodes[i].text);
  }
  free(outline->nodes);
  outline->nodes = NULL;
  outline->count = outline->room = 0;
}

/* The node that has this one among its children; 0 for the first, which has none. */
static size_t parent_of(const jx_outline *outline, size_t node)
{
  for (size_t p = 0; p < outline->count; p++)
    for (size_t at = outline->nodes[p].first_child; at != 0; at = outline->nodes[at].next)
      if (at == node) return p;
  return 0;
}

/* "variables.kappa: ": the two outermost keys above a node, or its own. */
static void write_where(const jx_outline *outline, size_t node, char *out, size_t size)
{
  size_t path[2] = {0, 0};
  for (; node != 0; node = parent_of(outline, node)) {
    path[1] = path[0];
    path[0] = node;
  }
  char first[JX_SHOWN] = "", second[JX_SHOWN] = "";
  const jx_node *nodes = outline->nodes;
  if (path[0] != 0) (void)jx_text_show(nodes[path[0]].key, first);
  if (path[1] != 0 && nodes[path[1]].key != NULL) (void)jx_text_show(nodes[path[1]].key, second);
  (void)snprintf(out, size, "%s%s%s%s", first, second[0] != '\0' ? "." : "", second,
                 first[0] != '\0' ? ": " : "");
}

jato_status jx_outline_fail(const jx_outline *outline, size_t node, jato_error *error,
                            const char *format, ...)
{
  char words[1024], where[2 * JX_SHOWN + 8] = "";
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  if (outline->name == NULL)
    write_where(outline, node, where, sizeof where);
  else
    (void)snprintf(where, sizeof where,
                   ":%zu: ", node < outline->count ? outline->nodes[node].line : 1);
  return jx_fail(error, JATO_E_ARGUMENT, "%s%s%s", outline->name != NULL ? outline->name : "",
                 where, words);
}
