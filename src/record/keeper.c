#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC, fsync */
#define _FILE_OFFSET_BITS 64
#include "record/keeper.h"

#include "population/fingerprint.h"
#include "record/seal.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void jx_keeper_name(const char *path, unsigned earlier, jx_name *out)
{
  if (earlier == 0)
    (void)snprintf(out->text, sizeof out->text, "%s.new", path);
  else
    (void)snprintf(out->text, sizeof out->text, "%s.%u", path, earlier);
}

/* A link to nowhere counts: saving would take its place. */
int jx_keeper_exists(const char *path, char *found, size_t size)
{
  struct stat about;
  jx_name name;
  int there = lstat(path, &about) == 0;
  (void)snprintf(name.text, sizeof name.text, "%s", path);
  for (unsigned k = 1; !there && k <= JX_KEEP_MOST + 1; k++) {
    jx_keeper_name(path, k <= JX_KEEP_MOST ? k : 0, &name); /* path.new last */
    there = lstat(name.text, &about) == 0;
  }
  (void)snprintf(found, size, "%s", there ? name.text : "");
  return there;
}

/* ---- When it fails -----------------------------------------------------------------------------
 */

static void remove_new(const jx_keeper *keeper)
{
  jx_name name;
  jx_keeper_name(keeper->path, 0, &name);
  (void)unlink(name.text);
}

