#define _GNU_SOURCE /* SEEK_DATA, memmem */
#define _FILE_OFFSET_BITS 64
#include "record/files/ownership.h"

#include "base/digest.h"
#include "base/system.h"
#include "contract/format.h"
#include "record/files/seal.h"
#include "record/journal/layout.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What is there ---- */

enum { HEAD = 4096, ROOT = 256 }; /* bytes that tell what a file is; those of a root group */

/* The first groups of every run file, in the header of its root group; each with its length before
 * it. Attributes lie behind the swarm. */
static int has_our_groups(const char *head, size_t length)
{
  static const char run[] = "\3run", problem[] = "\7problem";
  size_t root = length < ROOT ? length : ROOT;
  const char *first = memmem(head, root, run, sizeof run - 1);
  return first != NULL &&
         memmem(first, root - (size_t)(first - head), problem, sizeof problem - 1) != NULL;
}

/* What a power cut leaves of a file may be its length alone. */
static int has_no_data(int file, off_t size)
{
  return size == 0 || (lseek(file, 0, SEEK_DATA) < 0 && errno == ENXIO);
}

int jx_is_lock_text(const char *text, size_t length)
{
  static const char pid[] = "pid ", host[] = " on host ";
  const char *end = text + length, *at = text + sizeof pid - 1;
  if (length < sizeof pid || memcmp(text, pid, sizeof pid - 1) != 0) return 0;
  while (at < end && isdigit((unsigned char)*at)) at++;
  if (at == text + sizeof pid - 1) return 0;
  size_t left = (size_t)(end - at);
  if (memcmp(at, host, left < sizeof host - 1 ? left : sizeof host - 1) != 0) return 0;
  const char *line_end = memchr(text, '\n', length);
  return length < 256 && (line_end == NULL || line_end == end - 1);
}

static jato_file_kind kind_of_bytes(int file, off_t size)
{
  char head[HEAD];
  if (has_no_data(file, size)) return JATO_FILE_EMPTY;
  jx_sight sight = jx_seal_look(file);
  if (sight == JX_SIGHT_SEALED) return JATO_FILE_RUN;
  int64_t got = jx_system_read(file, head, sizeof head, 0);
  size_t length = got > 0 ? (size_t)got : 0;
  if (length >= 8 && memcmp(head, JX_UNFINISHED, 8) == 0) return JATO_FILE_UNFINISHED;
  if (length >= 8 && memcmp(head, JX_JOURNAL_MAGIC, 8) == 0) return JATO_FILE_JOURNAL;
  if (sight == JX_SIGHT_HDF5 && has_our_groups(head, length)) return JATO_FILE_UNFINISHED;
  return jx_is_lock_text(head, length) ? JATO_FILE_LOCK : JATO_FILE_OTHER;
}

jato_file_kind jx_file_kind(const char *path)
{
  struct stat about;
  if (lstat(path, &about) != 0) return errno == ENOENT ? JATO_FILE_NONE : JATO_FILE_OTHER;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return JATO_FILE_OTHER;
  int is_file = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  jato_file_kind kind = is_file ? kind_of_bytes(file, about.st_size) : JATO_FILE_OTHER;
  (void)close(file);
  errno = 0;
  return kind;
}

jato_file_kind jx_file_kind_unlinked(const char *path)
{
  struct stat about;
  if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) return JATO_FILE_OTHER;
  return jx_file_kind(path);
}

jato_status jx_ownership_refuse(const char *name, jato_error *error)
{
  static const char *const what[] = {[JATO_FILE_RUN] = "the file of another run",
                                     [JATO_FILE_UNFINISHED] = "a run file that is not whole",
                                     [JATO_FILE_JOURNAL] = "a journal of evaluations",
                                     [JATO_FILE_LOCK] = "the lock of a run"};
  jato_file_kind kind = jx_file_kind(name);
  int is_ours = (size_t)kind < sizeof what / sizeof what[0] && what[kind] != NULL;
  return jx_fail(error, JATO_E_FILE, "%s is %s; move it away, or save elsewhere", name,
                 is_ours ? what[kind] : "no file of this run");
}

/* ---- Which run ---- */

static void add_text(jx_digest *digest, const char *text)
{
  if (text == NULL) text = "";
  jx_digest_add(digest, text, strlen(text) + 1);
}

/* But for lines that only say which file a text came from: it may lie elsewhere now. */
static void add_source(jx_digest *digest, const char *line)
{
  while (line != NULL && *line != '\0') {
    size_t length = strcspn(line, "\n");
    if (strncmp(line, "#line ", 6) != 0) jx_digest_add(digest, line, length + 1);
    line += length + (line[length] != '\0');
  }
}

/* -0 is 0: a box is compared by its numbers. */
static void add_numbers(jx_digest *digest, const double *numbers, size_t count)
{
  for (size_t i = 0; numbers != NULL && i < count; i++) {
    double number = numbers[i] + 0.0;
    jx_digest_add(digest, &number, sizeof number);
  }
}

uint64_t jx_run_key(const jx_record_info *info)
{
  const jato_options *options = &info->options;
  const uint64_t counts[] = {options->seed,
                             options->particles,
                             (uint64_t)options->precision,
                             (uint64_t)(options->maximize != 0),
                             (uint64_t)info->kind,
                             info->dim,
                             info->data_count};
  jx_digest digest;
  jx_digest_begin(&digest);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    jx_digest_add_u64(&digest, counts[i]);
  add_text(&digest, options->algorithm);
  add_text(&digest, info->kind == JATO_RECORD_GALLERY ? info->problem : "");
  add_source(&digest, info->source);
  add_numbers(&digest, info->lower, info->dim);
  add_numbers(&digest, info->upper, info->dim);
  add_numbers(&digest, info->data, info->data_count);
  return jx_digest_end(&digest);
}
