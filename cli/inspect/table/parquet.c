/* The format: github.com/apache/parquet-format, version 1 of its pages. A file is "PAR1", then
 * groups of rows, each a page for every column; then what is where, by Thrift's compact protocol;
 * the length of that in 4 bytes, and "PAR1" again. */
#include "inspect/table/parquet.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_ROWS = 1 << 16, GROUP_BYTES = 1 << 24 }; /* a group is written when it has either */

/* ---- Bytes ---- */

typedef struct bytes {
  unsigned char *data;
  size_t count, room;
  bool failed; /* for want of memory; nothing more is added then */
} bytes;

static void add(bytes *to, const void *data, size_t count)
{
  if (to->failed) return;
  if (count > to->room - to->count) {
    size_t room = 2 * (to->count + count) + 64;
    unsigned char *larger = realloc(to->data, room);
    if (larger == NULL) {
      to->failed = true;
      return;
    }
    to->data = larger;
    to->room = room;
  }
  memcpy(to->data + to->count, data, count);
  to->count += count;
}

static void add_byte(bytes *to, unsigned value)
{
  unsigned char byte = (unsigned char)value;
  add(to, &byte, 1);
}

/* Lowest byte first. */
static void add_plain(bytes *to, uint64_t value, int width)
{
  unsigned char plain[8];
  for (int i = 0; i < width; i++) plain[i] = (unsigned char)(value >> 8 * i & 0xff);
  add(to, plain, (size_t)width);
}

/* ---- Thrift's compact protocol ---- */

enum { INT32 = 5, INT64 = 6, BINARY = 8, LIST = 9, STRUCT = 12 };

/* Seven bits a byte, lowest first; the highest bit says that more follow. */
static void add_varint(bytes *to, uint64_t value)
{
  for (; value > 0x7f; value >>= 7) add_byte(to, (unsigned)(value & 0x7f) | 0x80);
  add_byte(to, (unsigned)value);
}

/* Fields of a struct come in the order of their numbers: *last is that of the one before, 0 at
 * first. */
static void add_field(bytes *to, int *last, int field, int type)
{
  add_byte(to, (unsigned)((field - *last) << 4 | type));
  *last = field;
}

/* A number that is not negative, as INT32 or INT64; the sign is the lowest bit. */
static void add_integer(bytes *to, int *last, int field, int type, uint64_t value)
{
  add_field(to, last, field, type);
  add_varint(to, value << 1);
}

static void add_string(bytes *to, const char *text)
{
  add_varint(to, strlen(text));
  add(to, text, strlen(text));
}

static void add_list(bytes *to, size_t count, int type)
{
  if (count < 15) {
    add_byte(to, (unsigned)(count << 4) | (unsigned)type);
    return;
  }
  add_byte(to, 0xf0 | (unsigned)type);
  add_varint(to, count);
}

static void end_struct(bytes *to) { add_byte(to, 0); }

/* ---- Columns ---- */

typedef enum column_kind { NOT_KNOWN, COUNTS, NUMBERS, TEXTS } column_kind;

typedef struct column {
  char *name;
  column_kind kind;
  bytes values; /* of the group that is being made */
} column;

/* Where a column's page of a group is. */
typedef struct chunk {
  uint64_t offset, size;
} chunk;

struct cli_parquet {
  FILE *out;
  column *columns;
  size_t column_count, at; /* the column that the next value belongs to */
  uint64_t written;        /* bytes of the file */
  uint64_t rows;           /* of the group that is being made */
  uint64_t *group_rows;    /* [group_count] */
  chunk *chunks;           /* [group_count][column_count] */
  size_t group_count;
  bool failed;
};

/* What the format calls them: types 2 (INT64), 5 (DOUBLE) and 6 (BYTE_ARRAY). */
static unsigned type_of(const column *one)
{
  return one->kind == COUNTS ? 2 : one->kind == TEXTS ? 6 : 5;
}

static void put(cli_parquet *file, const void *data, size_t count)
{
  file->written += fwrite(data, 1, count, file->out);
}

