/* Preloaded into a program: one of its calls for memory or for a descriptor fails, whichever code
 * makes it, the libraries it uses included.
 *
 *   FAIL_KIND   memory or descriptor
 *   FAIL_AT     which call fails, counted from 1; 0: none
 *   FAIL_IN     the end of the program's name; others, which it starts, are left alone
 *   FAIL_COUNT  a file that gets the number of calls, if the program ends by exit() */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* glibc's own, by which nothing is asked before it is there. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

enum { MEMORY, DESCRIPTOR };
static atomic_ulong *count; /* one for the program and its forks */
static unsigned long fail_at;
static int kind = -1; /* -1: not in this program, or not yet */

/* Whether this call is the one. */
static int is_due(int of)
{
  if (of != kind) return 0;
  if (atomic_fetch_add(count, 1) + 1 != fail_at) return 0;
  errno = of == MEMORY ? ENOMEM : EMFILE;
  return 1;
}

__attribute__((constructor)) static void begin(void)
{
  char name[4096];
  const char *which = getenv("FAIL_KIND"), *in = getenv("FAIL_IN"), *at = getenv("FAIL_AT");
  ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
  if (which == NULL || in == NULL || length < 0) return;
  name[length] = '\0';
  size_t end = strlen(in);
  if ((size_t)length < end || strcmp(name + length - end, in) != 0) return;
  fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED) _exit(99);
  kind = strcmp(which, "memory") == 0 ? MEMORY : DESCRIPTOR;
}

__attribute__((destructor)) static void end(void)
{
  const char *path = getenv("FAIL_COUNT");
  char text[32];
  if (kind < 0 || path == NULL) return;
  kind = -1;
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int length = snprintf(text, sizeof text, "%lu\n", atomic_load(count));
  if (file < 0 || write(file, text, (size_t)length) != length) _exit(99);
  close(file);
}

/* ---- Memory ---- */

void *malloc(size_t bytes) { return is_due(MEMORY) ? NULL : __libc_malloc(bytes); }
void *calloc(size_t n, size_t bytes) { return is_due(MEMORY) ? NULL : __libc_calloc(n, bytes); }
void *realloc(void *old, size_t bytes)
{
  return is_due(MEMORY) ? NULL : __libc_realloc(old, bytes);
}
void *memalign(size_t alignment, size_t bytes)
{
  return is_due(MEMORY) ? NULL : __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void **out, size_t alignment, size_t bytes)
{
  *out = memalign(alignment, bytes);
  return *out != NULL ? 0 : ENOMEM;
}

/* ---- Descriptors ---- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* A call that returns a descriptor, or -1. */
#define DESCRIPTOR_CALL(name, parameters, arguments) \
  int name parameters { return is_due(DESCRIPTOR) ? -1 : NEXT(name) arguments; }

DESCRIPTOR_CALL(pipe, (int both[2]), (both))
DESCRIPTOR_CALL(pipe2, (int both[2], int flags), (both, flags))
DESCRIPTOR_CALL(dup, (int old), (old))
DESCRIPTOR_CALL(dup3, (int old, int new, int flags), (old, new, flags))
DESCRIPTOR_CALL(memfd_create, (const char *name, unsigned flags), (name, flags))
DESCRIPTOR_CALL(epoll_create1, (int flags), (flags))
DESCRIPTOR_CALL(eventfd, (unsigned first, int flags), (first, flags))
DESCRIPTOR_CALL(socketpair, (int domain, int type, int protocol, int both[2]),
                (domain, type, protocol, both))

#define OPEN_CALL(name, parameters, last, arguments)       \
  int name parameters                                      \
  {                                                        \
    va_list more;                                          \
    va_start(more, last);                                  \
    unsigned mode = va_arg(more, unsigned);                \
    va_end(more);                                          \
    return is_due(DESCRIPTOR) ? -1 : NEXT(name) arguments; \
  }

OPEN_CALL(open, (const char *path, int flags, ...), flags, (path, flags, mode))
OPEN_CALL(open64, (const char *path, int flags, ...), flags, (path, flags, mode))
OPEN_CALL(openat, (int folder, const char *path, int flags, ...), flags,
          (folder, path, flags, mode))
OPEN_CALL(openat64, (int folder, const char *path, int flags, ...), flags,
          (folder, path, flags, mode))

int fcntl(int file, int command, ...)
{
  va_list more;
  va_start(more, command);
  void *argument = va_arg(more, void *);
  va_end(more);
  int makes_one = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  return makes_one && is_due(DESCRIPTOR) ? -1 : NEXT(fcntl)(file, command, argument);
}
int fcntl64(int file, int command, ...) __attribute__((alias("fcntl")));

FILE *fopen(const char *path, const char *mode)
{
  return is_due(DESCRIPTOR) ? NULL : NEXT(fopen)(path, mode);
}
FILE *fopen64(const char *path, const char *mode)
{
  return is_due(DESCRIPTOR) ? NULL : NEXT(fopen64)(path, mode);
}
DIR *opendir(const char *path) { return is_due(DESCRIPTOR) ? NULL : NEXT(opendir)(path); }
