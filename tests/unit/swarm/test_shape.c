/* population/shape.h: every particle lies in exactly one place, whatever the swarm's size. */
#include "check.h"

#include <stdlib.h>

#include "population/shape.h"

#define ALL_FIELDS                                                                 \
  (JX_HAS(JX_POSITION) | JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN) | JX_HAS(JX_VALUE) | \
   JX_HAS(JX_BEST_IS_HERE))

static jx_shape make(uint64_t particles, size_t dim, jato_precision precision, size_t reach)
{
  jx_shape shape;
  jato_error error = {JATO_OK, ""};
  jx_shape_config config = {particles, dim, precision, ALL_FIELDS, reach};
  memset(&shape, 0xA5, sizeof shape); /* what was there before must not matter */
  assert_ok(jx_shape_make(&config, &shape, &error), error);
  return shape;
}

/* Memory for the swarm, so that pointers into it may be made. */
static char *take_memory(const jx_shape *shape)
{
  char *memory = calloc(jx_shape_bytes(shape), 1);
  assert_non_null(memory);
  return memory;
}

static const uint64_t sizes[] = {1,    2,     5,     15,    16,    17,    31,   32,
                                 33,   37,    100,   255,   256,   257,   500,  511,
                                 512,  513,   1000,  1023,  1024,  1025,  3000, 8191,
                                 8192, 16385, 32767, 32768, 32769, 40000, 65537};
#define SIZES (sizeof sizes / sizeof sizes[0])

/* Tiles follow each other without gap or overlap, and only the last may hold ghosts. */
static void check_tiles(const jx_shape *shape)
{
  char *memory = take_memory(shape);
  uint64_t next = 0, groups = 0;
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile = jx_shape_tile(shape, memory, t);
    assert_int_equal(tile.first, next);
    assert_true(tile.groups >= 1);
    assert_true(tile.particles >= 1);
    if (t + 1 < shape->tiles) assert_int_equal(tile.particles, tile.groups * JK_LANES);
    assert_true(tile.groups * JK_LANES - tile.particles < JK_LANES);
    next += tile.particles;
    groups += tile.groups;
  }
  free(memory);
  assert_int_equal(next, shape->particles);
  assert_int_equal(groups, shape->groups);
  assert_int_equal(shape->groups, (shape->particles + JK_LANES - 1) / JK_LANES);
}

/* Sizes of two tiles differ by a group at most, and none is larger than the limit says. */
static void check_even(const jx_shape *shape, size_t reach)
{
  char *memory = take_memory(shape);
  size_t least = SIZE_MAX, most = 0;
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile = jx_shape_tile(shape, memory, t);
    if (tile.groups < least) least = tile.groups;
    if (tile.groups > most) most = tile.groups;
    if (shape->tiles > 1) assert_in_range(tile.particles, reach, SIZE_MAX);
  }
  free(memory);
  assert_in_range(most - least, 0, 1);
  if (reach <= 1) assert_in_range(most, 1, JX_TILE_PARTICLES / JK_LANES);
}

static void check_found_once(const jx_shape *shape)
{
  char *memory = take_memory(shape);
  unsigned char *seen = calloc((size_t)shape->groups * JK_LANES, 1);
  assert_non_null(seen);
  for (uint64_t p = 0; p < shape->particles; p++) {
    jx_location location = jx_shape_find(shape, p);
    assert_in_range(location.tile, 0, shape->tiles - 1);
    jx_tile tile = jx_shape_tile(shape, memory, location.tile);
    assert_in_range(location.group, 0, tile.groups - 1);
    assert_in_range(location.lane, 0, JK_LANES - 1);
    assert_int_equal(tile.first + location.group * JK_LANES + location.lane, p);
    seen[tile.first + location.group * JK_LANES + location.lane]++;
  }
  for (uint64_t p = 0; p < shape->particles; p++) assert_int_equal(seen[p], 1);
  free(seen);
  free(memory);
}

static void every_particle_has_one_location(void **state)
{
  (void)state;
  for (size_t i = 0; i < SIZES; i++) {
    jx_shape shape = make(sizes[i], 3, JATO_DOUBLE, 0);
    check_tiles(&shape);
    check_even(&shape, 0);
    check_found_once(&shape);
  }
}

