/* The library's own threads. Signals are for threads of the host program; since a thread inherits
 * its creator's signal mask, all signals are blocked while one is created. */
#pragma once

#include <pthread.h>
#include <signal.h>

/* Blocks all signals in this thread; *before is its mask until then. */
void jx_signals_block(sigset_t *before);
void jx_signals_restore(const sigset_t *before);

/* Starts a thread with all signals blocked. Returns 0 if the system cannot start one. */
int jx_thread_start(pthread_t *thread, void *(*body)(void *user), void *user);
