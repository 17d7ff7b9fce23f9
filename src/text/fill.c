/* From an outline to a draft, by the table of keys. What does not follow the table is told of with
 * its line. */
#include "text/fill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "options/settings.h"

typedef struct walk {
  const jx_outline *outline;
  jato_error *error;
} walk;

/* Each of these reads a node; what it says goes to where the key's member of the draft is. */
static jato_status read_section(const walk *here, const jx_section *section, size_t node,
                                void *part);

/* Key number `index` of a section, its settings behind its own keys; NULL past the last one. */
static const char *key_at(const jx_section *section, size_t index)
{
  if (index < section->count) return section->keys[index].name;
  if (section->settings == NULL) return NULL;
  const jato_setting *setting =
      jx_setting_in(section->settings, JATO_USED_TO_BEGIN, index - section->count);
  return setting != NULL ? setting->key : NULL;
}

/* A setting that is known, but not here; requests have no sections. */
static const jato_setting *find_elsewhere(const walk *here, size_t node)
{
  if (here->outline->name == NULL) return NULL;
  return jx_setting_of_key(NULL, here->outline->nodes[node].key, JATO_USED_TO_BEGIN);
}

static jato_status misplaced_key(const walk *here, const jato_setting *setting, size_t node)
{
  const char *section = setting->section, *key = setting->key;
  if (section[0] == '\0')
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: belongs to the study itself, not below another key", key);
  return jx_outline_fail(here->outline, node, here->error,
                         "%s: belongs to %s, as in \"%s: {%s: ...}\"", key, section, section, key);
}

static jato_status unknown_key(const walk *here, const jx_section *section, size_t node)
{
  const char *key = here->outline->nodes[node].key, *name;
  char shown[JX_SHOWN], all[400] = "";
  jx_nearest nearest = jx_nearest_to(jx_text_of(key));
  for (size_t i = 0, used = 0; (name = key_at(section, i)) != NULL; i++) {
    jx_nearest_offer(&nearest, name);
    if (used < sizeof all)
      used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ", name);
  }
  jx_text_show(key, shown);
  if (nearest.name != NULL)
    return jx_outline_fail(here->outline, node, here->error,
                           "unknown key \"%s\"; did you mean \"%s\"?", shown, nearest.name);
  return jx_outline_fail(here->outline, node, here->error,
                         "unknown key \"%s\"; the keys of %s are %s", shown, section->what, all);
}

static jato_status read_choice(const walk *here, const jx_key *key, size_t node, int *out)
{
  const char *text = here->outline->nodes[node].text;
  char shown[JX_SHOWN], nearest[JX_SHOWN];
  int index = jx_text_index(jx_text_of(text), key->choices);
  if (index > 0) { /* of a list, each is a bit */
    *out = key->type == JX_KEY_CHOICES ? *out | 1 << (index - 1) : index;
    return JATO_OK;
  }
  jx_text_show(text, shown);
  if (jato_nearest_word(text, key->choices, nearest))
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: \"%s\" is not a choice; did you mean \"%s\"?", key->name, shown,
                           nearest);
  return jx_outline_fail(here->outline, node, here->error, "%s: \"%s\" is not one of: %s",
                         key->name, shown, key->choices);
}

static jato_status check_scalar(const walk *here, const char *name, int may_be_empty, size_t node)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_SCALAR)
    return jx_outline_fail(here->outline, node, here->error, "%s: must be one value, not a %s",
                           name, found->kind == JX_NODE_LIST ? "list" : "mapping");
  if (found->text[0] == '\0' && !may_be_empty)
    return jx_outline_fail(here->outline, node, here->error, "%s: has no value", name);
  return JATO_OK;
}

/* Names of the user's, and values of variables, may be empty. */
static int may_be_empty(const jx_key *key)
{
  return key->type == JX_KEY_TEXTS || key->type == JX_KEY_VALUE;
}

static jato_status read_scalar(const walk *here, const jx_key *key, size_t node, void *out)
{
  JX_TRY(check_scalar(here, key->name, may_be_empty(key), node));
  if (key->type == JX_KEY_CHOICE) return read_choice(here, key, node, out);
  *(const char **)out = here->outline->nodes[node].text;
  return JATO_OK;
}

static const char *example_of(jx_key_type type)
{
  if (type == JX_KEY_PAIR) return "[0, 1]";
  return type == JX_KEY_CHOICES ? "[environment]" : "[a, b]";
}

