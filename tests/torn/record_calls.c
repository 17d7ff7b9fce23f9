/* Preloaded into a program, notes every call that changes a file of one folder, in their order and
 * with their bytes, so that they can be done again up to any point. JATO_TORN_FOLDER is the folder,
 * by its real name; JATO_TORN_LOG is the file of notes. A note is a line, and its bytes behind it:
 *
 *   open INODE FLAGS 0 NAME        FLAGS: 1 created it where it was missing, 2 cut it to nothing, 4
 *                                  made it without a name
 *   name INODE 0 0 NAME            gave it one
 *   write INODE OFFSET LENGTH -    followed by LENGTH bytes
 *   cut INODE LENGTH 0 -
 *   sync INODE 0 0 NAME            NAME "." for the folder itself
 *   rename 0 0 0 FROM TO, link 0 0 0 FROM TO, unlink 0 0 0 NAME
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static int notes = -1;

static int ready(void)
{
  const char *log = getenv("JATO_TORN_LOG");
  if (notes >= 0) return 1;
  folder = getenv("JATO_TORN_FOLDER");
  if (folder == NULL || log == NULL) return 0;
  notes = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return notes >= 0;
}

/* The name inside the folder, "." for the folder itself, NULL for all else. */
static const char *inside(const char *path)
{
  size_t length = strlen(folder);
  if (strncmp(path, folder, length) != 0) return NULL;
  if (path[length] == 0) return ".";
  return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of_descriptor(int file, char path[PATH_MAX])
{
  char link[64];
  if (!ready()) return NULL;
  (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return inside(path);
}

static const char *name_of_path(int at, const char *given, char path[PATH_MAX])
{
  char base[PATH_MAX] = "";
  if (!ready()) return NULL;
  if (given[0] != '/') {
    if (at == AT_FDCWD && getcwd(base, sizeof base) == NULL) return NULL;
    if (at != AT_FDCWD && name_of_descriptor(at, base) == NULL) return NULL;
    (void)strncat(base, "/", sizeof base - strlen(base) - 1);
  }
  if ((size_t)snprintf(path, PATH_MAX, "%s%s", base, given) >= PATH_MAX) return NULL;
  return inside(path);
}

static void note(const void *bytes, size_t length, const char *format, ...)
{
  char line[2 * PATH_MAX];
  va_list values;
  va_start(values, format);
  int count = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  struct iovec parts[2] = {{line, (size_t)count}, {(void *)(size_t)bytes, length}};
  if (syscall(SYS_writev, notes, parts, 2) != count + (ssize_t)length) abort();
}

static unsigned long long inode(int file)
{
  struct stat status;
  return fstat(file, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

static int opened(int at, const char *given, int flags, mode_t mode)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  int is_noted = (flags & (O_CREAT | O_TRUNC)) != 0 || is_nameless;
  const char *name = is_noted ? name_of_path(at, given, path) : NULL;
  int file = (int)syscall(SYS_openat, at, given, flags, mode);
  if (file >= 0 && name != NULL)
    note(NULL, 0, "open %llu %d 0 %s\n", inode(file),
         ((flags & O_CREAT) != 0) + 2 * ((flags & O_TRUNC) != 0) + 4 * is_nameless, name);
  pthread_mutex_unlock(&order);
  return file;
}

#define OPEN_MODE(flags)                        \
  mode_t mode = 0;                              \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list values;                             \
    va_start(values, flags);                    \
    mode = va_arg(values, mode_t);              \
    va_end(values);                             \
  }

EXPORT int open(const char *path, int flags, ...)
{
  OPEN_MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...)
{
  OPEN_MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}

EXPORT int openat(int at, const char *path, int flags, ...)
{
  OPEN_MODE(flags)
  return opened(at, path, flags, mode);
}

EXPORT int openat64(int at, const char *path, int flags, ...)
{
  OPEN_MODE(flags)
  return opened(at, path, flags, mode);
}

static ssize_t written(int file, const void *bytes, size_t length, off_t at)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  const char *name = name_of_descriptor(file, path);
  long long offset = at >= 0 || name == NULL ? at : lseek(file, 0, SEEK_CUR);
  ssize_t done = at >= 0 ? syscall(SYS_pwrite64, file, bytes, length, at)
                         : syscall(SYS_write, file, bytes, length);
  if (done > 0 && name != NULL)
    note(bytes, (size_t)done, "write %llu %lld %zd -\n", inode(file), offset, done);
  pthread_mutex_unlock(&order);
  return done;
}

EXPORT ssize_t write(int file, const void *bytes, size_t length)
{
  return written(file, bytes, length, -1);
}

EXPORT ssize_t pwrite(int file, const void *bytes, size_t length, off_t at)
{
  return written(file, bytes, length, at);
}

EXPORT ssize_t pwrite64(int file, const void *bytes, size_t length, off_t at)
{
  return written(file, bytes, length, at);
}

static int cut(int file, off_t length)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  int failed = (int)syscall(SYS_ftruncate, file, length);
  if (!failed && name_of_descriptor(file, path) != NULL)
    note(NULL, 0, "cut %llu %lld 0 -\n", inode(file), (long long)length);
  pthread_mutex_unlock(&order);
  return failed;
}

