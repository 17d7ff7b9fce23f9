/* The public calls on run files. */
#include "api/choose.h"
#include "api/options.h"
#include "api/trust.h"
#include "contract/algorithm.h"
#include "run/saving/checkpoint.h"

#include "record/files/ownership.h"
#include "record/files/rotate.h"
#include "record/run_file.h"
#include "options/saved.h"
#include "options/settings.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

jato_status jato_run_save(jato_run *run, const char *path, jato_error *error)
{
  if (run == NULL || path == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a run and the name of a file are needed");
  JX_TRY(jx_run_enter(run, error));
  jato_status status = jx_run_check_whole(run, error);
  if (status == JATO_OK) status = jx_checkpoint_save(run, path, error);
  jx_run_leave(run);
  return status;
}

jato_status jato_record_open(const jato_record_request *request, jato_record **out,
                             jato_error *error)
{
  JX_CLEAR_OUT(out, "record", error);
  if (request == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the name of a run file is needed");
  jato_record_request own;
  JX_TRY(JX_SIZED_READ(jato_record_request, request, &own, error));
  if (own.path == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the name of a run file is needed");
  return jx_record_open(jx_registry_format(), &own, out, error);
}

bool jato_record_exists(const char *path, char *found, size_t size)
{
  return jx_rotate_exists(path != NULL ? path : "", found, found != NULL ? size : 0);
}

jato_file_kind jato_file_kind_of(const char *path)
{
  return path != NULL ? jx_file_kind(path) : JATO_FILE_NONE;
}

const jato_record_info *jato_record_get_info(const jato_record *record)
{
  return record != NULL ? jx_record_shown(record) : NULL;
}

void jato_record_close(jato_record **record)
{
  if (record != NULL && *record != NULL) jx_record_close(record);
}

static jato_status check_record(const jato_record *record, jato_error *error)
{
  if (record != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "record is NULL: open it with jato_record_open first");
}

jato_status jato_record_particles(jato_record *record, jato_record_field field, uint64_t first,
                                  uint64_t count, double *out, jato_error *error)
{
  JX_TRY(check_record(record, error));
  JX_TRY(jx_record_particles(record, field, first, count, out, error));
  int maximize = jx_record_get_info(record)->options.maximize;
  for (uint64_t i = 0; field == JATO_RECORD_VALUE && i < count; i++)
    out[i] = jx_shown_value(maximize, out[i]);
  return JATO_OK;
}

/* ---- Comparing a record with options ---- */

static jato_status compare_texts(const jx_record_info *info, const char *name, const char *file,
                                 const char *asked, jato_error *error)
{
  if (strcmp(file, asked) == 0) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s was made with %s %s, not %s; leave it out, or use another file", info->path,
                 name, file, asked);
}

static jato_status compare_counts(const jx_record_info *info, const char *name, uint64_t file,
                                  uint64_t asked, jato_error *error)
{
  char file_text[32], asked_text[32];
  (void)snprintf(file_text, sizeof file_text, "%llu", (unsigned long long)file);
  (void)snprintf(asked_text, sizeof asked_text, "%llu", (unsigned long long)asked);
  return compare_texts(info, name, file_text, asked_text, error);
}

static jato_status compare_specs(const jx_record_info *info, const jato_options *asked,
                                 jato_error *error)
{
  char complete[sizeof info->result.algorithm];
  const jx_algorithm_ops *ops = NULL;
  jx_values values;
  /* If it is to be chosen, the file has what was; its own spec, which may name a file of somebody
   * else's to be loaded, needs no look. */
  if (!jx_choose_is_asked(asked->algorithm) &&
      strcmp(asked->algorithm, info->options.algorithm) != 0) {
    JX_TRY(jx_registry_method(asked->algorithm, asked->method, &ops, &values, error));
    jx_spec_write(ops->name, ops->parameters, &values, complete, sizeof complete);
    JX_TRY(compare_texts(info, "algorithm", info->result.algorithm, complete, error));
  }
  if (asked->walls == NULL) return JATO_OK;
  JX_TRY(jato_spec_complete(JATO_KIND_WALLS, asked->walls, complete, sizeof complete, error));
  return compare_texts(info, "walls", info->result.walls, complete, error);
}

static jato_status compare(const jx_record_info *info, const jato_options *asked, jato_error *error)
{
  static const char *const precisions[] = {"double", "float"};
  static const char *const goals[] = {"minimize", "maximize"};
  const jato_options *file = &info->options;
  if (asked->particles != 0)
    JX_TRY(compare_counts(info, "particles", file->particles, asked->particles, error));
  JX_TRY(compare_counts(info, "seed", file->seed, asked->seed, error));
  JX_TRY(compare_texts(info, "precision", precisions[file->precision == JATO_FLOAT],
                       precisions[asked->precision == JATO_FLOAT], error));
  JX_TRY(
      compare_texts(info, "goal", goals[file->maximize != 0], goals[asked->maximize != 0], error));
  if (asked->order != NULL)
    JX_TRY(compare_texts(info, "order", file->order != NULL ? file->order : "iteration",
                         asked->order, error));
  if (asked->warm_start != NULL && (file->warm_start == NULL || file->warm_start[0] == '\0'))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s was begun without given points, which cannot be added later; leave "
                   "warm_start out, or use another file",
                   info->path);
  return compare_specs(info, asked, error);
}

jato_status jato_record_compare(const jato_record *record, const jato_options *asked,
                                jato_error *error)
{
  jato_options own;
  JX_TRY(check_record(record, error));
  if (asked == NULL) return JATO_OK;
  JX_TRY(jx_options_read(asked, &own, error));
  return compare(jx_record_get_info(record), &own, error);
}

/* ---- Resuming ---- */

/* Options that decide the bits come from the file, the others from the caller. */
static jato_status join(const jx_record_info *info, const jato_options *asked,
                        jato_options *options, jato_error *error)
{
  JX_TRY(jx_options_read(asked != NULL ? asked : &info->options, options, error));
  uint64_t frames = options->record_frames;
  jx_saved_options_impose(&info->options, options);
  if (frames != 0)
    options->record_frames = frames; /* otherwise the file's: a movie is not cut off */
  return JATO_OK;
}

/* Resolves the parts of a run of a file, for loading and replaying. */
static jato_status resolve(const jato_record *record, const jato_problem *problem,
                           const jato_options *asked, jx_run_parts *parts, jato_error *error)
{
  JX_TRY(check_record(record, error));
  if (problem == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "problem is NULL; make it with jato_record_problem");
  const jx_record_info *info = jx_record_get_info(record);
  jato_options options;
  if (jx_algorithm_is_loaded(info->options.algorithm))
    JX_TRY(jx_trust_check(record, error)); /* the problem is the caller's */
  JX_TRY(join(info, asked, &options, error));
  JX_TRY(jx_options_resolve(problem, &options, parts, error));
  parts->planned_iterations = info->planned_iterations;
  parts->planned_evaluations = info->planned_evaluations;
  return JATO_OK;
}

/* A run with given points has them in its own journal. */
static void warm_start_by_journal(const jato_record *record, jx_run_parts *parts, jx_name *path)
{
  if (parts->warm_start == NULL) return;
  jx_record_asked_path(record, path);
  parts->warm_start = path->text;
  parts->is_warm_already = 1;
}

jato_status jato_run_load(jato_record *record, const jato_problem *problem,
                          const jato_options *asked, jato_run **out, jato_error *error)
{
  jx_run_parts parts = {0};
  jx_name given;
  JX_CLEAR_OUT(out, "run", error);
  JX_TRY(resolve(record, problem, asked, &parts, error));
  warm_start_by_journal(record, &parts, &given);
  return jx_run_resume(&parts, record, out, error);
}

jato_status jato_run_replay(const jato_record *record, const jato_problem *problem,
                            const jato_options *asked, jato_run **out, jato_error *error)
{
  jx_run_parts parts = {0};
  jx_name given;
  JX_CLEAR_OUT(out, "run", error);
  JX_TRY(resolve(record, problem, asked, &parts, error));
  warm_start_by_journal(record, &parts, &given);
  const jx_record_info *info = jx_record_get_info(record);
  JX_TRY(jx_run_check_version(parts.algorithm, info, error));
  parts.limits = (jx_limits){.target = NAN};
  parts.checkpoints.path = NULL;
  if (parts.evaluating.order != JX_BY_ITERATION)
    parts.limits.evaluations = info->result.evaluations - info->result.waiting;
  else if (info->result.stop == JATO_STOP_EVALUATIONS)
    parts.limits.evaluations = info->result.evaluations;
  const jx_outcomes *outcomes = jx_record_outcomes(record);
  parts.evaluating.script = outcomes->arrival;
  parts.evaluating.script_count = outcomes->arrival_count;
  parts.evaluating.failures_in_row =
      UINT64_MAX; /* the run may have been resumed after that limit */
  parts.ends_moved = outcomes->moved;
  parts.ends_at = info->result.iterations;
  return jx_run_create(&parts, out, error);
}
