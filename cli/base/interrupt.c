#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "base/progress.h"

/* The only variable of the program that outlives a call: a signal handler has no other place.
 * Atomic, since the runs of a comparison are on several threads. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

static void on_signal(int signal_number)
{
  (void)signal_number;
  atomic_store(&interrupted, 1);
}

static void catch_one(int signal_number, int flags)
{
  struct sigaction before;
  if (sigaction(signal_number, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = flags | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

void cli_interrupt_catch(void)
{
  const int once = (int)SA_RESETHAND; /* the second one is not caught */
  catch_one(SIGINT, once);
  catch_one(SIGTERM, once);
  catch_one(SIGUSR1, once); /* what batch systems send before a job's time is over */
  catch_one(SIGHUP, 0);     /* a closed terminal: the shell and the kernel send one each */
}

bool cli_interrupted(void) { return atomic_load(&interrupted) != 0; }