EXPORT int ftruncate(int file, off_t length) { return cut(file, length); }
EXPORT int ftruncate64(int file, off_t length) { return cut(file, length); }

static int synced(int file, long call)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  const char *name = name_of_descriptor(file, path);
  int failed = (int)syscall(call, file);
  if (!failed && name != NULL) note(NULL, 0, "sync %llu 0 0 %s\n", inode(file), name);
  pthread_mutex_unlock(&order);
  return failed;
}

EXPORT int fsync(int file) { return synced(file, SYS_fsync); }
EXPORT int fdatasync(int file) { return synced(file, SYS_fdatasync); }

/* rename and link, which have a flag behind their names. */
static int named(const char *what, long call, int from_at, const char *from, int to_at,
                 const char *to, unsigned flags)
{
  char from_path[PATH_MAX], to_path[PATH_MAX];
  pthread_mutex_lock(&order);
  const char *from_name = name_of_path(from_at, from, from_path);
  const char *to_name = name_of_path(to_at, to, to_path);
  int failed = (int)syscall(call, from_at, from, to_at, to, flags);
  if (!failed && from_name != NULL && to_name != NULL)
    note(NULL, 0, "%s 0 0 0 %s %s\n", what, from_name, to_name);
  pthread_mutex_unlock(&order);
  return failed;
}

EXPORT int rename(const char *from, const char *to)
{
  return named("rename", SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

EXPORT int renameat(int from_at, const char *from, int to_at, const char *to)
{
  return named("rename", SYS_renameat2, from_at, from, to_at, to, 0);
}

EXPORT int link(const char *from, const char *to)
{
  return named("link", SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* Names a file that has no name, by its descriptor. */
static int name_file(int file, const char *from, const char *to)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  const char *name = name_of_path(AT_FDCWD, to, path);
  int failed = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
  if (!failed && name != NULL) note(NULL, 0, "name %llu 0 0 %s\n", inode(file), name);
  pthread_mutex_unlock(&order);
  return failed;
}

EXPORT int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
  int file = -1;
  if (sscanf(from, "/proc/self/fd/%d", &file) == 1) return name_file(file, from, to);
  return named("link", SYS_linkat, from_at, from, to_at, to, (unsigned)flags);
}

static int unlinked(int at, const char *given, int flags)
{
  char path[PATH_MAX];
  pthread_mutex_lock(&order);
  const char *name = name_of_path(at, given, path);
  int failed = (int)syscall(SYS_unlinkat, at, given, flags);
  if (!failed && name != NULL) note(NULL, 0, "unlink 0 0 0 %s\n", name);
  pthread_mutex_unlock(&order);
  return failed;
}

EXPORT int unlink(const char *path) { return unlinked(AT_FDCWD, path, 0); }
EXPORT int unlinkat(int at, const char *path, int flags) { return unlinked(at, path, flags); }
EXPORT int remove(const char *path) { return unlinked(AT_FDCWD, path, 0); }
