/* A thread that sleeps until it is given work: always the same function. One thread gives, waits
 * and asks; what the work wrote may be read by it when it is not busy. */
#ifndef JX_WORKER_H
#define JX_WORKER_H

#include <pthread.h>

typedef struct jx_worker {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed; /* busy or ending */
  void (*work)(void *user);
  void *user;
  int busy, ending;
} jx_worker;

/* Signals are not delivered to the thread. Returns 0 where the system gives none. The worker stays
 * where it is until it is stopped. */
int jx_worker_start(jx_worker *worker, void (*work)(void *user), void *user);

/* Lets it do its work once more; waits for the last time first. */
void jx_worker_give(jx_worker *worker);

void jx_worker_wait(jx_worker *worker);
int jx_worker_is_busy(jx_worker *worker);

/* Waits for the work in hand, and ends the thread. */
void jx_worker_stop(jx_worker *worker);

#endif
