#include <string.h>

#include <yaml.h>

#include "text/tree.h"

enum { DEEPEST = 6 }; /* a study takes 4: variables, one of them, its range, a number of it */

typedef struct builder {
  jx_tree *tree;
  const char *text;
  jato_error *error;
  size_t stack[DEEPEST]; /* the lists and mappings that are open */
  size_t depth;
  const char *key; /* that the next value belongs to */
  size_t key_line;
  int begun; /* a document was */
} builder;

static jato_status fail_at(const builder *build, size_t line, const char *words)
{
  return jx_fail(build->error, JATO_E_ARGUMENT, "%s:%zu: %s", build->tree->name, line, words);
}

static jato_status no_memory(const builder *build)
{
  return jx_fail(build->error, JATO_E_MEMORY, "not enough memory for the study %s",
                 build->tree->name);
}

/* A scalar as a string of C. */
static jato_status copy_scalar(const builder *build, const yaml_event_t *event, const char **out)
{
  jx_text value = {(const char *)event->data.scalar.value, event->data.scalar.length};
  if (memchr(value.start, '\0', value.length) != NULL)
    return fail_at(build, event->start_mark.line + 1, "a text holds a zero byte");
  *out = jx_tree_copy(build->tree, value);
  return *out != NULL ? JATO_OK : no_memory(build);
}

static jato_status add_node(builder *build, jx_node_kind kind, const char *text, size_t line,
                            size_t *out)
{
  size_t parent = build->depth > 0 ? build->stack[build->depth - 1] : 0;
  *out = jx_tree_add(build->tree, parent, kind, build->key, text);
  if (build->tree->failed) return no_memory(build);
  build->tree->nodes[*out].line = build->key != NULL ? build->key_line : line;
  build->key = NULL;
  return JATO_OK;
}

/* Whether the next thing in the innermost mapping is a key. */
static int wants_key(const builder *build)
{
  if (build->depth == 0 || build->key != NULL) return 0;
  return build->tree->nodes[build->stack[build->depth - 1]].kind == JX_NODE_OBJECT;
}

/* What stands for nothing, unless it is in quotes. Messages name an empty value by its key. */
static int is_null(const yaml_event_t *event)
{
  const char *text = (const char *)event->data.scalar.value;
  return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
         (strcmp(text, "~") == 0 || strcmp(text, "null") == 0 || strcmp(text, "Null") == 0 ||
          strcmp(text, "NULL") == 0);
}

static jato_status take_scalar(builder *build, const yaml_event_t *event)
{
  size_t line = event->start_mark.line + 1, at;
  if (is_null(event)) return fail_at(build, line, "null is not a value; omit the key");
  if (wants_key(build)) {
    build->key_line = line;
    return copy_scalar(build, event, &build->key);
  }
  const char *text;
  JX_TRY(copy_scalar(build, event, &text));
  return add_node(build, JX_NODE_TEXT, text, line, &at);
}

static jato_status open_node(builder *build, jx_node_kind kind, const yaml_event_t *event)
{
  size_t line = event->start_mark.line + 1, at;
  if (wants_key(build)) return fail_at(build, line, "a key must be a name");
  if (build->depth == DEEPEST) return fail_at(build, line, "nested more deeply than any study is");
  JX_TRY(add_node(build, kind, NULL, line, &at));
  build->stack[build->depth++] = at;
  return JATO_OK;
}

static int is_marked(const yaml_event_t *event)
{
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL;
  case YAML_SEQUENCE_START_EVENT:
    return event->data.sequence_start.anchor != NULL || event->data.sequence_start.tag != NULL;
  case YAML_MAPPING_START_EVENT:
    return event->data.mapping_start.anchor != NULL || event->data.mapping_start.tag != NULL;
  default: return event->type == YAML_ALIAS_EVENT;
  }
}

static jato_status take_event(builder *build, const yaml_event_t *event)
{
  size_t line = event->start_mark.line + 1;
  if (is_marked(event))
    return fail_at(build, line, "anchors, aliases and tags (&, *, !) are not read; write it out");
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    if (build->begun) return fail_at(build, line, "a second document; a file holds one study");
    build->begun = 1;
    return JATO_OK;
  case YAML_SCALAR_EVENT: return take_scalar(build, event);
  case YAML_SEQUENCE_START_EVENT: return open_node(build, JX_NODE_LIST, event);
  case YAML_MAPPING_START_EVENT: return open_node(build, JX_NODE_OBJECT, event);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: build->depth--; return JATO_OK;
  default: return JATO_OK;
  }
}

/* Bytes that are no letters are found before they are scanned; only their place is known. */
static size_t line_of_byte(const char *text, size_t offset)
{
  size_t line = 0;
  for (size_t i = 0; i < offset && text[i] != '\0'; i++) line += text[i] == '\n';
  return line;
}

/* Whether a line, counted from 0, is indented by a tab. */
static int has_tab(const char *text, size_t line)
{
  for (; line > 0 && text != NULL; line--) {
    text = strchr(text, '\n');
    if (text != NULL) text++;
  }
  return text != NULL && text[strspn(text, " ")] == '\t';
}

static jato_status tell_problem(const builder *build, const yaml_parser_t *parser)
{
  if (parser->error == YAML_MEMORY_ERROR) return no_memory(build);
  size_t line = parser->error == YAML_READER_ERROR
                    ? line_of_byte(build->text, parser->problem_offset)
                    : parser->problem_mark.line;
  if (has_tab(build->text, line))
    return fail_at(build, line + 1, "this is not YAML: a tab; indent with spaces");
  return jx_fail(
      build->error, JATO_E_ARGUMENT, "%s:%zu: this is not YAML: %s%s%s", build->tree->name,
      line + 1, parser->problem != NULL ? parser->problem : "unknown trouble",
      parser->context != NULL ? " " : "", parser->context != NULL ? parser->context : "");
}

static jato_status take_all(builder *build, yaml_parser_t *parser)
{
  for (int ended = 0; !ended;) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) return tell_problem(build, parser);
    ended = event.type == YAML_STREAM_END_EVENT;
    jato_status status = take_event(build, &event);
    yaml_event_delete(&event);
    JX_TRY(status);
  }
  return build->tree->count > 0 ? JATO_OK : fail_at(build, 1, "the study is empty");
}

jato_status jx_tree_read_yaml(jx_tree *tree, const char *text, jato_error *error)
{
  static const char mark[] =
      "\xEF\xBB\xBF"; /* some editors begin with it; no letter of the study */
  if (strncmp(text, mark, sizeof mark - 1) == 0) text += sizeof mark - 1;
  yaml_parser_t parser;
  builder build = {.tree = tree, .text = text, .error = error};
  if (!yaml_parser_initialize(&parser)) return no_memory(&build);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  jato_status status = take_all(&build, &parser);
  yaml_parser_delete(&parser);
  return status;
}
