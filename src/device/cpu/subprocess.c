#define _DEFAULT_SOURCE /* kill, nanosleep */
#include "device/cpu/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

/* Passed on to the compiler, which would not find its parts without it, and searched for PATH, as
 * execvp does. Nothing else in the library depends on it. */
extern char **environ;

static int begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

static int may_run(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

int jx_cpu_find_program(const char *name, char *path, size_t size)
{
  jx_text folders = {"/usr/local/bin:/usr/bin:/bin", 28};
  if (strchr(name, '/') != NULL) {
    int length = snprintf(path, size, "%s", name);
    return length > 0 && (size_t)length < size && may_run(path);
  }
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
    if (begins(*entry, "PATH=")) folders = jx_text_of(*entry + 5);
  while (folders.length > 0) {
    jx_text folder = jx_text_cut(&folders, ':');
    if (folder.length == 0) folder = jx_text_of("."); /* the meaning of an empty entry in PATH */
    int length = snprintf(path, size, "%.*s/%s", (int)folder.length, folder.start, name);
    if (length > 0 && (size_t)length < size && may_run(path)) return 1;
  }
  return 0;
}

/* The environment with two entries replaced: the folder for temporary files, and the language,
 * since only English messages are understood here. NULL without memory. */
static char **make_environment(const jx_cpu_job *job, char *folder, char *language)
{
  size_t count = 0, kept = 0;
  while (environ != NULL && environ[count] != NULL) count++;
  char **entries = jx_allocate(&job->allocator, count + 3, sizeof *entries);
  if (entries == NULL) return NULL;
  for (size_t i = 0; i < count; i++)
    if (!begins(environ[i], "TMPDIR=") && !begins(environ[i], "LC_ALL="))
      entries[kept++] = environ[i];
  entries[kept++] = folder;
  entries[kept] = language;
  return entries;
}

/* Starts the program in a process group of its own, so that it can be killed with its children,
 * with empty input, no signal blocked, and all its output in one file. */
static int start(const jx_cpu_job *job, char **environment, pid_t *child)
{
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  sigset_t none;
  (void)sigemptyset(&none);
  if (posix_spawnattr_init(&attributes) != 0) return ENOMEM;
  if (posix_spawn_file_actions_init(&files) != 0) {
    (void)posix_spawnattr_destroy(&attributes);
    return ENOMEM;
  }
  int reason =
      posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  if (reason == 0) reason = posix_spawnattr_setpgroup(&attributes, 0);
  if (reason == 0) reason = posix_spawnattr_setsigmask(&attributes, &none);
  if (reason == 0)
    reason = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (reason == 0) /* The folder was made for this build: it holds no other file. */
    reason = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, job->messages,
                                              O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (reason == 0) reason = posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  if (reason == 0)
    reason = posix_spawn(child, job->arguments[0], &files, &attributes,
                         (char *const *)job->arguments, environment);
  (void)posix_spawn_file_actions_destroy(&files);
  (void)posix_spawnattr_destroy(&attributes);
  return reason;
}

/* Polls at growing intervals: no system call waits for one process with a time limit and leaves the
 * caller's signals alone. If the caller's own handler has reaped the process, the program counts as
 * done; a missing result is noticed later. */
static jx_cpu_outcome wait_for(pid_t child, double deadline)
{
  long nanoseconds = 200000;
  for (;;) {
    int status = 0;
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child)
      return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? JX_CPU_JOB_DONE : JX_CPU_JOB_FAILED;
    if (ended < 0 && errno != EINTR) return JX_CPU_JOB_DONE;
    if (jx_clock_seconds() > deadline) {
      (void)kill(-child, SIGKILL);
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
      return JX_CPU_JOB_LATE;
    }
    (void)nanosleep(&(struct timespec){0, nanoseconds}, NULL);
    if (nanoseconds < 5000000) nanoseconds += nanoseconds / 4;
  }
}

jx_cpu_outcome jx_cpu_run(const jx_cpu_job *job)
{
  char folder[4096], language[] = "LC_ALL=C";
  pid_t child = -1;
  (void)snprintf(folder, sizeof folder, "TMPDIR=%s", job->folder);
  char **environment = make_environment(job, folder, language);
  if (environment == NULL) {
    errno = ENOMEM;
    return JX_CPU_JOB_MISSING;
  }
  int reason = start(job, environment, &child);
  jx_release(&job->allocator, environment);
  errno = reason;
  return reason == 0 ? wait_for(child, job->deadline) : JX_CPU_JOB_MISSING;
}
