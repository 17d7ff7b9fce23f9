#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC, fsync */
#define _FILE_OFFSET_BITS 64
#include "record/files/rotate.h"

#include "population/fingerprint.h"
#include "record/files/ownership.h"
#include "record/files/seal.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A link to nowhere counts: saving would take its place. */
int jx_rotate_exists(const char *path, char *found, size_t size)
{
  struct stat about;
  jx_name name;
  int there = lstat(path, &about) == 0;
  (void)snprintf(name.text, sizeof name.text, "%s", path);
  for (unsigned k = 1; !there && k <= JX_KEEP_MOST + 1; k++) {
    jx_rotate_name(path, k <= JX_KEEP_MOST ? k : 0, &name); /* path.new last */
    there = lstat(name.text, &about) == 0;
  }
  (void)snprintf(found, size, "%s", there ? name.text : "");
  return there;
}

int jx_rotate_is_free(const char *path, jx_name *found)
{
  jx_name fresh;
  if (!jx_rotate_exists(path, found->text, sizeof found->text)) return 1;
  jx_rotate_name(path, 0, &fresh);
  if (strcmp(found->text, fresh.text) != 0) return 0;
  jato_file_kind kind = jx_file_kind_unlinked(fresh.text);
  return kind == JATO_FILE_EMPTY || kind == JATO_FILE_UNFINISHED;
}

/* ---- When it fails ---- */

static void remove_new(const jx_rotation *rotation)
{
  jx_name name;
  jx_rotate_name(rotation->path, 0, &name);
  (void)unlink(name.text);
}

