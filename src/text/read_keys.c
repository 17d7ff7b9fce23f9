/* Sections of a study's tree, read by the table of keys. */
#include <stdio.h>
#include <string.h>

#include "options/renamed.h"
#include "options/settings.h"
#include "text/parsed_study.h"

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
static const jato_setting *find_elsewhere(const jx_node *node)
{
  if (!jx_node_has_line(node)) return NULL;
  return jx_setting_of_key(NULL, node->key, JATO_USED_TO_BEGIN);
}

static jato_status misplaced_key(const jx_reader *here, const jato_setting *setting,
                                 const jx_node *node)
{
  const char *section = setting->section, *key = setting->key;
  if (section[0] == '\0')
    return jx_node_fail(node, here->error, "%s: belongs to the study itself, not below another key",
                        key);
  return jx_node_fail(node, here->error, "%s: belongs to %s, as in \"%s: {%s: ...}\"", key, section,
                      section, key);
}

static jato_status unknown_key(const jx_reader *here, const jx_section *section,
                               const jx_node *node)
{
  const char *key = node->key, *name, *section_key = node[node->up].key;
  char shown[JX_SHOWN], all[400] = "";
  const char *now = section_key != NULL ? jx_renamed(JATO_NAME_STUDY, section_key, key) : NULL;
  if (now != NULL) return jx_node_fail(node, here->error, "%s was renamed: use %s", key, now);
  jx_nearest nearest = jx_nearest_to(jx_text_of(key));
  for (size_t i = 0, used = 0; (name = key_at(section, i)) != NULL; i++) {
    jx_nearest_offer(&nearest, name);
    if (used < sizeof all)
      used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ", name);
  }
  jx_text_show(key, shown);
  if (nearest.name != NULL)
    return jx_node_fail(node, here->error, "unknown key \"%s\"; did you mean \"%s\"?", shown,
                        nearest.name);
  return jx_node_fail(node, here->error, "unknown key \"%s\"; the keys of %s are %s", shown,
                      section->what, all);
}

static jato_status read_choice(const jx_reader *here, const jx_key *key, const jx_node *node,
                               int *out)
{
  char shown[JX_SHOWN], nearest[JX_SHOWN], number[JX_NUMBER_SIZE];
  const char *text = jx_node_written(node, number);
  int index = jx_text_index(jx_text_of(text), key->choices);
  if (index > 0) { /* of a list, each is a bit */
    *out = key->type == JX_KEY_CHOICES ? *out | 1 << (index - 1) : index;
    return JATO_OK;
  }
  jx_text_show(text, shown);
  if (jato_nearest_word(text, key->choices, nearest))
    return jx_node_fail(node, here->error, "%s: \"%s\" is not a choice; did you mean \"%s\"?",
                        key->name, shown, nearest);
  return jx_node_fail(node, here->error, "%s: \"%s\" is not one of: %s", key->name, shown,
                      key->choices);
}

static jato_status check_scalar(const jx_reader *here, const char *name, int may_be_empty,
                                const jx_node *node)
{
  if (node->kind == JX_NODE_LIST || node->kind == JX_NODE_OBJECT)
    return jx_node_fail(node, here->error, "%s: must be one value, not a %s", name,
                        node->kind == JX_NODE_LIST ? "list" : "mapping");
  if (node->kind == JX_NODE_TEXT && node->text[0] == '\0' && !may_be_empty)
    return jx_node_fail(node, here->error, "%s: has no value", name);
  return JATO_OK;
}

/* Names of the user's, and values of variables, may be empty. */
static int may_be_empty(const jx_key *key)
{
  return key->type == JX_KEY_TEXTS || key->type == JX_KEY_VALUE;
}

/* Checks an item of a list. Requests have words of their own. */
static jato_status check_item(const jx_reader *here, const jx_key *key, const jx_node *item)
{
  static const char *const found[] = {
      [JX_NODE_NULL] = "null", [JX_NODE_LIST] = "lists", [JX_NODE_OBJECT] = "objects"};
  if (found[item->kind] != NULL && !jx_node_has_line(item))
    return jx_fail(here->error, JATO_E_ARGUMENT, "\"%s\" is a list of values, not of %s", key->name,
                   found[item->kind]);
  return check_scalar(here, key->name, may_be_empty(key), item);
}

static const char *example_of(jx_key_type type)
{
  if (type == JX_KEY_PAIR) return "[0, 1]";
  return type == JX_KEY_CHOICES ? "[environment]" : "[a, b]";
}

