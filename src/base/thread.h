/* Threads of the library's own. Signals are for the threads of the caller's program: a thread
 * starts with the signal mask of the one that creates it, so all signals are blocked meanwhile. */
#pragma once

#include <pthread.h>
#include <signal.h>

/* Blocks all signals in this thread; *before is its mask until then. */
void jx_signals_block(sigset_t *before);
void jx_signals_restore(const sigset_t *before);

/* Starts a thread with all signals blocked. Returns 0 where the system has none left. */
int jx_thread_start(pthread_t *thread, void *(*body)(void *user), void *user);
