/* A text of JSON as a tree to be looked at: objects, lists, numbers, texts. Made for requests,
 * whose shape is not known before they were read. */
#pragma once

#include "base/status.h"

#include <stdint.h>

/* A value with all that is in it. Those inside of another are valid until that is closed. NULL, for
 * what is not there, is fine wherever one is taken. */
typedef struct jx_tree jx_tree;

typedef enum jx_tree_kind {
  JX_TREE_ABSENT = 0,
  JX_TREE_NULL,
  JX_TREE_FLAG,
  JX_TREE_NUMBER,
  JX_TREE_TEXT,
  JX_TREE_LIST,
  JX_TREE_OBJECT
} jx_tree_kind;

/* Reads text[length], any bytes. NaN and Infinity, which are no JSON but are written by many, are
 * read as null. Fails with JATO_E_ARGUMENT for a text that is no JSON, or has a key twice in an
 * object; with JATO_E_NOT_BUILT. On success *root is to be given to jx_tree_close. */
jato_status jx_tree_open(const char *text, size_t length, const jx_tree **root, jato_error *error);
void jx_tree_close(const jx_tree **root);

jx_tree_kind jx_tree_kind_of(const jx_tree *tree);

/* The member of an object; NULL where there is none, or `object` is none. */
const jx_tree *jx_tree_member(const jx_tree *object, const char *name);

/* The key behind `key`, in the order they were written, or the first one for NULL; NULL behind the
 * last one, and where `object` is none. `key` is one that this function gave. */
const char *jx_tree_next_key(const jx_tree *object, const char *key);

/* How many members or items it has; 0 for what is neither object nor list. */
size_t jx_tree_count(const jx_tree *tree);

/* Item number `index` of a list; NULL past the last one. */
const jx_tree *jx_tree_item(const jx_tree *list, size_t index);

/* Each returns 0, and leaves *out as it is, where it is something else. A whole number is one
 * of 0 to 2^63 - 1, written as 7, 7.0 or 7e3. */
int jx_tree_number(const jx_tree *tree, double *out);
int jx_tree_whole(const jx_tree *tree, uint64_t *out);
int jx_tree_flag(const jx_tree *tree, int *out);

/* Ended by a zero, with none before it; NULL where it is no text. */
const char *jx_tree_text(const jx_tree *tree);
