#define _POSIX_C_SOURCE 200809L
#include "record/journal/journal.h"

#include "base/clock.h"
#include "base/system.h"
#include "record/files/ownership.h"
#include "record/journal/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM 65536  /* bytes that wait, about */
#define LONG 1e-3   /* seconds: a row that took longer to make does not wait */
#define WAITS 20e-3 /* seconds: longer than that no row waits for the next one */

struct jx_journal {
  jato_allocator allocator;
  int file;
  jx_journal_shape shape;
  uint32_t version; /* of the file's rows: an earlier one, where it was begun by that */
  size_t row_bytes;
  uint64_t end;  /* of what was written */
  double wrote;  /* when */
  char *waiting; /* [room] */
  size_t used, room;
};

void jx_journal_name(const char *run_file, jx_name *out)
{
  (void)snprintf(out->text, sizeof out->text, "%s.journal", run_file);
}

/* ---- Beginning ---- */

static jato_status cannot(const char *path, const char *what, int reason, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "%s: the journal of evaluations cannot be %s: %s", path, what,
                 jx_system_reason(reason).text);
}

/* As ownership.h says: a journal may go if its rows are not needed, or it has none. */
static jato_status check_rows(const jx_journal *journal, const char *path, jx_journal_use use,
                              jato_error *error)
{
  struct stat status;
  jx_journal_reader *reader = NULL;
  if (stat(path, &status) == 0 && status.st_size < (off_t)JX_JOURNAL_HEADER_1) return JATO_OK;
  JX_TRY(jx_journal_open(path, &journal->allocator, &reader, error));
  uint64_t count = jx_journal_get_info(reader)->count;
  int is_ours = use == JX_JOURNAL_AGAIN && jx_journal_matches_run(reader, &journal->shape);
  jx_journal_close(&reader);
  if (count == 0 || is_ours) return JATO_OK;
  return jx_fail(
      error, JATO_E_FILE,
      "%s has %llu evaluations of a run that was ended before its first checkpoint, or "
      "whose run file is gone; begin that run again with --resume (resume=True) and they "
      "are not made again, or move the file away",
      path, (unsigned long long)count);
}

/* Removes what is there, if it may. */
static jato_status make_way(const jx_journal *journal, const char *path, jx_journal_use use,
                            jato_error *error)
{
  jato_file_kind kind = jx_file_kind_unlinked(path);
  if (kind == JATO_FILE_NONE) return JATO_OK;
  if (kind == JATO_FILE_JOURNAL)
    JX_TRY(check_rows(journal, path, use, error));
  else if (kind != JATO_FILE_EMPTY)
    return jx_fail(error, JATO_E_FILE,
                   "%s, where the evaluations of the run would be kept, is something else; move it "
                   "away, or save elsewhere",
                   path);
  return unlink(path) == 0 || errno == ENOENT ? JATO_OK : cannot(path, "replaced", errno, error);
}

static jato_status begin_anew(jx_journal *journal, const char *path, jx_journal_use use,
                              jato_error *error)
{
  jx_journal_header header = {.order = JX_JOURNAL_ORDER,
                              .version = JX_JOURNAL_VERSION,
                              .variables = (uint32_t)journal->shape.variables,
                              .constraints = (uint32_t)journal->shape.constraints,
                              .objectives = (uint32_t)journal->shape.objectives,
                              .seed = journal->shape.seed,
                              .space = journal->shape.space,
                              .run = journal->shape.run};
  memcpy(header.magic, JX_JOURNAL_MAGIC, sizeof header.magic);
  header.hash = jx_journal_hash(&header, offsetof(jx_journal_header, hash));
  JX_TRY(make_way(journal, path, use, error));
  journal->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (journal->file < 0) return cannot(path, "made", errno, error);
  if (!jx_system_write(journal->file, &header, sizeof header, 0))
    return cannot(path, "written", errno, error);
  journal->end = sizeof header;
  return JATO_OK;
}

