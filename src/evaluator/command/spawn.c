#define _GNU_SOURCE /* pipe2, memfd_create, posix_spawn_file_actions_addchdir_np */
#include "evaluator/command/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/system.h"

#define FIRST_FREE 3 /* behind standard input, output and error */

void jx_descriptor_close(int *descriptor)
{
  if (*descriptor >= 0) (void)close(*descriptor);
  *descriptor = -1;
}

int jx_descriptor_lift(int *descriptor)
{
  if (*descriptor >= FIRST_FREE) return 0;
  int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, FIRST_FREE);
  if (moved < 0) return errno;
  (void)close(*descriptor);
  *descriptor = moved;
  return 0;
}

int jx_pipe_open(int ends[2], int ours)
{
  if (pipe2(ends, O_CLOEXEC) != 0) {
    ends[0] = ends[1] = -1;
    return errno;
  }
  int reason = jx_descriptor_lift(&ends[0]);
  if (reason == 0) reason = jx_descriptor_lift(&ends[1]);
  if (reason == 0 && fcntl(ends[ours], F_SETFL, O_NONBLOCK) != 0) reason = errno;
  if (reason != 0) {
    jx_descriptor_close(&ends[0]);
    jx_descriptor_close(&ends[1]);
  }
  return reason;
}

int jx_text_open(const char *text, size_t length, int *descriptor)
{
  *descriptor = memfd_create("jato-input", MFD_CLOEXEC);
  if (*descriptor < 0) return errno;
  int reason = jx_descriptor_lift(descriptor);
  if (reason == 0 && !jx_system_write(*descriptor, text, length, 0)) reason = errno;
  if (reason != 0) jx_descriptor_close(descriptor);
  return reason;
}

/* ---- Environment -------------------------------------------------------------------------------
 *
 * It is handed on to programs, which would be lost without; nothing here depends on what it holds.
 */

static int replaced(const char *entry, char *const *more)
{
  for (; *more != NULL; more++) {
    const char *end = strchr(*more, '=');
    if (end != NULL && strncmp(entry, *more, (size_t)(end - *more) + 1) == 0) return 1;
  }
  return 0;
}

int jx_environment_make(jx_environment *environment, char *const *more,
                        const jato_allocator *allocator)
{
  size_t given = 0, added = 0, kept = 0;
  while (environ != NULL && environ[given] != NULL) given++;
  while (more[added] != NULL) added++;
  if (environment->room < given + added + 1) {
    jx_environment_release(environment, allocator);
    environment->entries = jx_allocate(allocator, given + added + 1, sizeof(char *));
    if (environment->entries == NULL) return 0;
    environment->room = given + added + 1;
  }
  for (size_t i = 0; i < given; i++)
    if (!replaced(environ[i], more)) environment->entries[kept++] = environ[i];
  for (size_t i = 0; i < added; i++) environment->entries[kept++] = more[i];
  environment->entries[kept] = NULL;
  return 1;
}

void jx_environment_release(jx_environment *environment, const jato_allocator *allocator)
{
  jx_release(allocator, environment->entries);
  *environment = (jx_environment){0};
}

/* ---- Starting ----------------------------------------------------------------------------------
 */

int jx_spawn_is_temporary(int reason)
{
  return reason == EAGAIN || reason == ENOMEM || reason == EMFILE || reason == ENFILE;
}

static int put_at(posix_spawn_file_actions_t *files, int descriptor, int place)
{
  if (descriptor >= 0) return posix_spawn_file_actions_adddup2(files, descriptor, place);
  return posix_spawn_file_actions_addopen(files, place, "/dev/null", O_RDWR, 0);
}

static int arrange_files(posix_spawn_file_actions_t *files, const jx_spawn_wish *wish)
{
  int reason = put_at(files, wish->in, STDIN_FILENO);
  if (reason == 0) reason = put_at(files, wish->out, STDOUT_FILENO);
  if (reason == 0) reason = put_at(files, wish->err, STDERR_FILENO);
  if (reason == 0 && wish->more >= 0)
    reason = posix_spawn_file_actions_adddup2(files, wish->more, FIRST_FREE);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  /* Ours close by themselves; this is for what the caller has open without knowing of us. */
  if (reason == 0)
    reason = posix_spawn_file_actions_addclosefrom_np(files, FIRST_FREE + (wish->more >= 0));
#endif
  if (reason == 0 && wish->folder != NULL)
    reason = posix_spawn_file_actions_addchdir_np(files, wish->folder);
  return reason;
}

/* Nothing of the caller's dealings with signals reaches the program: Python, for one, ignores
 * SIGPIPE, and a program that inherits it writes into a broken pipe for ever. */
static int arrange_signals(posix_spawnattr_t *attributes, int own_session)
{
  sigset_t none, all;
  (void)sigemptyset(&none);
  (void)sigfillset(&all);
  int group = own_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
  int reason = posix_spawnattr_setflags(
      attributes, (short)(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  if (reason == 0) reason = posix_spawnattr_setpgroup(attributes, 0);
  if (reason == 0) reason = posix_spawnattr_setsigmask(attributes, &none);
  if (reason == 0) reason = posix_spawnattr_setsigdefault(attributes, &all);
  return reason;
}

int jx_spawn(const jx_spawn_wish *wish, pid_t *pid)
{
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  if (posix_spawnattr_init(&attributes) != 0) return ENOMEM;
  if (posix_spawn_file_actions_init(&files) != 0) {
    (void)posix_spawnattr_destroy(&attributes);
    return ENOMEM;
  }
  int reason = arrange_signals(&attributes, wish->own_session);
  if (reason == 0) reason = arrange_files(&files, wish);
  if (reason == 0)
    reason = posix_spawnp(pid, wish->argv[0], &files, &attributes, wish->argv,
                          wish->environment != NULL ? wish->environment : environ);
  (void)posix_spawn_file_actions_destroy(&files);
  (void)posix_spawnattr_destroy(&attributes);
  return reason;
}
