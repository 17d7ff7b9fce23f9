#define _DEFAULT_SOURCE /* S_ISVTX, mkstemp */
#include "program/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/system.h"

#define PATH_LONGEST 4096

/* Behind the bytes: these words, so that no other file is taken for one of ours, then the number of
 * bytes and their digest, each 8 bytes with the least significant first. */
static const char seal_words[8] = "jatoseal";
#define SEAL_BYTES (sizeof seal_words + 16)

void jx_notice(const jx_workshop *workshop, const char *format, ...)
{
  char text[1024];
  va_list arguments;
  if (workshop->notice == NULL) return;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  workshop->notice(text, workshop->notice_user);
}

static void make_seal(const char *bytes, size_t length, unsigned char seal[SEAL_BYTES])
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, bytes, length);
  uint64_t words[2] = {length, jx_digest_end(&digest)};
  memcpy(seal, seal_words, sizeof seal_words);
  for (int i = 0; i < 16; i++)
    seal[sizeof seal_words + (size_t)i] = (unsigned char)(words[i / 8] >> (8 * (i % 8)));
}

/* Returns 0 when there is no cache or the path is too long. */
static int name_file(const jx_workshop *workshop, const char *key, const char *ending, char *path,
                     size_t size)
{
  if (workshop->cache == NULL || workshop->cache[0] == '\0') return 0;
  int length = snprintf(path, size, "%s/%s.%s", workshop->cache, key, ending);
  return length > 0 && (size_t)length < size;
}

/* What is in the cache will be run, so nobody else may put files there: the folder is not open to
 * everybody (unless, as /tmp, everybody keeps their own files), and the file is ours. */
static int is_ours(const jx_workshop *workshop, int file)
{
  struct stat folder, status;
  if (stat(workshop->cache, &folder) != 0 || fstat(file, &status) != 0) return 0;
  if ((folder.st_mode & S_IWOTH) != 0 && (folder.st_mode & S_ISVTX) == 0) {
    jx_notice(workshop, "the cache folder %s is not used: everybody can write to it; chmod o-w it",
              workshop->cache);
    return 0;
  }
  return S_ISREG(status.st_mode) && status.st_uid == geteuid() && (status.st_mode & S_IWOTH) == 0;
}

/* Cuts a sound seal off. */
static int take_seal_off(jx_string *bytes)
{
  unsigned char seal[SEAL_BYTES];
  if (bytes->length < SEAL_BYTES) return 0;
  size_t length = bytes->length - SEAL_BYTES;
  make_seal(bytes->text, length, seal);
  if (memcmp(bytes->text + length, seal, SEAL_BYTES) != 0) return 0;
  bytes->length = length;
  bytes->text[length] = '\0';
  return 1;
}

int jx_store_load(const jx_workshop *workshop, const char *key, const char *ending,
                  const jato_allocator *allocator, jx_string *out)
{
  char path[PATH_LONGEST];
  *out = (jx_string){.allocator = *allocator};
  if (!name_file(workshop, key, ending, path, sizeof path)) return 0;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return 0;
  int ours = is_ours(workshop, file),
      whole = ours && jx_file_read(file, SIZE_MAX - 1, allocator, &out->text, &out->length) == 0;
  out->room = out->length + 1;
  (void)close(file);
  if (whole && take_seal_off(out)) return 1;
  if (whole && unlink(path) == 0)
    jx_notice(workshop, "the cached file %s was damaged and is made again", path);
  jx_string_release(out);
  return 0;
}

int jx_store_path(const jx_workshop *workshop, const char *key, const char *ending, char *path,
                  size_t size)
{
  return name_file(workshop, key, ending, path, size) && access(path, R_OK) == 0;
}

/* The folder and those above it. Returns 0, with errno, when it is not there afterwards. */
static int make_folder(const char *folder)
{
  char path[PATH_LONGEST];
  struct stat status;
  size_t length = strlen(folder);
  if (length >= sizeof path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memcpy(path, folder, length + 1);
  for (size_t i = 1; i <= length; i++) {
    char mark = path[i];
    if (mark != '/' && mark != '\0') continue;
    path[i] = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST && stat(path, &status) != 0) return 0;
    path[i] = mark;
  }
  if (stat(folder, &status) != 0) return 0;
  if (!S_ISDIR(status.st_mode)) errno = ENOTDIR;
  return S_ISDIR(status.st_mode);
}

/* Writes a file of another name beside `path` and renames it: who looks sees nothing or the whole.
 */
static int put(const char *path, const char *bytes, size_t length)
{
  char other[PATH_LONGEST + 16];
  unsigned char seal[SEAL_BYTES];
  (void)snprintf(other, sizeof other, "%s.XXXXXX", path);
  int file = mkstemp(other);
  if (file < 0) return 0;
  make_seal(bytes, length, seal);
  int good = jx_system_append(file, bytes, length) && jx_system_append(file, seal, sizeof seal);
  good = close(file) == 0 && good;
  if (good && rename(other, path) == 0) return 1;
  int reason = errno;
  (void)unlink(other);
  errno = reason;
  return 0;
}

void jx_store_save(const jx_workshop *workshop, const char *key, const char *ending,
                   const char *bytes, size_t length)
{
  char path[PATH_LONGEST];
  if (!name_file(workshop, key, ending, path, sizeof path)) return;
  if (make_folder(workshop->cache) && put(path, bytes, length)) return;
  jx_notice(workshop, "nothing is kept in the cache folder %s: %s", workshop->cache,
            jx_system_reason(errno).text);
}
