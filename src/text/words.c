/* Variables and constraints as people type them, turned into the tree that study files are read
 * to. */
#include "text/study_file.h"

#include <string.h>

#include "base/text.h"
#include "text/outline.h"

#define VARIABLE_FORMS "NAME=LOW:HIGH (then :int, :log, @START), NAME=a,b,c or NAME=VALUE"
#define CONSTRAINT_FORMS "NAME<=BOUND, NAME>=BOUND or NAME=BOUND~TOLERANCE"

typedef struct builder {
  jx_outline *outline;
  const char *what, *whole; /* "variable" or "constraint", and the text in work, for messages */
  jato_error *error;
} builder;

static jato_status no_memory(const builder *build)
{
  return jx_fail(build->error, JATO_E_MEMORY, "not enough memory for variables");
}

static jato_status refuse(const builder *build, const char *why)
{
  char shown[JX_SHOWN];
  return jx_fail(build->error, JATO_E_ARGUMENT, "%s %s: %s", build->what,
                 jx_text_show(build->whole, shown), why);
}

static jato_status put_group(const builder *build, size_t parent, jx_node_kind kind, jx_text key,
                             size_t *out)
{
  *out = jx_outline_put(build->outline, parent, kind, key);
  return *out != JX_NO_NODE ? JATO_OK : no_memory(build);
}

static jato_status put(const builder *build, size_t parent, const char *key, jx_text text)
{
  jx_text name = key != NULL ? jx_text_of(key) : (jx_text){NULL, 0};
  return jx_outline_put_scalar(build->outline, parent, name, text) ? JATO_OK : no_memory(build);
}

/* A variable or a constraint, by its name. */
static jato_status put_entry(const builder *build, size_t parent, jx_text name, size_t *out)
{
  const jx_node *nodes = build->outline->nodes;
  for (size_t at = nodes[parent].first_child; at != 0; at = nodes[at].next)
    if (jx_text_equals(name, nodes[at].key)) return refuse(build, "another one has this name");
  return put_group(build, parent, JX_NODE_MAPPING, name, out);
}

static int has(jx_text text, char mark) { return memchr(text.start, mark, text.length) != NULL; }

/* ---- Variables ---- */

/* Behind an interval: "int", "log". */
static jato_status put_word(const builder *build, size_t at, jx_text word)
{
  if (jx_text_equals(word, "int")) return put(build, at, "kind", jx_text_of("integer"));
  if (jx_text_equals(word, "log")) return put(build, at, "scale", word);
  return refuse(build, "behind an interval there may be :int, :log and @START");
}

static jato_status put_interval(const builder *build, size_t at, jx_text spec)
{
  size_t range = 0;
  JX_TRY(put_group(build, at, JX_NODE_LIST, jx_text_of("range"), &range));
  JX_TRY(put(build, range, NULL, jx_text_cut(&spec, ':')));
  JX_TRY(put(build, range, NULL, jx_text_cut(&spec, ':')));
  while (spec.length > 0) JX_TRY(put_word(build, at, jx_text_cut(&spec, ':')));
  return JATO_OK;
}

static jato_status put_choices(const builder *build, size_t at, jx_text spec)
{
  size_t choices = 0;
  int is_last = 0;
  JX_TRY(put_group(build, at, JX_NODE_LIST, jx_text_of("choices"), &choices));
  while (!is_last) {
    is_last = !has(spec, ',');
    jx_text choice = jx_text_cut(&spec, ',');
    if (choice.length == 0) return refuse(build, "a choice between the commas is empty");
    JX_TRY(put(build, choices, NULL, choice));
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
  return put(build, at, "fixed", spec);
}

/* What stands behind the last @, which *spec then ends before; start is NULL without one. */
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
  if (begin.start != NULL) JX_TRY(put(build, at, "initial", begin));
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

static jx_text without_blanks(const char *start, size_t length)
{
  static const char blanks[] = " \t\n\r";
  while (length > 0 && strchr(blanks, start[0]) != NULL) start++, length--;
  while (length > 0 && strchr(blanks, start[length - 1]) != NULL) length--;
  return (jx_text){start, length};
}

/* BOUND, then ~TOLERANCE and /SCALE, once each. */
static jato_status put_bound(const builder *build, size_t at, const char *key, const char *text)
{
  for (;; text++) {
    size_t length = strcspn(text, "~/");
    JX_TRY(put(build, at, key, without_blanks(text, length)));
    text += length;
    if (*text == '\0') return JATO_OK;
    key = *text == '~' ? "tolerance" : "scale";
    if (jx_outline_child(build->outline, at, key) != 0)
      return refuse(build, "has two tolerances or two scales");
  }
}

static jato_status put_constraint(const builder *build, size_t parent)
{
  size_t length = strcspn(build->whole, "<>=~/"), at = 0;
  jx_text name = without_blanks(build->whole, length);
  const struct relation *found = find_relation(build->whole + length);
  if (name.length == 0 || found == NULL)
    return refuse(build, "must be " CONSTRAINT_FORMS
                         ", in quotes, since shells take < and > for themselves");
  JX_TRY(put_entry(build, parent, name, &at));
  return put_bound(build, at, found->key, build->whole + length + strlen(found->sign));
}

/* ---- All of them ---- */

static jato_status put_all(builder *build, const jato_space_words *words)
{
  size_t at = 0;
  JX_TRY(put_group(build, JX_NO_PARENT, JX_NODE_MAPPING, (jx_text){NULL, 0}, &at));
  if (words->variable_count > 0)
    JX_TRY(put_group(build, 0, JX_NODE_MAPPING, jx_text_of("variables"), &at));
  for (size_t i = 0; i < words->variable_count; i++) {
    build->what = "variable";
    build->whole = words->variables[i];
    JX_TRY(put_variable(build, at));
  }
  if (words->constraint_count > 0)
    JX_TRY(put_group(build, 0, JX_NODE_MAPPING, jx_text_of("constraints"), &at));
  for (size_t i = 0; i < words->constraint_count; i++) {
    build->what = "constraint";
    build->whole = words->constraints[i];
    JX_TRY(put_constraint(build, at));
  }
  return JATO_OK;
}

jato_status jx_study_of_words(const jato_space_words *words, const jato_allocator *allocator,
                              jx_study **out, jato_error *error)
{
  jx_outline outline = {0};
  builder build = {.outline = &outline, .error = error};
  *out = NULL;
  jato_status status = put_all(&build, words);
  if (status == JATO_OK)
    status = jx_study_of_space(&outline, words->penalty, allocator, out, error);
  jx_outline_release(&outline);
  return status;
}