static void tiles_are_no_smaller_than_the_reach(void **state)
{
  static const size_t reaches[] = {1, 2, 15, 16, 17, 32, 64, 100, 512};
  (void)state;
  for (size_t i = 0; i < SIZES; i++)
    for (size_t r = 0; r < sizeof reaches / sizeof reaches[0]; r++) {
      if (reaches[r] >= sizes[i]) continue;
      jx_shape shape = make(sizes[i], 2, JATO_FLOAT, reaches[r]);
      check_tiles(&shape);
      check_even(&shape, reaches[r]);
      check_found_once(&shape);
    }
}

/* A large swarm has many tiles, so that threads can share them. */
static void large_swarms_have_many_tiles(void **state)
{
  (void)state;
  assert_in_range(make(1000, 10, JATO_DOUBLE, 0).tiles, 16, 63);
  assert_in_range(make(1 << 20, 10, JATO_DOUBLE, 0).tiles, 1024, 1024);
}

typedef struct span {
  size_t start, end;
} span;

/* Memory of all tiles, one byte for each field's group: nothing overlaps or leaves the swarm. */
static void check_memory(const jx_shape *shape)
{
  size_t bytes = jx_shape_bytes(shape);
  char *memory = take_memory(shape);
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile = jx_shape_tile(shape, memory, t);
    for (int f = 0; f < JX_FIELDS; f++) {
      span s = {(size_t)(tile.field[f] - memory), 0};
      s.end = s.start + tile.groups * shape->group_bytes[f];
      assert_in_range(s.end, s.start, bytes);
      assert_int_equal(s.start % shape->row_bytes, 0);
      for (size_t b = s.start; b < s.end; b++) assert_int_equal(memory[b]++, 0);
    }
  }
  free(memory);
}

static void fields_do_not_overlap(void **state)
{
  (void)state;
  for (size_t i = 0; i < 20; i++) {
    jx_shape one = make(sizes[i], 3, JATO_DOUBLE, 0), other = make(sizes[i], 7, JATO_FLOAT, 0);
    check_memory(&one);
    check_memory(&other);
  }
}

static void fields_have_their_sizes(void **state)
{
  jx_shape shape = make(100, 5, JATO_FLOAT, 0);
  (void)state;
  assert_int_equal(shape.real_bytes, 4);
  assert_int_equal(shape.row_bytes, 64);
  assert_int_equal(shape.group_bytes[JX_POSITION], 5 * 64);
  assert_int_equal(shape.group_bytes[JX_OWN], 5 * 64);
  assert_int_equal(shape.group_bytes[JX_VALUE], 64);
  shape = make(100, 5, JATO_DOUBLE, 0);
  assert_int_equal(shape.group_bytes[JX_VELOCITY], 5 * 128);
  assert_int_equal(shape.group_bytes[JX_BEST_IS_HERE], 128);
}

static void fields_left_out_take_no_memory(void **state)
{
  jx_shape shape;
  jx_shape_config config = {100, 5, JATO_DOUBLE, JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE), 0};
  (void)state;
  assert_int_equal(jx_shape_make(&config, &shape, NULL), JATO_OK);
  assert_int_equal(shape.group_bytes[JX_VELOCITY], 0);
  assert_int_equal(jx_shape_bytes(&shape), 7 * (5 + 1) * 128); /* 7 groups, one to a tile */
}

static void too_large_swarms_are_refused(void **state)
{
  static const uint64_t counts[] = {UINT64_MAX, UINT64_MAX / 16, (uint64_t)1 << 58};
  jx_shape shape;
  jato_error error = {JATO_OK, ""};
  (void)state;
  for (int i = 0; i < 3; i++) {
    jx_shape_config config = {counts[i], 1000, JATO_DOUBLE, ALL_FIELDS, 0};
    assert_int_equal(jx_shape_make(&config, &shape, &error), JATO_E_MEMORY);
    assert_contains(error.text, "1000 dimensions");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_particle_has_one_location),
      cmocka_unit_test(tiles_are_no_smaller_than_the_reach),
      cmocka_unit_test(large_swarms_have_many_tiles),
      cmocka_unit_test(fields_do_not_overlap),
      cmocka_unit_test(fields_have_their_sizes),
      cmocka_unit_test(fields_left_out_take_no_memory),
      cmocka_unit_test(too_large_swarms_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
