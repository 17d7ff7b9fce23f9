#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "text/tree.h"
#include "text/writer/line.h"

enum { SOME_MEMORY = 1 << 16 }; /* bytes, and 8 for each of a text */

int jx_tree_reads_json(void) { return 1; }

static int is_sign(char c) { return c == '+' || c == '-'; }

/* The word at the beginning of `rest`: a sign, if there is one, and letters; may be empty. */
static jx_text word_at(jx_text rest)
{
  size_t length = rest.length > 0 && is_sign(rest.start[0]) ? 1 : 0;
  while (length < rest.length && jx_is_letter(rest.start[length])) length++;
  return (jx_text){rest.start, length};
}

/* The quoted text at the beginning of `rest`, with its quotes where it has both. */
static jx_text quoted_at(jx_text rest)
{
  size_t length = 1;
  while (length < rest.length && rest.start[length] != '"')
    length += rest.start[length] == '\\' ? 2 : 1;
  length = length < rest.length ? length + 1 : rest.length;
  return (jx_text){rest.start, length};
}

/* Adds `text` with null instead of words such as NaN; returns how many there were. */
static size_t put_null(jx_line *line, jx_text text)
{
  size_t count = 0, added = 0, at = 0;
  while (at < text.length) {
    jx_text rest = {text.start + at, text.length - at};
    jx_text piece = rest.start[0] == '"' ? quoted_at(rest) : word_at(rest);
    if (jx_text_is_not_finite(piece)) {
      jx_line_add(line, text.start + added, at - added);
      jx_line_add(line, "null", 4);
      added = at + piece.length;
      count++;
    }
    at += piece.length > 0 ? piece.length : 1;
  }
  jx_line_add(line, text.start + added, text.length - added);
  return count;
}

/* json_loadb refuses NULL, which an empty text may be. */
static json_t *load(jx_text text, json_error_t *error)
{
  size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES;
  const char *start = text.length > 0 ? text.start : "";
  json_t *json = json_loadb(start, text.length, flags, error);
  if (json == NULL && json_error_code(error) == json_error_numeric_overflow)
    json = json_loadb(start, text.length, flags | JSON_DECODE_INT_AS_REAL, error);
  return json;
}

/* jansson does not always say that it lacked memory: a text that it refuses is read again, and
 * believed to be none only where there is memory. */
static json_t *load_surely(jx_text text, json_error_t *error)
{
  json_t *json = load(text, error);
  if (json == NULL) json = load(text, error);
  if (json != NULL) return json;
  void *some = malloc(SOME_MEMORY + 8 * text.length);
  if (some == NULL) (void)snprintf(error->text, sizeof error->text, "not enough memory to read it");
  free(some);
  return NULL;
}

static json_t *read(const char *text, size_t length, jato_error *error)
{
  json_error_t wrong;
  jx_text all = {text, length};
  if (length > 0 && memchr(text, 0, length) != NULL) { /* which jansson overlooks behind a number */
    (void)jx_fail(error, JATO_E_ARGUMENT, "this is not JSON: there is a zero byte");
    return NULL;
  }
  json_t *json = load_surely(all, &wrong);
  if (json != NULL) return json;
  jx_line line = {0};
  if (put_null(&line, all) > 0 && !line.failed)
    json = load_surely((jx_text){line.text, line.length}, &wrong);
  jx_line_release(&line);
  if (json == NULL) (void)jx_fail(error, JATO_E_ARGUMENT, "this is no JSON: %s", wrong.text);
  return json;
}

/* ---- The tree ---- */

static void set_number(jx_node *node, const json_t *json)
{
  double real = json_number_value(json);
  node->number = real;
  if (json_is_integer(json)) {
    node->is_whole = json_integer_value(json) >= 0;
    node->whole = node->is_whole ? (uint64_t)json_integer_value(json) : 0;
  } else if (real >= 0 && real < 0x1p63 && real == floor(real)) {
    node->is_whole = 1;
    node->whole = (uint64_t)real;
  }
}

/* Texts and keys stay jansson's. jansson bounds how deep a text goes. */
static void add(jx_tree *tree, size_t parent, const char *name, json_t *json)
{
  static const jx_node_kind kinds[] = {
      [JSON_OBJECT] = JX_NODE_OBJECT,  [JSON_ARRAY] = JX_NODE_LIST,  [JSON_STRING] = JX_NODE_TEXT,
      [JSON_INTEGER] = JX_NODE_NUMBER, [JSON_REAL] = JX_NODE_NUMBER, [JSON_TRUE] = JX_NODE_FLAG,
      [JSON_FALSE] = JX_NODE_FLAG,     [JSON_NULL] = JX_NODE_NULL,
  };
  const char *text =
      json_is_boolean(json) ? (json_is_true(json) ? "true" : "false") : json_string_value(json);
  size_t at = jx_tree_add(tree, parent, kinds[json_typeof(json)], name, text), index;
  const char *key;
  json_t *value;
  if (tree->failed) return;
  if (json_is_number(json)) set_number(&tree->nodes[at], json);
  json_object_foreach(json, key, value) add(tree, at, key, value);
  json_array_foreach(json, index, value) add(tree, at, NULL, value);
}

static void release(void *source) { json_decref(source); }

jato_status jx_tree_read_json(jx_tree *tree, const char *text, size_t length, jato_error *error)
{
  json_t *json = read(text, length, error);
  if (json == NULL) return JATO_E_ARGUMENT;
  tree->source = json;
  tree->release_source = release;
  add(tree, 0, NULL, json);
  return tree->failed ? jx_fail(error, JATO_E_MEMORY, "not enough memory to read JSON") : JATO_OK;
}
