/* The conversation: lines in, lines out, and the function that answers each op. */
#include "serve/server.h"

#include "base/text.h"
#include "options/settings.h"

#include <string.h>

/* ---- Beginning and end ---- */

static jato_status answer_with_session(jato_server *server, const jx_opening *opening,
                                       jato_error *error)
{
  jx_json *json = &server->answer;
  jx_session *made = NULL;
  jato_result result;
  if (server->session != NULL) JX_TRY(jato_server_end(server, error));
  JX_TRY(jx_session_open(opening, &made, error));
  jx_session_close(&server->session);
  server->session = made;
  jato_run_get_info(made->run, NULL, &result);
  jx_json_count(json, "protocol", JX_SERVE_PROTOCOL);
  jx_json_text(json, "jato", jato_version());
  jx_json_bool(json, "resumed", made->resumed);
  jx_json_count(json, "dim", jato_problem_get_info(made->problem)->dim);
  jx_json_count(json, "particles", result.particles);
  jx_json_count(json, "seed", result.seed);
  jx_json_count(json, "evaluations", result.evaluations);
  jx_report_best(json, &result);
  jx_report_stopped(json, result.stop);
  return JATO_OK;
}

typedef struct opening_request {
  const char *op;
  jx_opening opening;
} opening_request;

#define AT(member) .offset = offsetof(opening_request, member)
static const jx_member opening_members[] = {
    {"op", JX_MEMBER_TEXT, AT(op)},
    {"variables", JX_MEMBER_ANY, AT(opening.space.variables)},
    {"constraints", JX_MEMBER_ANY, AT(opening.space.constraints)},
    {"penalty", JX_MEMBER_NUMBER, AT(opening.space.penalty)},
    {"options", JX_MEMBER_ANY, AT(opening.options)},
    {"file", JX_MEMBER_TEXT, AT(opening.file)}, /* of resume alone */
};
#undef AT
enum { CREATE_MEMBERS = sizeof opening_members / sizeof opening_members[0] - 1 };

static jx_opening opening_of(jato_server *server)
{
  return (jx_opening){
      .fallback = server->fallback, .no_files = server->no_files, .before = &server->session};
}

static jato_status answer_create(jato_server *server, const jx_node *request, jato_error *error)
{
  opening_request asked = {.opening = opening_of(server)};
  jx_members members = {opening_members, CREATE_MEMBERS};
  JX_TRY(jx_request_read(request, "create", members, &asked, error));
  return answer_with_session(server, &asked.opening, error);
}

static jato_status answer_resume(jato_server *server, const jx_node *request, jato_error *error)
{
  opening_request asked = {.opening = opening_of(server)};
  JX_TRY(jx_request_read(request, "resume", JX_MEMBERS(opening_members), &asked, error));
  if (asked.opening.file == NULL) asked.opening.file = server->fallback.save;
  if (asked.opening.file == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "resume: a \"file\" is needed, as in \"file\": \"run.h5\"");
  return answer_with_session(server, &asked.opening, error);
}

typedef struct save_request {
  const char *op, *file;
} save_request;

static jato_status answer_save(jato_server *server, const jx_node *request, jato_error *error)
{
  static const jx_member members[] = {
      {"op", JX_MEMBER_TEXT, .offset = offsetof(save_request, op)},
      {"file", JX_MEMBER_TEXT, .offset = offsetof(save_request, file)},
  };
  save_request asked = {0};
  JX_TRY(jx_request_read(request, "save", JX_MEMBERS(members), &asked, error));
  if (server->no_files)
    return jx_fail(error, JATO_E_ARGUMENT, "this conversation may not read or write files");
  JX_TRY(jx_session_save(server->session, asked.file, error));
  jx_json_text(&server->answer, "file", asked.file != NULL ? asked.file : server->session->file);
  return JATO_OK;
}

/* The conversation is over even where the run could not be saved. */
static jato_status answer_end(jato_server *server, const jx_node *request, jato_error *error)
{
  JX_TRY(jx_request_plain(request, "end", error));
  server->ended = 1;
  return jato_server_end(server, error);
}

jato_status jato_server_end(jato_server *server, jato_error *error)
{
  jx_session *session = server != NULL ? server->session : NULL;
  if (session == NULL || !session->unsaved) return JATO_OK;
  return jx_session_save(session, NULL, error);
}

/* ---- Lines ---- */

typedef struct op {
  const char *name;
  int needs_run;
  jx_answer_fn answer;
} op;

static const op ops[] = {
    {"create", 0, answer_create},    {"resume", 0, answer_resume},    {"ask", 1, jx_answer_ask},
    {"tell", 1, jx_answer_tell},     {"recall", 1, jx_answer_recall}, {"best", 1, jx_answer_best},
    {"result", 1, jx_answer_result}, {"save", 1, answer_save},        {"end", 0, answer_end},
};

static jato_status find_op(const jx_node *request, const op **out, jato_error *error)
{
  const char *name = jx_node_text(jx_node_member(request, "op"));
  if (name == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "an object with an \"op\" is needed, as in {\"op\": \"ask\"}");
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
    *out = &ops[i];
    if (strcmp(ops[i].name, name) == 0) return JATO_OK;
    jx_nearest_offer(&nearest, ops[i].name);
  }
  static const char all[] =
      "; there are create, resume, ask, tell, recall, best, result, save and end";
  char suggestion[JX_SUGGESTION];
  return jx_fail(error, JATO_E_ARGUMENT, "there is no op \"%.60s\"%s", name,
                 jx_nearest_suggest(&nearest, all, suggestion));
}