/* Whether path.new is still the file we write: another run may have been given the same path. */
static int is_ours(const jx_rotation *rotation)
{
  struct stat here, there;
  jx_name name;
  jx_rotate_name(rotation->path, 0, &name);
  return fstat(rotation->file, &here) == 0 && lstat(name.text, &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

void jx_rotate_abandon(jx_rotation *rotation)
{
  if (rotation->file < 0) return;
  if (rotation->writer != NULL) rotation->format->abandon(&rotation->writer);
  if (is_ours(rotation)) remove_new(rotation);
  (void)close(rotation->file);
  rotation->file = -1;
  rotation->writer = NULL;
}

void jx_rotate_note(jx_rotation *rotation, uint64_t iteration)
{
  rotation->last = iteration;
  rotation->from_new = 0;
}

/* Gives up, and says why and what there is in its place. */
static jato_status give_up(jx_rotation *rotation, jato_status status, const char *why,
                           jato_error *error)
{
  jx_rotate_abandon(rotation);
  if (rotation->last != JX_NEVER)
    return jx_fail(error, status, "%s: %s; the checkpoint of iteration %llu is still there",
                   rotation->path, why, (unsigned long long)rotation->last);
  return jx_fail(error, status, "%s: %s; %s", rotation->path, why,
                 access(rotation->path, F_OK) == 0 ? "what was there before is untouched"
                                                   : "this run has no checkpoint yet");
}

/* What is whole stays: it may be newer than the file at path. */
static void remove_torn(const jx_rotation *rotation)
{
  jx_name name;
  jx_rotate_name(rotation->path, 0, &name);
  jato_file_kind kind = jx_file_kind_unlinked(name.text);
  if (kind == JATO_FILE_EMPTY || kind == JATO_FILE_UNFINISHED) (void)unlink(name.text);
}

jato_status jx_rotate_fork_failed(jx_rotation *rotation, jato_error *error)
{
  jato_error why = *error;
  size_t length = strlen(rotation->path);
  remove_torn(rotation);
  if (strncmp(why.text, rotation->path, length) == 0) return why.status; /* by give_up, there */
  return give_up(rotation, why.status, why.text, error);
}

static jato_status give_up_for(jx_rotation *rotation, int code, const char *what, jato_error *error)
{
  char why[512];
  const char *advice = code == ENOSPC || code == EDQUOT || code == EFBIG
                           ? " (make room there, or save elsewhere)"
                           : "";
  (void)snprintf(why, sizeof why, "%s: %s%s", what, jx_system_reason(code).text, advice);
  return give_up(rotation, JATO_E_FILE, why, error);
}

/* ---- Whose the names are ---- */

/* A file that is no run file is not ours to move: at the second checkpoint it would be gone. */
static jato_status check_path(jx_rotation *rotation, jato_error *error)
{
  struct stat status;
  int known = rotation->resumed || rotation->last != JX_NEVER;
  jato_file_kind kind = jx_file_kind(rotation->path);
  int reason = errno;
  if (kind == JATO_FILE_NONE || kind == JATO_FILE_EMPTY || kind == JATO_FILE_RUN) return JATO_OK;
  if (kind == JATO_FILE_UNFINISHED && known) return JATO_OK;
  if (stat(rotation->path, &status) == 0 && S_ISDIR(status.st_mode))
    return give_up(rotation, JATO_E_FILE, "it is a folder; name a file", error);
  if (stat(rotation->path, &status) == 0 && !S_ISREG(status.st_mode))
    return give_up(rotation, JATO_E_FILE, "it is not a file; name another", error);
  if (kind == JATO_FILE_OTHER && reason != 0)
    return give_up_for(rotation, reason, "it is there and cannot be read", error);
  return give_up(rotation, JATO_E_FILE,
                 "a file of another kind has that name; move it away or save elsewhere", error);
}

/* path.new: an unfinished one is useless; a whole one may be newer than path. */
static int may_take(const jx_rotation *rotation, unsigned k, jato_file_kind kind)
{
  int known = rotation->resumed || rotation->last != JX_NEVER;
  return kind == JATO_FILE_NONE || kind == JATO_FILE_EMPTY || kind == JATO_FILE_RUN ||
         (kind == JATO_FILE_UNFINISHED && (k == 0 || known));
}

jato_status jx_rotate_check(jx_rotation *rotation, jato_error *error)
{
  JX_TRY(check_path(rotation, error));
  for (unsigned k = 0; k <= rotation->keep; k++) {
    jx_name name;
    jato_error why;
    jx_rotate_name(rotation->path, k, &name);
    errno = 0;
    jato_file_kind kind = k == 0 ? jx_file_kind_unlinked(name.text) : jx_file_kind(name.text);
    int reason = errno;
    if (may_take(rotation, k, kind)) continue;
    if (kind == JATO_FILE_OTHER && reason != 0)
      return give_up_for(rotation, reason, "an earlier file of it cannot be read", error);
    (void)jx_ownership_refuse(name.text, &why);
    return give_up(rotation, JATO_E_FILE, why.text, error);
  }
  return JATO_OK;
}

/* The names of whole files that must be of this run: path itself, where it is not known to be,
 * path.new, path.1, ... Number keep + 1 is path. */
static int is_run_to_check(const jx_rotation *rotation, unsigned k, jx_name *name)
{
  if (k > rotation->keep)
    (void)snprintf(name->text, sizeof name->text, "%s", rotation->path);
  else
    jx_rotate_name(rotation->path, k, name);
  return (k <= rotation->keep || !rotation->resumed) && jx_file_kind(name->text) == JATO_FILE_RUN;
}

int jx_rotate_has_runs(const jx_rotation *rotation)
{
  jx_name name;
  for (unsigned k = 0; k <= rotation->keep + 1; k++)
    if (is_run_to_check(rotation, k, &name)) return 1;
  return 0;
}

/* A damaged one says nothing: beside the file of a run it is taken for an earlier one of it. If it
 * cannot be opened, *reason is the errno. */
static int is_of_this_run(const jx_rotation *rotation, const char *name, int *reason)
{
  jx_record_content found;
  jx_reader *reader = NULL;
  int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  *reason = file < 0 ? errno : 0;
  if (file < 0) return 0;
  jato_status status = rotation->format->open(file, &rotation->allocator, &reader, &found, NULL);
  int same = status == JATO_OK ? jx_run_key(&found.info) == rotation->key : rotation->resumed;
  if (status == JATO_OK) rotation->format->close(&reader);
  (void)close(file);
  return same;
}

jato_status jx_rotate_check_runs(jx_rotation *rotation, jato_error *error)
{
  jx_name name;
  jato_error why;
  for (unsigned left = rotation->keep + 2; left > 0; left--) {
    int reason = 0;
    if (!is_run_to_check(rotation, left - 1, &name) || is_of_this_run(rotation, name.text, &reason))
      continue;
    if (reason != 0)
      return give_up_for(rotation, reason, "an earlier file of it cannot be read", error);
    (void)jx_ownership_refuse(name.text, &why);
    return give_up(rotation, JATO_E_FILE, why.text, error);
  }
  return JATO_OK;
}

/* ---- Names ---- */

/* Lets path.1 be what path is. A second name leaves no moment without path; where the file system
 * has none, path is renamed. */
static int step_back(const char *path)
{
  jx_name first;
  jx_rotate_name(path, 1, &first);
  if (access(path, F_OK) != 0) return 1;
  if (unlink(first.text) != 0 && errno != ENOENT) return 0;
  return link(path, first.text) == 0 || rename(path, first.text) == 0;
}

/* Before the first checkpoint of a resumed run: that it was resumed from path is not known, and a
 * damaged file is not worth the place of the earlier one it was perhaps resumed from. */
static int is_worth_keeping(const jx_rotation *rotation)
{
  if (!rotation->resumed || rotation->last != JX_NEVER) return 1;
  int file = open(rotation->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 1;
  int sound = jx_seal_check(file, rotation->path, NULL) == JATO_OK;
  (void)close(file);
  return sound;
}

/* path.2 becomes path.3, path.1 path.2, path path.1, and path.new path. With keep 0 only the last.
 */
static int rotate(const char *path, unsigned keep)
{
  jx_name from, to;
  for (unsigned k = keep; k >= 2; k--) {
    jx_rotate_name(path, k - 1, &from);
    jx_rotate_name(path, k, &to);
    if (rename(from.text, to.text) != 0 && errno != ENOENT) return 0;
  }
  if (keep > 0 && !step_back(path)) return 0;
  jx_rotate_name(path, 0, &from);
  return rename(from.text, path) == 0;
}

static int take_names(jx_rotation *rotation)
{
  jx_shards_note_fallen(rotation->format, rotation->path, rotation->keep, &rotation->fallen);
  return rotate(rotation->path, is_worth_keeping(rotation) ? rotation->keep : 0);
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

/* ---- Writing ---- */

/* A run that was ended just before path.new got its name, and resumed from it: its name is due now,
 * or the next checkpoint would overwrite the only one. */
static jato_status name_last(jx_rotation *rotation, jato_error *error)
{
  if (!rotation->from_new) return JATO_OK;
  if (!take_names(rotation) && errno != ENOENT)
    return give_up_for(rotation, errno, "its .new cannot be renamed", error);
  jx_shards_remove_fallen(rotation->path, &rotation->fallen);
  rotation->from_new = 0;
  return JATO_OK;
}

jato_status jx_rotate_begin(jx_rotation *rotation, jx_record_content *content,
                            const jx_digest *digest, jato_error *error)
{
  jx_name name;
  jato_error why = {JATO_OK, ""};
  jx_rotate_abandon(rotation);
  JX_TRY(jx_rotate_check(rotation, error));
  JX_TRY(name_last(rotation, error));
  jx_rotate_name(rotation->path, 0, &name);
  /* A name of its own, so that two runs with one path never write to one file. What has
   * the name was looked at just now. */
  if (unlink(name.text) != 0 && errno != ENOENT)
    return give_up_for(rotation, errno, "its .new cannot be removed", error);
  rotation->file = open(name.text, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  if (rotation->file < 0) return give_up_for(rotation, errno, "its .new cannot be made", error);
  rotation->content = content;
  rotation->digest = *digest;
  jato_status status = rotation->format->begin(rotation->file, content, rotation->shape,
                                               &rotation->allocator, &rotation->writer, &why);
  if (status == JATO_OK) return JATO_OK;
  rotation->writer = NULL;
  return give_up(rotation, status, why.text, error);
}

jato_status jx_rotate_tile(jx_rotation *rotation, uint64_t number, const jx_tile *tile,
                           jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  jx_fingerprint_tile(&rotation->digest, rotation->shape, tile);
  jato_status status = rotation->format->tile(rotation->writer, number, tile, &why);
  return status == JATO_OK ? JATO_OK : give_up(rotation, status, why.text, error);
}

/* Whether what was written can be opened, and is this checkpoint. */
static jato_status open_again(jx_rotation *rotation, jato_error *error)
{
  jx_record_content found;
  const jato_result *wrote = &rotation->content->info.result;
  jx_reader *reader = NULL;
  jato_error why;
  if (rotation->format->open(rotation->file, &rotation->allocator, &reader, &found, &why) !=
      JATO_OK)
    return jx_fail(error, JATO_E_FILE, "it cannot be read back (%s), perhaps for lack of memory",
                   why.text);
  int same = found.info.result.digest == wrote->digest &&
             found.info.result.iterations == wrote->iterations;
  rotation->format->close(&reader);
  return same ? JATO_OK
              : jx_fail(error, JATO_E_FILE,
                        "what is read back is not what was written; please "
                        "report it");
}

/* ---- The end ---- */

/* The one pass that reads all bytes again is the one that seals them. */
static jato_status finish(jx_rotation *rotation, jato_error *error)
{
  JX_TRY(rotation->format->end(&rotation->writer, error));
  JX_TRY(jx_seal_write(rotation->file, error));
  if (fsync(rotation->file) != 0)
    return jx_fail(error, JATO_E_FILE, "it cannot be synced: %s", jx_system_reason(errno).text);
  if (jx_seal_look(rotation->file) != JX_SIGHT_SEALED)
    return jx_fail(error, JATO_E_FILE, "its end is not what was written");
  return open_again(rotation, error);
}

jato_status jx_rotate_end(jx_rotation *rotation, jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  rotation->content->info.result.digest = jx_digest_end(&rotation->digest);
  jato_status status = finish(rotation, &why);
  rotation->writer = NULL; /* `end` has freed it in any case */
  if (status != JATO_OK) return give_up(rotation, status, why.text, error);
  if (!is_ours(rotation))
    return give_up(rotation, JATO_E_FILE, "another run is saved to the same file; save elsewhere",
                   error);
  JX_TRY(jx_rotate_check(rotation, error)); /* it may have taken long */
  if (!take_names(rotation)) return give_up_for(rotation, errno, "it cannot be renamed", error);
  (void)close(rotation->file);
  rotation->file = -1;
  rotation->last = rotation->content->info.result.iterations;
  if (!sync_folder(rotation->path))
    return give_up_for(rotation, errno, "its folder cannot be synced", error);
  jx_shards_remove_fallen(rotation->path, &rotation->fallen);
  return JATO_OK;
}
