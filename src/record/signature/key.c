#define _POSIX_C_SOURCE 200809L
#include "record/signature/key.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 4096 };

static jato_status fail_at(const char *path, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "the key %s: %s", path, jx_system_reason(errno).text);
}

/* Any process that can read a key can sign in its owner's name. */
static jato_status check_file(int file, const char *path, jato_error *error)
{
  struct stat about;
  if (fstat(file, &about) != 0) return fail_at(path, error);
  if (!S_ISREG(about.st_mode) || about.st_size != JX_KEY_BYTES)
    return jx_fail(error, JATO_E_FILE,
                   "the key %s is not a file of %d bytes; remove it, and jato makes a new one",
                   path, JX_KEY_BYTES);
  if (about.st_uid != geteuid())
    return jx_fail(error, JATO_E_FILE, "the key %s belongs to another user", path);
  if ((about.st_mode & 077) != 0)
    return jx_fail(error, JATO_E_FILE,
                   "the key %s can be read or written by others (mode %03o); remove it, and jato "
                   "makes a new one",
                   path, (unsigned)about.st_mode & 0777);
  return JATO_OK;
}

int jx_key_is_there(const char *path)
{
  struct stat about;
  return lstat(path, &about) == 0 || errno != ENOENT;
}

jato_status jx_key_read(const char *path, jx_key *key, jato_error *error)
{
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return fail_at(path, error);
  jato_status status = check_file(file, path, error);
  if (status == JATO_OK && read(file, key->bytes, sizeof key->bytes) != JX_KEY_BYTES)
    status = fail_at(path, error);
  (void)close(file);
  return status;
}

/* The folder of the key and the one around it, which a new account may lack. */
static void make_folders(const char *path)
{
  char folder[PATH_MOST];
  char *end[2] = {NULL, NULL};
  (void)snprintf(folder, sizeof folder, "%s", path);
  for (int i = 0; i < 2; i++) {
    end[i] = strrchr(folder, '/');
    if (end[i] == NULL || end[i] == folder) break;
    *end[i] = '\0';
  }
  (void)mkdir(folder, 0700); /* whether it worked shows when the key is made */
  if (end[0] != NULL && end[1] != NULL && end[1] != folder) {
    *end[1] = '/';
    (void)mkdir(folder, 0700);
  }
}

/* Writes it beside, and gives it its name only when it is whole: the first to do so wins. */
static jato_status make_key(const char *path, jato_error *error)
{
  char beside[PATH_MOST + 32];
  jx_key key;
  jato_status status = JATO_OK;
  if (!jx_hash_new_key(&key))
    return jx_fail(error, JATO_E_NOT_BUILT, "signatures: this build has no libsodium");
  make_folders(path);
  (void)snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
  int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return fail_at(path, error);
  int whole = write(file, key.bytes, sizeof key.bytes) == JX_KEY_BYTES && fsync(file) == 0;
  if (!whole || (link(beside, path) != 0 && errno != EEXIST)) status = fail_at(path, error);
  (void)close(file);
  (void)unlink(beside);
  return status;
}

jato_status jx_key_read_or_make(const char *path, jx_key *key, jato_error *error)
{
  if (strlen(path) >= PATH_MOST)
    return jx_fail(error, JATO_E_FILE, "the path of the key has more than %d bytes", PATH_MOST - 1);
  if (!jx_key_is_there(path)) JX_TRY(make_key(path, error));
  return jx_key_read(path, key, error);
}
