#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#define _FILE_OFFSET_BITS 64
#include "record/files/find_newest.h"

#include "record/files/ownership.h"
#include "record/files/seal.h"
#include "record/files/shard_reader.h"
#include "record/journal/journal.h"
#include "base/status.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a candidate was found. */
typedef enum finding { SOUND, MISSING, UNREADABLE, DAMAGED } finding;

typedef struct search {
  const jx_format_ops *format;
  const jato_record_request *request;
  const jato_allocator *allocator;
  jato_error why;    /* of the candidate looked at last, without its name */
  char report[1536]; /* on all that are not sound: "run.h5: cut off ...; run.h5.1: ..." */
  size_t length;
} search;

void jx_found_file_close(const jx_format_ops *format, jx_found_file *found)
{
  if (found->reader != NULL) format->close(&found->reader);
  if (found->file >= 0) (void)close(found->file);
  found->file = -1;
  found->reader = NULL;
}

int jx_found_file_is_current(const jx_found_file *found)
{
  struct stat here, there;
  return fstat(found->file, &here) != 0 || stat(found->name.text, &there) != 0 ||
         (here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

/* Words of jx_seal_check begin with the path, which is said elsewhere. */
static void drop_name(jato_error *why, const char *name)
{
  size_t length = strlen(name);
  if (strncmp(why->text, name, length) != 0 || strncmp(why->text + length, ": ", 2) != 0) return;
  memmove(why->text, why->text + length + 2, strlen(why->text + length + 2) + 1);
}

/* HDF5 does not say that it lacked memory. A file whose seal is whole is as it was written, so that
 * a second try is worth it. */
static jato_status open_sealed(search *s, jx_found_file *found)
{
  jato_error why = {JATO_OK, ""};
  jato_status status = JATO_E_FILE;
  for (int tries = 0; tries < 2 && status != JATO_OK; tries++)
    status = s->format->open(found->file, s->allocator, &found->reader, &found->content, &why);
  if (status == JATO_E_FILE)
    return jx_fail(
        &s->why, status,
        "%.1000s; its seal is whole, so either it was written like this, or there is not "
        "enough memory to read it",
        why.text);
  if (status != JATO_OK) s->why = why;
  return status;
}

/* A swarm that is not in the file must be beside it. */
static jato_status check_shards(const jx_found_file *found, jato_error *error)
{
  const jx_shards *shards = &found->content.shards;
  if (shards->count > 0) return jx_shards_look(found->name.text, shards, error);
  if (shards->checkpoint == NULL || shards->checkpoint[0] == '\0') return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "it is a shard, a part of the swarm of a run that several ranks have saved; take "
                 "the run file, beside the folder of the shards");
}

static jato_status check(search *s, jx_found_file *found)
{
  struct stat status;
  if (fstat(found->file, &status) != 0 || !S_ISREG(status.st_mode))
    return jx_fail(&s->why, JATO_E_FILE, "it is not a file");
  JX_TRY(jx_seal_check(found->file, found->name.text, &s->why));
  JX_TRY(open_sealed(s, found));
  jato_status shards_status = check_shards(found, &s->why);
  if (shards_status != JATO_OK) s->format->close(&found->reader);
  return shards_status;
}

/* Opens the file that found->name says. Only JATO_E_MEMORY is returned; the rest is a condition. */
static jato_status look_at(search *s, jx_found_file *found, finding *out)
{
  s->why = (jato_error){JATO_OK, ""};
  found->reader = NULL;
  found->file = open(found->name.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (found->file < 0) {
    *out = errno == ENOENT ? MISSING : UNREADABLE;
    (void)jx_fail(&s->why, JATO_E_FILE, "%s", jx_system_reason(errno).text);
    return JATO_OK;
  }
  jato_status status = check(s, found);
  *out = status == JATO_OK ? SOUND : DAMAGED;
  if (status == JATO_OK) return JATO_OK;
  found->reader = NULL;
  jx_found_file_close(s->format, found);
  drop_name(&s->why, found->name.text);
  return status == JATO_E_MEMORY ? JATO_E_MEMORY : JATO_OK;
}

static void report(search *s, const char *name)
{
  size_t left = sizeof s->report - s->length;
  int count = snprintf(s->report + s->length, left, "%s%s: %s", s->length > 0 ? "; " : "", name,
                       s->why.text);
  if (count > 0) s->length += (size_t)count < left ? (size_t)count : left - 1;
}

static void tell(const search *s, const char *what, const jx_found_file *taken)
{
  char text[4096];
  if (s->request->notice == NULL) return;
  (void)snprintf(text, sizeof text, "%.1800s; continuing from %.1800s, iteration %llu", what,
                 taken->name.text, (unsigned long long)taken->content.info.result.iterations);
  jx_notice_send(s->request->notice, s->request->notice_user, text);
}

/* Two checkpoints of one run, as far as one can see. */
static int is_same_run(const jx_record_info *a, const jx_record_info *b)
{
  return a->options.seed == b->options.seed && a->options.particles == b->options.particles &&
         a->options.precision == b->options.precision && a->dim == b->dim &&
         strcmp(a->options.algorithm, b->options.algorithm) == 0 &&
         strcmp(a->problem, b->problem) == 0;
}

/* A run that was ended between sealing path.new and renaming it leaves the newer one there. */
static jato_status prefer_new(search *s, jx_found_file *found, jato_error *error)
{
  char what[2048];
  finding condition = MISSING;
  jx_found_file other = {.file = -1};
  jx_rotate_name(s->request->path, 0, &other.name);
  if (look_at(s, &other, &condition) != JATO_OK)
    return jx_fail(error, JATO_E_MEMORY, "%s", s->why.text);
  if (condition == SOUND && is_same_run(&other.content.info, &found->content.info) &&
      other.content.info.result.iterations > found->content.info.result.iterations) {
    (void)snprintf(what, sizeof what, "%.1000s is newer than %.1000s", other.name.text,
                   found->name.text);
    jx_found_file_close(s->format, found);
    *found = other;
    tell(s, what, found);
    return JATO_OK;
  }
  if (condition == DAMAGED) {
    (void)snprintf(what, sizeof what,
                   "%.1000s is not whole (%.800s): it is being written, or its run was ended "
                   "meanwhile",
                   other.name.text, s->why.text);
    tell(s, what, found);
  }
  jx_found_file_close(s->format, &other);
  return JATO_OK;
}

/* path.new, path.1, ...: the first sound one, for a path that is not. */
static jato_status fall_back(search *s, finding condition, jx_found_file *found, jato_error *error)
{
  const char *path = s->request->path;
  char what[2048];
  const int words = 1000; /* the most of each */
  jx_name journal;
  if (condition == MISSING)
    (void)snprintf(what, sizeof what, "%.*s is missing", words, path);
  else
    (void)snprintf(what, sizeof what, "%.*s %s (%.*s)", words, path,
                   condition == DAMAGED ? "is damaged" : "cannot be read", words, s->why.text);
  if (condition != MISSING) report(s, path);
  for (unsigned k = 0; k <= JX_KEEP_MOST; k++) {
    jx_rotate_name(path, k, &found->name);
    if (look_at(s, found, &condition) != JATO_OK)
      return jx_fail(error, JATO_E_MEMORY, "%s", s->why.text);
    if (condition == SOUND) {
      tell(s, what, found);
      return JATO_OK;
    }
    if (condition != MISSING) report(s, found->name.text);
  }
  jx_journal_name(path, &journal);
  if (s->length == 0 && jx_file_kind(journal.text) == JATO_FILE_JOURNAL)
    return jx_fail(error, JATO_E_FILE,
                   "%s: no such file, and no earlier checkpoint of it; but %s has evaluations of "
                   "it: begin the run again with the same command and --resume (resume=True), and "
                   "they are not made again",
                   path, journal.text);
  if (s->length == 0)
    return jx_fail(
        error, JATO_E_FILE,
        "%s: no such file, and no earlier checkpoint of it beside it (%s.new, %s.1, ...)", path,
        path, path);
  return jx_fail(error, JATO_E_FILE, "%s", s->report);
}

jato_status jx_find_newest(const jx_format_ops *format, const jato_record_request *request,
                           const jato_allocator *allocator, jx_found_file *found, jato_error *error)
{
  search s = {.format = format, .request = request, .allocator = allocator};
  finding condition = MISSING;
  jato_status status = JATO_OK;
  found->file = -1;
  found->reader = NULL;
  if (strlen(request->path) > sizeof found->name.text - sizeof ".new")
    return jx_fail(error, JATO_E_FILE, "the name of the run file is too long");
  (void)snprintf(found->name.text, sizeof found->name.text, "%s", request->path);
  if (look_at(&s, found, &condition) != JATO_OK)
    return jx_fail(error, JATO_E_MEMORY, "%s", s.why.text);
  if (request->only_this) {
    if (condition != SOUND) return jx_fail(error, JATO_E_FILE, "%s: %s", request->path, s.why.text);
  } else {
    status =
        condition == SOUND ? prefer_new(&s, found, error) : fall_back(&s, condition, found, error);
  }
  if (status != JATO_OK) jx_found_file_close(format, found);
  found->content.info.path = found->name.text;
  found->stem = strlen(request->path);
  return status;
}
