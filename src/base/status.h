/* Failures: a function returns a status and fills in a message, if the caller passes an error. And
 * notices, about calls that succeed. */
#pragma once

#include "jato/jato.h"

/* Writes the status and the formatted message to *error, if there is one, and returns the status. A
 * message longer than the error's text is cut. */
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

/* The number of statuses of evaluations. */
#define JX_EVAL_STATUSES (JATO_EVAL_REFUSED + 1)

/* Passes a text on to the caller's function (jato_notice_fn); NULL: there is none. */
void jx_notice_send(jato_notice_fn notice, void *user, const char *text);

/* Returns from the calling function when a call fails. Use it only before anything was acquired. */
#define JX_TRY(call)                                    \
  do {                                                  \
    jato_status jx_try_status = (call);                 \
    if (jx_try_status != JATO_OK) return jx_try_status; \
  } while (0)

/* Goes to the calling function's label `done` when a call fails, and sets `status`. */
#define JX_TRY_DONE(call)             \
  do {                                \
    status = (call);                  \
    if (status != JATO_OK) goto done; \
  } while (0)

/* Fails with JATO_E_ARGUMENT if `out` is NULL; `what` is what it would receive, for the message. */
static inline jato_status jx_check_out(const void *out, const char *what, jato_error *error)
{
  if (out != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "out is NULL: there is nowhere to put the %s", what);
}

/* Returns from the calling function if `out` is NULL, and otherwise sets *out to NULL. */
#define JX_CLEAR_OUT(out, what, error)            \
  do {                                            \
    JX_TRY(jx_check_out((out), (what), (error))); \
    *(out) = NULL;                                \
  } while (0)

/* ---- Structs of the interface, which begin with their size as their caller was compiled ---- */

/* Copies *given to *own, and zeroes members that the caller does not know. Fails with
 * JATO_E_ARGUMENT if the size is invalid, and if the caller has set a member that this library does
 * not know. `type` is the struct's name, for messages. */
JATO_API jato_status jx_sized_read(const char *type, const void *given, void *own, size_t own_size,
                                   jato_error *error);
#define JX_SIZED_READ(type, given, own, error)    \
  (jx_sized_check(#type, given, error) != JATO_OK \
       ? JATO_E_ARGUMENT                          \
       : jx_sized_read(#type, given, own, sizeof(type), error))

/* For a struct to be filled in: fails with JATO_E_ARGUMENT if the size is invalid. */
JATO_API jato_status jx_sized_check(const char *type, const void *given, jato_error *error);

/* Copies the members of *own that the caller knows to *given, and zeroes those that this library
 * does not know. Writes nothing if the size is invalid. */
JATO_API void jx_sized_write(const void *own, size_t own_size, void *given);

/* Copies `count` structs from own[] to given[], whose first element holds the size of each. */
void jx_sized_write_all(const void *own, size_t own_size, void *given, size_t count);

/* Copies element `index` of an array to *own. The elements hold no size; each has `given_size`
 * bytes. Fails as jx_sized_read does. */
jato_status jx_element_read(const char *type, const void *given, size_t given_size, size_t index,
                            void *own, size_t own_size, jato_error *error);

/* Whether the caller knows the member at `offset`. */
int jx_sized_has(const void *given, size_t offset);
