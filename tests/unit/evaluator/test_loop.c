/* evaluator/command/loop.h: timers in the order of their times, whatever is set and stopped
 * meanwhile; descriptors until they are stopped, also by one another. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check.h"
#include "evaluator/command/loop.h"
#include "evaluator/command/spawn.h"

enum { TIMERS = 200, ROUNDS = 50 };

static void open_loop(jx_loop *loop, size_t timers)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  assert_int_equal(jx_loop_create(loop, timers, &memory), 0);
  assert_true(loop->epoll > 2);
}

/* What was called, in order. */
typedef struct calls {
  jx_timer timer[TIMERS];
  size_t order[TIMERS], count;
} calls;

static void note(jx_timer *timer)
{
  calls *made = timer->data;
  made->order[made->count++] = (size_t)(timer - made->timer);
}

static unsigned next_random(unsigned *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* Against a plain look for the smallest: each that is set is called once, in the order of times. */
static void timers_come_in_order(void **state)
{
  (void)state;
  jx_loop loop;
  unsigned random = 1;
  static calls made;
  open_loop(&loop, TIMERS);
  for (int round = 0; round < ROUNDS; round++) {
    size_t set = 0;
    memset(&made, 0, sizeof made);
    for (size_t i = 0; i < TIMERS; i++) {
      made.timer[i].callback = note;
      made.timer[i].data = &made;
    }
    for (int step = 0; step < 3 * TIMERS; step++) {
      jx_timer *timer = &made.timer[next_random(&random) % TIMERS];
      if (next_random(&random) % 3 == 0)
        jx_timer_stop(&loop, timer);
      else
        jx_timer_set(&loop, timer, -1e-6 * (double)(1 + next_random(&random) % 1000), 0);
    }
    for (size_t i = 0; i < TIMERS; i++) set += jx_timer_is_set(&made.timer[i]) != 0;
    assert_int_equal(loop.count, set);
    jx_loop_run(&loop, 0);
    assert_int_equal(made.count, set);
    for (size_t i = 1; i < set; i++)
      assert_true(made.timer[made.order[i - 1]].due <= made.timer[made.order[i]].due);
    assert_int_equal(loop.count, 0);
  }
  jx_loop_destroy(&loop);
}

typedef struct pair {
  jx_loop loop;
  jx_timer first, second;
  int calls;
} pair;

static void stop_other(jx_timer *timer)
{
  pair *both = timer->data;
  both->calls++;
  jx_timer_stop(&both->loop, &both->second);
}

static void count(jx_timer *timer)
{
  pair *both = timer->data;
  both->calls++;
}

static void a_timer_stops_another_and_one_repeats(void **state)
{
  (void)state;
  pair both = {.calls = 0};
  open_loop(&both.loop, 2);
  both.first = (jx_timer){.callback = stop_other, .data = &both};
  both.second = (jx_timer){.callback = count, .data = &both};
  jx_timer_set(&both.loop, &both.first, -2, 0);
  jx_timer_set(&both.loop, &both.second, -1, 0);
  jx_loop_run(&both.loop, 0);
  assert_int_equal(both.calls, 1);

  both.calls = 0;
  jx_timer_set(&both.loop, &both.second, 5e-3, 5e-3);
  double began = jx_clock_seconds();
  while (both.calls < 4) jx_loop_run(&both.loop, INFINITY);
  assert_true(jx_clock_seconds() - began >= 20e-3);
  jx_timer_stop(&both.loop, &both.second);
  jx_timer_stop(&both.loop, &both.second);
  began = jx_clock_seconds();
  jx_loop_run(&both.loop, 10e-3); /* nothing is set: the time is waited for */
  assert_true(jx_clock_seconds() - began >= 9.9e-3);
  jx_loop_destroy(&both.loop);
}

typedef struct pipes {
  jx_loop loop;
  jx_watch watch[2];
  int ends[2][2];
  int calls;
} pipes;

static void stop_both(jx_watch *watch)
{
  pipes *p = watch->data;
  p->calls++;
  for (int i = 0; i < 2; i++) {
    jx_watch_stop(&p->loop, &p->watch[i]);
    jx_descriptor_close(&p->watch[i].descriptor);
  }
}

static void go_on(jx_watch *watch)
{
  pipes *p = watch->data;
  p->calls++;
}

/* Both can be read, and the first callback stops both: the second is not called. */
static void a_descriptor_that_was_stopped_is_not_called(void **state)
{
  (void)state;
  pipes p = {.calls = 0};
  open_loop(&p.loop, 1);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pipe(p.ends[i]), 0);
    p.watch[i] = (jx_watch){.callback = stop_both, .data = &p, .descriptor = p.ends[i][0]};
    assert_true(jx_watch_start(&p.loop, &p.watch[i], JX_WAIT_TO_READ));
    assert_int_equal(write(p.ends[i][1], "x", 1), 1);
  }
  jx_loop_run(&p.loop, INFINITY);
  jx_loop_run(&p.loop, 0);
  assert_int_equal(p.calls, 1);

  jx_watch out = {.callback = go_on, .data = &p, .descriptor = p.ends[0][1]};
  assert_int_equal(pipe(p.ends[0]), 0);
  (void)close(out.descriptor);
  out.descriptor = p.ends[0][1];
  assert_true(jx_watch_start(&p.loop, &out, JX_WAIT_TO_WRITE));
  p.calls = 0;
  jx_loop_run(&p.loop, INFINITY);
  assert_true(p.calls >= 1); /* it can be written to, again and again */
  jx_watch_stop(&p.loop, &out);
  p.calls = 0;
  jx_loop_run(&p.loop, 0);
  assert_int_equal(p.calls, 0);
  assert_false(jx_watch_start(&p.loop, &(jx_watch){.descriptor = -1}, JX_WAIT_TO_READ));
  (void)close(p.ends[0][0]);
  (void)close(p.ends[0][1]);
  (void)close(p.ends[1][1]);
  jx_loop_destroy(&p.loop);
}

static void without_descriptors_there_is_a_reason(void **state)
{
  (void)state;
  jato_allocator memory = jx_allocator_or_default(NULL);
  struct rlimit before, none;
  jx_loop loop;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  none = before;
  none.rlim_cur = 3;
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  int reason = jx_loop_create(&loop, 1, &memory);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
  assert_int_not_equal(reason, 0);
  jx_loop_destroy(&loop);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(timers_come_in_order),
      cmocka_unit_test(a_timer_stops_another_and_one_repeats),
      cmocka_unit_test(a_descriptor_that_was_stopped_is_not_called),
      cmocka_unit_test(without_descriptors_there_is_a_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
