#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#include "record/worker.h"

#include <signal.h>

static void *live(void *user)
{
  jx_worker *worker = user;
  (void)pthread_mutex_lock(&worker->mutex);
  for (;;) {
    while (!worker->busy && !worker->ending)
      (void)pthread_cond_wait(&worker->changed, &worker->mutex);
    if (!worker->busy) break; /* work that was given is done even at the end */
    (void)pthread_mutex_unlock(&worker->mutex);
    worker->work(worker->user);
    (void)pthread_mutex_lock(&worker->mutex);
    worker->busy = 0;
    (void)pthread_cond_broadcast(&worker->changed);
  }
  (void)pthread_mutex_unlock(&worker->mutex);
  return NULL;
}

/* The caller's signals are the caller's: a thread starts with the mask of the one that makes it. */
static int start_without_signals(jx_worker *worker)
{
  sigset_t all, before;
  (void)sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return 0;
  int made = pthread_create(&worker->thread, NULL, live, worker) == 0;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return made;
}

int jx_worker_start(jx_worker *worker, void (*work)(void *user), void *user)
{
  worker->work = work;
  worker->user = user;
  worker->busy = worker->ending = 0;
  if (pthread_mutex_init(&worker->mutex, NULL) != 0) return 0;
  if (pthread_cond_init(&worker->changed, NULL) == 0) {
    if (start_without_signals(worker)) return 1;
    (void)pthread_cond_destroy(&worker->changed);
  }
  (void)pthread_mutex_destroy(&worker->mutex);
  return 0;
}

static void lock_idle(jx_worker *worker)
{
  (void)pthread_mutex_lock(&worker->mutex);
  while (worker->busy) (void)pthread_cond_wait(&worker->changed, &worker->mutex);
}

void jx_worker_give(jx_worker *worker)
{
  lock_idle(worker);
  worker->busy = 1;
  (void)pthread_cond_broadcast(&worker->changed);
  (void)pthread_mutex_unlock(&worker->mutex);
}

void jx_worker_wait(jx_worker *worker)
{
  lock_idle(worker);
  (void)pthread_mutex_unlock(&worker->mutex);
}

int jx_worker_is_busy(jx_worker *worker)
{
  (void)pthread_mutex_lock(&worker->mutex);
  int busy = worker->busy;
  (void)pthread_mutex_unlock(&worker->mutex);
  return busy;
}

void jx_worker_stop(jx_worker *worker)
{
  (void)pthread_mutex_lock(&worker->mutex);
  worker->ending = 1;
  (void)pthread_cond_broadcast(&worker->changed);
  (void)pthread_mutex_unlock(&worker->mutex);
  (void)pthread_join(worker->thread, NULL);
  (void)pthread_cond_destroy(&worker->changed);
  (void)pthread_mutex_destroy(&worker->mutex);
}
