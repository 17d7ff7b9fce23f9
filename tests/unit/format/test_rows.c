/* record/rows.h and record/files/fletcher.h: where each number goes, for every shape of a tile. */
#include "check.h"

#include <stdlib.h>

#include "record/files/fletcher.h"
#include "record/rows.h"
#include "record/sample.h"

static const uint64_t sizes[] = {1, 3, 4, 15, 16, 17, 100, 1025};
static const size_t dims[] = {1, 2, 3, 4, 5, 7, 8, 64, 67};
#define COUNT(array) (sizeof array / sizeof array[0])

static double real_at(const void *array, size_t i, size_t bytes)
{
  float f;
  double d;
  memcpy(bytes == 4 ? (void *)&f : (void *)&d, (const char *)array + i * bytes, bytes);
  return bytes == 4 ? (double)f : d;
}

static const jx_field fields[] = {JX_POSITION, JX_VELOCITY, JX_OWN, JX_VALUE};

static void check_field(const sample *s, const jx_tile *tile, int field, char *rows)
{
  size_t per = fields[field] == JX_VALUE ? 1 : s->shape.dim, bytes = s->shape.real_bytes;
  rows[tile->particles * per * bytes] = 0x5A; /* what lies behind must not be touched */
  jx_rows_part all = {0, tile->groups, 0, per};
  jx_rows_from_part(&s->shape, tile, fields[field], &all, rows, per);
  assert_int_equal(rows[tile->particles * per * bytes], 0x5A);
  for (size_t p = 0; p < tile->particles; p++)
    for (size_t d = 0; d < per; d++) {
      double wanted = sample_number((jato_record_field)field, tile->first + p, d);
      if (isnan(wanted))
        assert_true(isnan(real_at(rows, p * per + d, bytes)));
      else
        assert_same_double(real_at(rows, p * per + d, bytes), wanted);
    }
}

/* Back into a tile of its own: every lane is its particle's, and ghosts are the last particle's. */
static void check_back(const sample *s, const jx_tile *tile, int field, const char *rows)
{
  size_t per = fields[field] == JX_VALUE ? 1 : s->shape.dim, bytes = s->shape.real_bytes;
  jx_tile back = *tile;
  back.field[fields[field]] = malloc(tile->groups * JK_LANES * per * bytes);
  assert_non_null(back.field[fields[field]]);
  jx_rows_to_tile(&s->shape, rows, fields[field], &back);
  for (size_t i = 0; i < tile->groups * JK_LANES; i++)
    for (size_t d = 0; d < per; d++) {
      size_t p = i < tile->particles ? i : tile->particles - 1;
      size_t at = (i / JK_LANES * per + d) * JK_LANES + i % JK_LANES;
      assert_memory_equal(back.field[fields[field]] + at * bytes, rows + (p * per + d) * bytes,
                          bytes);
    }
  free(back.field[fields[field]]);
}

static void check_sample(const sample *s)
{
  char *rows = malloc((JX_TILE_PARTICLES * s->shape.dim + 1) * s->shape.real_bytes);
  assert_non_null(rows);
  for (uint64_t t = 0; t < s->shape.tiles; t++) {
    jx_tile tile = sample_tile(s, t);
    for (int f = 0; f < 4; f++) {
      check_field(s, &tile, f, rows);
      check_back(s, &tile, f, rows);
    }
  }
  free(rows);
}

static void every_number_is_in_its_row(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(sizes); i++)
    for (size_t k = 0; k < COUNT(dims); k++)
      for (int precision = 0; precision < 2; precision++) {
        sample s;
        sample_config config = {.particles = sizes[i],
                                .dim = dims[k],
                                .precision = (jato_precision)precision,
                                .moves = 1};
        sample_make(&config, &s);
        check_sample(&s);
        sample_free(&s);
      }
}

/* Two groups of three, and two coordinates of five, into rows that are four reals apart. */
static void a_part_leaves_the_rest_alone(void **state)
{
  sample s;
  float rows[20][4];
  (void)state;
  sample_make(&(sample_config){.particles = 700, .dim = 5, .precision = JATO_FLOAT}, &s);
  jx_tile last = sample_tile(&s, s.shape.tiles - 1);
  assert_int_equal(last.particles % JK_LANES, 12);
  memset(rows, 0, sizeof rows);
  jx_rows_part part = {last.groups - 1, 1, 2, 2};
  jx_rows_from_part(&s.shape, &last, JX_POSITION, &part, rows, 4);
  for (size_t p = 0; p < 20; p++)
    for (size_t d = 0; d < 4; d++) {
      double wanted = sample_number(JATO_RECORD_POSITION, 688 + p, 2 + d);
      assert_same_double((double)rows[p][d], p < 12 && d < 2 ? wanted : 0);
    }
  sample_free(&s);
}

/* The checksum as it is defined: sums modulo 65535 of words of two bytes. The published values of
 * the words "abcde", "abcdef" and "abcdefgh" are for the other order of bytes, so they are given
 * swapped. */
static void checksums_are_those_that_were_published(void **state)
{
  (void)state;
  assert_int_equal(jx_fletcher32("badcfe", 6), 0x56502D2A);
  assert_int_equal(jx_fletcher32("badcfehg", 8), 0xEBE19591);
}

/* The definition word by word, with sums too wide to overflow. */
static uint32_t slow_checksum(const unsigned char *data, size_t bytes)
{
  uint64_t first = 0, second = 0;
  for (size_t i = 0; i < bytes; i += 2) {
    first += (uint64_t)data[i] << 8 | (i + 1 < bytes ? data[i + 1] : 0);
    second += first;
  }
  /* 65535 stands for 0, which is left to data of nothing but zeros. */
  uint64_t a = first == 0 ? 0 : (first - 1) % 65535 + 1;
  uint64_t b = second == 0 ? 0 : (second - 1) % 65535 + 1;
  return (uint32_t)(b << 16 | a);
}

static void checksums_of_all_lengths(void **state)
{
  static unsigned char data[20000];
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    for (size_t i = 0; i < sizeof data; i++)
      data[i] = (unsigned char)(kind == 0   ? 0
                                : kind == 1 ? 255
                                : kind == 2 ? i * i * 7 >> 3
                                            : i == 9000);
    for (size_t n = 0; n <= sizeof data; n += n < 300 ? 1 : 997)
      for (size_t start = 0; start < 3 && start <= n; start++)
        assert_int_equal(jx_fletcher32(data + start, n - start),
                         slow_checksum(data + start, n - start));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_number_is_in_its_row),
      cmocka_unit_test(a_part_leaves_the_rest_alone),
      cmocka_unit_test(checksums_are_those_that_were_published),
      cmocka_unit_test(checksums_of_all_lengths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