static jato_status read_list(const jx_reader *here, const jx_key *key, const jx_node *node,
                             void *out)
{
  if (node->kind != JX_NODE_LIST)
    return jx_node_fail(node, here->error, "%s: must be a list, as in %s", key->name,
                        example_of(key->type));
  if (key->type == JX_KEY_PAIR && node->count != 2)
    return jx_node_fail(node, here->error, "%s: must be two numbers, as in [0, 1]; here are %zu",
                        key->name, node->count);
  if (node->count > JX_STUDY_LISTED)
    return jx_node_fail(node, here->error, "%s: has %zu entries, more than %d", key->name,
                        node->count, JX_STUDY_LISTED);
  for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at)) {
    JX_TRY(check_item(here, key, at));
    if (key->type == JX_KEY_CHOICES) JX_TRY(read_choice(here, key, at, out));
  }
  if (key->type != JX_KEY_CHOICES) *(const jx_node **)out = node;
  return JATO_OK;
}

static jato_status check_section(const jx_reader *here, const jx_section *section,
                                 const jx_node *node)
{
  if (node->kind == JX_NODE_OBJECT) return JATO_OK;
  return jx_node_fail(node, here->error, "here the keys of %s are wanted, as in \"%s: ...\"",
                      section->what, key_at(section, 0));
}

/* Sections are only checked to be some here, so that the first mistake in the text is named, and
 * read later. */
static jato_status read_key(const jx_reader *here, const jx_key *key, const jx_node *node,
                            void *out)
{
  switch (key->type) {
  case JX_KEY_CHOICES:
  case JX_KEY_TEXTS:
  case JX_KEY_PAIR: return read_list(here, key, node, out);
  case JX_KEY_SECTION:
    if (key->section->count == 0) return jx_read_section(here, key->section, node, NULL);
    JX_TRY(check_section(here, key->section, node));
    break;
  case JX_KEY_NAMED: break;
  default: JX_TRY(check_scalar(here, key->name, may_be_empty(key), node));
  }
  if (key->type == JX_KEY_CHOICE) return read_choice(here, key, node, out);
  *(const jx_node **)out = node;
  return JATO_OK;
}

/* Sets it, with a copy of its text in the study. */
static jato_status read_setting(const jx_reader *here, const jato_setting *setting,
                                const jx_node *node)
{
  jato_error wrong;
  jato_options *out = &here->study->options;
  JX_TRY(check_scalar(here, node->key, 0, node));
  if (jx_setting_read(setting, node->key, node->text, out, &wrong) != JATO_OK)
    return jx_node_fail(node, here->error, "%s", wrong.text);
  const char **text = jx_setting_text(setting, out);
  if (text == NULL) return JATO_OK;
  return setting->kind == JATO_SETTING_FILE ? jx_read_path(here, node, text)
                                            : jx_read_text(here, node, text);
}

static const jx_key *find_key(const jx_section *section, const char *name)
{
  for (size_t i = 0; i < section->count; i++)
    if (strcmp(section->keys[i].name, name) == 0) return &section->keys[i];
  return NULL;
}

static jato_status read_member(const jx_reader *here, const jx_section *section,
                               const jx_node *node, void *out)
{
  const jx_key *key = find_key(section, node->key);
  const jato_setting *setting =
      key != NULL || section->settings == NULL
          ? NULL
          : jx_setting_of_key(section->settings, node->key, JATO_USED_TO_BEGIN);
  if (key == NULL && setting == NULL) {
    const jato_setting *elsewhere = find_elsewhere(node);
    return elsewhere != NULL ? misplaced_key(here, elsewhere, node)
                             : unknown_key(here, section, node);
  }
  if (jx_node_member(node + node->up, node->key) != node)
    return jx_node_fail(node, here->error, "%s appears twice", node->key);
  return setting != NULL ? read_setting(here, setting, node)
                         : read_key(here, key, node, (char *)out + key->offset);
}

jato_status jx_read_section(const jx_reader *here, const jx_section *section, const jx_node *node,
                            void *out)
{
  JX_TRY(check_section(here, section, node));
  int is_item = node->key == NULL;
  for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at))
    if (at->kind != JX_NODE_NULL && !(is_item && strcmp(at->key, "name") == 0))
      JX_TRY(read_member(here, section, at, out));
  for (size_t i = 0; i < section->count; i++)
    if (section->keys[i].needed && jx_node_member(node, section->keys[i].name) == NULL)
      return jx_node_fail(node, here->error, "the key \"%s\" of %s is missing",
                          section->keys[i].name, section->what);
  return JATO_OK;
}
