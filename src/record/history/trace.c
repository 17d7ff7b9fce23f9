#include "record/history/trace.h"

#include <string.h>

#define MOST_COORDINATES ((size_t)1 << 20) /* of the rows' places together: 8 MiB */
#define FEWEST_ROWS 64
#define MOST_ROWS 8192
#define MOST_FRAME_PARTICLES 1000

static size_t most_rows(size_t dim)
{
  size_t most = MOST_COORDINATES / (dim > 0 ? dim : 1);
  return most < FEWEST_ROWS ? FEWEST_ROWS : most > MOST_ROWS ? MOST_ROWS : most;
}

static size_t frame_doubles(const jx_trace *trace) { return 2 * trace->frame_particles; }

/* The last row of a file is there because it is the last: it stays only where the stride has it. */
void jx_trace_go_on(jx_trace *trace, const jx_record_info *so_far)
{
  if (so_far->row_stride > 0) trace->rows.stride = so_far->row_stride;
  for (size_t i = 0; i < so_far->row_count; i++)
    if (jx_thinned_wants(&trace->rows, so_far->rows[i].iteration))
      jx_trace_add_row(trace, &so_far->rows[i], so_far->row_x + i * trace->dim);
  if (trace->frames.items == NULL || so_far->frame_particles != trace->frame_particles) return;
  if (so_far->frame_stride > 0) trace->frames.stride = so_far->frame_stride;
  for (size_t i = 0; i < so_far->frame_count; i++)
    if (jx_thinned_wants(&trace->frames, so_far->frame_iteration[i]))
      jx_trace_add_frame(trace, so_far->frame_iteration[i],
                         so_far->frame_x + i * frame_doubles(trace));
}

jato_status jx_trace_create(const jx_shape *shape, uint64_t frames, const jato_allocator *allocator,
                            jx_trace *trace, jato_error *error)
{
  uint64_t particles = shape->particles;
  size_t dim = shape->dim;
  *trace = (jx_trace){.dim = dim};
  if (dim > (SIZE_MAX - sizeof(jato_trace_row)) / sizeof(double) ||
      !jx_thinned_create(allocator, sizeof(jato_trace_row) + dim * sizeof(double), most_rows(dim),
                         &trace->rows))
    return jx_fail(error, JATO_E_MEMORY,
                   "not enough memory for the history of a run of %zu dimensions", dim);
  if (frames > 0) {
    trace->frame_particles =
        particles < MOST_FRAME_PARTICLES ? (size_t)particles : MOST_FRAME_PARTICLES;
    if (frames > SIZE_MAX / 4 ||
        !jx_thinned_create(allocator, sizeof(uint64_t) + frame_doubles(trace) * sizeof(double),
                           2 * (size_t)frames, &trace->frames))
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for %llu frames; ask for fewer",
                     (unsigned long long)frames);
  }
  return JATO_OK;
}

void jx_trace_destroy(const jato_allocator *allocator, jx_trace *trace)
{
  jx_thinned_destroy(allocator, &trace->rows);
  jx_thinned_destroy(allocator, &trace->frames);
}

void jx_trace_add_row(jx_trace *trace, const jato_trace_row *row, const double *x)
{
  unsigned char *item = jx_thinned_add(&trace->rows, row->iteration);
  if (item == NULL) return;
  memcpy(item, row, sizeof *row);
  memcpy(item + sizeof *row, x, trace->dim * sizeof *x);
}

void jx_trace_add_frame(jx_trace *trace, uint64_t iteration, const double *points)
{
  if (trace->frames.items == NULL) return;
  unsigned char *item = jx_thinned_add(&trace->frames, iteration);
  if (item == NULL) return;
  memcpy(item + sizeof iteration, points, frame_doubles(trace) * sizeof *points);
}

size_t jx_trace_bytes(const jx_trace *trace)
{
  return (trace->rows.most + 1) * trace->rows.width + trace->frames.most * trace->frames.width;
}

static unsigned char *lay_rows(const jx_trace *trace, const jato_trace_row *last,
                               unsigned char *memory, jx_record_info *info)
{
  const jx_thinned_list *kept = &trace->rows;
  size_t row_bytes = sizeof(jato_trace_row), x_bytes = trace->dim * sizeof(double);
  int has_last = last == NULL || (kept->count > 0 &&
                                  jx_thinned_iteration(kept, kept->count - 1) == last->iteration);
  size_t count = kept->count + (has_last ? 0 : 1);
  unsigned char *rows = memory, *x = memory + count * row_bytes;
  for (size_t i = 0; i < kept->count; i++) {
    const unsigned char *item = jx_thinned_at(kept, i);
    memcpy(rows + i * row_bytes, item, row_bytes);
    memcpy(x + i * x_bytes, item + row_bytes, x_bytes);
  }
  if (!has_last) {
    memcpy(rows + kept->count * row_bytes, last, row_bytes);
    memcpy(x + kept->count * x_bytes, info->x, x_bytes);
  }
  info->rows = (const jato_trace_row *)(const void *)rows;
  info->row_x = (const double *)(const void *)x;
  info->row_count = count;
  info->row_stride = kept->stride;
  return x + count * x_bytes;
}

void jx_trace_lay(const jx_trace *trace, const jato_trace_row *last, void *memory,
                  jx_record_info *info)
{
  const jx_thinned_list *kept = &trace->frames;
  unsigned char *iterations = lay_rows(trace, last, memory, info);
  unsigned char *points = iterations + kept->count * sizeof(uint64_t);
  size_t frame_bytes = frame_doubles(trace) * sizeof(double);
  for (size_t i = 0; i < kept->count; i++) {
    const unsigned char *item = jx_thinned_at(kept, i);
    memcpy(iterations + i * sizeof(uint64_t), item, sizeof(uint64_t));
    memcpy(points + i * frame_bytes, item + sizeof(uint64_t), frame_bytes);
  }
  info->frame_iteration = (const uint64_t *)(const void *)iterations;
  info->frame_x = (const double *)(const void *)points;
  info->frame_count = kept->count;
  info->frame_particles = trace->frame_particles;
  info->frame_stride = kept->stride;
}
