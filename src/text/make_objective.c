/* The objective and the options of a draft. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "options/settings.h"
#include "text/make.h"

/* Of choices, by the words of keys.c. */
enum { CHOICE_UNSAID, CHOICE_FALSE, CHOICE_TRUE };

/* ---- The objective ---- */

static jato_status complain(const jx_maker *maker, const char *key, const char *words)
{
  size_t node = jx_make_node(maker, "objective", key);
  if (node == 0) node = jx_make_node(maker, NULL, "objective");
  return jx_outline_fail(maker->outline, node, maker->error, "%s%s%s", key,
                         key[0] == '\0' ? "" : ": ", words);
}

/* What of the objective's keys there may be for a kind, beside what names it. */
typedef struct rule {
  const char *names;  /* the keys that the kind goes by */
  const char *allows; /* further keys, with one space between */
} rule;

/* By jx_study_kind. */
static const rule rules[] = {
    [JX_STUDY_COMMAND] = {"command shell", "by folder scratch keep templates result stays"},
    [JX_STUDY_OBJECT] = {"object", "worker"},
    [JX_STUDY_SOURCE] = {"source expression", "data dim bounds"},
    [JX_STUDY_GALLERY] = {"problem", "dim bounds"},
};
enum { KINDS = sizeof rules / sizeof rules[0] };

/* The kind, by the one key that names it; everything else has to go with it. */
static jato_status find_kind(const jx_maker *maker, size_t parent, const char **named)
{
  const jx_node *nodes = maker->outline->nodes;
  *named = NULL;
  for (size_t at = nodes[parent].first_child; at != 0; at = nodes[at].next)
    for (int kind = 0; kind < KINDS; kind++) {
      if (jx_text_index(jx_text_of(nodes[at].key), rules[kind].names) == 0) continue;
      if (*named != NULL)
        return jx_outline_fail(maker->outline, at, maker->error,
                               "%s: the objective is %s already; take one of them", nodes[at].key,
                               *named);
      *named = nodes[at].key;
      maker->study->kind = (jx_study_kind)kind;
      maker->study->line = nodes[at].line;
    }
  if (*named == NULL)
    return complain(maker, "",
                    "the objective needs one of command, shell, object, source, expression and "
                    "problem");
  return JATO_OK;
}

static jato_status check_keys(const jx_maker *maker, size_t parent, const char *named)
{
  const jx_node *nodes = maker->outline->nodes;
  const rule *allowed = &rules[maker->study->kind];
  for (size_t at = nodes[parent].first_child; at != 0; at = nodes[at].next)
    if (strcmp(nodes[at].key, named) != 0 &&
        jx_text_index(jx_text_of(nodes[at].key), allowed->allows) == 0)
      return jx_outline_fail(maker->outline, at, maker->error, "%s: does not go with %s",
                             nodes[at].key, named);
  return JATO_OK;
}

static jato_status make_templates(const jx_maker *maker, const jx_texts *from, jato_command *out)
{
  if (from->count == 0) return JATO_OK;
  const char **files = jx_pool_take(&maker->study->pool, from->count, sizeof *files);
  if (files == NULL) return jx_make_no_memory(maker);
  for (size_t i = 0; i < from->count; i++)
    JX_TRY(jx_make_path(maker, from->entry[i].text, &files[i]));
  out->template_files = files;
  out->template_count = from->count;
  return JATO_OK;
}

static jato_status make_command(const jx_maker *maker, const jx_draft_objective *from)
{
  jato_command *out = &maker->study->command;
  JX_TRY(jx_make_text(maker, from->command, &out->command));
  JX_TRY(jx_make_text(maker, from->shell, &out->shell));
  JX_TRY(jx_make_path(maker, from->scratch, &out->scratch));
  JX_TRY(jx_make_text(maker, from->result.field, &out->result_field));
  JX_TRY(jx_make_text(maker, from->result.file, &out->result_file));
  JX_TRY(make_templates(maker, &from->templates, out));
  if (from->folder != NULL)
    JX_TRY(jx_make_path(maker, from->folder, &out->folder));
  else
    JX_TRY(jx_make_text(maker, maker->folder, &out->folder));
  out->by = from->by;
  out->keep_folders = (jato_keep_folders)(from->keep == 0 ? 0 : from->keep - 1);
  out->stays = from->stays == CHOICE_TRUE;
  return JATO_OK;
}

/* A C file may have its box from variables, as long as they are nothing but a box. */
static jato_status box_of_variables(const jx_maker *maker, double *lower, double *upper)
{
  const jato_space *space = &maker->study->space;
  for (size_t i = 0; i < space->variable_count; i++) {
    const jato_variable *variable = &space->variables[i];
    if (variable->kind != JATO_REAL || variable->scale != JATO_LINEAR || variable->fixed ||
        variable->has_initial || space->constraint_count > 0)
      return complain(maker, "",
                      "a source's variables are real numbers with a range and nothing else, and it "
                      "has no constraints");
    lower[i] = variable->lower;
    upper[i] = variable->upper;
  }
  return JATO_OK;
}

