/* How a function reports a failure: it returns a status and, if the caller wants one, fills in a
 * message. And notices about calls that succeeded. */
#pragma once

#include "jato/jato.h"

/* Writes status and the formatted words to *error, if there is one, and returns status.
 * Words longer than the error's text are cut. */
JATO_API jato_status jx_fail(jato_error *error, jato_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 3, 4)))
#endif
    ;

/* Passes a text on to the caller's function (jato_notice_fn); NULL: there is none. */
void jx_notice_send(jato_notice_fn notice, void *user, const char *text);

/* Returns from the calling function when a call fails. Use it only before anything was acquired. */
#define JX_TRY(call)                                    \
  do {                                                  \
    jato_status jx_try_status = (call);                 \
    if (jx_try_status != JATO_OK) return jx_try_status; \
  } while (0)

/* Goes to the calling function's `done` label when a call fails; `status` holds why. */
#define JX_TRY_DONE(call)             \
  do {                                \
    status = (call);                  \
    if (status != JATO_OK) goto done; \
  } while (0)
