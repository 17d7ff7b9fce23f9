#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/complain.h"
#include "base/progress.h"

/* Two signals within this time are one request: timeout of coreutils signals its child, then the
 * group that the child is in. */
#define ONE_REQUEST 500000000LL /* nanoseconds */

/* The number of the first signal that came; 0: none. With the next one the only variables of the
 * program that outlive a call: a signal handler has no other place. Atomic, since the runs of a
 * comparison are on several threads. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

/* When each signal came first: twice the nanoseconds, and 1 where it was typed; 0: it did not. */
enum { SIGNALS = 65 };
static atomic_llong first_came[SIGNALS];
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "a signal handler may not wait for a lock");

/* Typed: Ctrl-C, by the kernel's terminal. All others were sent by a process. */
static long long now(const siginfo_t *info)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 2 * (1000000000LL * time.tv_sec + time.tv_nsec) + (info->si_code == SI_KERNEL);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
  int none = 0;
  long long first = 0, came = now(info);
  (void)context;
  atomic_compare_exchange_strong(&interrupted, &none, number);
  if (atomic_compare_exchange_strong(&first_came[number], &first, came) || number == SIGHUP) return;
  bool both_typed = first % 2 == 1 && came % 2 == 1;
  if (!both_typed && came / 2 - first / 2 < ONE_REQUEST) return;
  struct sigaction kill_by_it;
  memset(&kill_by_it, 0, sizeof kill_by_it);
  kill_by_it.sa_handler = SIG_DFL;
  sigaction(number, &kill_by_it, NULL);
  raise(number); /* which comes when this handler returns */
}

static void catch_one(int number)
{
  struct sigaction before, action;
  if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void cli_interrupt_catch(void)
{
  catch_one(SIGINT);
  catch_one(SIGTERM);
  catch_one(SIGUSR1); /* what batch systems send before a job's time is over, */
  catch_one(SIGUSR2); /* and what Open MPI's mpirun hands to its ranks */
  catch_one(SIGHUP);  /* a closed terminal: the shell and the kernel send one each */
}

bool cli_interrupted(void) { return atomic_load(&interrupted) != 0; }

int cli_interrupted_code(void)
{
  int signal_number = atomic_load(&interrupted);
  return signal_number == 0 ? CLI_DONE : CLI_INTERRUPTED + signal_number;
}
