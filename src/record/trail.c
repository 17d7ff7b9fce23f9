#include "record/trail.h"

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

static size_t frame_doubles(const jx_trail *trail) { return 2 * trail->frame_particles; }

/* The last row of a file is there because it is the last: it stays only where the stride has it. */
static void go_on(jx_trail *trail, const jato_record_info *so_far)
{
  if (so_far->row_stride > 0) trail->rows.stride = so_far->row_stride;
  for (size_t i = 0; i < so_far->row_count; i++)
    if (jx_history_wants(&trail->rows, so_far->rows[i].iteration))
      jx_trail_add_row(trail, &so_far->rows[i], so_far->row_x + i * trail->dim);
  if (trail->frames.items == NULL || so_far->frame_particles != trail->frame_particles) return;
  if (so_far->frame_stride > 0) trail->frames.stride = so_far->frame_stride;
  for (size_t i = 0; i < so_far->frame_count; i++)
    if (jx_history_wants(&trail->frames, so_far->frame_iteration[i]))
      jx_trail_add_frame(trail, so_far->frame_iteration[i],
                         so_far->frame_x + i * frame_doubles(trail));
}

jato_status jx_trail_create(const jx_recorder_config *wish, jx_trail *trail, jato_error *error)
{
  const jato_allocator *allocator = &wish->allocator;
  uint64_t frames = wish->frames, particles = wish->shape->particles;
  *trail = (jx_trail){.dim = wish->dim};
  if (wish->dim > (SIZE_MAX - sizeof(jato_trace_row)) / sizeof(double) ||
      !jx_history_create(allocator, sizeof(jato_trace_row) + wish->dim * sizeof(double),
                         most_rows(wish->dim), &trail->rows))
    return jx_fail(error, JATO_E_MEMORY, "no memory for the history of a run of %zu dimensions",
                   wish->dim);
  if (frames > 0) {
    trail->frame_particles =
        particles < MOST_FRAME_PARTICLES ? (size_t)particles : MOST_FRAME_PARTICLES;
    if (frames > SIZE_MAX / 4 ||
        !jx_history_create(allocator, sizeof(uint64_t) + frame_doubles(trail) * sizeof(double),
                           2 * (size_t)frames, &trail->frames))
      return jx_fail(error, JATO_E_MEMORY, "no memory for %llu frames; ask for fewer",
                     (unsigned long long)frames);
  }
  if (wish->so_far != NULL) go_on(trail, wish->so_far);
  return JATO_OK;
}

void jx_trail_destroy(const jato_allocator *allocator, jx_trail *trail)
{
  jx_history_destroy(allocator, &trail->rows);
  jx_history_destroy(allocator, &trail->frames);
}

void jx_trail_add_row(jx_trail *trail, const jato_trace_row *row, const double *x)
{
  unsigned char *item = jx_history_add(&trail->rows, row->iteration);
  if (item == NULL) return;
  memcpy(item, row, sizeof *row);
  memcpy(item + sizeof *row, x, trail->dim * sizeof *x);
}

void jx_trail_add_frame(jx_trail *trail, uint64_t iteration, const double *points)
{
  if (trail->frames.items == NULL) return;
  unsigned char *item = jx_history_add(&trail->frames, iteration);
  if (item == NULL) return;
  memcpy(item + sizeof iteration, points, frame_doubles(trail) * sizeof *points);
}

size_t jx_trail_bytes(const jx_trail *trail)
{
  return (trail->rows.most + 1) * trail->rows.width + trail->frames.most * trail->frames.width;
}

static unsigned char *lay_rows(const jx_trail *trail, const jato_trace_row *last,
                               unsigned char *memory, jato_record_info *info)
{
  const jx_history *kept = &trail->rows;
  size_t row_bytes = sizeof(jato_trace_row), x_bytes = trail->dim * sizeof(double);
  int has_last = last == NULL || (kept->count > 0 &&
                                  jx_history_iteration(kept, kept->count - 1) == last->iteration);
  size_t count = kept->count + (has_last ? 0 : 1);
  unsigned char *rows = memory, *x = memory + count * row_bytes;
  for (size_t i = 0; i < kept->count; i++) {
    const unsigned char *item = jx_history_at(kept, i);
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

void jx_trail_lay(const jx_trail *trail, const jato_trace_row *last, void *memory,
                  jato_record_info *info)
{
  const jx_history *kept = &trail->frames;
  unsigned char *iterations = lay_rows(trail, last, memory, info);
  unsigned char *points = iterations + kept->count * sizeof(uint64_t);
  size_t frame_bytes = frame_doubles(trail) * sizeof(double);
  for (size_t i = 0; i < kept->count; i++) {
    const unsigned char *item = jx_history_at(kept, i);
    memcpy(iterations + i * sizeof(uint64_t), item, sizeof(uint64_t));
    memcpy(points + i * frame_bytes, item + sizeof(uint64_t), frame_bytes);
  }
  info->frame_iteration = (const uint64_t *)(const void *)iterations;
  info->frame_x = (const double *)(const void *)points;
  info->frame_count = kept->count;
  info->frame_particles = trail->frame_particles;
  info->frame_stride = kept->stride;
}
