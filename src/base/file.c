#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

#define MEBIBYTE ((size_t)1 << 20)
#define MOST_TEXT (16 * MEBIBYTE)
enum { FIRST_ROOM = 4096, MOST_TRIES = 1000 };

/* Moves the bytes to a larger block, since the caller's allocator cannot enlarge one. Returns 0
 * without memory. */
static int grow(const jato_allocator *allocator, char **bytes, size_t length, size_t *room)
{
  size_t wanted = *room <= SIZE_MAX / 2 ? 2 * *room : 0;
  char *larger = wanted == 0 ? NULL : jx_allocate(allocator, wanted, 1);
  if (larger == NULL) return 0;
  memcpy(larger, *bytes, length);
  jx_release(allocator, *bytes);
  *bytes = larger;
  *room = wanted;
  return 1;
}

/* The size of a regular file, which saves moving its bytes; for a pipe, the block grows. */
static size_t first_room(int file, size_t most)
{
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < FIRST_ROOM)
    return FIRST_ROOM;
  size_t size = (uint64_t)about.st_size < SIZE_MAX / 4 ? (size_t)about.st_size : SIZE_MAX / 4;
  return (size < most ? size : most) + 2;
}

int jx_file_read(int file, size_t most, const jato_allocator *allocator, char **bytes,
                 size_t *length)
{
  size_t room = first_room(file, most), held = 0;
  char *read_here = jx_allocate(allocator, room, 1);
  int code = read_here == NULL ? ENOMEM : 0;
  while (code == 0) {
    if (held + 1 == room && !grow(allocator, &read_here, held, &room)) code = ENOMEM;
    ssize_t count = code == 0 ? read(file, read_here + held, room - held - 1) : 0;
    if (count == 0) break;
    if (count > 0) held += (size_t)count;
    if (count < 0 && errno != EINTR) code = errno;
    if (held > most) code = EFBIG;
  }
  if (code == 0) {
    read_here[held] = '\0';
  } else {
    jx_release(allocator, read_here);
    read_here = NULL;
  }
  *bytes = read_here;
  *length = held;
  return code;
}

static jato_status fail(const char *path, int code, size_t most, jato_error *error)
{
  if (code == EFBIG)
    return jx_fail(error, JATO_E_FILE, "%s: longer than %zu MiB; is it the right file?", path,
                   most / MEBIBYTE);
  if (code == ENOMEM)
    return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory to read it", path);
  return jx_fail(error, JATO_E_FILE, "%s: %s", path, jx_system_reason(code).text);
}

jato_status jx_file_read_path(const char *path, size_t most, const jato_allocator *allocator,
                              char **bytes, size_t *length, jato_error *error)
{
  *bytes = NULL;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail(path, errno, most, error);
  int code = jx_file_read(file, most, allocator, bytes, length);
  (void)close(file);
  return code == 0 ? JATO_OK : fail(path, code, most, error);
}

jato_status jx_file_read_text(const char *path, const jato_allocator *allocator, char **text,
                              jato_error *error)
{
  size_t length = 0;
  jato_status status = jx_file_read_path(path, MOST_TEXT, allocator, text, &length, error);
  if (*text == NULL || strlen(*text) == length) return status;
  jx_release(allocator, *text);
  *text = NULL;
  return jx_fail(error, JATO_E_FILE, "%s: has a zero byte; is it the right file?", path);
}

/* ---- Writing ---- */

/* Whether the path is one of the system's links to open files, or exists and is no regular file. */
static int is_special(const char *path)
{
  static const char *const begins[] = {"/dev/std", "/dev/fd/", "/proc/self/fd/"};
  struct stat found;
  for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
    if (strncmp(path, begins[i], strlen(begins[i])) == 0) return 1;
  return lstat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISLNK(found.st_mode);
}

/* Writes the bytes and closes the file. Returns 0, or an errno. */
static int fill(int file, const void *bytes, size_t length)
{
  int code = jx_system_append(file, bytes, length) ? 0 : errno;
  if (close(file) != 0 && code == 0) code = errno;
  return code;
}

/* Creates a new file, whose name is `path` with a suffix. Returns -1, with errno, on failure. */
static int create_beside(const char *path, char *other, size_t size)
{
  int file = -1;
  errno = EEXIST;
  for (int tries = 0; file < 0 && errno == EEXIST && tries < MOST_TRIES; tries++) {
    (void)snprintf(other, size, "%s.%ld-%d.tmp", path, (long)getpid(), tries);
    file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  return file;
}

int jx_file_replace(const char *path, const void *bytes, size_t length,
                    const jato_allocator *allocator)
{
  struct stat found;
  if (is_special(path)) {
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    return file >= 0 ? fill(file, bytes, length) : errno;
  }
  size_t size = strlen(path) + 64;
  char *other = jx_allocate(allocator, size, 1);
  if (other == NULL) return ENOMEM;
  int file = create_beside(path, other, size);
  int code = file >= 0 ? 0 : errno;
  if (code == 0 && lstat(path, &found) == 0 && S_ISREG(found.st_mode))
    (void)fchmod(file, found.st_mode & 0777);
  if (code == 0) code = fill(file, bytes, length);
  if (code == 0 && rename(other, path) != 0) code = errno;
  if (code != 0 && file >= 0) (void)unlink(other);
  jx_release(allocator, other);
  return code;
}

char *jx_file_folder(const char *path, const jato_allocator *allocator)
{
  const char *slash = strrchr(path, '/');
  size_t length = slash == NULL || slash == path ? 1 : (size_t)(slash - path);
  char *folder = jx_allocate(allocator, length + 1, 1);
  if (folder != NULL) memcpy(folder, slash == NULL ? "." : path, length);
  return folder;
}
