#include "serve/request_options.h"

#include "base/spec.h"
#include "options/renamed.h"
#include "options/settings.h"
#include "serve/request.h"

#include <string.h>

/* The options of a request while they are read. */
typedef struct reading {
  jato_options *options;
  int *resume;
  jato_error *error;
} reading;

static jato_status set(const reading *r, const jato_setting *setting, const jx_node *node)
{
  const char *key = node->key;
  char number[JX_NUMBER_SIZE];
  jato_error wrong;
  const char *text = jx_node_text(node);
  if (jx_node_kind_of(node) == JX_NODE_NULL) return JATO_OK;
  /* Options point to a text in the request; a number's text would not outlive this call. */
  if (text == NULL && jx_setting_text(setting, r->options) == NULL)
    text = jx_node_written(node, number);
  if (text == NULL)
    return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"%s\" cannot be %s", key,
                   jx_node_found(node));
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
  char shown[JX_SHOWN], suggestion[JX_SUGGESTION];
  const char *now = section != NULL ? jx_renamed(JATO_NAME_STUDY, section, key)
                                    : jato_renamed(JATO_NAME_SETTING, key);
  if (now != NULL) return jx_fail(r->error, JATO_E_ARGUMENT, "%s was renamed: use %s", key, now);
  jx_nearest nearest = jx_nearest_to(jx_text_of(key));
  if (section == NULL) jx_nearest_offer(&nearest, "resume");
  for (size_t i = 0; (setting = jx_setting_in(section, JATO_USED_TO_ASK, i)) != NULL; i++) {
    jx_nearest_offer(&nearest, section == NULL ? setting->name : setting->key);
    if (section == NULL && setting->section[0] != '\0')
      jx_nearest_offer(&nearest, setting->section);
  }
  return jx_fail(r->error, JATO_E_ARGUMENT, "%s: there is no \"%s\"%s",
                 section == NULL ? "options" : section, jx_text_show(key, shown),
                 jx_nearest_suggest(&nearest, "", suggestion));
}

static jato_status read_section(const reading *r, const char *section, const jx_node *object)
{
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at)) {
    const jato_setting *setting = jx_setting_of_key(section, at->key, JATO_USED_TO_ASK);
    if (setting == NULL) return unknown(r, section, at->key);
    JX_TRY(set(r, setting, at));
  }
  return JATO_OK;
}

static jato_status read_member(const reading *r, const jx_node *node)
{
  const char *key = node->key;
  if (strcmp(key, "resume") == 0) {
    if (jx_node_flag(node, r->resume) || jx_node_kind_of(node) == JX_NODE_NULL) return JATO_OK;
    return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"resume\" is true or false, not %s",
                   jx_node_found(node));
  }
  int inside = is_section(key) &&
               (jx_node_kind_of(node) == JX_NODE_OBJECT || jx_node_kind_of(node) == JX_NODE_NULL);
  if (inside) return read_section(r, key, node);
  /* Every setting can be given by its name as well: "save": "run.h5", "iterations": 100. */
  const jato_setting *setting = find_name(key);
  if (setting != NULL) return set(r, setting, node);
  if (!is_section(key)) return unknown(r, NULL, key);
  return jx_fail(r->error, JATO_E_ARGUMENT, "options: \"%s\" is an object, not %s", key,
                 jx_node_found(node));
}

jato_status jx_read_options(const jx_node *object, jato_options *options, int *resume,
                            jato_error *error)
{
  reading r = {options, resume, error};
  const char *before = options->algorithm;
  jx_node_kind kind = jx_node_kind_of(object);
  if (kind <= JX_NODE_NULL) return JATO_OK;
  if (kind != JX_NODE_OBJECT)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "options: an object is needed, as in {\"seed\": 1}, not %s",
                   jx_node_found(object));
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at))
    JX_TRY(read_member(&r, at));
  if (options->algorithm == before || !jx_text_equals(jx_spec_name(options->algorithm), "plugin"))
    return JATO_OK;
  return jx_fail(
      error, JATO_E_TRUST,
      "options: a request cannot have code loaded, as algorithm \"plugin\" would; name it "
      "where the server is started: jato serve --algorithm plugin:path=...");
}
