#include "serve/session.h"

#include "base/spec.h"
#include "serve/request_options.h"
#include "serve/request_space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void on_notice(const char *text, void *user)
{
  jx_session *session = user;
  (void)snprintf(session->note, sizeof session->note, "%s", text);
}

static void on_event(const jato_event *event, void *user)
{
  jx_session *session = user;
  if (event->kind == JATO_EVENT_SAVED) session->save_failed = 0;
  if (event->kind != JATO_EVENT_SAVE_FAILED) return;
  session->save_failed = 1;
  on_notice(event->text, session);
}

static void listen(jx_session *session, jato_options *options)
{
  options->notice = on_notice;
  options->notice_user = session;
  options->event = on_event;
  options->event_user = session;
  options->allocator = &session->allocator;
}

/* Room for what is said of points, and a copy of the file's name. */
static jato_status allocate_parts(jx_session *session, const char *file, jato_error *error)
{
  const jato_allocator *from = &session->allocator;
  session->space = jato_problem_space(session->problem);
  size_t dim = jato_problem_get_info(session->problem)->dim;
  session->x = jx_allocate(from, dim, sizeof *session->x);
  session->values = jx_allocate(from, session->space->variable_count, sizeof *session->values);
  session->c = jx_allocate(from, session->space->constraint_count + 1, sizeof *session->c);
  session->file = file != NULL ? jx_copy_text(from, file) : NULL;
  if (session->x == NULL || session->values == NULL || session->c == NULL ||
      (file != NULL && session->file == NULL))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a run of %zu variables",
                   session->space->variable_count);
  return JATO_OK;
}

static jato_status make_problem(jx_session *session, const jx_space_request *asked,
                                jato_error *error)
{
  jx_study *described = NULL;
  JX_TRY(jx_describe_space(asked, &session->allocator, &described, error));
  jato_status status =
      jato_problem_for_ask(&described->space, &session->allocator, &session->problem, error);
  jx_study_destroy(&described);
  return status;
}

static jato_status begin(jx_session *session, const jx_opening *opening, jato_options *options,
                         jato_error *error)
{
  JX_TRY(make_problem(session, &opening->space, error));
  JX_TRY(allocate_parts(session, options->save, error));
  listen(session, options);
  session->unsaved = options->save != NULL;
  options->save_new = 1;
  return jato_run_create(session->problem, options, &session->run, error);
}

/* ---- Going on with the run of a file ---- */

/* The file holds its variables as {"variables": {...}, "constraints": {...}, "penalty": 1}. */
static jato_status read_problem(jx_session *session, const jato_record_info *info,
                                jato_error *error)
{
  jx_tree tree = {0};
  jato_status status = jx_tree_read_json(&tree, info->source, strlen(info->source), error);
  jx_space_request held = {.variables = jx_node_member(tree.nodes, "variables"),
                           .constraints = jx_node_member(tree.nodes, "constraints")};
  (void)jx_node_number(jx_node_member(tree.nodes, "penalty"), &held.penalty);
  if (status == JATO_OK) status = make_problem(session, &held, error);
  jx_tree_release(&tree);
  return status;
}

static jato_status recall_problem(jx_session *session, const jx_opening *opening,
                                  const jato_record_info *info, jato_error *error)
{
  if (info->kind != JATO_RECORD_FUNCTION)
    return jx_fail(error, JATO_E_ARGUMENT, "%s is a run of %s; resume it with: jato resume %s",
                   info->path, info->problem, info->path);
  if (opening->space.variables != NULL) {
    return make_problem(session, &opening->space, error);
  }
  if (info->source[0] != '\0') return read_problem(session, info, error);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s does not hold its variables; give \"variables\" and \"constraints\" as they "
                 "were when it was created",
                 info->path);
}

/* Limits and saving: the file's, then those of the conversation, then what the line says. */
static jato_status choose(const jx_opening *opening, const jato_record_info *info,
                          jato_options *options, jato_error *error)
{
  const jato_options *fallback = &opening->fallback;
  const char *file = options->save;
  int resume = 1;
  *options = jato_options_copy(info->options);
  if (fallback->iterations != 0) options->iterations = fallback->iterations;
  if (fallback->evaluations != 0) options->evaluations = fallback->evaluations;
  if (fallback->stall != 0) options->stall = fallback->stall;
  if (fallback->seconds > 0) options->seconds = fallback->seconds;
  if (!isnan(fallback->target)) options->target = fallback->target;
  if (fallback->device != NULL) options->device = fallback->device;
  options->checkpoint = fallback->checkpoint;
  options->keep_checkpoints = fallback->keep_checkpoints;
  options->must_save = fallback->must_save;
  options->save_forked = fallback->save_forked;
  options->save = file;
  return jx_read_options(opening->options, options, &resume, error);
}

