/* The public calls that create a problem from a run file. */
#include "api/trust.h"
#include "text/study_file.h"
#include "problem/problems.h"
#include "record/run_file.h"
#include "registry/registry.h"

/* ---- The problem ---- */

static jato_status problem_from_source(const jx_record_info *info, jato_problem **out,
                                       jato_error *error)
{
  jx_box box = {info->dim, info->lower, info->upper};
  jato_source source = {JATO_SOURCE_INIT, .text = info->source, .name = info->problem,
                        .data = info->data, .data_count = info->data_count};
  return jx_problem_from_source(&source, &box, out, error);
}

static jato_status problem_from_study(const jx_record_info *info, jato_problem **out,
                                      jato_error *error)
{
  jato_study *study = NULL;
  JX_TRY(jx_study_read_saved(info->source, info->path, &study, error));
  jato_status status =
      jx_trust_is_of_process(study)
          ? jato_study_problem(study, out, error)
          : jx_fail(error, JATO_E_FILE,
                    "%s says that it is a run of a program or a shared object, and has neither",
                    info->path);
  jx_study_destroy(&study);
  return status;
}

static jato_status problem_from_gallery(const jx_record_info *info, jato_problem **out,
                                        jato_error *error)
{
  jx_box box = {info->dim, info->lower, info->upper};
  JX_TRY(jx_registry_problem(info->problem, info->dim, NULL, out, error));
  return jx_problem_set_box(*out, &box, error);
}

static jato_status make_problem(const jx_record_info *info, jato_problem **out, jato_error *error)
{
  switch (info->kind) {
  case JATO_RECORD_SOURCE: return problem_from_source(info, out, error);
  case JATO_RECORD_STUDY: return problem_from_study(info, out, error);
  case JATO_RECORD_GALLERY: return problem_from_gallery(info, out, error);
  case JATO_RECORD_FUNCTION: break;
  }
  if (info->source[0] != '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is a run that was asked and told; resume it with {\"op\": \"resume\", "
                   "\"file\": ...} of jato serve, or by jato_run_load",
                   info->path);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s is a run of a function of a program, which is not in the file; that program "
                 "resumes it with jato_run_load",
                 info->path);
}

static jato_status check_given(const jato_record *record, jato_problem **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  if (record != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "record is NULL: open it with jato_record_open first");
}

jato_status jato_record_problem(const jato_record *record, jato_problem **out, jato_error *error)
{
  JX_TRY(check_given(record, out, error));
  const jx_record_info *info = jx_record_get_info(record);
  if (info->kind == JATO_RECORD_SOURCE || info->kind == JATO_RECORD_STUDY)
    JX_TRY(jx_trust_check(record, error));
  jato_status status = make_problem(info, out, error);
  if (status != JATO_OK) jx_problem_destroy(out);
  return status;
}

jato_status jato_record_variables(const jato_record *record, jato_problem **out, jato_error *error)
{
  jato_study *study = NULL;
  JX_TRY(check_given(record, out, error));
  const jx_record_info *info = jx_record_get_info(record);
  if (info->kind != JATO_RECORD_STUDY) return JATO_OK;
  JX_TRY(jx_study_read_saved(info->source, info->path, &study, error));
  jato_status status = jato_problem_for_ask(&study->space, NULL, out, error);
  jx_study_destroy(&study);
  return status;
}
