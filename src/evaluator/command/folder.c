#define _GNU_SOURCE /* realpath, openat and its kin */
#include "evaluator/command/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

#define DEEPEST 100 /* each level takes a descriptor while it is emptied */
#define TRIES 3     /* what is still being written to may get new files meanwhile */

jato_status jx_scratch_open(jx_scratch *scratch, const char *name, jato_error *error)
{
  *scratch = (jx_scratch){.path = ""};
  scratch->made = mkdir(name, 0777) == 0;
  if (!scratch->made && errno != EEXIST)
    return jx_fail(error, JATO_E_FILE, "the scratch folder \"%s\" cannot be made: %s", name,
                   jx_system_reason(errno).text);
  char *path = realpath(name, NULL);
  size_t length = path != NULL ? strlen(path) : 0;
  int fits = path != NULL && length + 32 < sizeof scratch->path;
  if (fits) (void)memcpy(scratch->path, path, length + 1);
  free(path);
  if (!fits)
    return jx_fail(error, JATO_E_FILE, "the scratch folder \"%s\" cannot be used: %s", name,
                   length > 0 ? "its path is too long" : jx_system_reason(errno).text);
  return JATO_OK;
}

void jx_scratch_close(jx_scratch *scratch)
{
  if (scratch->made) (void)rmdir(scratch->path);
  scratch->made = 0;
}

jato_status jx_folder_make(const jx_scratch *scratch, uint64_t id, char *path, jato_error *error)
{
  int length = snprintf(path, JX_FOLDER_PATH, "%s/%08llu", scratch->path, (unsigned long long)id);
  int reason = length < JX_FOLDER_PATH ? 0 : ENAMETOOLONG;
  if (reason == 0 && mkdir(path, 0777) != 0) reason = errno;
  if (reason == EEXIST) {
    reason = jx_folder_remove(path);
    if (reason == 0 && mkdir(path, 0777) != 0) reason = errno;
  }
  if (reason == 0) return JATO_OK;
  return jx_fail(error, JATO_E_OBJECTIVE,
                 "the folder \"%s\" for an evaluation cannot be made: %s; choose another scratch "
                 "folder",
                 path, jx_system_reason(reason).text);
}

/* ---- Removing ----------------------------------------------------------------------------------
 */

static int remove_entry(int folder, const char *name, dev_t device, int depth);

/* Removes all that is in the open folder. Takes the descriptor over. */
static int empty(int folder, dev_t device, int depth)
{
  int reason = 0;
  struct stat status;
  if (fstat(folder, &status) == 0 && status.st_dev != device) reason = EXDEV;
  DIR *entries = reason == 0 ? fdopendir(folder) : NULL;
  if (entries == NULL) {
    if (reason == 0) reason = errno;
    (void)close(folder);
    return reason;
  }
  for (;;) {
    const struct dirent *entry = readdir(entries);
    if (entry == NULL) break;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    int failed = remove_entry(dirfd(entries), entry->d_name, device, depth);
    if (failed != 0) reason = failed;
  }
  (void)closedir(entries);
  return reason;
}

/* A program may have taken rights from its own folders. */
static int open_folder(int folder, const char *name)
{
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int opened = openat(folder, name, flags);
  if (opened >= 0 || errno != EACCES || fchmodat(folder, name, 0700, 0) != 0) return opened;
  return openat(folder, name, flags);
}

static int remove_entry(int folder, const char *name, dev_t device, int depth)
{
  if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) return 0;
  int reason = errno;
  if (reason != EISDIR && reason != EPERM) return reason;
  if (depth >= DEEPEST) return ELOOP;
  for (int tries = 0; tries < TRIES; tries++) {
    int opened = open_folder(folder, name);
    if (opened < 0) return errno == ENOENT ? 0 : errno;
    (void)fchmod(opened, 0700);
    reason = empty(opened, device, depth + 1);
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return 0;
    if (reason == 0) reason = errno;
    if (reason != ENOTEMPTY) return reason;
  }
  return reason;
}

int jx_folder_remove(const char *path)
{
  struct stat status;
  if (lstat(path, &status) != 0) return errno == ENOENT ? 0 : errno;
  return remove_entry(AT_FDCWD, path, status.st_dev, 0);
}
