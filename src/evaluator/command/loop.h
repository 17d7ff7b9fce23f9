/* An event loop: waits for descriptors and timers, and calls back. It runs on one thread; after its
 * creation it allocates nothing and does not fail.
 *
 * A callback may start and stop any watch or timer, including its own. */
#pragma once

#include "base/memory.h"

typedef struct jx_timer jx_timer;
typedef struct jx_watch jx_watch;

typedef struct jx_loop {
  int epoll;       /* -1: none */
  jx_timer **heap; /* [room]: the timers that are set, each before the two at 2 i + 1 and 2 i + 2 */
  size_t count, room;
  jato_allocator allocator;
} jx_loop;

/* A timer. Zero it before its first use, except callback and data. */
struct jx_timer {
  void (*callback)(jx_timer *timer);
  void *data;
  double due;   /* by jx_clock_seconds */
  double again; /* seconds between calls; 0: once */
  size_t place; /* in the heap, counted from 1; 0: it is not set */
};

/* A descriptor, and the function to call for it. */
struct jx_watch {
  void (*callback)(jx_watch *watch);
  void *data;
  int descriptor; /* -1: none */
  int watched;
};

typedef enum jx_wait_for { JX_WAIT_TO_READ, JX_WAIT_TO_WRITE } jx_wait_for;

/* For at most `timers` timers at a time. Returns 0, or an errno. */
int jx_loop_create(jx_loop *loop, size_t timers, const jato_allocator *allocator);
void jx_loop_destroy(jx_loop *loop);

/* Calls back in `seconds`, and then every `again` seconds unless that is 0. Replaces an earlier
 * setting of the timer. */
void jx_timer_set(jx_loop *loop, jx_timer *timer, double seconds, double again);
void jx_timer_stop(jx_loop *loop, jx_timer *timer);
int jx_timer_is_set(const jx_timer *timer);

/* Calls back whenever the descriptor can be read, or written, until it is stopped. Returns 0 if the
 * system cannot watch it. */
int jx_watch_start(jx_loop *loop, jx_watch *watch, jx_wait_for what);
void jx_watch_stop(jx_loop *loop, jx_watch *watch);

/* Waits at most `seconds` (infinity: without limit) for a descriptor or a timer, and calls back for
 * all that are ready or due. */
void jx_loop_run(jx_loop *loop, double seconds);