/* Behind the last whole row. */
static jato_status go_on(jx_journal *journal, const char *path, jato_error *error)
{
  jx_journal_reader *reader = NULL;
  JX_TRY(jx_journal_open(path, &journal->allocator, &reader, error));
  journal->end = jx_journal_end(reader);
  journal->version = jx_journal_version(reader);
  int is_ours = jx_journal_matches_space(reader, &journal->shape);
  jx_journal_close(&reader);
  if (!is_ours)
    return jx_fail(error, JATO_E_FILE,
                   "%s has evaluations of other variables or constraints; move it elsewhere", path);
  journal->file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (journal->file < 0) return cannot(path, "opened", errno, error);
  if (ftruncate(journal->file, (off_t)journal->end) != 0)
    return cannot(path, "written", errno, error);
  return JATO_OK;
}

/* One that was killed before its header was whole has no row. */
static int is_begun(const char *path)
{
  struct stat status;
  return jx_file_kind_unlinked(path) == JATO_FILE_JOURNAL && stat(path, &status) == 0 &&
         status.st_size >= (off_t)JX_JOURNAL_HEADER_1;
}

jato_status jx_journal_create(const char *path, const jx_journal_shape *shape, jx_journal_use use,
                              const jato_allocator *allocator, jx_journal **out, jato_error *error)
{
  jato_status status = JATO_E_MEMORY;
  jx_journal *journal = jx_allocate(allocator, 1, sizeof *journal);
  *out = NULL;
  if (journal == NULL) return jx_fail(error, status, "not enough memory to keep evaluations");
  size_t row = jx_journal_row_bytes(JX_JOURNAL_VERSION, shape); /* those before are no longer */
  *journal = (jx_journal){.allocator = *allocator,
                          .file = -1,
                          .shape = *shape,
                          .version = JX_JOURNAL_VERSION,
                          .room = row * (ROOM / row + 1)};
  journal->waiting = jx_allocate(allocator, journal->room, 1);
  int stays = use == JX_JOURNAL_GO_ON && is_begun(path);
  if (journal->waiting == NULL)
    (void)jx_fail(error, status, "not enough memory to keep evaluations");
  else
    status = stays ? go_on(journal, path, error) : begin_anew(journal, path, use, error);
  journal->row_bytes = jx_journal_row_bytes(journal->version, shape);
  if (status == JATO_OK)
    *out = journal;
  else
    jx_journal_destroy(&journal);
  return status;
}

void jx_journal_destroy(jx_journal **address)
{
  jx_journal *journal = *address;
  if (journal == NULL) return;
  jato_allocator allocator = journal->allocator;
  if (journal->file >= 0) {
    (void)jx_journal_flush(journal);
    (void)fdatasync(journal->file);
    (void)close(journal->file);
  }
  jx_release(&allocator, journal->waiting);
  jx_release(&allocator, journal);
  *address = NULL;
}

/* ---- Rows ---- */

/* What could not be written is forgotten: the file keeps whole rows alone. */
int jx_journal_flush(jx_journal *journal)
{
  int reason = 0;
  if (journal->used == 0) return 0;
  if (jx_system_write(journal->file, journal->waiting, journal->used, journal->end))
    journal->end += journal->used;
  else
    reason = errno;
  journal->used = 0;
  journal->wrote = jx_clock_seconds();
  return reason;
}

int jx_journal_add(jx_journal *journal, const jx_outcome *outcome)
{
  char *to = journal->waiting + journal->used;
  jx_journal_row_write(journal->version, &journal->shape, outcome, to);
  journal->used += journal->row_bytes;
  int waits = outcome->seconds < LONG && jx_clock_seconds() - journal->wrote < WAITS;
  int has_room = journal->used + journal->row_bytes <= journal->room;
  return waits && has_room ? 0 : jx_journal_flush(journal);
}
