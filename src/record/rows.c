#include "record/rows.h"

#include <string.h>

/* A matrix with `stride` reals from one row to the next, and where its transpose goes. */
typedef struct turn {
  const void *from; /* [rows][from_stride], of which `columns` count */
  void *to;         /* [columns][to_stride], of which `rows` are written */
  size_t rows, columns, from_stride, to_stride;
} turn;

/* Blocks of four by four: each goes through registers, and what it touches stays in the first-level
 * cache. The same twice, since the size of a real must be known where it is compiled. */
#define DEFINE_TURN(name, real)                                                                \
  static void name##_block(const real *from, size_t from_stride, real *to, size_t to_stride)   \
  {                                                                                            \
    for (size_t c = 0; c < 4; c++) {                                                           \
      real a = from[c], b = from[from_stride + c];                                             \
      real d = from[2 * from_stride + c], e = from[3 * from_stride + c];                       \
      real *row = to + c * to_stride;                                                          \
      row[0] = a;                                                                              \
      row[1] = b;                                                                              \
      row[2] = d;                                                                              \
      row[3] = e;                                                                              \
    }                                                                                          \
  }                                                                                            \
                                                                                               \
  static void name(const turn *t)                                                              \
  {                                                                                            \
    const real *from = t->from;                                                                \
    real *to = t->to;                                                                          \
    size_t whole_rows = t->rows / 4 * 4, whole_columns = t->columns / 4 * 4;                   \
    for (size_t r = 0; r < whole_rows; r += 4)                                                 \
      for (size_t c = 0; c < whole_columns; c += 4)                                            \
        name##_block(from + r * t->from_stride + c, t->from_stride, to + c * t->to_stride + r, \
                     t->to_stride);                                                            \
    for (size_t r = 0; r < t->rows; r++)                                                       \
      for (size_t c = r < whole_rows ? whole_columns : 0; c < t->columns; c++)                 \
        to[c * t->to_stride + r] = from[r * t->from_stride + c];                               \
  }

DEFINE_TURN(turn_floats, float)
DEFINE_TURN(turn_doubles, double)

static void turn_reals(const turn *t, size_t real_bytes)
{
  if (real_bytes == sizeof(float))
    turn_floats(t);
  else
    turn_doubles(t);
}

/* How many particles group g of a tile has: fewer than lanes only in the last one. */
static size_t particles_of(const jx_tile *tile, size_t g)
{
  size_t left = tile->particles - g * JK_LANES;
  return left < JK_LANES ? left : JK_LANES;
}

static size_t row_length(const jx_shape *shape, jx_field field)
{
  return field == JX_VALUE || field == JX_BEST_IS_HERE ? 1 : shape->dim;
}

void jx_rows_from_part(const jx_shape *shape, const jx_tile *tile, jx_field field,
                       const jx_rows_part *part, void *out, size_t stride)
{
  const char *start = tile->field[field] + part->first * shape->row_bytes;
  for (size_t i = 0; i < part->groups; i++) {
    size_t g = part->first_group + i;
    turn t = {.from = start + g * shape->group_bytes[field],
              .to = (char *)out + i * JK_LANES * stride * shape->real_bytes,
              .rows = part->count,
              .columns = particles_of(tile, g),
              .from_stride = JK_LANES,
              .to_stride = stride};
    turn_reals(&t, shape->real_bytes);
  }
}

void jx_rows_to_tile(const jx_shape *shape, const void *rows, jx_field field, const jx_tile *tile)
{
  size_t per = row_length(shape, field), bytes = shape->real_bytes;
  for (size_t g = 0; g < tile->groups; g++) {
    char *group = tile->field[field] + g * shape->group_bytes[field];
    size_t particles = particles_of(tile, g);
    turn t = {.from = (const char *)rows + g * JK_LANES * per * bytes,
              .to = group,
              .rows = particles,
              .columns = per,
              .from_stride = per,
              .to_stride = JK_LANES};
    turn_reals(&t, bytes);
    for (size_t d = 0; d < per && particles < JK_LANES; d++)
      for (size_t lane = particles; lane < JK_LANES; lane++)
        memcpy(group + (d * JK_LANES + lane) * bytes,
               group + (d * JK_LANES + particles - 1) * bytes, bytes);
  }
}