cli_parquet *cli_parquet_open(FILE *out)
{
  cli_parquet *file = calloc(1, sizeof *file);
  if (file == NULL) return NULL;
  file->out = out;
  put(file, "PAR1", 4);
  return file;
}

void cli_parquet_column(cli_parquet *file, const char *name)
{
  size_t size = strlen(name) + 1;
  column *more = realloc(file->columns, (file->column_count + 1) * sizeof *more);
  char *copy = more != NULL ? malloc(size) : NULL;
  if (more != NULL) file->columns = more;
  if (copy == NULL) {
    file->failed = true;
    return;
  }
  file->columns[file->column_count++] = (column){.name = memcpy(copy, name, size)};
}

/* ---- Groups of rows ---- */

/* PageHeader: type 0, sizes, and a DataPageHeader of values that are plain (0); levels, of which a
 * flat table has none, are RLE (3). */
static void describe_page(bytes *header, uint64_t rows, size_t size)
{
  int last = 0, inner = 0;
  add_integer(header, &last, 1, INT32, 0);
  add_integer(header, &last, 2, INT32, size);
  add_integer(header, &last, 3, INT32, size);
  add_field(header, &last, 5, STRUCT);
  add_integer(header, &inner, 1, INT32, rows);
  add_integer(header, &inner, 2, INT32, 0);
  add_integer(header, &inner, 3, INT32, 3);
  add_integer(header, &inner, 4, INT32, 3);
  end_struct(header);
  end_struct(header);
}

static void write_page(cli_parquet *file, column *one, chunk *where)
{
  bytes header = {0};
  describe_page(&header, file->rows, one->values.count);
  where->offset = file->written;
  file->failed = file->failed || header.failed || one->values.failed;
  if (!file->failed) {
    put(file, header.data, header.count);
    put(file, one->values.data, one->values.count);
  }
  where->size = file->written - where->offset;
  one->values.count = 0;
  free(header.data);
}

static bool make_room_for_group(cli_parquet *file)
{
  size_t groups = file->group_count + 1;
  uint64_t *rows = realloc(file->group_rows, groups * sizeof *rows);
  if (rows != NULL) file->group_rows = rows;
  chunk *chunks = realloc(file->chunks, groups * file->column_count * sizeof *chunks);
  if (chunks != NULL) file->chunks = chunks;
  return rows != NULL && chunks != NULL;
}

static void write_group(cli_parquet *file)
{
  if (file->rows == 0 || file->column_count == 0) return;
  if (file->failed || !make_room_for_group(file)) {
    file->failed = true;
    return;
  }
  chunk *chunks = file->chunks + file->group_count * file->column_count;
  for (size_t i = 0; i < file->column_count; i++) write_page(file, &file->columns[i], &chunks[i]);
  file->group_rows[file->group_count++] = file->rows;
  file->rows = 0;
}

/* ---- Values ---- */

/* The values of the next column; NULL for one too many, and where the file has failed. */
static bytes *next_values(cli_parquet *file, column_kind kind)
{
  if (file->failed || file->at >= file->column_count) return NULL;
  column *one = &file->columns[file->at++];
  if (one->kind == NOT_KNOWN) one->kind = kind;
  return &one->values;
}

void cli_parquet_count(cli_parquet *file, uint64_t count)
{
  bytes *values = next_values(file, COUNTS);
  if (values != NULL) add_plain(values, count, 8);
}

void cli_parquet_number(cli_parquet *file, double number)
{
  bytes *values = next_values(file, NUMBERS);
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  if (values != NULL) add_plain(values, bits, 8);
}

void cli_parquet_text(cli_parquet *file, const char *text)
{
  bytes *values = next_values(file, TEXTS);
  if (values == NULL) return;
  add_plain(values, strlen(text), 4);
  add(values, text, strlen(text));
}

void cli_parquet_end_row(cli_parquet *file)
{
  size_t size = 0;
  file->at = 0;
  file->rows++;
  for (size_t i = 0; i < file->column_count; i++) size += file->columns[i].values.count;
  if (file->rows >= GROUP_ROWS || size >= GROUP_BYTES) write_group(file);
}

