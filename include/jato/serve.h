/* Ask and tell by lines of JSON, for programs in any language; docs/serve.md describes the
 * protocol. */
#ifndef JATO_SERVE_H
#define JATO_SERVE_H

#include "ask.h"

JATO_C_BEGIN

/* ---- Ask and tell by lines ----------------------------------------------------------------------
 */

#define JATO_LONGEST_LINE 67108864 /* bytes of a request, 64 MiB, unless settings say otherwise */

/* One session with a client. It holds at most one run. */
typedef struct jato_server jato_server;

/* Leave members 0 or NULL for their defaults. */
typedef struct jato_server_settings {
  size_t size;                 /* JATO_SERVER_SETTINGS_INIT */
  const jato_options *options; /* what a run gets unless a request says otherwise; NULL means the
                                  defaults. Strings are copied; callbacks are not called */
  bool no_files;               /* true: requests that would read or write a file are refused */
  size_t longest_line;         /* bytes of a request; a longer one is refused. 0 means
                                  JATO_LONGEST_LINE */
} jato_server_settings;
#define JATO_SERVER_SETTINGS_INIT .size = sizeof(jato_server_settings)

/* settings NULL means the defaults. Fails with JATO_E_NOT_BUILT if this build cannot read JSON, and
 * with JATO_E_MEMORY; *out is then NULL. On success *out belongs to the caller. */
JATO_API jato_status jato_server_create(const jato_server_settings *settings, jato_server **out,
                                        jato_error *error);

/* An answer. */
typedef struct jato_reply {
  size_t size;      /* of this struct, as that of jato_result */
  const char *text; /* one line of JSON with a newline, valid until the next call */
  size_t length;
  bool ended; /* true once the client has ended the session */
} jato_reply;

/* Answers one line (any bytes, without the newline). An invalid line is answered with
 * {"ok":false,"error":...}, and the session continues; so is one longer than the settings say,
 * which is not read: a caller may cut it off behind that. Fails with JATO_E_MEMORY, and with
 * JATO_E_ARGUMENT if a pointer is NULL (line may be, if length is 0). */
JATO_API jato_status jato_server_answer_sized(jato_server *server, const char *line, size_t length,
                                              jato_reply *reply, jato_error *error);
static inline jato_status jato_server_answer(jato_server *server, const char *line, size_t length,
                                             jato_reply *reply, jato_error *error)
{
  if (reply != NULL) reply->size = sizeof *reply;
  return jato_server_answer_sized(server, line, length, reply, error);
}

/* Ends the run as the line {"op":"end"} does: saves it if it has a file that is not up to date. For
 * input that ends without such a line. Fails as jato_run_save does; without a run, does nothing. */
JATO_API jato_status jato_server_end(jato_server *server, jato_error *error);

/* Frees the server and its run, which is not saved, and sets *server to NULL. NULL and a pointer to
 * NULL are allowed. */
JATO_API void jato_server_destroy(jato_server **server);

JATO_C_END
#endif
