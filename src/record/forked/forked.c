#define _GNU_SOURCE /* pipe2 */
#include "record/forked/forked.h"

#include "base/system.h"
#include "record/forked/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the fork has to say, written at once. */
typedef struct report {
  jato_status status;
  jato_error error;
} report;
_Static_assert(sizeof(report) <= PIPE_BUF, "a report is written whole or not at all");

/* In the fork, which must not outlive its parent: a run that was killed is over. */
static void do_work(jx_fork_kind kind, jx_fork_fn work, void *user, pid_t parent, int out)
{
  report said = {.status = JATO_OK};
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO); /* HDF5 prints where it fails early */
  if (kind == JX_FORK_READS) (void)jx_confine(out);
  said.status = work(user, &said.error);
  _exit(write(out, &said, sizeof said) != (ssize_t)sizeof said);
}

static void wait_for(pid_t pid, int *status)
{
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) continue;
}

static ssize_t read_report(int in, report *said)
{
  ssize_t length;
  do length = read(in, said, sizeof *said);
  while (length < 0 && errno == EINTR);
  return length;
}

/* It ended without an answer. A reader cannot know why: files can be made to crash HDF5. */
static jato_status fail_for_silence(jx_fork_kind kind, int status, jato_error *error)
{
  char how[32] = "stopped";
  if (WIFSIGNALED(status)) (void)snprintf(how, sizeof how, "crashed (signal %d)", WTERMSIG(status));
  if (kind == JX_FORK_WRITES)
    return jx_fail(error, JATO_E_MEMORY, "HDF5 %s, perhaps for lack of memory", how);
  return jx_fail(error, JATO_E_MEMORY,
                 "HDF5 %s while it read the file: there is not enough memory, or the file is "
                 "damaged or made to crash it",
                 how);
}

jato_status jx_run_in_fork(jx_fork_kind kind, jx_fork_fn work, void *user, jato_error *error)
{
  int both[2], status = 0;
  report said;
  pid_t parent = getpid();
  if (pipe2(both, O_CLOEXEC) != 0)
    return jx_fail(error, JATO_E_FILE, "a process to write or read a run file cannot be made: %s",
                   jx_system_reason(errno).text);
  pid_t pid = fork();
  if (pid == 0) do_work(kind, work, user, parent, both[1]);
  int code = errno;
  (void)close(both[1]);
  ssize_t length = pid > 0 ? read_report(both[0], &said) : -1;
  (void)close(both[0]);
  if (pid < 0)
    return jx_fail(error, JATO_E_MEMORY, "a process to write or read a run file cannot be made: %s",
                   jx_system_reason(code).text);
  wait_for(pid, &status);
  if (length != (ssize_t)sizeof said) return fail_for_silence(kind, status, error);
  if (said.status != JATO_OK) return jx_fail(error, said.status, "%s", said.error.text);
  return JATO_OK;
}
