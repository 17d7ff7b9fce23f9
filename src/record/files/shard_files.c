#define _POSIX_C_SOURCE 200809L /* openat, unlinkat, fdopendir */
#define _FILE_OFFSET_BITS 64
#include "record/files/shard_files.h"

#include "base/digest.h"
#include "base/system.h"
#include "record/files/ownership.h"
#include "record/files/seal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Holds the name of a checkpoint that is being written. */
#define MARK "unfinished"

/* ---- Names ---- */

/* Letters of the path up to its last slash. */
static size_t folder_length(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

void jx_shard_file(const char *path, const char *stem, uint64_t number, jx_name *out)
{
  (void)snprintf(out->text, sizeof out->text, "%.*s%s-%05llu.h5", (int)folder_length(path), path,
                 stem, (unsigned long long)number);
}

static void folder_of(const char *path, jx_name *out)
{
  (void)snprintf(out->text, sizeof out->text, "%s.shards", path);
}

/* One that no other checkpoint has. */
static int make_stem(const char *path, uint64_t iteration, jx_shard_stem *out)
{
  struct timespec now = {0};
  jx_digest digest;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  jx_digest_begin(&digest);
  jx_digest_add_u64(&digest, (uint64_t)now.tv_sec);
  jx_digest_add_u64(&digest, (uint64_t)now.tv_nsec);
  jx_digest_add_u64(&digest, (uint64_t)getpid());
  int length = snprintf(
      out->text, sizeof out->text, "%s.shards/%08llx-%llu", path + folder_length(path),
      (unsigned long long)(jx_digest_end(&digest) & 0xffffffffu), (unsigned long long)iteration);
  return length > 0 && (size_t)length < sizeof out->text;
}

/* ---- The folder ---- */

static int open_folder(const char *path)
{
  jx_name folder;
  folder_of(path, &folder);
  return open(folder.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* "run.h5.shards/5f3a9c21-120", as make_stem makes it for this path: the text after the last
 * slash; NULL for any other text. */
static const char *name_in_stem(const char *path, const char *stem)
{
  static const char ending[] = ".shards/";
  const char *base = path + folder_length(path);
  size_t length = strlen(base), digits = sizeof ending - 1;
  if (strncmp(stem, base, length) != 0 || strncmp(stem + length, ending, digits) != 0) return NULL;
  const char *name = stem + length + digits;
  if (strspn(name, "0123456789abcdef") != 8 || name[8] != '-') return NULL;
  size_t number = strspn(name + 9, "0123456789");
  return number > 0 && name[9 + number] == '\0' ? name : NULL;
}

/* ownership.h: a shard, whole or not, by its name and by its bytes. */
static int is_shard(const char *path, const char *name, size_t length, const char *entry)
{
  jx_name folder, file;
  if (strncmp(entry, name, length) != 0 || entry[length] != '-') return 0;
  folder_of(path, &folder);
  int size =
      snprintf(file.text, sizeof file.text, "%.*s/%s", JX_PATH_LONGEST - 300, folder.text, entry);
  if (size < 0 || (size_t)size >= sizeof file.text) return 0;
  jato_file_kind kind = jx_file_kind_unlinked(file.text);
  return kind == JATO_FILE_RUN || kind == JATO_FILE_UNFINISHED || kind == JATO_FILE_EMPTY;
}

/* Removes the shards of a checkpoint, whole or not. */
static void remove_shards(const char *path, const char *stem)
{
  const char *name = name_in_stem(path, stem);
  int folder = name != NULL ? open_folder(path) : -1;
  DIR *list = folder >= 0 ? fdopendir(folder) : NULL;
  if (list == NULL && folder >= 0) (void)close(folder);
  if (list == NULL) return;
  size_t length = strlen(name);
  const struct dirent *entry;
  /* NOLINTNEXTLINE(concurrency-mt-unsafe): the list is ours alone */
  while ((entry = readdir(list)) != NULL)
    if (is_shard(path, name, length, entry->d_name)) (void)unlinkat(folder, entry->d_name, 0);
  (void)closedir(list);
}

static jato_status fail_for(const char *path, const char *what, jato_error *error)
{
  jx_name folder;
  folder_of(path, &folder);
  return jx_fail(error, JATO_E_FILE, "%s: %s: %s", folder.text, what, jx_system_reason(errno).text);
}

/* ---- Which checkpoints are there ---- */

/* The checkpoint that a run file names; "" where it has its swarm in itself, or cannot be read. */
static void read_stem(const jx_format_ops *format, int file, jx_shard_stem *out)
{
  jx_record_content content;
  jx_reader *reader = NULL;
  out->text[0] = '\0';
  jato_allocator allocator = jx_allocator_or_default(NULL);
  if (format->open(file, &allocator, &reader, &content, NULL) != JATO_OK) return;
  if (content.shards.count > 0)
    (void)snprintf(out->text, sizeof out->text, "%s", content.shards.checkpoint);
  format->close(&reader);
}

/* path itself for earlier 0, path.1 and so on; below 0 where there is none. */
static int open_earlier(const char *path, unsigned earlier)
{
  jx_name name;
  if (earlier > 0) jx_rotate_name(path, earlier, &name);
  return open(earlier > 0 ? name.text : path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static int is_named(const jx_format_ops *format, const char *path, const char *stem)
{
  int found = 0;
  for (unsigned k = 0; k <= JX_KEEP_MOST + 1 && !found; k++) {
    jx_name fresh;
    jx_shard_stem other;
    jx_rotate_name(path, 0, &fresh); /* path.new last */
    int file = k <= JX_KEEP_MOST ? open_earlier(path, k)
                                 : open(fresh.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) continue;
    read_stem(format, file, &other);
    found = strcmp(other.text, stem) == 0;
    (void)close(file);
  }
  return found;
}

/* ---- A checkpoint ---- */

/* What a run left that was ended before its run file had been written. Returns 0 where the mark is
 * not ours: none other than such a name, or the beginning of one. */
static int remove_unfinished(const jx_format_ops *format, const char *path, int folder)
{
  jx_shard_stem stem = {""};
  struct stat about;
  int mark = openat(folder, MARK, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (mark < 0) return errno == ENOENT;
  int64_t length = jx_system_read(mark, stem.text, sizeof stem.text - 1, 0);
  int is_ours = fstat(mark, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == length &&
                (length == 0 || name_in_stem(path, stem.text) != NULL);
  (void)close(mark);
  if (is_ours && length > 0 && !is_named(format, path, stem.text)) remove_shards(path, stem.text);
  return is_ours;
}

static int write_mark(int folder, const char *stem)
{
  (void)unlinkat(folder, MARK, 0); /* which was looked at */
  int mark = openat(folder, MARK, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (mark < 0) return 0;
  int good = jx_system_append(mark, stem, strlen(stem));
  (void)close(mark);
  return good;
}

jato_status jx_shard_files_begin(const jx_format_ops *format, const char *path, uint64_t iteration,
                                 jx_shard_stem *stem, jato_error *error)
{
  jx_name name;
  folder_of(path, &name);
  if (!make_stem(path, iteration, stem))
    return jx_fail(error, JATO_E_FILE, "%s: its name is too long for a swarm in shards", path);
  if (mkdir(name.text, 0777) != 0 && errno != EEXIST)
    return fail_for(path, "the folder cannot be made", error);
  int folder = open_folder(path);
  if (folder < 0) return fail_for(path, "it is no folder that can be used", error);
  if (!remove_unfinished(format, path, folder)) {
    stem->text[0] = '\0'; /* nothing was begun, and nothing is to be ended */
    (void)close(folder);
    return jx_fail(error, JATO_E_FILE,
                   "%s/" MARK " is no file of this run; move it away, or save elsewhere",
                   name.text);
  }
  int good = write_mark(folder, stem->text);
  int code = errno;
  (void)close(folder);
  errno = code;
  return good ? JATO_OK : fail_for(path, "it cannot be written to", error);
}

jato_status jx_shard_seal(const char *path, uint64_t *seal, jato_error *error)
{
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return jx_fail(error, JATO_E_FILE, "%s: %s", path, jx_system_reason(errno).text);
  int good = jx_seal_digest(file, seal);
  (void)close(file);
  return good ? JATO_OK : jx_fail(error, JATO_E_FILE, "%s: it is cut off, or another file", path);
}

void jx_shard_files_end(const char *path, const jx_shard_stem *stem, int has_failed)
{
  int folder = open_folder(path);
  if (has_failed) remove_shards(path, stem->text);
  if (folder < 0) return;
  (void)unlinkat(folder, MARK, 0); /* which `begin` has written */
  (void)close(folder);
}

/* ---- The one before ---- */

void jx_shards_note_fallen(const jx_format_ops *format, const char *path, unsigned k,
                           jx_fallen_shards *fallen)
{
  struct stat about;
  jx_name folder;
  fallen->stem.text[0] = '\0';
  folder_of(path, &folder);
  if (access(folder.text, F_OK) != 0) return;
  int file = open_earlier(path, k);
  if (file < 0) return;
  if (fstat(file, &about) == 0) {
    read_stem(format, file, &fallen->stem);
    fallen->device = (uint64_t)about.st_dev;
    fallen->node = (uint64_t)about.st_ino;
  }
  (void)close(file);
}

static int is_it(const char *path, const jx_fallen_shards *fallen)
{
  struct stat about;
  return stat(path, &about) == 0 && (uint64_t)about.st_dev == fallen->device &&
         (uint64_t)about.st_ino == fallen->node;
}

void jx_shards_remove_fallen(const char *path, const jx_fallen_shards *fallen)
{
  jx_name name, folder;
  if (fallen->stem.text[0] == '\0' || is_it(path, fallen)) return;
  for (unsigned k = 1; k <= JX_KEEP_MOST; k++) {
    jx_rotate_name(path, k, &name);
    if (is_it(name.text, fallen)) return;
  }
  remove_shards(path, fallen->stem.text);
  folder_of(path, &folder);
  (void)rmdir(folder.text); /* where it is empty */
}
