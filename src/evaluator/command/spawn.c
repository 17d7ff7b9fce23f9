#define _GNU_SOURCE /* pipe2, memfd_create, clone */
#include "evaluator/command/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"

#define FIRST_FREE 3 /* after standard input, output and error */
#define STACK 65536  /* of a process until it executes its program; a path takes 4 KiB of it */
#define MOST_DESCRIPTORS 65536

/* What the new process shares with this one. ThreadSanitizer supports only forks, which share
 * nothing. */
#define SHARES (CLONE_VM | CLONE_VFORK)
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef SHARES
#define SHARES CLONE_VFORK
#endif
#endif

void jx_descriptor_close(int *descriptor)
{
  if (*descriptor >= 0) (void)close(*descriptor);
  *descriptor = -1;
}

int jx_descriptor_move_up(int *descriptor)
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
  int reason = jx_descriptor_move_up(&ends[0]);
  if (reason == 0) reason = jx_descriptor_move_up(&ends[1]);
  if (reason == 0 && fcntl(ends[ours], F_SETFL, O_NONBLOCK) != 0) reason = errno;
  if (reason != 0) {
    jx_descriptor_close(&ends[0]);
    jx_descriptor_close(&ends[1]);
  }
  return reason;
}

int jx_input_file_open(const char *text, size_t length, int *descriptor)
{
  *descriptor = memfd_create("jato-input", MFD_CLOEXEC);
  if (*descriptor < 0) return errno;
  int reason = jx_descriptor_move_up(descriptor);
  if (reason == 0 && !jx_system_write(*descriptor, text, length, 0)) reason = errno;
  if (reason != 0) jx_descriptor_close(descriptor);
  return reason;
}

/* ---- Environment -------------------------------------------------------------------------------
 *
 * It is passed on to programs, which need it; nothing here depends on its contents. */

static int has_same_name(const char *entry, const char *other)
{
  const char *end = strchr(other, '=');
  return end != NULL && strncmp(entry, other, (size_t)(end - other) + 1) == 0;
}

static int replaced(const char *entry, char *const *more)
{
  for (; *more != NULL; more++)
    if (has_same_name(entry, *more)) return 1;
  return 0;
}

int jx_environment_make(jx_environment *environment, char *const *more, char *one,
                        const jato_allocator *allocator)
{
  size_t given = 0, added = 0, kept = 0;
  char *const none[] = {NULL};
  if (more == NULL) more = none;
  while (environ != NULL && environ[given] != NULL) given++;
  while (more[added] != NULL) added++;
  if (environment->room < given + added + 2) {
    jx_environment_release(environment, allocator);
    environment->entries = jx_allocate(allocator, given + added + 2, sizeof(char *));
    if (environment->entries == NULL) return 0;
    environment->room = given + added + 2;
  }
  for (size_t i = 0; i < given; i++)
    if (!replaced(environ[i], more) && !has_same_name(environ[i], one))
      environment->entries[kept++] = environ[i];
  for (size_t i = 0; i < added; i++) environment->entries[kept++] = more[i];
  environment->entries[kept++] = one;
  environment->entries[kept] = NULL;
  return 1;
}

void jx_environment_release(jx_environment *environment, const jato_allocator *allocator)
{
  jx_release(allocator, environment->entries);
  *environment = (jx_environment){0};
}

/* ---- Starting ---- */

int jx_spawn_is_temporary(int reason)
{
  return reason == EAGAIN || reason == ENOMEM || reason == EMFILE || reason == ENFILE;
}

/* Data for the new process. Until it executes the program, it shares this process's memory and this
 * thread waits, as in posix_spawn, which supports no limits. So it writes only to this struct and
 * its own stack, and calls nothing that locks or allocates. */
typedef struct child_start {
  const jx_spawn_options *options;
  const char *path; /* of PATH */
  char *const *environment;
  int reason; /* the errno if the program could not be executed */
} child_start;

static int put_at(int descriptor, int place)
{
  int given = descriptor >= 0 ? descriptor : open("/dev/null", O_RDWR);
  if (given < 0) return errno;
  if (given == place) return fcntl(given, F_SETFD, 0) == 0 ? 0 : errno;
  return dup2(given, place) >= 0 ? 0 : errno;
}

/* Closes descriptors of the host program; our own are closed by O_CLOEXEC. */
static void close_others(int first)
{
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  struct rlimit most;
  int end = getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur < MOST_DESCRIPTORS
                ? (int)most.rlim_cur
                : MOST_DESCRIPTORS;
  for (int i = first; i < end; i++) (void)close(i);
}

