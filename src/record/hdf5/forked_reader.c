#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#define _FILE_OFFSET_BITS 64
#include "record/hdf5/forked_reader.h"

#include "record/forked/forked.h"
#include "record/hdf5/reader.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* A file's contents without its swarm seldom take more; where they do it is multiplied. */
#define FIRST_BYTES ((size_t)16 << 20)
#define MORE 16

/* Rows that are read at a time: so many that a fork for them costs little beside reading them. */
#define WINDOW_BYTES ((size_t)16 << 20)

/* A field that is not larger than this comes with the rest of the file: most swarms are small. */
#define EARLY_BYTES ((size_t)1 << 20)

enum { FIELDS = JATO_RECORD_VALUE + 1 };

/* Rows first..first + count - 1 of a field. */
typedef struct window {
  unsigned char *rows; /* shared; NULL: none yet */
  size_t bytes;        /* of memory of its own; 0: it is part of other memory */
  uint64_t first, count;
} window;

/* Memory that a fork shares with us, at the same place, so that pointers into it hold in both. What
 * a file holds is handed over in it as it is: all that *content points to is in here, or in the
 * program's constants. */
typedef struct shared {
  size_t bytes, used;
  int is_short; /* more was asked for than there is */
  jx_record_content content;
  window early[FIELDS];
  max_align_t data[];
} shared;

typedef struct forked_reader {
  jato_allocator allocator;
  int file;
  shared *memory;
  window windows[FIELDS];
} forked_reader;

static void *share(size_t bytes)
{
  const int how = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
  return memory != MAP_FAILED ? memory : NULL;
}

static void unshare(void *memory, size_t bytes)
{
  if (bytes > 0) (void)munmap(memory, bytes);
}

static jato_status fail_for_memory(jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
}

/* ---- All but the swarm ---- */

static size_t row_bytes_of(const jx_record_info *info, jato_record_field field)
{
  size_t real = info->options.precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  return field == JATO_RECORD_VALUE ? real : real * info->dim;
}

static void *take(size_t bytes, void *user)
{
  shared *memory = user;
  const size_t unit = sizeof(max_align_t), most = memory->bytes - sizeof *memory - memory->used;
  if (bytes > most || bytes > most - (unit - 1)) {
    memory->is_short = 1;
    return NULL;
  }
  void *taken = (unsigned char *)memory->data + memory->used;
  memory->used += (bytes + unit - 1) / unit * unit;
  return taken;
}

static void keep(void *memory, void *user) { (void)memory, (void)user; }

/* What cannot be read now is tried again, and spoken of, when it is asked for. */
static void read_early(shared *memory, jx_reader *reader, jato_record_field field)
{
  const jx_record_info *info = &memory->content.info;
  uint64_t particles = info->options.particles;
  size_t row = row_bytes_of(info, field);
  if (particles == 0 || particles > EARLY_BYTES / row) return;
  window *w = &memory->early[field];
  w->rows = take((size_t)particles * row, memory);
  if (w->rows != NULL && jx_hdf5_rows(reader, field, 0, particles, w->rows, NULL) == JATO_OK)
    w->count = particles;
}

/* In a fork, which ends without closing what it opened: that would only be one more chance to
 * fail. */
static jato_status read_contents(void *user, jato_error *error)
{
  forked_reader *r = user;
  jx_reader *reader = NULL;
  jato_allocator allocator = {.allocate = take, .release = keep, .user = r->memory};
  JX_TRY(jx_hdf5_open(r->file, &allocator, &reader, &r->memory->content, error));
  for (int f = 0; f < FIELDS; f++) read_early(r->memory, reader, (jato_record_field)f);
  return JATO_OK;
}

/* Only what is used of the bytes takes memory. */
static jato_status read_within(forked_reader *r, size_t bytes, jato_error *error)
{
  unshare(r->memory, r->memory != NULL ? r->memory->bytes : 0);
  r->memory = share(bytes);
  if (r->memory == NULL) return fail_for_memory(error);
  r->memory->bytes = bytes;
  return jx_run_in_fork(JX_FORK_READS, read_contents, r, error);
}

