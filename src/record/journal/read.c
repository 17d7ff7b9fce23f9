#define _GNU_SOURCE /* SEEK_DATA */
#define _FILE_OFFSET_BITS 64
#include "record/journal/journal.h"

#include "base/system.h"
#include "record/journal/rows.h"

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
  jx_journal_shape shape;
  size_t header_bytes, row_bytes;
  uint64_t count;
  jato_evaluations_info info; /* what users see */
  char *rows;                 /* [room][row_bytes]: rows first..first + held - 1 */
  uint64_t first;
  size_t held, room;
  int is_hole;     /* those rows are in none of the file's data */
  double *numbers; /* [objectives + variables + constraints] of the row that was read last */
};

static jato_status refuse(const jx_journal_reader *reader, const char *why, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "%s: %s", reader->path.text, why);
}

static size_t header_length(const jx_journal_header *header)
{
  static const size_t lengths[] = {0, JX_JOURNAL_HEADER_1, JX_JOURNAL_HEADER_1 + sizeof(uint64_t),
                                   sizeof *header};
  return lengths[header->version];
}

static int is_sound(const jx_journal_header *header)
{
  uint64_t hash;
  size_t length = header_length(header) - sizeof hash;
  memcpy(&hash, (const char *)header + length, sizeof hash);
  return hash == jx_journal_hash(header, length);
}

/* What the version knows nothing of is as it was then. */
static jx_journal_shape shape_of(const jx_journal_header *header)
{
  return (jx_journal_shape){.variables = header->variables,
                            .objectives = header->version < 3 ? 1 : header->objectives,
                            .constraints = header->constraints,
                            .space = header->space,
                            .run = header->version < 2 ? 0 : header->run,
                            .seed = header->version < 2 ? 0 : header->seed};
}

static int is_possible(const jx_journal_shape *shape)
{
  return shape->variables != 0 && shape->variables <= JX_JOURNAL_WIDEST && shape->objectives != 0 &&
         shape->objectives <= JX_JOURNAL_WIDEST && shape->constraints <= JX_JOURNAL_WIDEST;
}

static jato_status read_header(jx_journal_reader *reader, jato_error *error)
{
  jx_journal_header *header = &reader->header;
  struct stat status;
  if (fstat(reader->file, &status) != 0 || !S_ISREG(status.st_mode))
    return refuse(reader, "it is not a file of evaluations", error);
  int64_t got = jx_system_read(reader->file, header, sizeof *header, 0);
  if (got < 0) return refuse(reader, jx_system_reason(errno).text, error);
  if (got < (int64_t)JX_JOURNAL_HEADER_1 || memcmp(header->magic, JX_JOURNAL_MAGIC, 8) != 0)
    return refuse(reader, "it is not a journal of evaluations", error);
  if (header->order != JX_JOURNAL_ORDER || header->version == 0 ||
      header->version > JX_JOURNAL_VERSION)
    return refuse(
        reader, "it was written by another version of jato, or on another kind of machine", error);
  reader->shape = shape_of(header);
  if (got < (int64_t)header_length(header) || !is_sound(header) || !is_possible(&reader->shape))
    return refuse(reader, "its beginning is damaged", error);
  reader->header_bytes = header_length(header);
  reader->row_bytes = jx_journal_row_bytes(header->version, &reader->shape);
  reader->count = ((uint64_t)status.st_size - reader->header_bytes) / reader->row_bytes;
  return JATO_OK;
}

