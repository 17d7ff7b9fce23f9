/* Trials: handed out by ask, taken in by tell. */
#include "serve/server.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ask ---- */

/* "trials": as many as there are, at most `count`. */
static jato_status hand_out(jato_server *server, uint64_t count, jato_error *error)
{
  jx_json *json = &server->answer;
  jx_session *session = server->session;
  jx_json_begin_array(json, "trials");
  for (uint64_t i = 0; i < count; i++) {
    jato_trial trial;
    bool given = false;
    JX_TRY(jato_run_ask(session->run, &trial, &given, error));
    if (!given) break;
    jx_json_begin_object(json, NULL);
    jx_json_count(json, "id", trial.id);
    jx_json_count(json, "attempt", trial.attempt);
    jx_lines_values(json, "values", session->space, trial.values);
    jx_json_end(json);
  }
  jx_json_end(json);
  return JATO_OK;
}

typedef struct ask_request {
  const char *op;
  uint64_t count;
} ask_request;

jato_status jx_answer_ask(jato_server *server, const jx_node *request, jato_error *error)
{
  static const jx_member members[] = {
      {"op", JX_MEMBER_TEXT, .offset = offsetof(ask_request, op)},
      {"count", JX_MEMBER_WHOLE, .offset = offsetof(ask_request, count)},
  };
  ask_request asked = {.count = 1};
  jato_result result;
  JX_TRY(jx_request_read(request, "ask", JX_MEMBERS(members), &asked, error));
  JX_TRY(hand_out(server, asked.count, error));
  jato_run_get_info(server->session->run, NULL, &result);
  jx_report_stopped(&server->answer, result.stop);
  return JATO_OK;
}

jato_status jx_answer_recall(jato_server *server, const jx_node *request, jato_error *error)
{
  JX_TRY(jx_request_plain(request, "recall", error));
  jato_run_recall(server->session->run);
  return JATO_OK;
}

/* ---- Tell ---- */

typedef struct tell_request {
  const char *op, *error, *status;
  const jx_node *id, *value, *constraints, *results;
  uint64_t ask; /* trials wanted in the answer */
} tell_request;

/* Rows of one result; with the three behind them, of the whole request. */
enum { RESULT_MEMBERS = 5 };
static const jx_member tell_members[] = {
    {"id", JX_MEMBER_ANY, .offset = offsetof(tell_request, id)},
    {"value", JX_MEMBER_ANY, .offset = offsetof(tell_request, value)},
    {"constraints", JX_MEMBER_ANY, .offset = offsetof(tell_request, constraints)},
    {"error", JX_MEMBER_TEXT, .offset = offsetof(tell_request, error)},
    {"status", JX_MEMBER_TEXT, .offset = offsetof(tell_request, status)},
    {"op", JX_MEMBER_TEXT, .offset = offsetof(tell_request, op)},
    {"results", JX_MEMBER_ANY, .offset = offsetof(tell_request, results)},
    {"ask", JX_MEMBER_WHOLE, .offset = offsetof(tell_request, ask)},
};

/* One result, read. */
typedef struct outcome {
  uint64_t id;
  jato_outcome reported; /* c is the session's scratch */
} outcome;

/* A number; NaN for null and for the words that stand for it and for infinity. */
static int read_number(const jx_node *node, double *out)
{
  static const char *const words[] = {"nan",  "inf",      "-inf",      "NaN", "Inf",
                                      "-Inf", "Infinity", "-Infinity", "NA"};
  const char *text = jx_node_text(node);
  if (jx_node_number(node, out)) return 1;
  *out = NAN;
  if (jx_node_kind_of(node) == JX_NODE_NULL) return 1;
  for (size_t i = 0; text != NULL && i < sizeof words / sizeof words[0]; i++)
    if (strcmp(text, words[i]) == 0) return 1;
  return 0;
}

static jato_status refuse_constraint(uint64_t id, const char *name, const jato_space *space,
                                     jato_error *error)
{
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < space->constraint_count; i++)
    jx_nearest_offer(&nearest, space->constraints[i].name);
  return jx_fail(error, JATO_E_ARGUMENT, "trial %" PRIu64 ": there is no constraint \"%.60s\"%s%s",
                 id, name, nearest.name != NULL ? "; did you mean " : "",
                 nearest.name != NULL ? nearest.name : "");
}

/* c[constraint_count] from a list in their order, or an object with their names. */
static jato_status read_constraints(const jx_node *node, uint64_t id, const jato_space *space,
                                    double *c, jato_error *error)
{
  size_t wanted = space->constraint_count;
  int named = jx_node_kind_of(node) == JX_NODE_OBJECT;
  if (node == NULL && wanted == 0) return JATO_OK;
  const jx_node *next = jx_node_first(node);
  for (size_t i = 0; i < wanted; i++, next = jx_node_next(next)) {
    const char *name = space->constraints[i].name;
    const jx_node *item = named ? jx_node_member(node, name) : next;
    if (!read_number(item, &c[i]))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "trial %" PRIu64 ": a number is needed for the constraint %s, not %s", id,
                     name, jx_node_found(item));
  }
  if (jx_node_count(node) <= wanted) return JATO_OK;
  for (const jx_node *at = named ? jx_node_first(node) : NULL; at != NULL; at = jx_node_next(at)) {
    size_t i = 0;
    while (i < wanted && strcmp(at->key, space->constraints[i].name) != 0) i++;
    if (i == wanted) return refuse_constraint(id, at->key, space, error);
  }
  return jx_fail(error, JATO_E_ARGUMENT,
                 "trial %" PRIu64 ": %zu constraints were told, and there are %zu", id,
                 jx_node_count(node), wanted);
}