jato_status jx_hdf5_open_forked(int file, const jato_allocator *allocator, jx_reader **out,
                                jx_record_content *content, jato_error *error)
{
  struct stat about;
  *out = NULL;
  size_t most = fstat(file, &about) == 0 ? (size_t)about.st_size : 0;
  forked_reader *r = jx_allocate(allocator, 1, sizeof *r);
  if (r == NULL) return fail_for_memory(error);
  r->allocator = *allocator;
  r->file = file;
  size_t bytes = FIRST_BYTES;
  jato_status status = read_within(r, bytes, error);
  while (status == JATO_E_MEMORY && r->memory != NULL && r->memory->is_short && bytes <= 2 * most)
    status = read_within(r, bytes *= MORE, error);
  *out = (jx_reader *)(void *)r;
  if (status != JATO_OK) {
    jx_hdf5_close_forked(out);
    return status;
  }
  *content = r->memory->content;
  memcpy(r->windows, r->memory->early, sizeof r->windows);
  return JATO_OK;
}

void jx_hdf5_close_forked(jx_reader **reader)
{
  forked_reader *r = (forked_reader *)(void *)*reader;
  *reader = NULL;
  if (r == NULL) return;
  jato_allocator allocator = r->allocator;
  for (int f = 0; f < FIELDS; f++) unshare(r->windows[f].rows, r->windows[f].bytes);
  unshare(r->memory, r->memory != NULL ? r->memory->bytes : 0);
  jx_release(&allocator, r);
}

/* ---- The swarm ---- */

/* What a fork is to read, and where to. */
typedef struct errand {
  const forked_reader *reader;
  jato_record_field field;
  uint64_t first, count;
  void *out; /* shared */
} errand;

/* The rows that are read must be as long as those there is room for. */
static int is_as_before(const jx_record_info *before, const jx_record_info *now)
{
  return before->dim == now->dim && before->options.precision == now->options.precision &&
         before->options.particles == now->options.particles;
}

/* In a fork, too. */
static jato_status read_rows(void *user, jato_error *error)
{
  const errand *asked = user;
  jx_reader *reader = NULL;
  jx_record_content content;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  JX_TRY(jx_hdf5_open(asked->reader->file, &allocator, &reader, &content, error));
  if (!is_as_before(&asked->reader->memory->content.info, &content.info))
    return jx_fail(error, JATO_E_FILE, "the run file has changed since it was opened");
  return jx_hdf5_rows(reader, asked->field, asked->first, asked->count, asked->out, error);
}

/* HDF5 does not say that it lacked memory: a second fork may have it. */
static jato_status run_errand(errand *asked, jato_error *error)
{
  jato_status status = jx_run_in_fork(JX_FORK_READS, read_rows, asked, error);
  if (status == JATO_OK || status == JATO_E_ARGUMENT) return status;
  return jx_run_in_fork(JX_FORK_READS, read_rows, asked, error);
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Rows from `first` on, as many as there is room for, or as there are. */
static jato_status fill(forked_reader *r, jato_record_field field, uint64_t first,
                        jato_error *error)
{
  const jx_record_info *info = &r->memory->content.info;
  size_t row = row_bytes_of(info, field);
  window *w = &r->windows[field];
  uint64_t fit = row < WINDOW_BYTES ? WINDOW_BYTES / row : 1;
  w->count = 0;
  if (w->bytes == 0) {
    w->bytes = (size_t)fit * row;
    w->rows = share(w->bytes);
    if (w->rows == NULL) w->bytes = 0;
    if (w->rows == NULL) return fail_for_memory(error);
  }
  uint64_t now = lesser(fit, info->options.particles - first);
  JX_TRY(run_errand(&(errand){r, field, first, now, w->rows}, error));
  w->first = first;
  w->count = now;
  return JATO_OK;
}

jato_status jx_hdf5_rows_forked(jx_reader *reader, jato_record_field field, uint64_t first,
                                uint64_t count, void *out, jato_error *error)
{
  forked_reader *r = (forked_reader *)(void *)reader;
  const jx_record_info *info = &r->memory->content.info;
  uint64_t particles = info->options.particles;
  unsigned char *to = out;
  if ((int)field < 0 || (int)field >= FIELDS || first > particles || count > particles - first)
    return run_errand(&(errand){r, field, first, count, NULL}, error); /* it knows the words */
  size_t row = row_bytes_of(info, field);
  const window *w = &r->windows[field];
  while (count > 0) {
    if (first < w->first || first >= w->first + w->count) JX_TRY(fill(r, field, first, error));
    size_t now = (size_t)lesser(count, w->first + w->count - first);
    memcpy(to, w->rows + (size_t)(first - w->first) * row, now * row);
    to += now * row;
    first += now;
    count -= now;
  }
  return JATO_OK;
}
