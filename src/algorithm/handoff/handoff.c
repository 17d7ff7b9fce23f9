#define _POSIX_C_SOURCE 200809L

#include "algorithm/handoff/handoff.h"

#include "base/thread.h"

struct jx_handoff {
  jato_allocator allocator;
  jx_handoff_fn body;
  void *user;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t turned;
  int bodys_turn; /* whose turn it is */
  int is_to_end, has_ended;
};

/* With the lock held: the other side's turn from now on. */
static void turn(jx_handoff *handoff, int to_body)
{
  handoff->bodys_turn = to_body;
  (void)pthread_cond_signal(&handoff->turned);
}

static void await(jx_handoff *handoff, int bodys_turn)
{
  while (handoff->bodys_turn != bodys_turn)
    (void)pthread_cond_wait(&handoff->turned, &handoff->lock);
}

static void *run_body(void *argument)
{
  jx_handoff *handoff = argument;
  (void)pthread_mutex_lock(&handoff->lock);
  await(handoff, 1);
  int goes = !handoff->is_to_end;
  (void)pthread_mutex_unlock(&handoff->lock);
  if (goes) handoff->body(handoff->user);
  (void)pthread_mutex_lock(&handoff->lock);
  handoff->has_ended = 1;
  turn(handoff, 0);
  (void)pthread_mutex_unlock(&handoff->lock);
  return NULL;
}

jato_status jx_handoff_create(const jato_allocator *allocator, jx_handoff_fn body, void *user,
                              jx_handoff **out, jato_error *error)
{
  jx_handoff *handoff = jx_allocate(allocator, 1, sizeof *handoff);
  *out = handoff;
  if (handoff == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a thread");
  handoff->allocator = *allocator;
  handoff->body = body;
  handoff->user = user;
  (void)pthread_mutex_init(&handoff->lock, NULL);
  (void)pthread_cond_init(&handoff->turned, NULL);
  if (jx_thread_start(&handoff->thread, run_body, handoff)) return JATO_OK;
  (void)pthread_cond_destroy(&handoff->turned);
  (void)pthread_mutex_destroy(&handoff->lock);
  jx_release(allocator, handoff);
  *out = NULL;
  return jx_fail(error, JATO_E_MEMORY, "the system gives this process no more threads");
}

int jx_handoff_go_on(jx_handoff *handoff)
{
  (void)pthread_mutex_lock(&handoff->lock);
  if (!handoff->has_ended) {
    turn(handoff, 1);
    await(handoff, 0);
  }
  int goes_on = !handoff->has_ended;
  (void)pthread_mutex_unlock(&handoff->lock);
  return goes_on;
}

int jx_handoff_wait(jx_handoff *handoff)
{
  (void)pthread_mutex_lock(&handoff->lock);
  turn(handoff, 0);
  await(handoff, 1);
  int goes_on = !handoff->is_to_end;
  (void)pthread_mutex_unlock(&handoff->lock);
  return goes_on;
}

void jx_handoff_destroy(jx_handoff **address)
{
  jx_handoff *handoff = *address;
  if (handoff == NULL) return;
  jato_allocator allocator = handoff->allocator;
  (void)pthread_mutex_lock(&handoff->lock);
  handoff->is_to_end = 1;
  (void)pthread_mutex_unlock(&handoff->lock);
  (void)jx_handoff_go_on(handoff);
  (void)pthread_join(handoff->thread, NULL);
  (void)pthread_cond_destroy(&handoff->turned);
  (void)pthread_mutex_destroy(&handoff->lock);
  jx_release(&allocator, handoff);
  *address = NULL;
}
