/* See team.h. Items are divided evenly; a thread that has finished its share helps with the others.
 * The caller waits for items that were begun, never for threads: one that the system has not woken
 * yet, or has preempted, finds nothing left to do when it runs again. So a team is hardly slower
 * than its caller alone, however busy the machine is: it costs waking a thread, and at worst one
 * item whose helper was preempted. OpenMP's loops, which this replaced, wait for every thread at
 * their end; they took up to eight times as long as one thread (the best of 40 to 100 turns) when
 * another program used a core, and were faster than this on idle cores at 1,000 x 30.
 *
 * An idle helper polls for the next call for a short while before it sleeps: the next iteration
 * begins within microseconds, and waking a thread takes some fifty. */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "device/cpu/team.h"

#include "base/thread.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* Polls of a helper before it sleeps, and of the caller before it yields: about 50 microseconds. */
#define POLLS 1000

/* One worker's items: those from end - left on. */
typedef struct share {
  _Alignas(JX_CACHE_LINE) atomic_uint_least64_t left;
  uint64_t end;
} share;

typedef struct helper {
  pthread_t thread;
  struct jx_cpu_team *team;
  int number;
} helper;

/* A counter on its own cache line, to avoid false sharing. */
typedef struct counter {
  _Alignas(JX_CACHE_LINE) atomic_uint_least64_t n;
} counter;

struct jx_cpu_team {
  counter calls;  /* made so far */
  counter undone; /* items of this call */
  atomic_int sleepers, ending;
  int threads; /* helpers and the caller */
  int polls;
  pid_t owner; /* the process whose threads they are */

  /* The current work. Threads read it after taking an item, so it stays until all are done. */
  jx_cpu_work work;
  void *context;

  int fruitless; /* calls in a row that woke a thread too late */
  int let_sleep; /* calls to be made without waking a thread */
  pthread_mutex_t mutex;
  pthread_cond_t called;
  jx_pages memory; /* of the team itself, its shares and helpers */
  share *shares;   /* [threads] */
  helper *helpers; /* [threads]; the first is the caller */
};

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Takes an item of a share; returns 0 when it has none left. The item may belong to a later call
 * than the worker was woken for; that is fine, since the work is read after taking the item. */
static int take_item(share *from, uint64_t *item)
{
  uint64_t left = atomic_load_explicit(&from->left, memory_order_relaxed);
  while (left > 0)
    if (atomic_compare_exchange_weak_explicit(&from->left, &left, left - 1, memory_order_acquire,
                                              memory_order_relaxed)) {
      *item = from->end - left;
      return 1;
    }
  return 0;
}

/* Does the worker's own items first, then those of others. Returns how many it did. */
static uint64_t work_on(jx_cpu_team *team, int worker)
{
  uint64_t item, done = 0;
  for (int i = 0; i < team->threads; i++)
    while (take_item(&team->shares[(worker + i) % team->threads], &item)) {
      team->work(team->context, item, worker);
      done++;
    }
  /* Once for all items: for each item it would cost as much as a small item itself. */
  if (done > 0) atomic_fetch_sub_explicit(&team->undone.n, done, memory_order_release);
  return done;
}

static void sleep_until_called(jx_cpu_team *team, uint64_t seen)
{
  (void)pthread_mutex_lock(&team->mutex);
  atomic_fetch_add(&team->sleepers, 1);
  while (atomic_load(&team->calls.n) == seen && !atomic_load(&team->ending))
    (void)pthread_cond_wait(&team->called, &team->mutex);
  atomic_fetch_sub(&team->sleepers, 1);
  (void)pthread_mutex_unlock(&team->mutex);
}

static void *help(void *user)
{
  const helper *self = user;
  jx_cpu_team *team = self->team;
  uint64_t seen = 0;
  while (!atomic_load(&team->ending)) {
    for (int i = 0; i < team->polls && atomic_load(&team->calls.n) == seen; i++) pause_briefly();
    if (atomic_load(&team->calls.n) == seen) sleep_until_called(team, seen);
    seen = atomic_load(&team->calls.n);
    (void)work_on(team, self->number);
  }
  return NULL;
}

/* Waking threads costs the caller microseconds, in vain if all is done before they run: on a busy
 * machine, or with little to do. Then threads are woken again only after 2, 4, ... 64 calls.
 * Returns whether a thread was woken. Sleepers read `calls` under the mutex, so none of them misses
 * the call. */