static jato_status box_of_bounds(const jx_maker *maker, const jx_texts *bounds)
{
  jx_study *study = maker->study;
  double low = 0, high = 0;
  JX_TRY(jx_make_pair(maker, jx_make_node(maker, "objective", "bounds"), bounds, &low, &high));
  for (size_t i = 0; i < study->dim; i++) {
    study->lower[i] = low;
    study->upper[i] = high;
  }
  return JATO_OK;
}

static jato_status make_box(const jx_maker *maker, const jx_draft_objective *from)
{
  enum { MOST = 1000000 };
  jx_study *study = maker->study;
  uint64_t dim = 0;
  int by_bounds = from->dim != NULL || from->bounds.count > 0;
  size_t variables = study->space.variable_count;
  JX_TRY(jx_make_count(maker, jx_make_node(maker, "objective", "dim"), from->dim, 1, MOST, &dim));
  if (variables > 0 && (by_bounds || study->kind == JX_STUDY_GALLERY))
    return complain(maker, "", "takes dim and bounds, or variables (of a source), not both");
  if (from->bounds.count > 0 && dim == 0) return complain(maker, "bounds", "goes with dim");
  if (study->kind == JX_STUDY_SOURCE && variables == 0 && from->bounds.count == 0)
    return complain(maker, "", "a source needs variables, or dim and bounds");
  study->dim = variables > 0 ? variables : (size_t)dim;
  if (variables == 0 && from->bounds.count == 0) return JATO_OK;
  study->lower = jx_pool_take(&study->pool, study->dim, sizeof *study->lower);
  study->upper = jx_pool_take(&study->pool, study->dim, sizeof *study->upper);
  if (study->lower == NULL || study->upper == NULL) return jx_make_no_memory(maker);
  return variables > 0 ? box_of_variables(maker, study->lower, study->upper)
                       : box_of_bounds(maker, &from->bounds);
}

jato_status jx_make_objective(const jx_maker *maker)
{
  const jx_draft_objective *from = &maker->draft->objective;
  jx_study *study = maker->study;
  const char *named;
  size_t parent = jx_make_node(maker, NULL, "objective");
  JX_TRY(find_kind(maker, parent, &named));
  JX_TRY(check_keys(maker, parent, named));
  if (study->kind == JX_STUDY_SOURCE || study->kind == JX_STUDY_GALLERY) {
    JX_TRY(jx_make_path(maker, from->source, &study->source));
    JX_TRY(jx_make_text(maker, from->expression, &study->expression));
    JX_TRY(jx_make_path(maker, from->data, &study->data));
    JX_TRY(jx_make_text(maker, from->problem, &study->gallery));
    return make_box(maker, from);
  }
  if (study->space.variable_count == 0)
    return jx_outline_fail(maker->outline, 0, maker->error,
                           "the key \"variables\" of a study is missing: nothing can be searched");
  if (study->kind == JX_STUDY_COMMAND) return make_command(maker, from);
  JX_TRY(jx_make_path(maker, from->object, &study->object.path));
  return jx_make_text(maker, from->worker, &study->object.worker);
}

/* ---- Options ---- */

/* One setting: read, and its text copied into the study. */
static jato_status make_setting(const jx_maker *maker, const jato_setting *setting, size_t node)
{
  jato_error wrong;
  const jx_node *found = &maker->outline->nodes[node];
  jato_options *out = &maker->study->options;
  if (jx_setting_read(setting, found->key, found->text, out, &wrong) != JATO_OK)
    return jx_outline_fail(maker->outline, node, maker->error, "%s", wrong.text);
  const char **text = jx_setting_text(setting, out);
  if (text == NULL) return JATO_OK;
  return setting->kind == JATO_SETTING_FILE ? jx_make_path(maker, found->text, text)
                                            : jx_make_text(maker, found->text, text);
}

/* All settings among the children of a node. */
static jato_status make_section(const jx_maker *maker, const char *section, size_t parent)
{
  const jx_node *nodes = maker->outline->nodes;
  for (size_t at = nodes[parent].first_child; at != 0; at = nodes[at].next) {
    const jato_setting *setting = jx_setting_of_key(section, nodes[at].key, JATO_USED_TO_BEGIN);
    if (setting != NULL) JX_TRY(make_setting(maker, setting, at));
  }
  return JATO_OK;
}

static size_t line_of(const jx_maker *maker, const char *key)
{
  size_t node = jx_make_node(maker, NULL, key);
  return node != 0 ? maker->outline->nodes[node].line : 0;
}

jato_status jx_make_options(const jx_maker *maker)
{
  const jx_node *nodes = maker->outline->nodes;
  maker->study->algorithm_line = line_of(maker, "algorithm");
  maker->study->device_line = line_of(maker, "device");
  maker->study->walls_line = line_of(maker, "walls");
  if (maker->draft->name != NULL)
    JX_TRY(jx_make_text(maker, maker->draft->name, &maker->study->name));
  JX_TRY(make_section(maker, "", 0));
  for (size_t at = nodes[0].first_child; at != 0; at = nodes[at].next)
    JX_TRY(make_section(maker, nodes[at].key, at));
  size_t save = jx_make_node(maker, NULL, "save");
  if (save != 0 && maker->study->options.save == NULL)
    return jx_outline_fail(maker->outline, save, maker->error,
                           "the key \"file\" of save is missing");
  return JATO_OK;
}
