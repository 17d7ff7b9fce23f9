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
#ifdef __clang_analyzer__
/* The analyzer sees one file at a time, and would follow paths on which a failure returns JATO_OK.
 */
#define jx_fail(error, status, ...) ((void)(jx_fail)(error, status, __VA_ARGS__), (status))
#endif

/* How many statuses there are. */
#define JX_EVAL_STATUSES (JATO_EVAL_REFUSED + 1)

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

/* ---- Structs of the interface, which begin with their size as their caller was compiled ---- */

/* Copies *given to *own, whose members that the caller does not know become 0. Fails with
 * JATO_E_ARGUMENT where the size is none, and where the caller has set a member that this library
 * does not know. `type` is the struct's name, for messages. */
jato_status jx_sized_read(const char *type, const void *given, void *own, size_t own_size,
                          jato_error *error);

/* Fails with JATO_E_ARGUMENT where the size is none: for a struct that is filled in. */
jato_status jx_sized_check(const char *type, const void *given, jato_error *error);

/* Copies *own to *given, as much as the caller knows; what this library does not know becomes 0.
 * Writes nothing where the size is none. */
void jx_sized_write(const void *own, size_t own_size, void *given);

/* Whether the caller knows the member at `offset`. */
int jx_sized_has(const void *given, size_t offset);
