/* The objective of a study. */
#include <string.h>

#include "text/parsed_study.h"

/* Indices into the choices of keys.c. */
enum { CHOICE_UNSAID, CHOICE_FALSE, CHOICE_TRUE };

/* What of the objective's keys there may be for a kind, beside what names it. */
typedef struct rule {
  const char *names;  /* the keys that the kind goes by */
  const char *allows; /* further keys, with one space between */
} rule;

/* By jx_study_kind. */
static const rule rules[] = {
    [JX_STUDY_COMMAND] = {"command shell",
                          "by folder scratch keep_folders templates result persistent"},
    [JX_STUDY_OBJECT] = {"object", "worker"},
    [JX_STUDY_SOURCE] = {"source expression", "data dim bounds"},
    [JX_STUDY_GALLERY] = {"problem", "dim bounds"},
};
enum { KINDS = sizeof rules / sizeof rules[0] };

/* The kind, by the one key that names it; everything else has to go with it. */
static jato_status find_kind(const jx_reader *here, const jx_node *node, const char **named)
{
  *named = NULL;
  for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at))
    for (int kind = 0; kind < KINDS; kind++) {
      if (jx_text_index(jx_text_of(at->key), rules[kind].names) == 0) continue;
      if (*named != NULL)
        return jx_node_fail(at, here->error, "%s: the objective is %s already; take one of them",
                            at->key, *named);
      *named = at->key;
      here->study->kind = (jx_study_kind)kind;
      here->study->line = at->line;
    }
  if (*named != NULL) return JATO_OK;
  return jx_node_fail(node, here->error,
                      "the objective needs one of command, shell, object, source, expression and "
                      "problem");
}

static jato_status check_keys(const jx_reader *here, const jx_node *node, const char *named)
{
  const rule *allowed = &rules[here->study->kind];
  for (const jx_node *at = jx_node_first(node); at != NULL; at = jx_node_next(at))
    if (strcmp(at->key, named) != 0 && jx_text_index(jx_text_of(at->key), allowed->allows) == 0)
      return jx_node_fail(at, here->error, "%s: does not go with %s", at->key, named);
  return JATO_OK;
}

static jato_status read_templates(const jx_reader *here, const jx_node *list, jato_command *out)
{
  if (jx_node_count(list) == 0) return JATO_OK;
  const char **files = jx_pool_take(&here->study->pool, list->count, sizeof *files);
  if (files == NULL) return jx_read_no_memory(here);
  out->template_files = files;
  for (const jx_node *at = jx_node_first(list); at != NULL; at = jx_node_next(at))
    JX_TRY(jx_read_path(here, at, &files[out->template_count++]));
  return JATO_OK;
}

static jato_status read_command(const jx_reader *here, const jx_parsed_objective *from)
{
  jato_command *out = &here->study->command;
  jx_parsed_result result = {0};
  if (from->result != NULL) JX_TRY(jx_read_section(here, &jx_result_keys, from->result, &result));
  JX_TRY(jx_read_text(here, from->command, &out->command));
  JX_TRY(jx_read_text(here, from->shell, &out->shell));
  JX_TRY(jx_read_path(here, from->scratch, &out->scratch));
  JX_TRY(jx_read_text(here, result.field, &out->result_field));
  JX_TRY(jx_read_text(here, result.file, &out->result_file));
  JX_TRY(read_templates(here, from->templates, out));
  if (from->folder != NULL)
    JX_TRY(jx_read_path(here, from->folder, &out->folder));
  else
    JX_TRY(jx_read_copy(here, here->folder, &out->folder));
  out->by = from->by;
  out->keep_folders = (jato_keep_folders)(from->keep_folders == 0 ? 0 : from->keep_folders - 1);
  out->persistent = from->persistent == CHOICE_TRUE;
  return JATO_OK;
}

/* A C file may have its box from variables, as long as they are nothing but a box. */
static jato_status box_of_variables(const jx_reader *here, const jx_node *node)
{
  jx_study *study = here->study;
  const jato_space *space = &study->space;
  for (size_t i = 0; i < space->variable_count; i++) {
    const jato_variable *variable = &space->variables[i];
    if (variable->kind != JATO_REAL || variable->scale != JATO_LINEAR || variable->fixed ||
        variable->has_initial || space->constraint_count > 0)
      return jx_node_fail(node, here->error,
                          "a source's variables are real numbers with a range and nothing else, "
                          "and it has no constraints");
    study->lower[i] = variable->lower;
    study->upper[i] = variable->upper;
  }
  return JATO_OK;
}

static jato_status box_of_bounds(const jx_reader *here, const jx_node *bounds)
{
  jx_study *study = here->study;
  double low = 0, high = 0;
  JX_TRY(jx_read_pair(here, bounds, &low, &high));
  for (size_t i = 0; i < study->dim; i++) {
    study->lower[i] = low;
    study->upper[i] = high;
  }
  return JATO_OK;
}

static jato_status read_box(const jx_reader *here, const jx_node *node,
                            const jx_parsed_objective *from)
{
  enum { MOST = 1000000 };
  jx_study *study = here->study;
  uint64_t dim = 0;
  int by_bounds = from->dim != NULL || from->bounds != NULL;
  size_t variables = study->space.variable_count;
  JX_TRY(jx_read_count(here, from->dim, 1, MOST, &dim));
  if (variables > 0 && (by_bounds || study->kind == JX_STUDY_GALLERY))
    return jx_node_fail(node, here->error,
                        "takes dim and bounds, or variables (of a source), not both");
  if (from->bounds != NULL && dim == 0)
    return jx_node_fail(from->bounds, here->error, "bounds: goes with dim");
  if (study->kind == JX_STUDY_SOURCE && variables == 0 && from->bounds == NULL)
    return jx_node_fail(node, here->error, "a source needs variables, or dim and bounds");
  study->dim = variables > 0 ? variables : (size_t)dim;
  if (variables == 0 && from->bounds == NULL) return JATO_OK;
  study->lower = jx_pool_take(&study->pool, study->dim, sizeof *study->lower);
  study->upper = jx_pool_take(&study->pool, study->dim, sizeof *study->upper);
  if (study->lower == NULL || study->upper == NULL) return jx_read_no_memory(here);
  return variables > 0 ? box_of_variables(here, node) : box_of_bounds(here, from->bounds);
}

jato_status jx_read_objective(const jx_reader *here, const jx_node *node)
{
  jx_parsed_objective from = {0};
  jx_study *study = here->study;
  const char *named;
  JX_TRY(jx_read_section(here, &jx_objective_keys, node, &from));
  JX_TRY(find_kind(here, node, &named));
  JX_TRY(check_keys(here, node, named));
  if (study->kind == JX_STUDY_SOURCE || study->kind == JX_STUDY_GALLERY) {
    JX_TRY(jx_read_path(here, from.source, &study->source));
    JX_TRY(jx_read_text(here, from.expression, &study->expression));
    JX_TRY(jx_read_path(here, from.data, &study->data));
    JX_TRY(jx_read_text(here, from.problem, &study->gallery));
    return read_box(here, node, &from);
  }
  if (study->space.variable_count == 0)
    return jx_node_fail(node + node->up, here->error,
                        "the key \"variables\" of a study is missing: nothing can be searched");
  if (study->kind == JX_STUDY_COMMAND) return read_command(here, &from);
  JX_TRY(jx_read_path(here, from.object, &study->object.path));
  return jx_read_text(here, from.worker, &study->object.worker);
}