/* The status of a failed evaluation: "refused" unless another one was named. */
static jato_status read_status(const tell_request *asked, outcome *out, jato_error *error)
{
  out->reported.status = JATO_EVAL_REFUSED;
  out->reported.message = asked->error;
  if (asked->status == NULL) return JATO_OK;
  jx_nearest nearest = jx_nearest_to(jx_text_of(asked->status));
  for (int i = JATO_EVAL_OK + 1; i < JX_EVAL_STATUSES; i++) {
    const char *name = jato_eval_status_name((jato_eval_status)i);
    jx_nearest_offer(&nearest, name);
    if (strcmp(name, asked->status) != 0) continue;
    out->reported.status = (jato_eval_status)i;
    return JATO_OK;
  }
  return jx_fail(error, JATO_E_ARGUMENT, "trial %" PRIu64 ": there is no status \"%.60s\"%s%s",
                 out->id, asked->status, nearest.name != NULL ? "; did you mean " : "",
                 nearest.name != NULL ? nearest.name : "");
}

static jato_status read_outcome(const tell_request *asked, jx_session *session, outcome *out,
                                jato_error *error)
{
  *out = (outcome){.reported = {JATO_OUTCOME_INIT, .c = session->c}};
  if (!jx_node_whole(asked->id, &out->id))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "tell: the \"id\" of a trial is needed, which is a whole number, not %s",
                   jx_node_found(asked->id));
  int failed = asked->error != NULL || asked->status != NULL;
  if (failed && asked->value != NULL && jx_node_kind_of(asked->value) != JX_NODE_NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "trial %" PRIu64 ": it has a \"value\" and failed; omit one of them", out->id);
  if (failed) return read_status(asked, out, error);
  if (asked->value == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "trial %" PRIu64 ": a \"value\" is needed, or the \"error\" it failed with",
                   out->id);
  if (!read_number(asked->value, &out->reported.f))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "trial %" PRIu64 ": \"value\" is a number, or null where there is none, not %s",
                   out->id, jx_node_found(asked->value));
  return read_constraints(asked->constraints, out->id, session->space, session->c, error);
}

/* One of the request's results; the request itself where it has no list of them. */
static jato_status read_result(const tell_request *request, const jx_node *item,
                               jx_session *session, outcome *out, jato_error *error)
{
  tell_request asked = {0};
  if (request->results == NULL) return read_outcome(request, session, out, error);
  jx_members members = {tell_members, RESULT_MEMBERS};
  JX_TRY(jx_request_read(item, "results", members, &asked, error));
  return read_outcome(&asked, session, out, error);
}

static int compare_ids(const void *left, const void *right)
{
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

/* Sorts the ids. */
static jato_status check_once(uint64_t *ids, size_t count, jato_error *error)
{
  qsort(ids, count, sizeof *ids, compare_ids);
  for (size_t i = 1; i < count; i++)
    if (ids[i] == ids[i - 1])
      return jx_fail(error, JATO_E_ARGUMENT,
                     "trial %" PRIu64 " is in \"results\" more than once; tell it once", ids[i]);
  return JATO_OK;
}

/* Checks all results before the first one is reported: a line with a mistake reports none. */
static jato_status check_all(const tell_request *asked, size_t count, jx_session *session,
                             jato_error *error)
{
  jato_status status = JATO_OK;
  uint64_t *ids = jx_allocate(&session->allocator, count + 1, sizeof *ids);
  if (ids == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu results", count);
  const jx_node *item = jx_node_first(asked->results);
  for (size_t i = 0; i < count; i++, item = jx_node_next(item)) {
    outcome one;
    JX_TRY_DONE(read_result(asked, item, session, &one, error));
    JX_TRY_DONE(jato_run_check_trial(session->run, one.id, error));
    ids[i] = one.id;
  }
  status = check_once(ids, count, error);
done:
  jx_release(&session->allocator, ids);
  return status;
}

/* Telling one changes nothing about whether the others are out, so that none is refused here. */
static jato_status tell_all(jato_server *server, const tell_request *asked, size_t count,
                            jato_error *error)
{
  jx_session *session = server->session;
  const jx_node *item = jx_node_first(asked->results);
  for (size_t i = 0; i < count; i++, item = jx_node_next(item)) {
    outcome one;
    jato_stop stop = JATO_STOP_NONE;
    JX_TRY(read_result(asked, item, session, &one, error));
    JX_TRY(jato_run_tell(session->run, one.id, &one.reported, &stop, error));
    server->reported++;
    session->unsaved = session->file != NULL && (stop == JATO_STOP_NONE || session->save_failed);
  }
  return JATO_OK;
}

jato_status jx_answer_tell(jato_server *server, const jx_node *request, jato_error *error)
{
  jx_session *session = server->session;
  tell_request asked = {0};
  jato_result result;
  JX_TRY(jx_request_read(request, "tell", JX_MEMBERS(tell_members), &asked, error));
  if (asked.results != NULL && jx_node_kind_of(asked.results) != JX_NODE_LIST)
    return jx_fail(error, JATO_E_ARGUMENT, "tell: \"results\" is a list, not %s",
                   jx_node_found(asked.results));
  if (asked.results != NULL && asked.id != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "tell: it has \"results\" and its own \"id\"; omit one of them");
  size_t count = asked.results != NULL ? jx_node_count(asked.results) : 1;
  JX_TRY(check_all(&asked, count, session, error));
  JX_TRY(tell_all(server, &asked, count, error));
  jx_json_count(&server->answer, "told", server->reported);
  if (asked.ask > 0) JX_TRY(hand_out(server, asked.ask, error));
  jato_run_get_info(session->run, NULL, &result);
  jx_report_best(&server->answer, &result);
  jx_report_stopped(&server->answer, result.stop);
  return JATO_OK;
}
