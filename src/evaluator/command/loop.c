#define _POSIX_C_SOURCE 200809L
#include "evaluator/command/loop.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <sys/epoll.h>

#include "base/clock.h"
#include "evaluator/command/spawn.h"

#define AT_ONCE 1000 /* descriptors that are served before timers are checked again */

int jx_loop_create(jx_loop *loop, size_t timers, const jato_allocator *allocator)
{
  *loop = (jx_loop){.epoll = -1, .room = timers, .allocator = *allocator};
  loop->heap = jx_allocate(allocator, timers, sizeof(void *));
  if (loop->heap == NULL) return ENOMEM;
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll < 0) return errno;
  return jx_descriptor_move_up(&loop->epoll); /* programs have 0 to 2 */
}

void jx_loop_destroy(jx_loop *loop)
{
  jx_descriptor_close(&loop->epoll);
  jx_release(&loop->allocator, loop->heap);
  loop->heap = NULL;
}

/* ---- Timers ---- */

static void put_timer(jx_loop *loop, size_t at, jx_timer *timer)
{
  loop->heap[at] = timer;
  timer->place = at + 1;
}

/* Moves the timer from the free place `at` to its place in the heap. */
static void sift_timer(jx_loop *loop, size_t at, jx_timer *timer)
{
  while (at > 0 && loop->heap[(at - 1) / 2]->due > timer->due) {
    put_timer(loop, at, loop->heap[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  for (;;) {
    size_t next = 2 * at + 1;
    if (next + 1 < loop->count && loop->heap[next + 1]->due < loop->heap[next]->due) next++;
    if (next >= loop->count || loop->heap[next]->due >= timer->due) break;
    put_timer(loop, at, loop->heap[next]);
    at = next;
  }
  put_timer(loop, at, timer);
}

void jx_timer_stop(jx_loop *loop, jx_timer *timer)
{
  if (timer->place == 0) return;
  size_t at = timer->place - 1;
  timer->place = 0;
  jx_timer *last = loop->heap[--loop->count];
  if (last != timer) sift_timer(loop, at, last);
}

void jx_timer_set(jx_loop *loop, jx_timer *timer, double seconds, double again)
{
  jx_timer_stop(loop, timer);
  if (loop->count == loop->room) return; /* there are no more timers than were counted */
  timer->due = jx_clock_seconds() + seconds;
  timer->again = again;
  sift_timer(loop, loop->count++, timer);
}

int jx_timer_is_set(const jx_timer *timer) { return timer->place != 0; }

/* Calls the timers that are due; one that sets itself for immediately is called the next time. */
static void call_timers(jx_loop *loop)
{
  double now = jx_clock_seconds();
  while (loop->count > 0 && loop->heap[0]->due <= now) {
    jx_timer *timer = loop->heap[0];
    double again = timer->again;
    jx_timer_stop(loop, timer);
    if (again > 0) jx_timer_set(loop, timer, again, again);
    timer->callback(timer);
  }
}

/* ---- Descriptors ---- */

int jx_watch_start(jx_loop *loop, jx_watch *watch, jx_wait_for what)
{
  struct epoll_event event = {.events = what == JX_WAIT_TO_READ ? EPOLLIN : EPOLLOUT,
                              .data.ptr = watch};
  if (watch->descriptor < 0) return 0;
  int change = watch->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  watch->watched = epoll_ctl(loop->epoll, change, watch->descriptor, &event) == 0;
  return watch->watched;
}

void jx_watch_stop(jx_loop *loop, jx_watch *watch)
{
  if (!watch->watched) return;
  watch->watched = 0;
  (void)epoll_ctl(loop->epoll, EPOLL_CTL_DEL, watch->descriptor, NULL);
}

/* Fetches one event at a time, so that a callback cannot stop a watch whose event was fetched. */
static int call_watch(jx_loop *loop, int milliseconds)
{
  struct epoll_event event;
  if (epoll_wait(loop->epoll, &event, 1, milliseconds) != 1) return 0;
  jx_watch *watch = event.data.ptr;
  watch->callback(watch);
  return 1;
}

/* ---- Waiting ---- */

/* Whole milliseconds, rounded up; -1 for ever. */
static int milliseconds_of(double seconds)
{
  if (seconds <= 0) return 0;
  double whole = ceil(seconds * 1e3);
  if (isinf(seconds)) return -1;
  return whole < INT_MAX ? (int)whole : INT_MAX;
}

void jx_loop_run(jx_loop *loop, double seconds)
{
  double first = loop->count > 0 ? loop->heap[0]->due - jx_clock_seconds() : INFINITY;
  int milliseconds = milliseconds_of(first < seconds ? first : seconds);
  for (int served = 0; served < AT_ONCE && call_watch(loop, milliseconds); served++)
    milliseconds = 0;
  call_timers(loop);
}
