#include "serve/request_options.h"

#include "options/settings.h"
#include "serve/request.h"

#include <string.h>

/* The options of a request while they are read. */
typedef struct reading {
  jato_options *options;
  int *resume;
  jato_error *error;
} reading;

static jato_status set(const reading *r, const jato_setting *setting, const char *key,
                       const jx_tree *node)
{
  char number[JX_NUMBER_SIZE];
  jato_error wrong;
  const char *text = jx_tree_text(node);
  if (jx_tree_kind_of(node) == JX_TREE_NULL) return JATO_OK;
  /* A text is kept where it stands in the request; a number would have nowhere to stay. */
  if (text == NULL && jx_setting_text(setting, r->options) == NULL)
    text = jx_request_text(node, number);
  if (text == NULL)
    return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"%s\" cannot be %s", key,
                   jx_request_found(node));
  if (jx_setting_read(setting, key, text, r->options, &wrong) == JATO_OK) return JATO_OK;
  return jx_fail(r->error, JATO_E_ARGUMENT, "options: %s", wrong.text);
}

static int is_section(const char *name) { return jx_setting_in(name, JATO_USED_TO_ASK, 0) != NULL; }

/* A setting of this name, whatever its section; or one of none by its key, as studies have it. */
static const jato_setting *find_name(const char *name)
{
  const jato_setting *setting;
  for (size_t i = 0; (setting = jx_setting_in(NULL, JATO_USED_TO_ASK, i)) != NULL; i++)
    if (strcmp(setting->name, name) == 0) return setting;
  return jx_setting_of_key("", name, JATO_USED_TO_ASK);
}

/* `section` is NULL at the top. */
static jato_status unknown(const reading *r, const char *section, const char *key)
{
  const jato_setting *setting;
  char shown[JX_SHOWN];
  jx_nearest nearest = jx_nearest_to(jx_text_of(key));
  if (section == NULL) jx_nearest_offer(&nearest, "resume");
  for (size_t i = 0; (setting = jx_setting_in(section, JATO_USED_TO_ASK, i)) != NULL; i++) {
    jx_nearest_offer(&nearest, section == NULL ? setting->name : setting->key);
    if (section == NULL && setting->section[0] != '\0')
      jx_nearest_offer(&nearest, setting->section);
  }
  return jx_fail(r->error, JATO_E_ARGUMENT, "%s: there is no \"%s\"%s%s%s",
                 section == NULL ? "options" : section, jx_text_show(key, shown),
                 nearest.name != NULL ? "; did you mean \"" : "",
                 nearest.name != NULL ? nearest.name : "", nearest.name != NULL ? "\"?" : "");
}

static jato_status read_section(const reading *r, const char *section, const jx_tree *object)
{
  for (const char *key = jx_tree_next_key(object, NULL); key != NULL;
       key = jx_tree_next_key(object, key)) {
    const jato_setting *setting = jx_setting_of_key(section, key, JATO_USED_TO_ASK);
    if (setting == NULL) return unknown(r, section, key);
    JX_TRY(set(r, setting, key, jx_tree_member(object, key)));
  }
  return JATO_OK;
}

static jato_status read_member(const reading *r, const char *key, const jx_tree *node)
{
  if (strcmp(key, "resume") == 0) {
    if (jx_tree_flag(node, r->resume) || jx_tree_kind_of(node) == JX_TREE_NULL) return JATO_OK;
    return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"resume\" is true or false, not %s",
                   jx_request_found(node));
  }
  int inside = is_section(key) &&
               (jx_tree_kind_of(node) == JX_TREE_OBJECT || jx_tree_kind_of(node) == JX_TREE_NULL);
  if (inside) return read_section(r, key, node);
  /* Every setting can be given by its name as well: "save": "run.h5", "iterations": 100. */
  const jato_setting *setting = find_name(key);
  if (setting != NULL) return set(r, setting, key, node);
  if (!is_section(key)) return unknown(r, NULL, key);
  return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"%s\" is an object, not %s", key,
                 jx_request_found(node));
}

jato_status jx_read_options(const jx_tree *object, jato_options *options, int *resume,
                            jato_error *error)
{
  reading r = {options, resume, error};
  jx_tree_kind kind = jx_tree_kind_of(object);
  if (kind <= JX_TREE_NULL) return JATO_OK;
  if (kind != JX_TREE_OBJECT)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "options: an object is needed, as in {\"seed\": 1}, not %s",
                   jx_request_found(object));
  for (const char *key = jx_tree_next_key(object, NULL); key != NULL;
       key = jx_tree_next_key(object, key))
    JX_TRY(read_member(&r, key, jx_tree_member(object, key)));
  return JATO_OK;
}
