#define _DEFAULT_SOURCE /* S_ISVTX */
#include "program/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/status.h"
#include "base/system.h"

#define PATH_LONGEST 4096
#define NAME_LONGEST 128
#define MOST_TRIES 1000 /* names, of which other threads or killed processes may have used some */

/* The seal after the bytes: these letters, to recognise our files, then the number of bytes and
 * their digest, each 8 bytes with the least significant first. */
static const char seal_words[8] = "jatoseal";
#define SEAL_BYTES (sizeof seal_words + 16)

void jx_notice(const jx_toolchain *toolchain, const char *format, ...)
{
  char text[1024];
  va_list arguments;
  if (toolchain->notice == NULL) return;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  jx_notice_send(toolchain->notice, toolchain->notice_user, text);
}

/* The digest covers the name, too: a file that was sealed under another name is another program. */
static void make_seal(const char *name, const char *bytes, size_t length,
                      unsigned char seal[SEAL_BYTES])
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, name, strlen(name) + 1);
  jx_digest_add(&digest, bytes, length);
  uint64_t words[2] = {length, jx_digest_end(&digest)};
  memcpy(seal, seal_words, sizeof seal_words);
  for (int i = 0; i < 16; i++)
    seal[sizeof seal_words + (size_t)i] = (unsigned char)(words[i / 8] >> (8 * (i % 8)));
}

/* Removes a valid seal. */
static int remove_seal(const char *name, jx_string *bytes)
{
  unsigned char seal[SEAL_BYTES];
  if (bytes->length < SEAL_BYTES) return 0;
  size_t length = bytes->length - SEAL_BYTES;
  make_seal(name, bytes->text, length, seal);
  if (memcmp(bytes->text + length, seal, SEAL_BYTES) != 0) return 0;
  bytes->length = length;
  bytes->text[length] = '\0';
  return 1;
}

/* Returns 0 when there is no cache or the name is too long. */
static int name_file(const jx_toolchain *toolchain, const char *key, const char *ending,
                     char name[NAME_LONGEST])
{
  if (toolchain->cache == NULL || toolchain->cache[0] == '\0') return 0;
  int length = snprintf(name, NAME_LONGEST, "%s.%s", key, ending);
  return length > 0 && length < NAME_LONGEST;
}

/* ---- Owners of the folder and the file ----------------------------------------------------------
 *
 * Files of the cache will be run, so no other user may write there. The folder and the file are
 * opened once, and checked and read by their descriptors: the file that is read is the one that was
 * checked, whatever is renamed meanwhile. */

/* Whether the folder belongs to this user or root, and others cannot write to it, except for
 * folders such as /tmp. */
static int folder_is_safe(const jx_toolchain *toolchain, int folder)
{
  struct stat status;
  if (fstat(folder, &status) != 0) return 0;
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    jx_notice(toolchain,
              "the cache folder %s is not used: it belongs to another user (number %lu); name a "
              "folder of your own with --cache",
              toolchain->cache, (unsigned long)status.st_uid);
    return 0;
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (status.st_mode & S_ISVTX) == 0) {
    jx_notice(toolchain, "the cache folder %s is not used: others can write to it; chmod go-w it",
              toolchain->cache);
    return 0;
  }
  return 1;
}

static int file_is_ours(int file)
{
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Returns -1, with errno, if it cannot be opened; errno is 0 if it is not safe. */
static int open_folder(const jx_toolchain *toolchain)
{
  int folder = open(toolchain->cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || folder_is_safe(toolchain, folder)) return folder;
  (void)close(folder);
  errno = 0;
  return -1;
}

/* ---- Reading ---- */

static int load_from(const jx_toolchain *toolchain, int folder, const char *name, jx_string *out)
{
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return 0;
  int whole = file_is_ours(file) &&
              jx_file_read(file, SIZE_MAX - 1, &out->allocator, &out->text, &out->length) == 0;
  out->room = out->length + 1;
  (void)close(file);
  if (whole && remove_seal(name, out)) return 1;
  if (whole && unlinkat(folder, name, 0) == 0)
    jx_notice(toolchain, "the cached file %s/%s was damaged and is made again", toolchain->cache,
              name);
  return 0;
}

int jx_store_load(const jx_toolchain *toolchain, const char *key, const char *ending,
                  const jato_allocator *allocator, jx_string *out)
{
  char name[NAME_LONGEST];
  *out = (jx_string){.allocator = *allocator};
  if (!name_file(toolchain, key, ending, name)) return 0;
  int folder = open_folder(toolchain);
  if (folder < 0) return 0;
  int loaded = load_from(toolchain, folder, name, out);
  (void)close(folder);
  if (!loaded) jx_string_release(out);
  return loaded;
}

/* ---- Writing ---- */

/* Creates the folder and its parents. Returns 0, with errno, if it does not exist afterwards. */
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

/* Creates a new file, whose name is `name` with a suffix. Returns -1, with errno, on failure. */
static int create_beside(int folder, const char *name, char *other, size_t size)
{
  int file = -1;
  errno = EEXIST;
  for (int tries = 0; file < 0 && errno == EEXIST && tries < MOST_TRIES; tries++) {
    (void)snprintf(other, size, "%s.%ld-%d", name, (long)getpid(), tries);
    file = openat(folder, other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  }
  return file;
}

/* Writes another file in the folder and renames it: readers see no file or the whole one. */
static int write_file(int folder, const char *name, const char *bytes, size_t length)
{
  char other[NAME_LONGEST + 64];
  unsigned char seal[SEAL_BYTES];
  int file = create_beside(folder, name, other, sizeof other);
  if (file < 0) return 0;
  make_seal(name, bytes, length, seal);
  int good = jx_system_append(file, bytes, length) && jx_system_append(file, seal, sizeof seal);
  good = close(file) == 0 && good;
  if (good && renameat(folder, other, folder, name) == 0) return 1;
  int reason = errno;
  (void)unlinkat(folder, other, 0);
  errno = reason;
  return 0;
}

void jx_store_save(const jx_toolchain *toolchain, const char *key, const char *ending,
                   const char *bytes, size_t length)
{
  char name[NAME_LONGEST];
  if (!name_file(toolchain, key, ending, name)) return;
  jx_toolchain quiet = {.cache = toolchain->cache}; /* loading has reported an unsafe folder */
  int folder = make_folder(toolchain->cache) ? open_folder(&quiet) : -1;
  int reason = folder < 0 || !write_file(folder, name, bytes, length) ? errno : 0;
  if (folder >= 0) (void)close(folder);
  if (reason == 0) return;
  jx_notice(toolchain, "nothing is kept in the cache folder %s: %s", toolchain->cache,
            jx_system_reason(reason).text);
}
