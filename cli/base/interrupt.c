#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "base/complain.h"
#include "base/progress.h"

/* The number of the first signal that came; 0: none. The only variable of the program that outlives
 * a call: a signal handler has no other place. Atomic, since the runs of a comparison are on
 * several threads. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

static void on_signal(int signal_number)
{
  int none = 0;
  atomic_compare_exchange_strong(&interrupted, &none, signal_number);
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
  catch_one(SIGUSR1, once); /* what batch systems send before a job's time is over, */
  catch_one(SIGUSR2, once); /* and what Open MPI's mpirun hands to its ranks */
  catch_one(SIGHUP, 0);     /* a closed terminal: the shell and the kernel send one each */
}

bool cli_interrupted(void) { return atomic_load(&interrupted) != 0; }

int cli_interrupted_code(void)
{
  int signal_number = atomic_load(&interrupted);
  return signal_number == 0 ? CLI_DONE : CLI_INTERRUPTED + signal_number;
}
