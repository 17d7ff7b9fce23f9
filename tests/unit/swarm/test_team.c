/* device/cpu/team.h: every item is done once, by whichever thread, in thousands of calls; in a
 * fork, too, which has no helpers. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "device/cpu/team.h"

#define MOST_ITEMS 1000
#define MOST_THREADS 8

typedef struct ledger {
  atomic_int done[MOST_ITEMS];
  atomic_int inside[MOST_THREADS]; /* of each worker number */
  atomic_int wrong;
  int threads;
  long plain[MOST_THREADS]; /* not atomic: a worker's own memory, read by the caller afterwards */
} ledger;

static void work(void *context, uint64_t item, int worker)
{
  ledger *l = context;
  if (worker < 0 || worker >= l->threads || atomic_fetch_add(&l->inside[worker], 1) != 0)
    atomic_fetch_add(&l->wrong, 1);
  atomic_fetch_add(&l->done[item], 1);
  l->plain[worker]++;
  atomic_fetch_sub(&l->inside[worker], 1);
}

/* Returns how many items were not done exactly once. */
static int call(jx_cpu_team *team, int threads, uint64_t items)
{
  static ledger l;
  memset(&l, 0, sizeof l);
  l.threads = threads;
  jx_cpu_team_share(team, items, work, &l);
  int bad = atomic_load(&l.wrong);
  long sum = 0;
  for (uint64_t i = 0; i < MOST_ITEMS; i++) bad += atomic_load(&l.done[i]) != (i < items);
  for (int k = 0; k < MOST_THREADS; k++) sum += l.plain[k];
  return bad + (sum != (long)items);
}

static void every_item_is_done_once(void **state)
{
  (void)state;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    jx_cpu_team *team = NULL;
    /* As if there were cores enough, and as if not: with and without looking before sleeping. */
    assert_true(jx_cpu_team_create(&allocator, threads, threads % 2 ? 1 : MOST_THREADS, &team));
    for (uint64_t i = 0; i < 300; i++) assert_int_equal(call(team, threads, i * i % 37), 0);
    for (uint64_t i = 0; i < 20; i++) assert_int_equal(call(team, threads, MOST_ITEMS), 0);
    jx_cpu_team_destroy(&allocator, &team);
    assert_null(team);
  }
}

/* Long enough between calls for everybody to be asleep. */
static void sleepers_are_woken(void **state)
{
  (void)state;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_cpu_team *team = NULL;
  assert_true(jx_cpu_team_create(&allocator, 3, MOST_THREADS, &team));
  for (int i = 0; i < 100; i++) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_int_equal(call(team, 3, 32), 0);
  }
  jx_cpu_team_destroy(&allocator, &team);
}

static void a_fork_works_alone(void **state)
{
  (void)state;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_cpu_team *team = NULL;
  assert_true(jx_cpu_team_create(&allocator, 4, MOST_THREADS, &team));
  assert_int_equal(call(team, 4, 100), 0);
  pid_t child = fork();
  if (child == 0) {
    int bad = call(team, 4, 100);
    jx_cpu_team_destroy(&allocator, &team);
    _exit(bad != 0);
  }
  int status = -1;
  assert_true(child > 0 && waitpid(child, &status, 0) == child);
  assert_int_equal(status, 0);
  assert_int_equal(call(team, 4, 100), 0);
  jx_cpu_team_destroy(&allocator, &team);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_item_is_done_once),
      cmocka_unit_test(sleepers_are_woken),
      cmocka_unit_test(a_fork_works_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
