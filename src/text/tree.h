/* The one tree that studies, requests, answers and spaces are read from, however they were written:
 * as YAML, as JSON, or as words on a command line. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

#include <stdint.h>

typedef enum jx_node_kind {
  JX_NODE_ABSENT = 0,
  JX_NODE_NULL,
  JX_NODE_FLAG,
  JX_NODE_NUMBER,
  JX_NODE_TEXT, /* every scalar of YAML, and every word */
  JX_NODE_LIST,
  JX_NODE_OBJECT
} jx_node_kind;

/* A value; the values in it follow it in the array of nodes. Everywhere below, a
 * node may be NULL: what is not there. */
typedef struct jx_node {
  jx_node_kind kind;
  int is_whole;             /* a number of 0 to 2^63 - 1, written as 7, 7.0 or 7e3 */
  const char *key;          /* NULL for entries of a list; of the root, the tree's name */
  const char *text;         /* of texts and flags */
  double number;            /* of numbers */
  uint64_t whole;           /* the same, exactly, where is_whole */
  size_t line;              /* of the key; of the value where there is none. Counted from 1 */
  size_t count;             /* members or items */
  ptrdiff_t up, next, last; /* how far away parent, next sibling and last child are; 0: none */
} jx_node;

/* Zeroed, but for its name, before it is read; to be released in any case. */
typedef struct jx_tree {
  const char *name; /* what messages call the text; NULL: they name the node's keys instead */
  jx_node *nodes;   /* [count]: the first one is the root, whose members follow */
  size_t count, room;
  int failed;   /* not enough memory: the tree is not whole */
  jx_pool pool; /* texts of its own */
  void *source; /* what other texts belong to, and how that is released */
  void (*release_source)(void *source);
} jx_tree;

/* Reads text[length], any bytes, as JSON. NaN and Infinity, which are no JSON but are written by
 * many, are read as null. Fails with JATO_E_ARGUMENT for a text that is no JSON, or has a key twice
 * in an object; with JATO_E_NOT_BUILT. */
jato_status jx_tree_read_json(jx_tree *tree, const char *text, size_t length, jato_error *error);

/* Whether this build can do so. */
int jx_tree_reads_json(void);

/* The same for YAML by libyaml's events, and nothing that could make a text larger or deeper than
 * it looks: no anchors, aliases and tags, one document, few levels. Fails with JATO_E_ARGUMENT and
 * "name:line: ...", JATO_E_NOT_BUILT, JATO_E_MEMORY. */
jato_status jx_tree_read_yaml(jx_tree *tree, const char *text, jato_error *error);

void jx_tree_release(jx_tree *tree);

/* ---- Building ---- */

/* Adds a node behind its elder siblings, which may have no younger relatives yet than their own
 * children, and returns its index; `parent` is ignored for the first one. Without memory the tree
 * has failed, and 0 is returned. The texts stay the caller's. */
size_t jx_tree_add(jx_tree *tree, size_t parent, jx_node_kind kind, const char *key,
                   const char *text);

/* A copy of the text in the tree's own memory; NULL for one whose start is NULL, or where the tree
 * has failed. */
const char *jx_tree_copy(jx_tree *tree, jx_text text);

/* ---- Looking at it ---- */

static inline jx_node_kind jx_node_kind_of(const jx_node *node)
{
  return node != NULL ? node->kind : JX_NODE_ABSENT;
}

static inline size_t jx_node_count(const jx_node *node) { return node != NULL ? node->count : 0; }

/* The first member or item, and the one behind another; NULL where there is none. */
static inline const jx_node *jx_node_first(const jx_node *node)
{
  return jx_node_count(node) > 0 ? node + 1 : NULL;
}

static inline const jx_node *jx_node_next(const jx_node *node)
{
  return node != NULL && node->next != 0 ? node + node->next : NULL;
}

/* The member of an object with this key; NULL where there is none, or `object` is none. */
const jx_node *jx_node_member(const jx_node *object, const char *key);

/* Item number `index` of a list; NULL past the last one. */
const jx_node *jx_node_item(const jx_node *list, size_t index);

/* Each returns 0, and leaves *out as it is, where it is something else. */
int jx_node_number(const jx_node *node, double *out);
int jx_node_whole(const jx_node *node, uint64_t *out);
int jx_node_flag(const jx_node *node, int *out);

/* Ended by a zero, with none before it; NULL where it is no text. */
const char *jx_node_text(const jx_node *node);

/* A text, number or flag as people would write it, in `number` where it is one; NULL for anything
 * else. */
const char *jx_node_written(const jx_node *node, char number[JX_NUMBER_SIZE]);

/* "a number", "a list", ...: what was found, for messages. */
const char *jx_node_found(const jx_node *node);

/* Its key; of an item of a list, its member "name". NULL without. */
const char *jx_node_name(const jx_node *node);

/* Whether the tree has a name, so that messages tell lines. */
int jx_node_has_line(const jx_node *node);

/* Says "name:line: " with the line of a node, or "variables.kappa: ", and the rest; returns
 * JATO_E_ARGUMENT. */
jato_status jx_node_fail(const jx_node *node, jato_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 3, 4)))
#endif
    ;