static jato_status answer_request(jato_server *server, const jx_node *request, jato_error *error)
{
  const op *found = &ops[0];
  JX_TRY(find_op(request, &found, error));
  if (found->needs_run && server->session == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: there is no run yet; begin with {\"op\": \"create\", \"variables\": "
                   "[{\"name\": \"x\", \"range\": [0, 1]}]}",
                   found->name);
  return found->answer(server, request, error);
}

static void begin_answer(jato_server *server, int ok)
{
  jx_line_clear(&server->line);
  server->answer = jx_json_to_line(&server->line, JX_JSON_LINE);
  jx_json_begin_object(&server->answer, NULL);
  jx_json_bool(&server->answer, "ok", ok);
}

static void write_error(jato_server *server, jato_status status, const jato_error *error)
{
  begin_answer(server, 0);
  jx_json_text(&server->answer, "error", error->text);
  jx_json_text(&server->answer, "status", jato_status_name(status));
  if (server->reported > 0) jx_json_count(&server->answer, "told", server->reported);
}

static void write_note(jato_server *server)
{
  if (server->session == NULL || server->session->note[0] == '\0') return;
  jx_json_text(&server->answer, "note", server->session->note);
  server->session->note[0] = '\0';
}

static jato_status answer_text(jato_server *server, const char *line, size_t length,
                               jato_error *error)
{
  jx_tree request = {0};
  if (length > server->longest_line)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this line is longer than %zu bytes, the most that is read; send less in one "
                   "line, such as fewer results in each tell",
                   server->longest_line);
  jato_status status = jx_tree_read_json(&request, line, length, error);
  if (status == JATO_OK) status = answer_request(server, request.nodes, error);
  jx_tree_release(&request);
  return status;
}

jato_status jato_server_answer_sized(jato_server *server, const char *line, size_t length,
                                     jato_reply *reply, jato_error *error)
{
  jato_error wrong = {JATO_OK, ""};
  if (server == NULL || reply == NULL || (line == NULL && length > 0))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is NULL: give a server, the line, and where to put the answer",
                   server == NULL  ? "server"
                   : reply == NULL ? "reply"
                                   : "line");
  JX_TRY(jx_sized_check("jato_reply", reply, error));
  server->reported = 0;
  begin_answer(server, 1);
  jato_status status = answer_text(server, line, length, &wrong);
  if (status != JATO_OK) write_error(server, status, &wrong);
  write_note(server);
  jx_json_end(&server->answer);
  jx_line_add(&server->line, "\n", 1);
  jato_reply own = {
      .text = server->line.text, .length = server->line.length, .ended = server->ended};
  jx_sized_write(&own, sizeof own, reply);
  if (!server->line.failed) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for an answer");
}

/* ---- The server itself ---- */

/* Takes the texts of the options over into memory of the server. */
static jato_status copy_texts(jato_server *server, jato_error *error)
{
  jato_options *options = &server->fallback;
  const char **texts[JX_SERVER_TEXTS] = {&options->algorithm, &options->device, &options->walls,
                                         &options->order, &options->save};
  for (size_t i = 0; i < JX_SERVER_TEXTS; i++) {
    if (*texts[i] == NULL) continue;
    server->texts[i] = jx_copy_text(&server->allocator, *texts[i]);
    if (server->texts[i] == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for a server");
    *texts[i] = server->texts[i];
  }
  return JATO_OK;
}

jato_status jato_server_create(const jato_server_settings *settings, jato_server **out,
                               jato_error *error)
{
  jato_options options;
  JX_CLEAR_OUT(out, "server", error);
  jato_server_settings own = {JATO_SERVER_SETTINGS_INIT};
  if (settings != NULL) JX_TRY(JX_SIZED_READ(jato_server_settings, settings, &own, error));
  JX_TRY(jx_options_read(own.options, &options, error));
  jato_allocator from = jx_allocator_or_default(options.allocator);
  if (!jx_tree_reads_json())
    return jx_fail(error, JATO_E_NOT_BUILT,
                   "this build of jato reads no JSON; build it where jansson is");
  jato_server *server = jx_allocate(&from, 1, sizeof *server);
  if (server == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a server");
  server->allocator = from;
  server->fallback = options;
  server->fallback.allocator = &server->allocator;
  server->fallback.progress = NULL;
  server->fallback.cache = server->fallback.compiler = NULL; /* nothing is compiled here */
  server->fallback.temporary = NULL;
  server->no_files = own.no_files;
  server->longest_line = own.longest_line;
  if (server->longest_line == 0) server->longest_line = JATO_LONGEST_LINE;
  jato_status status = copy_texts(server, error);
  if (status != JATO_OK) jato_server_destroy(&server);
  *out = server;
  return status;
}

void jato_server_destroy(jato_server **server)
{
  if (server == NULL || *server == NULL) return;
  jato_allocator from = (*server)->allocator;
  jx_session_close(&(*server)->session);
  for (size_t i = 0; i < JX_SERVER_TEXTS; i++) jx_release(&from, (*server)->texts[i]);
  jx_line_release(&(*server)->line);
  jx_release(&from, *server);
  *server = NULL;
}