static int wake(jx_cpu_team *team)
{
  if (atomic_load(&team->sleepers) == 0) return 0;
  if (team->let_sleep > 0) {
    team->let_sleep--;
    return 0;
  }
  (void)pthread_mutex_lock(&team->mutex);
  (void)pthread_cond_broadcast(&team->called);
  (void)pthread_mutex_unlock(&team->mutex);
  return 1;
}

static void learn_cost(jx_cpu_team *team, int woken, int helped)
{
  if (helped)
    team->fruitless = team->let_sleep = 0;
  else if (woken) {
    if (team->fruitless < 6) team->fruitless++;
    team->let_sleep = 1 << team->fruitless;
  }
}

void jx_cpu_team_share(jx_cpu_team *team, uint64_t items, jx_cpu_work work, void *context)
{
  if (team == NULL || team->owner != getpid()) { /* a fork of the process has no helpers */
    for (uint64_t item = 0; item < items; item++) work(context, item, 0);
    return;
  }
  uint64_t threads = (uint64_t)team->threads, end = 0;
  team->work = work;
  team->context = context;
  atomic_store_explicit(&team->undone.n, items, memory_order_relaxed);
  for (uint64_t k = 0; k < threads; k++) {
    uint64_t count = items / threads + (k < items % threads);
    end += count;
    team->shares[k].end = end;
    atomic_store_explicit(&team->shares[k].left, count, memory_order_release);
  }
  atomic_fetch_add(&team->calls.n, 1);
  int woken = wake(team);
  uint64_t done = work_on(team, 0);
  for (int i = 0; atomic_load_explicit(&team->undone.n, memory_order_acquire) > 0; i++) {
    if (i < team->polls)
      pause_briefly();
    else
      (void)sched_yield(); /* a helper in the middle of an item may need this core */
  }
  learn_cost(team, woken, done < items);
}

static void start_helpers(jx_cpu_team *team, int wanted)
{
  for (int k = 1; k < wanted; k++) {
    team->helpers[k].team = team;
    team->helpers[k].number = k;
  }
  while (team->threads < wanted &&
         jx_thread_start(&team->helpers[team->threads].thread, help, &team->helpers[team->threads]))
    team->threads++;
}

int jx_cpu_team_create(const jato_allocator *allocator, int threads, int cores, jx_cpu_team **out)
{
  jx_pages memory;
  size_t count = (size_t)threads;
  *out = NULL;
  if (threads < 2) return 1;
  if (!jx_pages_create(allocator, sizeof(jx_cpu_team) + count * (sizeof(share) + sizeof(helper)),
                       &memory))
    return 0;
  memset(memory.data, 0, memory.bytes);
  jx_cpu_team *team = memory.data;
  team->shares = (share *)(team + 1);
  team->helpers = (helper *)(team->shares + count);
  team->memory = memory;
  team->threads = 1;
  team->polls =
      threads <= cores ? POLLS : 0; /* polling would take the core from a working thread */
  team->owner = getpid();
  *out = team;
  if (pthread_mutex_init(&team->mutex, NULL) != 0) return 1;
  if (pthread_cond_init(&team->called, NULL) == 0)
    start_helpers(team, threads);
  else
    (void)pthread_mutex_destroy(&team->mutex);
  return 1;
}

void jx_cpu_team_destroy(const jato_allocator *allocator, jx_cpu_team **address)
{
  jx_cpu_team *team = *address;
  *address = NULL;
  if (team == NULL) return;
  if (team->owner == getpid() && team->threads > 1) {
    (void)pthread_mutex_lock(&team->mutex);
    atomic_store(&team->ending, 1);
    atomic_fetch_add(&team->calls.n, 1); /* for threads that poll */
    (void)pthread_cond_broadcast(&team->called);
    (void)pthread_mutex_unlock(&team->mutex);
    for (int k = 1; k < team->threads; k++) (void)pthread_join(team->helpers[k].thread, NULL);
    (void)pthread_cond_destroy(&team->called);
    (void)pthread_mutex_destroy(&team->mutex);
  }
  jx_pages memory = team->memory;
  jx_pages_destroy(allocator, &memory);
}
