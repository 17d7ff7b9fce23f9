/* The objective and the options of a draft. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "study/make.h"

/* Of choices, by the words of keys.c. */
enum { CHOICE_UNSAID, CHOICE_FALSE, CHOICE_TRUE };
enum { THEN_UNSAID, THEN_WORST, THEN_STOP };

/* ---- The objective -----------------------------------------------------------------------------
 */

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
      if (jx_text_place(jx_text_of(nodes[at].key), rules[kind].names) == 0) continue;
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
        jx_text_place(jx_text_of(nodes[at].key), allowed->allows) == 0)
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

/* ---- Options -----------------------------------------------------------------------------------
 */

static jato_status make_count(const jx_maker *maker, const char *section, const char *key,
                              const char *text, uint64_t least, uint64_t *out)
{
  return jx_make_count(maker, jx_make_node(maker, section, key), text, least, UINT64_MAX, out);
}

static jato_status make_small(const jx_maker *maker, const char *section, const char *key,
                              const char *text, uint64_t most, unsigned *out)
{
  uint64_t value = *out;
  JX_TRY(jx_make_count(maker, jx_make_node(maker, section, key), text, 0, most, &value));
  *out = (unsigned)value;
  return JATO_OK;
}

static jato_status make_limits(const jx_maker *maker, const jx_draft_limits *from,
                               jato_options *out)
{
  JX_TRY(make_count(maker, "limits", "iterations", from->iterations, 1, &out->iterations));
  JX_TRY(make_count(maker, "limits", "evaluations", from->evaluations, 1, &out->evaluations));
  JX_TRY(make_count(maker, "limits", "stall", from->stall, 1, &out->stall));
  JX_TRY(jx_make_seconds(maker, jx_make_node(maker, "limits", "seconds"), from->seconds,
                         &out->seconds));
  return jx_make_number(maker, jx_make_node(maker, "limits", "target"), from->target, &out->target);
}

static jato_status make_save(const jx_maker *maker, const jx_draft_save *from, jato_options *out)
{
  enum { MOST_KEPT = 9 };
  JX_TRY(jx_make_path(maker, from->file, &out->save));
  JX_TRY(jx_make_seconds(maker, jx_make_node(maker, "save", "checkpoint"), from->checkpoint,
                         &out->checkpoint));
  JX_TRY(make_small(maker, "save", "keep", from->keep, MOST_KEPT, &out->keep));
  JX_TRY(make_count(maker, "save", "frames", from->frames, 0, &out->frames));
  out->must_save = from->must == CHOICE_TRUE;
  return JATO_OK;
}

static jato_status make_failures(const jx_maker *maker, const jx_draft_failures *from,
                                 jato_options *out)
{
  enum { MOST_RETRIES = 1000 };
  JX_TRY(jx_make_seconds(maker, jx_make_node(maker, "failures", "timeout"), from->timeout,
                         &out->timeout));
  out->stop_on_failure = from->then == THEN_STOP;
  return make_small(maker, "failures", "retries", from->retries, MOST_RETRIES, &out->retries);
}

/* A name that stays as the default has it where the file says nothing. */
static jato_status make_name(const jx_maker *maker, const char *text, const char **out)
{
  return text == NULL ? JATO_OK : jx_make_text(maker, text, out);
}

jato_status jx_make_options(const jx_maker *maker)
{
  enum { MOST_WORKERS = 4096 };
  static const char *const orders[] = {NULL, "iteration", "particle", "arrival"};
  const jx_draft *from = maker->draft;
  jato_options *out = &maker->study->options;
  JX_TRY(make_name(maker, from->name, &maker->study->name));
  JX_TRY(make_name(maker, from->algorithm, &out->algorithm));
  JX_TRY(make_name(maker, from->device, &out->device));
  JX_TRY(make_name(maker, from->walls, &out->walls));
  JX_TRY(make_count(maker, NULL, "particles", from->particles, 1, &out->particles));
  JX_TRY(make_count(maker, NULL, "seed", from->seed, 0, &out->seed));
  JX_TRY(make_small(maker, NULL, "workers", from->workers, MOST_WORKERS, &out->workers));
  JX_TRY(make_limits(maker, &from->limits, out));
  JX_TRY(make_failures(maker, &from->failures, out));
  if (from->order != 0) out->order = orders[from->order];
  if (from->precision != 0) out->precision = (jato_precision)(from->precision - 1);
  return make_save(maker, &from->save, out);
}