/* A run may be gone back to while it is in work, and is lost only once it is known that the one in
 * its place can be made. */
static jato_status load(jx_session *session, const jx_opening *opening, jato_record *record,
                        const jato_options *options, jato_error *error)
{
  const jx_session *before = *opening->before;
  if (before != NULL && before->file != NULL && strcmp(before->file, options->save) == 0) {
    jato_options unsaved = *options;
    unsaved.save = NULL;
    JX_TRY(jato_run_load(record, session->problem, &unsaved, &session->run, error));
    jato_run_destroy(&session->run);
    jx_session_close(opening->before);
  }
  return jato_run_load(record, session->problem, options, &session->run, error);
}

static jato_status go_on(jx_session *session, const jx_opening *opening, jato_options *options,
                         jato_error *error)
{
  jato_record *record = NULL;
  jato_status status = JATO_OK;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT,
                                 .path = options->save,
                                 .read_forked = opening->fallback.save_forked,
                                 .notice = on_notice,
                                 .notice_user = session,
                                 .allocator = &session->allocator};
  JX_TRY(jato_record_open(&request, &record, error));
  const jato_record_info *info = jato_record_get_info(record);
  JX_TRY_DONE(choose(opening, info, options, error));
  JX_TRY_DONE(jato_record_compare(record, options, error));
  listen(session, options);
  JX_TRY_DONE(recall_problem(session, opening, info, error));
  JX_TRY_DONE(allocate_parts(session, options->save, error));
  session->resumed = 1;
  JX_TRY_DONE(load(session, opening, record, options, error));
done:
  jato_record_close(&record);
  return status;
}

/* ---- All of it ---- */

/* Begins or resumes a run; refuses what would overwrite a file. */
static jato_status open_session(jx_session *session, const jx_opening *opening, jato_error *error)
{
  jato_options options = opening->fallback;
  int resume = 0;
  JX_TRY(jx_read_options(opening->options, &options, &resume, error));
  if (opening->file != NULL) options.save = opening->file;
  if (options.save != NULL && opening->no_files)
    return jx_fail(error, JATO_E_ARGUMENT, "this conversation may not read or write files");
  if (opening->file != NULL) return go_on(session, opening, &options, error);
  if (resume && options.save == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "\"resume\" works only with the run's file, as in \"save\": \"run.h5\"");
  options.resume_journal = resume;
  if (options.save == NULL || !jato_record_exists(options.save, NULL, 0))
    return begin(session, opening, &options, error);
  if (resume) return go_on(session, opening, &options, error);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s already exists; add \"resume\": true to the options to resume it, or "
                 "choose another name",
                 options.save);
}

jato_status jx_session_open(const jx_opening *opening, jx_session **out, jato_error *error)
{
  jato_allocator from = jx_allocator_or_default(opening->fallback.allocator);
  jx_session *session = jx_allocate(&from, 1, sizeof *session);
  *out = session;
  if (session == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a run");
  session->allocator = from;
  jato_status status = open_session(session, opening, error);
  if (status != JATO_OK) jx_session_close(out);
  return status;
}

jato_status jx_session_save(jx_session *session, const char *file, jato_error *error)
{
  int own = session->file != NULL && (file == NULL || strcmp(file, session->file) == 0);
  if (file == NULL) file = session->file;
  if (file == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a \"file\" is needed, as in \"file\": \"run.h5\"");
  JX_TRY(jato_run_save(session->run, file, error));
  if (own) session->unsaved = 0;
  return JATO_OK;
}

void jx_session_close(jx_session **session)
{
  if (*session == NULL) return;
  jato_allocator from = (*session)->allocator;
  jato_run_destroy(&(*session)->run);
  jato_problem_destroy(&(*session)->problem);
  jx_release(&from, (*session)->x);
  jx_release(&from, (*session)->values);
  jx_release(&from, (*session)->c);
  jx_release(&from, (*session)->file);
  jx_release(&from, *session);
  *session = NULL;
}