static jato_status read_list(const walk *here, const jx_key *key, size_t node, void *out)
{
  const jx_node *nodes = here->outline->nodes, *found = &nodes[node];
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
  for (size_t at = found->first_child; at != 0; at = nodes[at].next) {
    JX_TRY(check_scalar(here, key->name, may_be_empty(key), at));
    if (key->type == JX_KEY_CHOICES) JX_TRY(read_choice(here, key, at, out));
  }
  if (key->type != JX_KEY_CHOICES)
    *(jx_texts *)out = (jx_texts){&nodes[found->first_child], found->children};
  return JATO_OK;
}

static jato_status read_named(const walk *here, const jx_key *key, size_t node, void *out)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_MAPPING)
    return jx_outline_fail(here->outline, node, here->error,
                           "%s: must be names with what is said of each, as in \"%s: {%s: ...}\"",
                           key->name, "kappa", key->section->keys[0].name);
  if (found->children > JX_STUDY_NAMED)
    return jx_outline_fail(here->outline, node, here->error, "%s: has %zu entries, more than %d",
                           key->name, found->children, JX_STUDY_NAMED);
  char *part = calloc(found->children + 1, key->section->bytes);
  if (part == NULL)
    return jx_fail(here->error, JATO_E_MEMORY, "not enough memory for %s", key->name);
  memcpy(out, &part, sizeof part); /* the draft's, which releases it */
  for (size_t at = found->first_child; at != 0; at = here->outline->nodes[at].next) {
    char shown[JX_SHOWN];
    const char *name = here->outline->nodes[at].key;
    if (jx_outline_child(here->outline, node, name) != at)
      return jx_outline_fail(here->outline, at, here->error, "\"%s\" appears twice",
                             jx_text_show(name, shown));
    JX_TRY(read_section(here, key->section, at, part));
    part += key->section->bytes;
  }
  return JATO_OK;
}

static jato_status read_key(const walk *here, const jx_key *key, size_t node, void *out)
{
  switch (key->type) {
  case JX_KEY_SECTION: return read_section(here, key->section, node, out);
  case JX_KEY_NAMED: return read_named(here, key, node, out);
  case JX_KEY_CHOICES:
  case JX_KEY_TEXTS:
  case JX_KEY_PAIR: return read_list(here, key, node, out);
  default: return read_scalar(here, key, node, out);
  }
}

static const jx_key *find_key(const jx_section *section, const char *name)
{
  for (size_t i = 0; i < section->count; i++)
    if (strcmp(section->keys[i].name, name) == 0) return &section->keys[i];
  return NULL;
}

static jato_status read_section(const walk *here, const jx_section *section, size_t node,
                                void *part)
{
  const jx_node *found = &here->outline->nodes[node];
  if (found->kind != JX_NODE_MAPPING)
    return jx_outline_fail(here->outline, node, here->error,
                           "here the keys of %s are wanted, as in \"%s: ...\"", section->what,
                           key_at(section, 0));
  for (size_t at = found->first_child; at != 0; at = here->outline->nodes[at].next) {
    const char *name = here->outline->nodes[at].key;
    const jx_key *key = find_key(section, name);
    int is_setting = key == NULL && section->settings != NULL &&
                     jx_setting_of_key(section->settings, name, JATO_USED_TO_BEGIN) != NULL;
    if (key == NULL && !is_setting) {
      const jato_setting *elsewhere = find_elsewhere(here, at);
      return elsewhere != NULL ? misplaced_key(here, elsewhere, at)
                               : unknown_key(here, section, at);
    }
    if (jx_outline_child(here->outline, node, name) != at)
      return jx_outline_fail(here->outline, at, here->error, "%s appears twice", name);
    if (is_setting) /* read where the study is made: make_objective.c */
      JX_TRY(check_scalar(here, name, 0, at));
    else
      JX_TRY(read_key(here, key, at, (char *)part + key->offset));
  }
  for (size_t i = 0; i < section->count; i++)
    if (section->keys[i].needed &&
        jx_outline_child(here->outline, node, section->keys[i].name) == 0)
      return jx_outline_fail(here->outline, node, here->error, "the key \"%s\" of %s is missing",
                             section->keys[i].name, section->what);
  return JATO_OK;
}

jato_status jx_draft_fill(jx_draft *draft, const jx_outline *outline, const jx_section *table,
                          jato_error *error)
{
  walk here = {outline, error};
  return read_section(&here, table, 0, draft);
}

void jx_draft_release(jx_draft *draft)
{
  free(draft->variables);
  free(draft->constraints);
  *draft = (jx_draft){0};
}
