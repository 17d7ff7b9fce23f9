/* A thread that sleeps until it is given work: always the same function. One thread gives, waits
 * and asks; what the work wrote may be read by it when it is not busy. */
#pragma once

#include <pthread.h>

typedef struct jx_background {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed; /* busy or ending */
  void (*work)(void *user);
  void *user;
  int busy, ending;
} jx_background;

/* Signals are not delivered to the thread. Returns 0 where the system gives none. *background stays
 * where it is until it is stopped. */
int jx_background_start(jx_background *background, void (*work)(void *user), void *user);

/* Lets it do its work once more; waits for the last time first. */
void jx_background_give(jx_background *background);

void jx_background_wait(jx_background *background);
int jx_background_is_busy(jx_background *background);

/* Waits for the work in hand, and ends the thread. */
void jx_background_stop(jx_background *background);