/* Whether path.new is still the file we write: another run may have been given the same path. */
static int is_ours(const jx_keeper *keeper)
{
  struct stat here, there;
  jx_name name;
  jx_keeper_name(keeper->path, 0, &name);
  return fstat(keeper->file, &here) == 0 && lstat(name.text, &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

void jx_keeper_abandon(jx_keeper *keeper)
{
  if (keeper->file < 0) return;
  if (keeper->writer != NULL) keeper->format->abandon(&keeper->writer);
  if (is_ours(keeper)) remove_new(keeper);
  (void)close(keeper->file);
  keeper->file = -1;
  keeper->writer = NULL;
}

/* Gives up, and says why and what there is in its place. */
static jato_status give_up(jx_keeper *keeper, jato_status status, const char *why,
                           jato_error *error)
{
  jx_keeper_abandon(keeper);
  if (keeper->last != JX_NEVER)
    return jx_fail(error, status, "%s: %s; the checkpoint of iteration %llu is still there",
                   keeper->path, why, (unsigned long long)keeper->last);
  return jx_fail(error, status, "%s: %s; %s", keeper->path, why,
                 access(keeper->path, F_OK) == 0 ? "what was there before is untouched"
                                                 : "this run has no checkpoint yet");
}

static jato_status give_up_for(jx_keeper *keeper, int code, const char *what, jato_error *error)
{
  char why[512];
  const char *advice = code == ENOSPC || code == EDQUOT || code == EFBIG
                           ? " (make room there, or save elsewhere)"
                           : "";
  (void)snprintf(why, sizeof why, "%s: %s%s", what, jx_system_reason(code).text, advice);
  return give_up(keeper, JATO_E_FILE, why, error);
}

/* ---- Names -------------------------------------------------------------------------------------
 */

/* Lets path.1 be what path is. A second name leaves no moment without path; where the file system
 * has none, path is renamed. */
static int step_back(const char *path)
{
  jx_name first;
  jx_keeper_name(path, 1, &first);
  if (access(path, F_OK) != 0) return 1;
  if (unlink(first.text) != 0 && errno != ENOENT) return 0;
  return link(path, first.text) == 0 || rename(path, first.text) == 0;
}

/* Before the first checkpoint of a resumed run: that it was resumed from path is not known, and a
 * damaged file is not worth the place of the earlier one it was perhaps resumed from. */
static int is_worth_keeping(const jx_keeper *keeper)
{
  if (!keeper->resumed || keeper->last != JX_NEVER) return 1;
  int file = open(keeper->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 1;
  int sound = jx_seal_check(file, keeper->path, NULL) == JATO_OK;
  (void)close(file);
  return sound;
}

/* path.2 becomes path.3, path.1 path.2, path path.1, and path.new path. With keep 0 only the last.
 */
static int rotate(const char *path, unsigned keep)
{
  jx_name from, to;
  for (unsigned k = keep; k >= 2; k--) {
    jx_keeper_name(path, k - 1, &from);
    jx_keeper_name(path, k, &to);
    if (rename(from.text, to.text) != 0 && errno != ENOENT) return 0;
  }
  if (keep > 0 && !step_back(path)) return 0;
  jx_keeper_name(path, 0, &from);
  return rename(from.text, path) == 0;
}

/* The names are on the disk only when their folder is. Some file systems cannot, or need not. */
static int sync_folder(const char *path)
{
  jx_name folder;
  const char *slash = strrchr(path, '/');
  size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
  (void)snprintf(folder.text, sizeof folder.text, "%.*s.", (int)length, path);
  int file = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return errno == EACCES;
  int good = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
  int code = errno;
  (void)close(file);
  errno = code;
  return good;
}

/* ---- Writing -----------------------------------------------------------------------------------
 */

/* A file that is no run file is not ours to move: at the second checkpoint it would be gone. */
static jato_status check_place(jx_keeper *keeper, jato_error *error)
{
  struct stat status;
  if (stat(keeper->path, &status) != 0) return JATO_OK;
  if (S_ISDIR(status.st_mode))
    return give_up(keeper, JATO_E_FILE, "it is a folder; name a file", error);
  if (!S_ISREG(status.st_mode))
    return give_up(keeper, JATO_E_FILE, "it is not a file; name another", error);
  int file = open(keeper->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return give_up_for(keeper, errno, "it is there and cannot be read", error);
  jx_sight sight = jx_seal_look(file);
  (void)close(file);
  int known = keeper->resumed || keeper->last != JX_NEVER;
  if (sight == JX_SIGHT_OTHER || (sight == JX_SIGHT_HDF5 && !known))
    return give_up(keeper, JATO_E_FILE,
                   "a file that is no run file stands there; move it away or save elsewhere",
                   error);
  return JATO_OK;
}

/* A run that was ended just before path.new got its name, and resumed from it: its name is due now,
 * or the next checkpoint would be written in place of the only one. */
static jato_status name_last(jx_keeper *keeper, jato_error *error)
{
  if (!keeper->from_new) return JATO_OK;
  if (!rotate(keeper->path, is_worth_keeping(keeper) ? keeper->keep : 0) && errno != ENOENT)
    return give_up_for(keeper, errno, "its .new cannot be renamed", error);
  keeper->from_new = 0;
  return JATO_OK;
}

jato_status jx_keeper_begin(jx_keeper *keeper, jato_record_info *info, const jx_digest *digest,
                            jato_error *error)
{
  jx_name name;
  jato_error why = {JATO_OK, ""};
  jx_keeper_abandon(keeper);
  JX_TRY(check_place(keeper, error));
  JX_TRY(name_last(keeper, error));
  jx_keeper_name(keeper->path, 0, &name);
  /* A name of its own, so that two runs with one path never write to one file. */
  if (unlink(name.text) != 0 && errno != ENOENT)
    return give_up_for(keeper, errno, "its .new cannot be removed", error);
  keeper->file = open(name.text, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  if (keeper->file < 0) return give_up_for(keeper, errno, "its .new cannot be made", error);
  keeper->info = info;
  keeper->digest = *digest;
  jato_status status = keeper->format->begin(keeper->file, info, keeper->shape, &keeper->allocator,
                                             &keeper->writer, &why);
  if (status == JATO_OK) return JATO_OK;
  keeper->writer = NULL;
  return give_up(keeper, status, why.text, error);
}

jato_status jx_keeper_tile(jx_keeper *keeper, uint64_t number, const jx_tile *tile,
                           jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  jx_fingerprint_tile(&keeper->digest, keeper->shape, tile);
  jato_status status = keeper->format->tile(keeper->writer, number, tile, &why);
  return status == JATO_OK ? JATO_OK : give_up(keeper, status, why.text, error);
}

/* Whether what was written can be opened, and is this checkpoint. */
static jato_status open_again(jx_keeper *keeper, jato_error *error)
{
  jato_record_info found;
  jx_reader *reader = NULL;
  JX_TRY(keeper->format->open(keeper->file, &keeper->allocator, &reader, &found, error));
  int same = found.result.digest == keeper->info->result.digest &&
             found.result.iterations == keeper->info->result.iterations;
  keeper->format->close(&reader);
  return same ? JATO_OK
              : jx_fail(error, JATO_E_FILE,
                        "what is read back is not what was written; please "
                        "report it");
}

/* ---- The end -----------------------------------------------------------------------------------
 */

/* The one pass that reads all bytes again is the one that seals them. */
static jato_status finish(jx_keeper *keeper, jato_error *error)
{
  JX_TRY(keeper->format->end(&keeper->writer, error));
  JX_TRY(jx_seal_write(keeper->file, error));
  if (fsync(keeper->file) != 0)
    return jx_fail(error, JATO_E_FILE, "it cannot be synced: %s", jx_system_reason(errno).text);
  if (jx_seal_look(keeper->file) != JX_SIGHT_SEALED)
    return jx_fail(error, JATO_E_FILE, "its end is not what was written");
  return open_again(keeper, error);
}

jato_status jx_keeper_end(jx_keeper *keeper, jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  keeper->info->result.digest = jx_digest_end(&keeper->digest);
  jato_status status = finish(keeper, &why);
  keeper->writer = NULL; /* `end` has freed it in any case */
  if (status != JATO_OK) return give_up(keeper, status, why.text, error);
  if (!is_ours(keeper))
    return give_up(keeper, JATO_E_FILE, "another run is saved to the same file; save elsewhere",
                   error);
  if (!rotate(keeper->path, is_worth_keeping(keeper) ? keeper->keep : 0))
    return give_up_for(keeper, errno, "it cannot be renamed", error);
  (void)close(keeper->file);
  keeper->file = -1;
  keeper->last = keeper->info->result.iterations;
  if (!sync_folder(keeper->path))
    return give_up_for(keeper, errno, "its folder cannot be synced", error);
  return JATO_OK;
}
