#define _POSIX_C_SOURCE 200809L /* sigset_t */
#include "record/saving/background.h"

#include "base/thread.h"

static void *live(void *user)
{
  jx_background *background = user;
  (void)pthread_mutex_lock(&background->mutex);
  for (;;) {
    while (!background->busy && !background->ending)
      (void)pthread_cond_wait(&background->changed, &background->mutex);
    if (!background->busy) break; /* work that was given is done even at the end */
    (void)pthread_mutex_unlock(&background->mutex);
    background->work(background->user);
    (void)pthread_mutex_lock(&background->mutex);
    background->busy = 0;
    (void)pthread_cond_broadcast(&background->changed);
  }
  (void)pthread_mutex_unlock(&background->mutex);
  return NULL;
}

int jx_background_start(jx_background *background, void (*work)(void *user), void *user)
{
  background->work = work;
  background->user = user;
  background->busy = background->ending = 0;
  if (pthread_mutex_init(&background->mutex, NULL) != 0) return 0;
  if (pthread_cond_init(&background->changed, NULL) == 0) {
    if (jx_thread_start(&background->thread, live, background)) return 1;
    (void)pthread_cond_destroy(&background->changed);
  }
  (void)pthread_mutex_destroy(&background->mutex);
  return 0;
}

static void lock_idle(jx_background *background)
{
  (void)pthread_mutex_lock(&background->mutex);
  while (background->busy) (void)pthread_cond_wait(&background->changed, &background->mutex);
}

void jx_background_give(jx_background *background)
{
  lock_idle(background);
  background->busy = 1;
  (void)pthread_cond_broadcast(&background->changed);
  (void)pthread_mutex_unlock(&background->mutex);
}

void jx_background_wait(jx_background *background)
{
  lock_idle(background);
  (void)pthread_mutex_unlock(&background->mutex);
}

int jx_background_is_busy(jx_background *background)
{
  (void)pthread_mutex_lock(&background->mutex);
  int busy = background->busy;
  (void)pthread_mutex_unlock(&background->mutex);
  return busy;
}

void jx_background_stop(jx_background *background)
{
  (void)pthread_mutex_lock(&background->mutex);
  background->ending = 1;
  (void)pthread_cond_broadcast(&background->changed);
  (void)pthread_mutex_unlock(&background->mutex);
  (void)pthread_join(background->thread, NULL);
  (void)pthread_cond_destroy(&background->changed);
  (void)pthread_mutex_destroy(&background->mutex);
}
