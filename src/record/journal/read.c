#define _POSIX_C_SOURCE 200809L
#include "record/journal/journal.h"

#include "base/system.h"
#include "record/journal/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define AT_ONCE 65536 /* bytes that are read together, about */

struct jato_evaluations {
  jato_allocator allocator;
  int file;
  jx_name path;
  jx_journal_header header;
  size_t row_bytes;
  uint64_t count;
  char *rows; /* [room][row_bytes]: rows first..first + held - 1 */
  uint64_t first;
  size_t held, room;
  double *numbers; /* [variables + constraints] of the row that was read last */
};

static jato_status refuse(const jx_journal_reader *reader, const char *why, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "%s: %s", reader->path.text, why);
}

static jato_status read_header(jx_journal_reader *reader, jato_error *error)
{
  jx_journal_header *header = &reader->header;
  struct stat status;
  if (fstat(reader->file, &status) != 0 || !S_ISREG(status.st_mode))
    return refuse(reader, "it is not a file of evaluations", error);
  int64_t got = jx_system_read(reader->file, header, sizeof *header, 0);
  if (got < 0) return refuse(reader, jx_system_reason(errno).text, error);
  if (got < (int64_t)sizeof *header || memcmp(header->magic, JX_JOURNAL_MAGIC, 8) != 0)
    return refuse(reader, "it is not a journal of evaluations", error);
  if (header->order != JX_JOURNAL_ORDER || header->version != JX_JOURNAL_VERSION)
    return refuse(
        reader, "it was written by another version of jato, or on another kind of machine", error);
  if (header->hash != jx_journal_hash(header, offsetof(jx_journal_header, hash)) ||
      header->variables == 0 || header->variables > JX_JOURNAL_WIDEST ||
      header->constraints > JX_JOURNAL_WIDEST)
    return refuse(reader, "its beginning is damaged", error);
  reader->row_bytes = jx_journal_row_bytes(header->variables, header->constraints);
  reader->count = ((uint64_t)status.st_size - sizeof *header) / reader->row_bytes;
  return JATO_OK;
}

static jato_status take_memory(jx_journal_reader *reader, jato_error *error)
{
  size_t numbers = (size_t)reader->header.variables + reader->header.constraints;
  reader->room = AT_ONCE / reader->row_bytes + 1;
  reader->rows = jx_allocate(&reader->allocator, reader->room, reader->row_bytes);
  reader->numbers = jx_allocate(&reader->allocator, numbers, sizeof(double));
  if (reader->rows != NULL && reader->numbers != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to read evaluations");
}

/* Rows from `index` on, as many as there is room for. */
static jato_status fetch(jx_journal_reader *reader, uint64_t index, jato_error *error)
{
  uint64_t from = sizeof(jx_journal_header) + index * reader->row_bytes;
  int64_t got = jx_system_read(reader->file, reader->rows, reader->room * reader->row_bytes, from);
  if (got < 0) return refuse(reader, jx_system_reason(errno).text, error);
  reader->first = index;
  reader->held = (size_t)got / reader->row_bytes;
  if (reader->held == 0) return refuse(reader, "it has become shorter", error);
  return JATO_OK;
}

jato_status jx_journal_read(jx_journal_reader *reader, uint64_t index, jato_evaluation *out,
                            jato_error *error)
{
  uint64_t hash;
  jx_journal_row row;
  if (index >= reader->count)
    return jx_fail(error, JATO_E_ARGUMENT, "%s has %llu evaluations; there is no number %llu",
                   reader->path.text, (unsigned long long)reader->count, (unsigned long long)index);
  if (index < reader->first || index >= reader->first + reader->held)
    JX_TRY(fetch(reader, index, error));
  const char *from = reader->rows + (size_t)(index - reader->first) * reader->row_bytes;
  memcpy(&hash, from + reader->row_bytes - sizeof hash, sizeof hash);
  memcpy(&row, from, sizeof row);
  if (hash != jx_journal_hash(from, reader->row_bytes - sizeof hash) || row.fate >= JATO_FATES)
    return jx_fail(error, JATO_E_FILE, "%s: evaluation %llu of it is damaged", reader->path.text,
                   (unsigned long long)index);
  memcpy(reader->numbers, from + sizeof row, reader->row_bytes - sizeof row - sizeof hash);
  *out = (jato_evaluation){.number = row.number,
                           .attempt = row.attempt,
                           .worker = row.worker,
                           .fate = (jato_fate)row.fate,
                           .is_last = (row.flags & JX_JOURNAL_LAST) != 0,
                           .is_given = (row.flags & JX_JOURNAL_GIVEN) != 0,
                           .start = row.start,
                           .seconds = row.seconds,
                           .f = row.f,
                           .violation = row.violation,
                           .values = reader->numbers,
                           .c = reader->numbers + reader->header.variables};
  return JATO_OK;
}

/* A row that was torn by a loss of power, at the end, is none. */
static void leave_out_torn(jx_journal_reader *reader)
{
  jato_evaluation last;
  while (reader->count > 0 && jx_journal_read(reader, reader->count - 1, &last, NULL) != JATO_OK) {
    reader->count--;
    reader->held = 0;
  }
}

jato_status jx_journal_open(const char *path, const jato_allocator *allocator,
                            jx_journal_reader **out, jato_error *error)
{
  *out = NULL;
  jx_journal_reader *reader = jx_allocate(allocator, 1, sizeof *reader);
  if (reader == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to read evaluations");
  reader->allocator = *allocator;
  size_t length = strlen(path);
  if (length < sizeof reader->path.text) memcpy(reader->path.text, path, length + 1);
  reader->file =
      length < sizeof reader->path.text ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  jato_status status = JATO_OK;
  if (reader->file < 0)
    status = jx_fail(error, JATO_E_FILE, "%s: %s", path, jx_system_reason(errno).text);
  if (status == JATO_OK) status = read_header(reader, error);
  if (status == JATO_OK) status = take_memory(reader, error);
  if (status != JATO_OK) {
    jx_journal_close(&reader);
    return status;
  }
  leave_out_torn(reader);
  *out = reader;
  return JATO_OK;
}

void jx_journal_close(jx_journal_reader **address)
{
  jx_journal_reader *reader = *address;
  if (reader == NULL) return;
  jato_allocator allocator = reader->allocator;
  if (reader->file >= 0) (void)close(reader->file);
  jx_release(&allocator, reader->rows);
  jx_release(&allocator, reader->numbers);
  jx_release(&allocator, reader);
  *address = NULL;
}

jato_evaluations_info jx_journal_describe(const jx_journal_reader *reader)
{
  return (jato_evaluations_info){.path = reader->path.text,
                                 .count = reader->count,
                                 .variables = reader->header.variables,
                                 .constraints = reader->header.constraints};
}

int jx_journal_is_of(const jx_journal_reader *reader, const jx_journal_shape *shape)
{
  return reader->header.variables == shape->variables &&
         reader->header.constraints == shape->constraints && reader->header.space == shape->space;
}
