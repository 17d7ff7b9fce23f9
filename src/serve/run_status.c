/* How the run stands, and what it has found. */
#include "serve/server.h"

#include <inttypes.h>
#include <math.h>

void jx_report_best(jx_json *json, const jato_result *result)
{
  jx_json_number(json, "best", result->best);
  if (result->samples > 0) {
    jx_json_number(json, "standard_error", result->standard_error);
    jx_json_count(json, "samples", result->samples);
  }
  jx_json_number(json, "violation", result->violation);
}

void jx_report_stopped(jx_json *json, jato_stop stop)
{
  jx_json_text(json, "stopped", stop == JATO_STOP_NONE ? NULL : jato_stop_name(stop));
}

/* The best point, or, while none keeps the constraints, the one that misses them least; null before
 * there is any. */
static void report_point(jx_json *json, jx_session *session, const jato_result *result)
{
  int none = !isfinite(result->best) && !(isfinite(result->violation) && result->violation > 0);
  if (none) {
    jx_json_text(json, "values", NULL);
    return;
  }
  jato_problem_values(session->problem, session->x, session->values);
  jx_lines_values(json, "values", session->space, session->values);
}

jato_status jx_answer_best(jato_server *server, const jx_node *request, jato_error *error)
{
  jato_result result;
  jx_json *json = &server->answer;
  JX_TRY(jx_request_plain(request, "best", error));
  jato_run_get_info(server->session->run, server->session->x, &result);
  jx_report_best(json, &result);
  report_point(json, server->session, &result);
  jx_json_count(json, "evaluations", result.evaluations);
  jx_report_stopped(json, result.stop);
  return JATO_OK;
}

/* Each status, those that did not happen, too; and what the last failures had to say. */
static void report_failures(jx_json *json, const jato_run *run)
{
  jato_failures failures;
  jato_run_failures(run, &failures);
  jx_json_begin_object(json, "by_status");
  for (int i = 0; i < JX_EVAL_STATUSES; i++)
    jx_json_count(json, jato_eval_status_name((jato_eval_status)i), failures.by_status[i]);
  jx_json_end(json);
  jx_json_count(json, "attempts", failures.attempts);
  jx_json_begin_array(json, "messages");
  for (size_t i = 0; i < failures.message_count; i++) {
    jx_json_begin_object(json, NULL);
    jx_json_count(json, "id", failures.messages[i].id);
    jx_json_text(json, "status", jato_eval_status_name(failures.messages[i].status));
    jx_json_text(json, "text", failures.messages[i].text);
    jx_json_end(json);
  }
  jx_json_end(json);
}

jato_status jx_answer_result(jato_server *server, const jx_node *request, jato_error *error)
{
  jato_result result;
  char digest[20];
  jx_session *session = server->session;
  jx_json *json = &server->answer;
  JX_TRY(jx_request_plain(request, "result", error));
  JX_TRY(jato_run_result(session->run, session->x, &result, error));
  jx_report_best(json, &result);
  report_point(json, session, &result);
  jx_json_count(json, "evaluations", result.evaluations);
  jx_json_count(json, "iterations", result.iterations);
  jx_json_count(json, "nonfinite", result.nonfinite);
  jx_json_count(json, "failed", result.failed);
  report_failures(json, session->run);
  jx_json_count(json, "particles", result.particles);
  jx_json_count(json, "seed", result.seed);
  jx_json_text(json, "algorithm", result.algorithm);
  jx_json_text(json, "walls", result.walls);
  jx_json_number(json, "seconds", result.seconds);
  (void)snprintf(digest, sizeof digest, "%016" PRIx64, result.digest);
  jx_json_text(json, "digest", digest);
  jx_report_stopped(json, result.stop);
  return JATO_OK;
}
