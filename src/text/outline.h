/* The one tree that settings, studies and spaces are read from, however they were written: every
 * key and value, with its line where there are lines. */
#pragma once

#include "base/status.h"
#include "base/text.h"

#include <stdint.h>

typedef enum jx_node_kind { JX_NODE_SCALAR, JX_NODE_LIST, JX_NODE_MAPPING } jx_node_kind;

/* A value. Node 0 is the whole text; 0 as a child or neighbour means that there is none. */
typedef struct jx_node {
  jx_node_kind kind;
  char *key;   /* NULL for entries of a list, and for node 0 */
  char *text;  /* of a scalar; NULL otherwise */
  size_t line; /* of the key; of the value where there is none. Counted from 1 */
  size_t first_child, last_child, next;
  size_t children;
} jx_node;

typedef struct jx_outline {
  const char *name; /* what messages call the text; NULL: they name the node's keys instead */
  jx_node *nodes;   /* [count] */
  size_t count, room;
} jx_outline;

/* The child of `parent` with this key, 0 where there is none. */
size_t jx_outline_child(const jx_outline *outline, size_t parent, const char *key);

/* Adds a node behind its elder siblings and gives its index, JX_NO_NODE where there is no memory.
 * The key is then the outline's, and is freed with it, as is a text that is put into the node. */
#define JX_NO_PARENT SIZE_MAX
#define JX_NO_NODE SIZE_MAX
size_t jx_outline_add(jx_outline *outline, size_t parent, jx_node_kind kind, char *key);

/* The same with copies: of the key (none where its start is NULL), and of a scalar's text, which
 * then returns 0 where there is no memory. */
size_t jx_outline_put(jx_outline *outline, size_t parent, jx_node_kind kind, jx_text key);
int jx_outline_put_scalar(jx_outline *outline, size_t parent, jx_text key, jx_text text);

/* Says "name:line: " with the line of a node, or "variables.kappa: ", and the rest; returns
 * JATO_E_ARGUMENT. */
jato_status jx_outline_fail(const jx_outline *outline, size_t node, jato_error *error,
                            const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 4, 5)))
#endif
    ;

/* The outline of a text by libyaml's events, and nothing that could make a text larger or deeper
 * than it looks: no anchors, aliases and tags, one document, few levels. *outline was zeroed, but
 * for its name. Fails with JATO_E_ARGUMENT and "name:line: ...", JATO_E_NOT_BUILT, JATO_E_MEMORY;
 * in any case *outline is to be released. */
jato_status jx_outline_load(jx_outline *outline, const char *text, jato_error *error);
void jx_outline_release(jx_outline *outline);
