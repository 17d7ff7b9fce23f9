#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#include "base/thread.h"

void jx_signals_block(sigset_t *before)
{
  sigset_t all;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, before);
}

void jx_signals_restore(const sigset_t *before)
{
  (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

int jx_thread_start(pthread_t *thread, void *(*body)(void *user), void *user)
{
  sigset_t before;
  jx_signals_block(&before);
  int status = pthread_create(thread, NULL, body, user);
  jx_signals_restore(&before);
  return status == 0;
}
