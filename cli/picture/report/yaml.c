#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include "picture/report/yaml.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "text/tree.h"
#include "text/writer/json.h"

/* Words that YAML would take for something else than a text. */
static bool is_special(const char *word)
{
  static const char *const words[] = {"true", "false", "yes", "no",  "on",  "off",
                                      "null", "y",     "n",   "nan", "inf", "infinity"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcasecmp(words[i], word) == 0) return true;
  return false;
}

/* Whether a text needs no quotes. flow: it is within brackets, where more letters mean something.
 * As a key, a name of one letter such as n needs none. */
static bool is_plain(const char *word, bool flow, bool key)
{
  size_t length = strlen(word);
  if (length == 0 || word[length - 1] == ' ') return false;
  if ((!key || length > 1) && is_special(word)) return false;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)word[i];
    bool letter = isalpha(c) || c == '_' || c == '/' || (c == '.' && word[1] == '/');
    bool inner = isalnum(c) || strchr("_./+= -", c) != NULL || (!flow && strchr("{}", c) != NULL);
    if (i == 0 ? !letter : !inner) return false;
  }
  return true;
}

static void write_text(FILE *out, const char *text, bool flow, bool key)
{
  jx_json quoted = {.style = JX_JSON_STUDY, .file = out};
  if (is_plain(text, flow, key))
    fputs(text, out);
  else
    jx_json_text(&quoted, NULL, text);
}

static bool is_in_lines(const jx_node *node, int depth)
{
  if (node->kind != JX_NODE_OBJECT || node->count == 0) return false;
  bool has_object = false;
  for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at))
    has_object = has_object || at->kind == JX_NODE_OBJECT;
  return depth < 2 || has_object;
}

/* In one line: [0, 1], {kind: integer}. */
static void write_flow(FILE *out, const jx_node *node, bool flow)
{
  char number[JX_NUMBER_SIZE];
  const char *written = jx_node_written(node, number), *between = "";
  bool is_list = node->kind == JX_NODE_LIST;
  if (node->kind == JX_NODE_TEXT) {
    write_text(out, node->text, flow, false);
  } else if (!is_list && node->kind != JX_NODE_OBJECT) {
    fputs(written != NULL ? written : "null", out);
  } else {
    fputc(is_list ? '[' : '{', out);
    for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at)) {
      fputs(between, out);
      between = ", ";
      if (!is_list) write_text(out, at->key, true, true);
      if (!is_list) fputs(": ", out);
      write_flow(out, at, true);
    }
    fputc(is_list ? ']' : '}', out);
  }
}

static void write_lines(FILE *out, const jx_node *object, int depth)
{
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at)) {
    bool in_lines = is_in_lines(at, depth + 1);
    fprintf(out, "%*s", 2 * depth, "");
    write_text(out, at->key, false, true);
    fputs(in_lines ? ":\n" : ": ", out);
    if (in_lines) {
      write_lines(out, at, depth + 1);
    } else {
      write_flow(out, at, false);
      fputc('\n', out);
    }
  }
}

void cli_yaml_write(FILE *out, const char *text)
{
  jx_tree tree = {0};
  if (jx_tree_read_json(&tree, text, strlen(text), NULL) == JATO_OK &&
      tree.nodes->kind == JX_NODE_OBJECT)
    write_lines(out, tree.nodes, 0);
  else
    fputs(text, out);
  jx_tree_release(&tree);
}