static int arrange_files(const jx_spawn_options *options)
{
  int reason = put_at(options->in, STDIN_FILENO);
  if (reason == 0) reason = put_at(options->out, STDOUT_FILENO);
  if (reason == 0) reason = put_at(options->err, STDERR_FILENO);
  if (reason == 0 && options->more >= 0) reason = put_at(options->more, FIRST_FREE);
  if (reason != 0) return reason;
  close_others(FIRST_FREE + (options->more >= 0));
  return options->folder == NULL || chdir(options->folder) == 0 ? 0 : errno;
}

/* Resets all signals: Python, for example, ignores SIGPIPE, and a program that inherits this writes
 * into a broken pipe for ever. */
static int arrange_signals(int own_session)
{
  const struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) (void)sigaction(number, &usual, NULL);
  (void)sigemptyset(&none);
  if (own_session ? setsid() < 0 : setpgid(0, 0) != 0) return errno;
  return sigprocmask(SIG_SETMASK, &none, NULL) == 0 ? 0 : errno;
}

/* Sets a limit, but not above this process's own. The hard limit is `more` above the soft one. */
static int limit(int resource, uint64_t amount, unsigned more)
{
  struct rlimit is;
  if (amount == 0) return 0;
  if (getrlimit((__rlimit_resource_t)resource, &is) != 0) return errno;
  rlim_t wanted = (rlim_t)amount;
  rlim_t last = wanted < RLIM_INFINITY - more ? wanted + more : wanted;
  if (is.rlim_max > last) is.rlim_max = last;
  is.rlim_cur = wanted < is.rlim_max ? wanted : is.rlim_max;
  return setrlimit((__rlimit_resource_t)resource, &is) == 0 ? 0 : errno;
}

/* A process that uses up its time gets SIGXCPU, and a second later, if it does not end, SIGKILL. */
static int arrange_limits(const jx_program_limits *limits)
{
  double seconds = limits->cpu_seconds < 1e9 ? limits->cpu_seconds : 0;
  uint64_t whole = (uint64_t)seconds + ((double)(uint64_t)seconds < seconds);
  int reason = limit(RLIMIT_AS, limits->memory, 0);
  if (reason == 0) reason = limit(RLIMIT_FSIZE, limits->file_size, 0);
  if (reason == 0) reason = limit(RLIMIT_CPU, whole, 1);
  if (reason == 0 && !limits->setuid && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) reason = errno;
  return reason;
}

/* Executes the program; a name without a / is searched in PATH. Returns an errno on failure. Unlike
 * execvp, passes no file to a shell. */
static int execute(const child_start *start)
{
  char path[PATH_MAX];
  const char *name = start->options->argv[0];
  int denied = 0;
  if (strchr(name, '/') != NULL || name[0] == '\0') {
    (void)execve(name, start->options->argv, start->environment);
    return errno;
  }
  for (const char *from = start->path; from != NULL;) {
    size_t length = strcspn(from, ":"), rest = strlen(name);
    if (length + rest + 2 <= sizeof path) {
      (void)memcpy(path, from, length);
      if (length > 0) path[length++] = '/';
      (void)memcpy(path + length, name, rest + 1);
      (void)execve(path, start->options->argv, start->environment);
      if (errno == EACCES) denied = 1;
      if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) return errno;
    }
    from = strchr(from, ':');
    if (from != NULL) from++;
  }
  return denied ? EACCES : ENOENT;
}

static int child_main(void *argument)
{
  child_start *start = argument;
  start->reason = arrange_signals(start->options->own_session);
  if (start->reason == 0) start->reason = arrange_files(start->options);
  if (start->reason == 0) start->reason = arrange_limits(&start->options->limits);
  if (start->reason == 0) start->reason = execute(start);
  return 127; /* the exit status */
}

/* PATH, or its default as in execvp. */
static const char *find_path(void)
{
  for (char *const *entry = environ; entry != NULL && *entry != NULL; entry++)
    if (strncmp(*entry, "PATH=", 5) == 0) return *entry + 5;
  return "/bin:/usr/bin";
}

int jx_spawn(const jx_spawn_options *options, pid_t *pid)
{
  _Alignas(64) char stack[STACK];
  sigset_t all, before;
  child_start *start =
      mmap(NULL, sizeof *start, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return errno;
  *start =
      (child_start){.options = options,
                    .path = find_path(),
                    .environment = options->environment != NULL ? options->environment : environ};
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, &before); /* no handler may run in shared memory */
  int child = clone(child_main, stack + sizeof stack, SHARES | SIGCHLD, start);
  int reason = child < 0 ? errno : start->reason;
  (void)munmap(start, sizeof *start);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && reason != 0)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  if (reason == 0) *pid = child;
  return reason;
}
