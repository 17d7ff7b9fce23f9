/* A conversation by lines: what its parts share. Each op has a function that reads the request and
 * writes the members of the answer behind "ok"; where it fails, what it wrote is dropped and
 * its words are the answer. */
#pragma once

#include "text/lines.h"
#include "serve/request.h"
#include "serve/session.h"

#define JX_SERVE_PROTOCOL \
  1 /* rises when a line that was right becomes wrong, or means other things */

enum { JX_SERVER_TEXTS = 5 };

struct jato_server {
  jato_options fallback;
  char *texts[JX_SERVER_TEXTS]; /* what it points to */
  int no_files;
  size_t longest_line;
  int ended;
  jx_session *session; /* NULL before a run was created */
  jx_line line;        /* the answer, as it is written */
  jx_json answer;
  uint64_t reported; /* results that the present line has brought */
  jato_allocator allocator;
};

typedef jato_status (*jx_answer_fn)(jato_server *server, const jx_node *request, jato_error *error);

/* trials.c: {"op": "ask"}, {"op": "tell"} and {"op": "recall"}. */
jato_status jx_answer_ask(jato_server *server, const jx_node *request, jato_error *error);
jato_status jx_answer_tell(jato_server *server, const jx_node *request, jato_error *error);
jato_status jx_answer_recall(jato_server *server, const jx_node *request, jato_error *error);

/* run_status.c: {"op": "best"} and {"op": "result"}. */
jato_status jx_answer_best(jato_server *server, const jx_node *request, jato_error *error);
jato_status jx_answer_result(jato_server *server, const jx_node *request, jato_error *error);

/* run_status.c: members of several answers, "best" and "violation", and "stopped". */
void jx_report_best(jx_json *json, const jato_result *result);
void jx_report_stopped(jx_json *json, jato_stop stop);
