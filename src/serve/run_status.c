/* How the run stands, and what it has found. */
#include "serve/server.h"

#include <inttypes.h>
#include <math.h>

void jx_report_best(jx_line *line, const jato_result *result)
{
  jx_line_print(line, ",\"best\":");
  jx_line_number(line, result->best);
  if (result->samples > 0) {
    jx_line_print(line, ",\"standard_error\":");
    jx_line_number(line, result->standard_error);
    jx_line_print(line, ",\"samples\":%" PRIu64, result->samples);
  }
  jx_line_print(line, ",\"violation\":");
  jx_line_number(line, result->violation);
}

void jx_report_stopped(jx_line *line, jato_stop stop)
{
  jx_line_print(line, ",\"stopped\":");
  if (stop == JATO_STOP_NONE)
    jx_line_print(line, "null");
  else
    jx_line_quote(line, jato_stop_name(stop));
}

void jx_report_values(jx_line *line, const jx_session *session, const double *values)
{
  for (size_t i = 0; i < session->space->variable_count; i++) {
    const jato_variable *variable = &session->space->variables[i];
    jx_line_print(line, i == 0 ? "{" : ",");
    jx_line_quote(line, variable->name);
    jx_line_print(line, ":");
    if (variable->kind == JATO_CATEGORY)
      jx_line_quote(line, variable->choices[(size_t)values[i]]);
    else
      jx_line_number(line, values[i]);
  }
  jx_line_print(line, "}");
}

/* The best point, or, while none keeps the constraints, the one that misses them least; null before
 * there is any. */
static void report_point(jx_line *line, jx_session *session, const jato_result *result)
{
  int none = !isfinite(result->best) && !(isfinite(result->violation) && result->violation > 0);
  jx_line_print(line, ",\"values\":");
  if (none) {
    jx_line_print(line, "null");
    return;
  }
  jato_problem_values(session->problem, session->x, session->values);
  jx_report_values(line, session, session->values);
}

jato_status jx_answer_best(jato_server *server, const jx_tree *request, jato_error *error)
{
  jato_result result;
  jx_line *line = &server->answer;
  JX_TRY(jx_request_plain(request, "best", error));
  jato_run_peek(server->session->run, server->session->x, &result);
  jx_report_best(line, &result);
  report_point(line, server->session, &result);
  jx_line_print(line, ",\"evaluations\":%" PRIu64, result.evaluations);
  jx_report_stopped(line, result.stop);
  return JATO_OK;
}

/* Each fate, those that did not happen, too; and what the last failures had to say. */
static void report_failures(jx_line *line, const jato_run *run)
{
  jato_failures failures;
  jato_run_failures(run, &failures);
  for (int i = 0; i < JATO_FATES; i++) {
    jx_line_print(line, i == 0 ? ",\"fates\":{" : ",");
    jx_line_quote(line, jato_fate_name((jato_fate)i));
    jx_line_print(line, ":%" PRIu64, failures.by_fate[i]);
  }
  jx_line_print(line, "},\"attempts\":%" PRIu64 ",\"messages\":[", failures.attempts);
  for (size_t i = 0; i < failures.message_count; i++) {
    jx_line_print(line, "%s{\"id\":%" PRIu64 ",\"fate\":", i > 0 ? "," : "",
                  failures.messages[i].id);
    jx_line_quote(line, jato_fate_name(failures.messages[i].fate));
    jx_line_print(line, ",\"text\":");
    jx_line_quote(line, failures.messages[i].text);
    jx_line_print(line, "}");
  }
  jx_line_print(line, "]");
}

jato_status jx_answer_result(jato_server *server, const jx_tree *request, jato_error *error)
{
  jato_result result;
  jx_session *session = server->session;
  jx_line *line = &server->answer;
  JX_TRY(jx_request_plain(request, "result", error));
  JX_TRY(jato_run_result(session->run, session->x, &result, error));
  jx_report_best(line, &result);
  report_point(line, session, &result);
  jx_line_print(line,
                ",\"evaluations\":%" PRIu64 ",\"iterations\":%" PRIu64 ",\"nonfinite\":%" PRIu64
                ",\"failed\":%" PRIu64,
                result.evaluations, result.iterations, result.nonfinite, result.failed);
  report_failures(line, session->run);
  jx_line_print(line,
                ",\"particles\":%" PRIu64 ",\"seed\":%" PRIu64 ",\"algorithm\":", result.particles,
                result.seed);
  jx_line_quote(line, result.algorithm);
  jx_line_print(line, ",\"walls\":");
  jx_line_quote(line, result.walls);
  jx_line_print(line, ",\"seconds\":");
  jx_line_number(line, result.seconds);
  jx_line_print(line, ",\"digest\":\"%016" PRIx64 "\"", result.digest);
  jx_report_stopped(line, result.stop);
  return JATO_OK;
}
