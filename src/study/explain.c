/* Why a text is no study. The reader of YAML only says that it is none, or speaks of the line of
 * the key before; this walks outline and table of keys side by side. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "study/keys.h"
#include "study/outline.h"

typedef struct walk {
  const jx_outline *outline;
  jato_error *error;
} walk;

static jato_status explain_section(const walk *here, const jx_section *section, size_t node);

static jato_status unknown_key(const walk *here, const jx_section *section, size_t node)
{
  const char *key = here->outline->nodes[node].key;
  char shown[JX_SHOWN], all[400] = "";
  jx_nearest nearest = jx_nearest_to(jx_text_of(key));
  for (size_t i = 0, used = 0; i < section->count; i++) {
    jx_nearest_offer(&nearest, section->keys[i].name);
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ",
                             section->keys[i].name);
  }
  jx_outline_show(key, shown);
  if (nearest.name != NULL)
    return jx_outline_fail(here->outline, node, here->error,
                           "unknown key \"%s\"; did you mean \"%s\"?", shown, nearest.name);
  return jx_outline_fail(here->outline, node, here->error,
                         "unknown key \"%s\"; the keys of %s are %s", shown, section->what, all);
}

static int is_choice(const char *text, const char *choices, jx_nearest *nearest)
{
  jx_text rest = jx_text_of(choices);
  while (rest.length > 0) {
    char name[32];
    jx_text word = jx_text_cut(&rest, ' ');
    if (jx_text_equals(word, text)) return 1;
    (void)snprintf(name, sizeof name, "%.*s", (int)word.length, word.start);
    jx_nearest_offer(nearest, name);
    if (nearest->name == name) nearest->name = word.start; /* which lives on */
  }
  return 0;
}

static jato_status explain_choice(const walk *here, const jx_key *key, size_t node)
{
  const char *text = here->outline->nodes[node].text;
  char shown[JX_SHOWN];
  jx_nearest nearest = jx_nearest_to(jx_text_of(text));
  if (is_choice(text, key->choices, &nearest)) return JATO_OK;
  jx_outline_show(text, shown);
  if (nearest.name != NULL)
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: \"%s\" is no choice; did you mean \"%.*s\"?", key->name, shown,
                           (int)strcspn(nearest.name, " "), nearest.name);
  return jx_outline_fail(here->outline, node, here->error, "%s: \"%s\" is none of: %s", key->name,
                         shown, key->choices);
}

static jato_status explain_scalar(const walk *here, const jx_key *key, size_t node)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_SCALAR)
    return jx_outline_fail(here->outline, node, here->error, "%s: must be one value, not a %s",
                           key->name, found->kind == JX_NODE_LIST ? "list" : "mapping");
  int may_be_empty = key->type == JX_KEY_TEXTS || key->type == JX_KEY_VALUE;
  if (found->text[0] == '\0' && !may_be_empty)
    return jx_outline_fail(here->outline, node, here->error, "%s: has no value", key->name);
  int chosen = key->type == JX_KEY_CHOICE || key->type == JX_KEY_CHOICES;
  return chosen ? explain_choice(here, key, node) : JATO_OK;
}

static const char *example_of(jx_key_type type)
{
  if (type == JX_KEY_PAIR) return "[0, 1]";
  return type == JX_KEY_CHOICES ? "[environment]" : "[a, b]";
}

static jato_status explain_list(const walk *here, const jx_key *key, size_t node)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_LIST)
    return jx_outline_fail(here->outline, node, here->error, "%s: must be a list, as in %s",
                           key->name, example_of(key->type));
  if (key->type == JX_KEY_PAIR && found->children != 2)
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: must be two numbers, as in [0, 1]; here are %zu", key->name,
                           found->children);
  if (found->children > JX_STUDY_LISTED)
    return jx_outline_fail(here->outline, node, here->error, "%s: has %zu entries, more than %d",
                           key->name, found->children, JX_STUDY_LISTED);
  for (size_t at = found->first_child; at != 0; at = here->outline->nodes[at].next)
    JX_TRY(explain_scalar(here, key, at));
  return JATO_OK;
}

static jato_status explain_named(const walk *here, const jx_key *key, size_t node)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_MAPPING)
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: must be names with what is said of each, as in \"%s: {%s: ...}\"",
                           key->name, "kappa", key->section->keys[0].name);
  if (found->children > JX_STUDY_NAMED)
    return jx_outline_fail(here->outline, node, here->error, "%s: has %zu entries, more than %d",
                           key->name, found->children, JX_STUDY_NAMED);
  for (size_t at = found->first_child; at != 0; at = here->outline->nodes[at].next) {
    char shown[JX_SHOWN];
    const char *name = here->outline->nodes[at].key;
    if (jx_outline_child(here->outline, node, name) != at)
      return jx_outline_fail(here->outline, at, here->error, "\"%s\" is there twice",
                             jx_outline_show(name, shown));
    JX_TRY(explain_section(here, key->section, at));
  }
  return JATO_OK;
}

static jato_status explain_key(const walk *here, const jx_key *key, size_t node)
{
  switch (key->type) {
  case JX_KEY_SECTION: return explain_section(here, key->section, node);
  case JX_KEY_NAMED: return explain_named(here, key, node);
  case JX_KEY_CHOICES:
  case JX_KEY_TEXTS:
  case JX_KEY_PAIR: return explain_list(here, key, node);
  default: return explain_scalar(here, key, node);
  }
}

static const jx_key *find_key(const jx_section *section, const char *name)
{
  for (size_t i = 0; i < section->count; i++)
    if (strcmp(section->keys[i].name, name) == 0) return &section->keys[i];
  return NULL;
}

static jato_status explain_section(const walk *here, const jx_section *section, size_t node)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_MAPPING)
    return jx_outline_fail(here->outline, node, here->error,
                           "here the keys of %s are wanted, as in \"%s: ...\"", section->what,
                           section->keys[0].name);
  for (size_t at = found->first_child; at != 0; at = here->outline->nodes[at].next) {
    const char *name = here->outline->nodes[at].key;
    const jx_key *key = find_key(section, name);
    if (key == NULL) return unknown_key(here, section, at);
    if (jx_outline_child(here->outline, node, name) != at)
      return jx_outline_fail(here->outline, at, here->error, "%s is there twice", name);
    JX_TRY(explain_key(here, key, at));
  }
  for (size_t i = 0; i < section->count; i++)
    if (section->keys[i].needed &&
        jx_outline_child(here->outline, node, section->keys[i].name) == 0)
      return jx_outline_fail(here->outline, node, here->error, "the key \"%s\" of %s is missing",
                             section->keys[i].name, section->what);
  return JATO_OK;
}

jato_status jx_outline_explain(const jx_outline *outline, jato_error *error)
{
  walk here = {outline, error};
  return explain_section(&here, &jx_study_keys, 0);
}
