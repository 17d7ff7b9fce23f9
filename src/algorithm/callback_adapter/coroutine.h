/* A coroutine, so that a library that calls back can be driven from outside. The library runs on a
 * thread of its own, the body; when it wants a value, the body yields, and it is resumed with the
 * value. Only one of the two sides runs at a time, so that what both look at needs no other lock.
 */
#pragma once

#include "base/memory.h"
#include "base/status.h"

typedef struct jx_coroutine jx_coroutine;

typedef void (*jx_coroutine_fn)(void *user);

/* A body that has not begun: the first call of jx_coroutine_resume begins it. Its thread blocks all
 * signals. Fails with JATO_E_MEMORY if there is no memory or no thread. */
jato_status jx_coroutine_create(const jato_allocator *allocator, jx_coroutine_fn body, void *user,
                                jx_coroutine **out, jato_error *error);

/* Ends the body, which sees it by the result of jx_coroutine_yield, and waits for that. *coroutine
 * is NULL then. */
void jx_coroutine_destroy(jx_coroutine **coroutine);

/* Lets the body run until it yields. Returns 0 when it has ended instead. */
int jx_coroutine_resume(jx_coroutine *coroutine);

/* For the body: waits until it is resumed. Returns 0 when it has to end without another call of
 * this. */
int jx_coroutine_yield(jx_coroutine *coroutine);
