#define _POSIX_C_SOURCE 200809L

#include "algorithm/callback_adapter/coroutine.h"

#include "base/thread.h"

struct jx_coroutine {
  jato_allocator allocator;
  jx_coroutine_fn body;
  void *user;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t turned;
  int bodys_turn; /* 1: the body runs; 0: its owner */
  int is_to_end, has_ended;
};

/* Requires the lock. Passes the turn to the other side. */
static void turn(jx_coroutine *coroutine, int to_body)
{
  coroutine->bodys_turn = to_body;
  (void)pthread_cond_signal(&coroutine->turned);
}

static void await(jx_coroutine *coroutine, int bodys_turn)
{
  while (coroutine->bodys_turn != bodys_turn)
    (void)pthread_cond_wait(&coroutine->turned, &coroutine->lock);
}

static void *run_body(void *argument)
{
  jx_coroutine *coroutine = argument;
  (void)pthread_mutex_lock(&coroutine->lock);
  await(coroutine, 1);
  int goes = !coroutine->is_to_end;
  (void)pthread_mutex_unlock(&coroutine->lock);
  if (goes) coroutine->body(coroutine->user);
  (void)pthread_mutex_lock(&coroutine->lock);
  coroutine->has_ended = 1;
  turn(coroutine, 0);
  (void)pthread_mutex_unlock(&coroutine->lock);
  return NULL;
}

jato_status jx_coroutine_create(const jato_allocator *allocator, jx_coroutine_fn body, void *user,
                                jx_coroutine **out, jato_error *error)
{
  jx_coroutine *coroutine = jx_allocate(allocator, 1, sizeof *coroutine);
  *out = coroutine;
  if (coroutine == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a thread");
  coroutine->allocator = *allocator;
  coroutine->body = body;
  coroutine->user = user;
  (void)pthread_mutex_init(&coroutine->lock, NULL);
  (void)pthread_cond_init(&coroutine->turned, NULL);
  if (jx_thread_start(&coroutine->thread, run_body, coroutine)) return JATO_OK;
  (void)pthread_cond_destroy(&coroutine->turned);
  (void)pthread_mutex_destroy(&coroutine->lock);
  jx_release(allocator, coroutine);
  *out = NULL;
  return jx_fail(error, JATO_E_MEMORY, "the system gives this process no more threads");
}

int jx_coroutine_resume(jx_coroutine *coroutine)
{
  (void)pthread_mutex_lock(&coroutine->lock);
  if (!coroutine->has_ended) {
    turn(coroutine, 1);
    await(coroutine, 0);
  }
  int goes_on = !coroutine->has_ended;
  (void)pthread_mutex_unlock(&coroutine->lock);
  return goes_on;
}

int jx_coroutine_yield(jx_coroutine *coroutine)
{
  (void)pthread_mutex_lock(&coroutine->lock);
  turn(coroutine, 0);
  await(coroutine, 1);
  int goes_on = !coroutine->is_to_end;
  (void)pthread_mutex_unlock(&coroutine->lock);
  return goes_on;
}

void jx_coroutine_destroy(jx_coroutine **address)
{
  jx_coroutine *coroutine = *address;
  if (coroutine == NULL) return;
  jato_allocator allocator = coroutine->allocator;
  (void)pthread_mutex_lock(&coroutine->lock);
  coroutine->is_to_end = 1;
  (void)pthread_mutex_unlock(&coroutine->lock);
  (void)jx_coroutine_resume(coroutine);
  (void)pthread_join(coroutine->thread, NULL);
  (void)pthread_cond_destroy(&coroutine->turned);
  (void)pthread_mutex_destroy(&coroutine->lock);
  jx_release(&allocator, coroutine);
  *address = NULL;
}