static jato_status take_memory(jx_journal_reader *reader, jato_error *error)
{
  const jx_journal_shape *shape = &reader->shape;
  size_t numbers = shape->objectives + shape->variables + shape->constraints;
  reader->room = AT_ONCE / reader->row_bytes + 1;
  reader->rows = jx_allocate(&reader->allocator, reader->room, reader->row_bytes);
  reader->numbers = jx_allocate(&reader->allocator, numbers, sizeof(double));
  if (reader->rows != NULL && reader->numbers != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to read evaluations");
}

static uint64_t place_of(const jx_journal_reader *reader, uint64_t index)
{
  return reader->header_bytes + index * reader->row_bytes;
}

/* The first byte of data at or behind `from`; `from` where the file system does not know, and
 * UINT64_MAX where there is none. */
static uint64_t next_data(const jx_journal_reader *reader, uint64_t from)
{
  off_t found = lseek(reader->file, (off_t)from, SEEK_DATA);
  return found >= 0 ? (uint64_t)found : errno == ENXIO ? UINT64_MAX : from;
}

/* Rows from `index` on, as many as there is room for. */
static jato_status read_rows(jx_journal_reader *reader, uint64_t index, jato_error *error)
{
  int64_t got = jx_system_read(reader->file, reader->rows, reader->room * reader->row_bytes,
                               place_of(reader, index));
  if (got < 0) return refuse(reader, jx_system_reason(errno).text, error);
  reader->first = index;
  reader->held = (size_t)got / reader->row_bytes;
  reader->is_hole = 0;
  if (reader->held == 0) return refuse(reader, "it has become shorter", error);
  return JATO_OK;
}

/* The same, or all rows of the hole that begins there, which need not be read. */
static jato_status fetch(jx_journal_reader *reader, uint64_t index, jato_error *error)
{
  uint64_t from = place_of(reader, index), data = next_data(reader, from);
  uint64_t in_hole = data == UINT64_MAX ? reader->count - index : (data - from) / reader->row_bytes;
  if (in_hole == 0) return read_rows(reader, index, error);
  reader->first = index;
  reader->held = (size_t)in_hole;
  reader->is_hole = 1;
  return JATO_OK;
}

/* The bytes of a row that is held; NULL for one in a hole. */
static const char *bytes_of(const jx_journal_reader *reader, uint64_t index)
{
  if (reader->is_hole) return NULL;
  return reader->rows + (size_t)(index - reader->first) * reader->row_bytes;
}

jato_status jx_journal_read(jx_journal_reader *reader, uint64_t index, jx_outcome *out,
                            jato_error *error)
{
  if (index >= reader->count)
    return jx_fail(error, JATO_E_ARGUMENT, "%s has %llu evaluations; there is no number %llu",
                   reader->path.text, (unsigned long long)reader->count, (unsigned long long)index);
  if (index < reader->first || index >= reader->first + reader->held)
    JX_TRY(fetch(reader, index, error));
  const char *from = bytes_of(reader, index);
  if (from != NULL &&
      jx_journal_row_read(reader->header.version, &reader->shape, from, reader->numbers, out))
    return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "%s: evaluation %llu of it is damaged", reader->path.text,
                 (unsigned long long)index);
}

/* The first of the last rows below `end` that are not all in a hole, as many as there
 * is room for; UINT64_MAX where all are. Data lies behind a place or does not, so that bisection
 * finds the last of it, however long the hole. */
static uint64_t last_rows(const jx_journal_reader *reader, uint64_t end)
{
  uint64_t low = 0, high = (end - 1) / reader->room; /* blocks of rows */
  if (next_data(reader, place_of(reader, 0)) >= place_of(reader, end)) return UINT64_MAX;
  while (low < high) {
    uint64_t middle = high - (high - low) / 2;
    uint64_t data = next_data(reader, place_of(reader, middle * reader->room));
    if (data < place_of(reader, end))
      low = middle;
    else
      high = middle - 1;
  }
  return low * reader->room;
}

/* Rows that were torn by a loss of power, at the end, are none. Each is read once, and holes, which
 * cost no room on the disk, are passed over. */
static void leave_out_torn(jx_journal_reader *reader)
{
  jx_outcome last;
  uint64_t first = reader->count;
  while (reader->count > 0) {
    if (first >= reader->count) first = last_rows(reader, reader->count);
    if (first == UINT64_MAX) reader->count = 0;
    if (reader->count == 0 || read_rows(reader, first, NULL) != JATO_OK) break;
    uint64_t behind = first + reader->held;
    if (reader->count > behind) reader->count = behind;
    while (reader->count > first &&
           jx_journal_read(reader, reader->count - 1, &last, NULL) != JATO_OK)
      reader->count--;
    if (reader->count > first) return;
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
  reader->info = (jato_evaluations_info){.size = sizeof reader->info,
                                         .path = reader->path.text,
                                         .count = reader->count,
                                         .variables = reader->shape.variables,
                                         .constraints = reader->shape.constraints,
                                         .seed = reader->shape.seed};
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

const jato_evaluations_info *jx_journal_get_info(const jx_journal_reader *reader)
{
  return &reader->info;
}

uint64_t jx_journal_end(const jx_journal_reader *reader) { return place_of(reader, reader->count); }

uint32_t jx_journal_version(const jx_journal_reader *reader) { return reader->header.version; }

int jx_journal_matches_space(const jx_journal_reader *reader, const jx_journal_shape *shape)
{
  const jx_journal_shape *own = &reader->shape;
  return own->variables == shape->variables && own->objectives == shape->objectives &&
         own->constraints == shape->constraints && own->space == shape->space;
}

int jx_journal_matches_run(const jx_journal_reader *reader, const jx_journal_shape *shape)
{
  return jx_journal_matches_space(reader, shape) && reader->shape.run != 0 &&
         reader->shape.run == shape->run;
}
