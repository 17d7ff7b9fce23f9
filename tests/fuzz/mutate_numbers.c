/* What is changed of a state: numbers at the edges of what a method may expect, and now and then
 * the size of an array. */
#include <math.h>
#include <string.h>

#include "mutate_bed.h"

#define CHANGES_MOST 3

static uint64_t word(uint64_t *random)
{
  uint64_t z = *random += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

size_t bed_below(uint64_t *random, size_t count) { return (size_t)(word(random) % count); }

static uint64_t odd_count(uint64_t *random, const bed_state *s, uint64_t now)
{
  const uint64_t numbers[] = {0,
                              1,
                              2,
                              UINT64_MAX,
                              (uint64_t)1 << 31,
                              (uint64_t)1 << 32,
                              (uint64_t)1 << 53,
                              ((uint64_t)1 << 53) + 1,
                              (uint64_t)1 << 63,
                              now + 1,
                              now - 1,
                              2 * now,
                              now / 2,
                              s->n,
                              s->n + 1,
                              s->n - 1,
                              s->points,
                              s->points + 1,
                              s->points - 1,
                              word(random),
                              word(random) >> 40,
                              word(random) % 16,
                              word(random) % 1000,
                              now ^ (uint64_t)1 << bed_below(random, 64)};
  return numbers[bed_below(random, sizeof numbers / sizeof numbers[0])];
}

static double odd_double(uint64_t *random, double now)
{
  double bits;
  uint64_t any = word(random);
  memcpy(&bits, &any, sizeof bits);
  const double numbers[] = {0,
                            -0.0,
                            1,
                            -1,
                            0.5,
                            2,
                            NAN,
                            INFINITY,
                            -INFINITY,
                            1e-310,
                            1e-300,
                            1e300,
                            1e301,
                            1.7e308,
                            -1.7e308,
                            1e15,
                            -1e15,
                            0x1p53,
                            0x1p63,
                            0x1p64,
                            -now,
                            2 * now,
                            now / 2,
                            now * (1 + 1e-9),
                            nextafter(now, INFINITY),
                            nextafter(now, -INFINITY),
                            now + 1,
                            now - 1,
                            bits,
                            (double)(any >> 11) * 0x1p-53};
  return numbers[bed_below(random, sizeof numbers / sizeof numbers[0])];
}

static void change_number(uint64_t *random, bed_state *s)
{
  jato_array *array = &s->array[bed_below(random, s->count)];
  size_t numbers = array->rows * array->columns;
  if (numbers == 0) return;
  size_t at = bed_below(random, numbers), other = bed_below(random, numbers);
  uint64_t *counts = array->data;
  double *doubles = array->data;
  if (bed_below(random, 8) == 0)
    counts[at] = counts[other];
  else if (array->kind == JX_COUNTS)
    counts[at] = odd_count(random, s, counts[at]);
  else
    doubles[at] = odd_double(random, doubles[at]);
}

/* Another size, name or place in the list, now and then; data stay large enough. */
static void change_shape(uint64_t *random, bed_state *s)
{
  jato_array *array = &s->array[bed_below(random, s->count)],
             *other = &s->array[bed_below(random, s->count)];
  jato_array kept = *array;
  switch (bed_below(random, 5)) {
  case 0: array->rows -= array->rows > 0; break;
  case 1: array->columns -= array->columns > 0; break;
  case 2:
    *array = *other;
    *other = kept;
    break;
  case 3: array->kind = array->kind == JX_COUNTS ? JX_DOUBLES : JX_COUNTS; break;
  default: s->count -= s->count > 1; break;
  }
}

void bed_change(uint64_t *random, bed_state *s)
{
  size_t changes = 1 + bed_below(random, CHANGES_MOST);
  for (size_t k = 0; k < changes; k++) change_number(random, s);
  if (bed_below(random, 32) == 0) change_shape(random, s);
}
