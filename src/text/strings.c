/* Variables and constraints as people type them, turned into the tree that study files are read
 * to. */
#include "text/study_file.h"

#include <string.h>

#include "text/tree.h"

#define VARIABLE_FORMS "NAME=LOW:HIGH (then :int, :log, @START), NAME=a,b,c or NAME=VALUE"
#define CONSTRAINT_FORMS "NAME<=BOUND, NAME>=BOUND or NAME=BOUND~TOLERANCE"

typedef struct builder {
  jx_tree *tree;
  const char *what, *whole; /* "variable" or "constraint", and the text in work, for messages */
  jato_error *error;
} builder;

static jato_status refuse(const builder *build, const char *why)
{
  char shown[JX_SHOWN];
  return jx_fail(build->error, JATO_E_ARGUMENT, "%s %s: %s", build->what,
                 jx_text_show(build->whole, shown), why);
}

/* `key` NULL: of an item of a list. */
static void put(const builder *build, size_t parent, const char *key, jx_text text)
{
  (void)jx_tree_add(build->tree, parent, JX_NODE_TEXT, key, jx_tree_copy(build->tree, text));
}

/* A variable or a constraint, by its name. */
static jato_status put_entry(const builder *build, size_t parent, jx_text name, size_t *out)
{
  const jx_node *at = build->tree->failed ? NULL : jx_node_first(&build->tree->nodes[parent]);
  for (; at != NULL; at = jx_node_next(at))
    if (jx_text_equals(name, at->key)) return refuse(build, "another one has this name");
  *out = jx_tree_add(build->tree, parent, JX_NODE_OBJECT, jx_tree_copy(build->tree, name), NULL);
  return JATO_OK;
}

static int has(jx_text text, char mark) { return memchr(text.start, mark, text.length) != NULL; }

/* ---- Variables ---- */

/* Behind an interval: "int", "log". */
static jato_status put_word(const builder *build, size_t at, jx_text word)
{
  int is_int = jx_text_equals(word, "int");
  if (!is_int && !jx_text_equals(word, "log"))
    return refuse(build, "behind an interval there may be :int, :log and @START");
  put(build, at, is_int ? "kind" : "scale", is_int ? jx_text_of("integer") : word);
  return JATO_OK;
}

static jato_status put_interval(const builder *build, size_t at, jx_text spec)
{
  size_t range = jx_tree_add(build->tree, at, JX_NODE_LIST, "range", NULL);
  put(build, range, NULL, jx_text_cut(&spec, ':'));
  put(build, range, NULL, jx_text_cut(&spec, ':'));
  while (spec.length > 0) JX_TRY(put_word(build, at, jx_text_cut(&spec, ':')));
  return JATO_OK;
}

static jato_status put_choices(const builder *build, size_t at, jx_text spec)
{
  size_t choices = jx_tree_add(build->tree, at, JX_NODE_LIST, "choices", NULL);
  for (int is_last = 0; !is_last;) {
    is_last = !has(spec, ',');
    jx_text choice = jx_text_cut(&spec, ',');
    if (choice.length == 0) return refuse(build, "a choice between the commas is empty");
    put(build, choices, NULL, choice);
  }
  return JATO_OK;
}

/* A number or a word. What looks like a number but is none is more likely an interval with a typing
 * error. */
static jato_status put_fixed(const builder *build, size_t at, jx_text spec)
{
  double number;
  int looks_like_one = strchr("+-.0123456789", spec.start[0]) != NULL;
  if (looks_like_one && !jx_text_number(spec, &number))
    return refuse(build, "must be " VARIABLE_FORMS);
  put(build, at, "fixed", spec);
  return JATO_OK;
}

/* Cuts off the last @ and returns what follows it; start is NULL if there is none. */
static jx_text cut_begin(jx_text *spec)
{
  jx_text begin = {NULL, 0};
  for (size_t i = 0; i < spec->length; i++)
    if (spec->start[i] == '@') begin = (jx_text){spec->start + i + 1, spec->length - i - 1};
  if (begin.start != NULL) spec->length -= begin.length + 1;
  return begin;
}

