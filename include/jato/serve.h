/* Ask and tell by lines of JSON, for programs in any language; docs/serve.md has the protocol. */
#ifndef JATO_SERVE_H
#define JATO_SERVE_H

#include "ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Ask and tell by lines ----------------------------------------------------------------------
 */

/* A conversation. It holds at most one run. */
typedef struct jato_server jato_server;

/* How a conversation is held. Zero or NULL where nothing special is wanted. */
typedef struct jato_server_settings {
  const jato_options *options; /* what a run gets unless a line says otherwise; NULL means the
                                  defaults. Texts are copied; callbacks are not called */
  int no_files;                /* not 0: lines that would read or write a file are refused */
} jato_server_settings;

/* settings NULL means all defaults. Fails with JATO_E_NOT_BUILT where this build reads no JSON, and
 * with JATO_E_MEMORY; *out is then NULL. On success *out belongs to the caller. */
JATO_API jato_status jato_server_create(const jato_server_settings *settings, jato_server **out,
                                        jato_error *error);

/* An answer. */
typedef struct jato_reply {
  const char *text; /* one line of JSON with a newline, valid until the next call */
  size_t length;
  int ended; /* 1 once the other side has said that it is done */
} jato_reply;

/* Answers one line (without its newline; any bytes). A line that is wrong is answered with
 * {"ok":false,"error":...}, and the conversation goes on. Fails only with JATO_E_MEMORY. */
JATO_API jato_status jato_server_answer(jato_server *server, const char *line, size_t length,
                                        jato_reply *reply, jato_error *error);

/* Puts the run away, as the line {"op":"end"} does: saves it, where it has a file that does not
 * hold all that was told. For the end of input without such a line. Fails as jato_run_save does; a
 * server without a run does nothing. */
JATO_API jato_status jato_server_end(jato_server *server, jato_error *error);

/* Frees the server and its run, which is not saved, and sets *server to NULL. NULL and a pointer to
 * NULL are both fine. */
JATO_API void jato_server_destroy(jato_server **server);

#ifdef __cplusplus
}
#endif
#endif
