/* A coroutine, which lets a library that calls back be driven from outside. The library runs on a
 * thread of its own, the body; when it needs a value, the body yields, and the owner resumes it
 * with the value. Only one side runs at a time, so that shared data needs no other lock. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

typedef struct jx_coroutine jx_coroutine;

typedef void (*jx_coroutine_fn)(void *user);

/* Creates a body that has not begun: the first call of jx_coroutine_resume begins it. Its thread
 * blocks all signals. Fails with JATO_E_MEMORY if there is no memory or no thread. */
jato_status jx_coroutine_create(const jato_allocator *allocator, jx_coroutine_fn body, void *user,
                                jx_coroutine **out, jato_error *error);

/* Ends the body by letting jx_coroutine_yield return 0, and waits for its end. */
void jx_coroutine_destroy(jx_coroutine **coroutine);

/* Lets the body run until it yields. Returns 0 when it has ended instead. */
int jx_coroutine_resume(jx_coroutine *coroutine);

/* For the body: waits until it is resumed. Returns 0 if the body must end without another yield. */
int jx_coroutine_yield(jx_coroutine *coroutine);
