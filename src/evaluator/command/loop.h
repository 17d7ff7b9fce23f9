/* Waits for many descriptors and times at once, and calls back. On one thread; nothing here takes
 * memory or aborts after the loop was made.
 *
 * A callback may watch, unwatch, set and stop whatever it likes, itself included. */
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

/* Something to do later. Zeroed before its first use but for its callback and data. */
struct jx_timer {
  void (*callback)(jx_timer *timer);
  void *data;
  double due;   /* as jx_clock_seconds has it */
  double again; /* seconds between calls; 0: once */
  size_t place; /* in the heap, counted from 1; 0: it is not set */
};

/* A descriptor and the function to call for it. */
struct jx_watch {
  void (*callback)(jx_watch *watch);
  void *data;
  int descriptor; /* -1: none */
  int watched;
};

typedef enum jx_wait_for { JX_WAIT_TO_READ, JX_WAIT_TO_WRITE } jx_wait_for;

/* For at most so many timers at a time. Returns 0, or errno's why not. */
int jx_loop_create(jx_loop *loop, size_t timers, const jato_allocator *allocator);
void jx_loop_destroy(jx_loop *loop);

/* Calls back in `seconds`, and then every `again` seconds unless that is 0. One that is set already
 * is set anew. */
void jx_timer_set(jx_loop *loop, jx_timer *timer, double seconds, double again);
void jx_timer_stop(jx_loop *loop, jx_timer *timer);
int jx_timer_is_set(const jx_timer *timer);

/* Calls back whenever the descriptor can be read, or written, until it is stopped. Returns 0 where
 * the system cannot. */
int jx_watch_start(jx_loop *loop, jx_watch *watch, jx_wait_for what);
void jx_watch_stop(jx_loop *loop, jx_watch *watch);

/* Waits at most `seconds` (infinity: as long as it takes) for a descriptor or a timer, and calls
 * back for all that is due. */
void jx_loop_run(jx_loop *loop, double seconds);