/* ---- The end ---- */

/* SchemaElement: every column is there in every row (repetition 0); texts are UTF-8 (converted type
 * 0), counts have no sign (14). */
static void describe_column(bytes *to, const column *one)
{
  int last = 0;
  add_integer(to, &last, 1, INT32, type_of(one));
  add_integer(to, &last, 3, INT32, 0);
  add_field(to, &last, 4, BINARY);
  add_string(to, one->name);
  if (one->kind == TEXTS) add_integer(to, &last, 6, INT32, 0);
  if (one->kind == COUNTS) add_integer(to, &last, 6, INT32, 14);
  end_struct(to);
}

static void describe_root(bytes *to, size_t columns)
{
  int last = 0;
  add_field(to, &last, 4, BINARY);
  add_string(to, "table");
  add_integer(to, &last, 5, INT32, columns);
  end_struct(to);
}

/* ColumnChunk with its ColumnMetaData: plain values, no codec (0). */
static void describe_chunk(bytes *to, const column *one, uint64_t rows, const chunk *where)
{
  int last = 0, inner = 0;
  add_integer(to, &last, 2, INT64, where->offset);
  add_field(to, &last, 3, STRUCT);
  add_integer(to, &inner, 1, INT32, type_of(one));
  add_field(to, &inner, 2, LIST);
  add_list(to, 1, INT32);
  add_varint(to, 0);
  add_field(to, &inner, 3, LIST);
  add_list(to, 1, BINARY);
  add_string(to, one->name);
  add_integer(to, &inner, 4, INT32, 0);
  add_integer(to, &inner, 5, INT64, rows);
  add_integer(to, &inner, 6, INT64, where->size);
  add_integer(to, &inner, 7, INT64, where->size);
  add_integer(to, &inner, 9, INT64, where->offset);
  end_struct(to);
  end_struct(to);
}

static void describe_group(bytes *to, const cli_parquet *file, size_t group)
{
  const chunk *chunks = file->chunks + group * file->column_count;
  int last = 0;
  uint64_t size = 0;
  add_field(to, &last, 1, LIST);
  add_list(to, file->column_count, STRUCT);
  for (size_t i = 0; i < file->column_count; i++) {
    describe_chunk(to, &file->columns[i], file->group_rows[group], &chunks[i]);
    size += chunks[i].size;
  }
  add_integer(to, &last, 2, INT64, size);
  add_integer(to, &last, 3, INT64, file->group_rows[group]);
  end_struct(to);
}

/* FileMetaData. */
static void describe_file(bytes *to, const cli_parquet *file)
{
  int last = 0;
  uint64_t rows = 0;
  for (size_t g = 0; g < file->group_count; g++) rows += file->group_rows[g];
  add_integer(to, &last, 1, INT32, 1);
  add_field(to, &last, 2, LIST);
  add_list(to, file->column_count + 1, STRUCT);
  describe_root(to, file->column_count);
  for (size_t i = 0; i < file->column_count; i++) describe_column(to, &file->columns[i]);
  add_integer(to, &last, 3, INT64, rows);
  add_field(to, &last, 4, LIST);
  add_list(to, file->group_count, STRUCT);
  for (size_t g = 0; g < file->group_count; g++) describe_group(to, file, g);
  add_field(to, &last, 6, BINARY);
  add_string(to, "jato");
  end_struct(to);
}

static bool write_end(cli_parquet *file)
{
  bytes end = {0};
  write_group(file);
  describe_file(&end, file);
  add_plain(&end, end.count, 4);
  add(&end, "PAR1", 4);
  bool good = !file->failed && !end.failed;
  if (good) put(file, end.data, end.count);
  free(end.data);
  return good;
}

bool cli_parquet_close(cli_parquet *file)
{
  if (file == NULL) return true;
  bool good = write_end(file);
  for (size_t i = 0; i < file->column_count; i++) {
    free(file->columns[i].name);
    free(file->columns[i].values.data);
  }
  free(file->columns);
  free(file->group_rows);
  free(file->chunks);
  free(file);
  return good;
}