static jato_status put_variable(const builder *build, size_t parent)
{
  size_t at = 0;
  jx_text spec = jx_text_of(build->whole), name = jx_text_cut(&spec, '=');
  jx_text begin = cut_begin(&spec);
  int is_list = has(spec, ','), is_interval = has(spec, ':');
  if (name.length == 0 || spec.length == 0) return refuse(build, "must be " VARIABLE_FORMS);
  if (begin.start != NULL && !is_list && !is_interval)
    return refuse(build, "@ goes with an interval or choices; this one has one value only");
  JX_TRY(put_entry(build, parent, name, &at));
  if (begin.start != NULL) put(build, at, "initial", begin);
  if (is_list) return put_choices(build, at, spec);
  return is_interval ? put_interval(build, at, spec) : put_fixed(build, at, spec);
}

/* ---- Constraints ---- */

static const struct relation {
  const char *sign, *key;
} relations[] = {{"<=", "at_most"}, {">=", "at_least"}, {"==", "equals"}, {"=", "equals"}};

static const struct relation *find_relation(const char *at)
{
  for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++)
    if (strncmp(at, relations[i].sign, strlen(relations[i].sign)) == 0) return &relations[i];
  return NULL;
}

/* BOUND, then ~TOLERANCE and /SCALE, once each. */
static jato_status put_bound(const builder *build, size_t at, const char *key, const char *text)
{
  for (;; text++) {
    size_t length = strcspn(text, "~/");
    put(build, at, key, jx_text_trim((jx_text){text, length}));
    text += length;
    if (*text == '\0') return JATO_OK;
    key = *text == '~' ? "tolerance" : "scale";
    if (!build->tree->failed && jx_node_member(&build->tree->nodes[at], key) != NULL)
      return refuse(build, "has two tolerances or two scales");
  }
}

static jato_status put_constraint(const builder *build, size_t parent)
{
  size_t length = strcspn(build->whole, "<>=~/"), at = 0;
  jx_text name = jx_text_trim((jx_text){build->whole, length});
  const struct relation *found = find_relation(build->whole + length);
  if (name.length == 0 || found == NULL)
    return refuse(build, "must be " CONSTRAINT_FORMS
                         ", in quotes, since shells take < and > for themselves");
  JX_TRY(put_entry(build, parent, name, &at));
  return put_bound(build, at, found->key, build->whole + length + strlen(found->sign));
}

/* ---- All of them ---- */

static jato_status put_all(builder *build, const jato_space_strings *strings)
{
  (void)jx_tree_add(build->tree, 0, JX_NODE_OBJECT, NULL, NULL);
  size_t at = jx_tree_add(build->tree, 0, JX_NODE_OBJECT, "variables", NULL);
  build->what = "variable";
  for (size_t i = 0; i < strings->variable_count; i++) {
    build->whole = strings->variables[i];
    JX_TRY(put_variable(build, at));
  }
  at = jx_tree_add(build->tree, 0, JX_NODE_OBJECT, "constraints", NULL);
  build->what = "constraint";
  for (size_t i = 0; i < strings->constraint_count; i++) {
    build->whole = strings->constraints[i];
    JX_TRY(put_constraint(build, at));
  }
  if (!build->tree->failed) return JATO_OK;
  return jx_fail(build->error, JATO_E_MEMORY, "not enough memory for variables");
}

/* A group of the tree, if it has members. */
static const jx_node *group_of(const jx_tree *tree, const char *key)
{
  const jx_node *group = jx_node_member(tree->nodes, key);
  return jx_node_count(group) > 0 ? group : NULL;
}

jato_status jx_study_from_strings(const jato_space_strings *strings,
                                  const jato_allocator *allocator, jx_study **out,
                                  jato_error *error)
{
  jx_tree tree = {0};
  builder build = {.tree = &tree, .error = error};
  *out = NULL;
  jato_status status = put_all(&build, strings);
  if (status == JATO_OK)
    status = jx_study_of_space(group_of(&tree, "variables"), group_of(&tree, "constraints"),
                               strings->penalty, allocator, out, error);
  jx_tree_release(&tree);
  return status;
}
