#define _GNU_SOURCE
#include "plain_format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/rows.h"

plain_behaviour plain;

/* Behind the head: rows, their best points, frames' iterations, their points, then the four fields.
 */
typedef struct head {
  char mark[8];
  uint64_t particles, dim, precision, seed, iterations, digest;
  uint64_t row_count, row_stride, frame_count, frame_particles, frame_stride;
} head;

struct jx_writer {
  int file;
  head head;
  const jx_record_info *info;
  jx_shape shape;
  off_t swarm;
};

struct jx_reader {
  int file;
  head head;
  char *history;
  off_t swarm;
};

static size_t history_bytes(const head *h)
{
  return (size_t)(h->row_count * (sizeof(jato_trace_row) + h->dim * 8) +
                  h->frame_count * (8 + h->frame_particles * 16));
}

static int put(int file, const void *from, size_t bytes, off_t *at)
{
  int good = bytes == 0 || pwrite(file, from, bytes, *at) == (ssize_t)bytes;
  *at += (off_t)bytes;
  return good;
}

static jato_status plain_begin(int file, const jx_record_content *content, const jx_shape *shape,
                               const jato_allocator *allocator, jx_writer **out, jato_error *error)
{
  const jx_record_info *info = &content->info;
  (void)allocator;
  *out = NULL;
  if (plain.fail_begin) return jx_fail(error, JATO_E_FILE, "begin was set to fail");
  jx_writer *w = calloc(1, sizeof *w);
  w->head = (head){.mark = "plain",
                   .particles = shape->particles,
                   .dim = info->dim,
                   .precision = info->options.precision,
                   .seed = info->options.seed,
                   .iterations = info->result.iterations,
                   .row_count = info->row_count,
                   .row_stride = info->row_stride,
                   .frame_count = info->frame_count,
                   .frame_particles = info->frame_particles,
                   .frame_stride = info->frame_stride};
  w->file = file;
  w->info = info;
  w->shape = *shape;
  w->swarm = sizeof w->head;
  off_t start = 0;
  int good = put(file, JX_UNFINISHED, 8, &start) &&
             put(file, info->rows, info->row_count * sizeof *info->rows, &w->swarm) &&
             put(file, info->row_x, info->row_count * info->dim * 8, &w->swarm) &&
             put(file, info->frame_iteration, info->frame_count * 8, &w->swarm) &&
             put(file, info->frame_x, info->frame_count * info->frame_particles * 16, &w->swarm);
  if (!good) {
    free(w);
    return jx_fail(error, JATO_E_FILE, "writing the head failed");
  }
  plain.writers++;
  *out = w;
  return JATO_OK;
}

static off_t offset_of(off_t swarm, const head *h, int field, uint64_t first)
{
  uint64_t real = h->precision == JATO_FLOAT ? 4 : 8;
  uint64_t width = field == JATO_RECORD_VALUE ? 1 : h->dim;
  return swarm + (off_t)(real * ((uint64_t)field * h->particles * h->dim + first * width));
}

static jato_status plain_tile(jx_writer *w, uint64_t number, const jx_tile *tile, jato_error *error)
{
  while (plain.hold) (void)usleep(100);
  if (plain.fail_tile && number == 1) return jx_fail(error, JATO_E_FILE, "tile was set to fail");
  void *rows = malloc(tile->particles * w->shape.dim * w->shape.real_bytes);
  int good = rows != NULL;
  for (int f = JX_POSITION; f <= JX_VALUE && good; f++) {
    off_t at = offset_of(w->swarm, &w->head, f, tile->first);
    size_t per = f == JX_VALUE ? 1 : w->shape.dim;
    jx_rows_part all = {0, tile->groups, 0, per};
    jx_rows_from_part(&w->shape, tile, (jx_field)f, &all, rows, per);
    good = put(w->file, rows, tile->particles * per * w->shape.real_bytes, &at);
  }
  free(rows);
  return good ? JATO_OK : jx_fail(error, JATO_E_FILE, "writing a tile failed");
}

static void plain_abandon(jx_writer **writer)
{
  plain.writers--;
  free(*writer);
  *writer = NULL;
}

static jato_status plain_end(jx_writer **writer, jato_error *error)
{
  jx_writer *w = *writer;
  off_t start = 0;
  w->head.digest = plain.wrong_digest ? 1 : w->info->result.digest;
  int good = put(w->file, &w->head, sizeof w->head, &start) && !plain.fail_end;
  plain_abandon(writer);
  plain.written++;
  return good ? JATO_OK : jx_fail(error, JATO_E_FILE, "end failed");
}

static int fill(const jx_reader *r, jx_record_info *info)
{
  const head *h = &r->head;
  const char *x = r->history + h->row_count * sizeof(jato_trace_row);
  const char *frames = x + h->row_count * h->dim * 8;
  *info = (jx_record_info){.dim = h->dim, .problem = "plain", .row_count = h->row_count};
  info->options.algorithm = "none";
  info->options.particles = info->result.particles = h->particles;
  info->options.precision = (jato_precision)h->precision;
  info->options.seed = h->seed;
  info->result.iterations = h->iterations;
  info->result.digest = h->digest;
  info->rows = (const jato_trace_row *)(const void *)r->history;
  info->row_x = (const double *)(const void *)x;
  info->row_stride = h->row_stride;
  info->frame_iteration = (const uint64_t *)(const void *)frames;
  info->frame_x = (const double *)(const void *)(frames + h->frame_count * 8);
  info->frame_count = h->frame_count;
  info->frame_particles = h->frame_particles;
  info->frame_stride = h->frame_stride;
  return 1;
}

static jato_status plain_open(int file, const jato_allocator *allocator, jx_reader **out,
                              jx_record_content *content, jato_error *error)
{
  jx_reader *r = calloc(1, sizeof *r);
  (void)allocator;
  *out = NULL;
  r->file = file;
  if (pread(file, &r->head, sizeof r->head, 0) != sizeof r->head ||
      strcmp(r->head.mark, "plain") != 0) {
    free(r);
    return jx_fail(error, JATO_E_FILE, "its head is not plain");
  }
  size_t bytes = history_bytes(&r->head);
  r->swarm = (off_t)(sizeof r->head + bytes);
  r->history = malloc(bytes + 1);
  if (pread(file, r->history, bytes, sizeof r->head) != (ssize_t)bytes || !fill(r, &content->info))
    abort();
  content->outcomes = (jx_outcomes){0};
  plain.readers++;
  *out = r;
  return JATO_OK;
}

static void plain_close(jx_reader **reader)
{
  plain.readers--;
  free((*reader)->history);
  free(*reader);
  *reader = NULL;
}

static jato_status plain_rows(jx_reader *r, jato_record_field field, uint64_t first, uint64_t count,
                              void *out, jato_error *error)
{
  size_t bytes =
      (size_t)(offset_of(0, &r->head, (int)field, count) - offset_of(0, &r->head, (int)field, 0));
  if (pread(r->file, out, bytes, offset_of(r->swarm, &r->head, (int)field, first)) ==
      (ssize_t)bytes)
    return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "rows cannot be read");
}

static int plain_is_thread_safe(void) { return !plain.not_thread_safe; }

const jx_format_ops plain_format = {.name = "plain",
                                    .state = "built",
                                    .is_thread_safe = plain_is_thread_safe,
                                    .begin = plain_begin,
                                    .tile = plain_tile,
                                    .end = plain_end,
                                    .abandon = plain_abandon,
                                    .open = plain_open,
                                    .close = plain_close,
                                    .rows = plain_rows};
