/* A library that calls back, turned round. It runs on a thread of its own, the body; where it calls
 * for a value, the body gives up its turn, and gets it back when the value is there. Only one of
 * the two sides runs at a time, so that what both look at needs no other lock. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

typedef struct jx_handoff jx_handoff;

typedef void (*jx_handoff_fn)(void *user);

/* A body that has not begun: the first call of jx_handoff_go_on begins it. It takes no signals.
 * Fails with JATO_E_MEMORY where the system gives no memory or no thread. */
jato_status jx_handoff_create(const jato_allocator *allocator, jx_handoff_fn body, void *user,
                              jx_handoff **out, jato_error *error);

/* Where the body waits, it is told to end; returns when it has. *handoff is NULL then. */
void jx_handoff_destroy(jx_handoff **handoff);

/* Gives the body its turn and waits for it to give it up. Returns 0 when it has ended instead. */
int jx_handoff_go_on(jx_handoff *handoff);

/* For the body: gives its turn up and waits for it. Returns 0 when it is to end without another
 * call of this. */
int jx_handoff_wait(jx_handoff *handoff);
