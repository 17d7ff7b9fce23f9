/* record/run_file.h: what was written comes back, as rows, as doubles and as tiles. */
#define _GNU_SOURCE
#include "scratch.h"

#include "plain_format.h"
#include "record/run_file.h"

/* Numbers of the run are whole multiples of 1/16, so that a float has all of them. */
static void check_particles(jato_record *record, uint64_t iteration)
{
  double out[PLAIN_PARTICLES * PLAIN_DIM];
  jato_error error;
  for (int f = 0; f <= JATO_RECORD_VALUE; f++) {
    size_t width = f == JATO_RECORD_VALUE ? 1 : PLAIN_DIM;
    assert_ok(jx_record_particles(record, (jato_record_field)f, 3, 40, out, &error), error);
    for (size_t i = 0; i < 40 * width; i++)
      assert_same_double(out[i],
                         plain_number(iteration, (jato_record_field)f, 3 + i / width, i % width));
  }
  assert_ok(jx_record_particles(record, 0, PLAIN_PARTICLES, 0, NULL, &error), error);
}

static void check_tiles(jato_record *record, const plain_run *run)
{
  void *memory = calloc(1, jx_shape_bytes(&run->shape));
  jato_error error;
  for (uint64_t t = 0; t < run->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, memory, t);
    jx_tile wanted = jx_shape_tile(&run->shape, run->memory, t);
    memset(tile.field[JX_BEST_IS_HERE], 1, tile.groups * run->shape.group_bytes[JX_BEST_IS_HERE]);
    assert_ok(jx_record_read_tile(record, &run->shape, t, &tile, &error), error);
    for (int f = 0; f < JX_FIELDS; f++) /* ghosts are another test's */
      assert_memory_equal(tile.field[f], wanted.field[f],
                          tile.particles / JK_LANES * run->shape.group_bytes[f]);
    assert_memory_equal(tile.field[JX_BEST_IS_HERE], wanted.field[JX_BEST_IS_HERE],
                        tile.groups * run->shape.group_bytes[JX_BEST_IS_HERE]);
  }
  free(memory);
}

static void check_refusals(jato_record *record, const plain_run *run)
{
  double out[PLAIN_PARTICLES * PLAIN_DIM];
  jato_error error;
  jx_shape other = run->shape;
  jx_tile tile = jx_shape_tile(&run->shape, run->memory, 0);
  assert_int_equal(jx_record_particles(record, 0, 40, 6, out, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "6 particles from number 40 on are asked for, it has 45");
  assert_int_equal(jx_record_particles(record, 0, UINT64_MAX, 2, out, &error), JATO_E_ARGUMENT);
  assert_int_equal(jx_record_particles(record, 4, 0, 1, out, &error), JATO_E_ARGUMENT);
  assert_int_equal(jx_record_particles(record, 0, 0, 1, NULL, &error), JATO_E_ARGUMENT);
  other.dim--;
  assert_int_equal(jx_record_read_tile(record, &other, 0, &tile, &error), JATO_E_ARGUMENT);
  other = run->shape, other.particles++;
  assert_int_equal(jx_record_read_tile(record, &other, 0, &tile, &error), JATO_E_ARGUMENT);
  other = run->shape, other.real_bytes = 12 - other.real_bytes;
  assert_int_equal(jx_record_read_tile(record, &other, 0, &tile, &error), JATO_E_ARGUMENT);
  other = run->shape;
  assert_int_equal(jx_record_read_tile(record, &other, other.tiles, &tile, &error),
                   JATO_E_ARGUMENT);
}

static void numbers_come_back(void **state)
{
  const char *path = scratch_path(*state, "run");
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    plain_run run;
    jato_error error;
    jato_record *record = NULL;
    jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
    plain_run_make(&run, (jato_precision)precision);
    jx_rotation rotation = plain_rotation(&run, path, 1);
    plain_run_step(&run, 5);
    assert_ok(plain_write(&rotation, &run, &error), error);
    assert_ok(jx_record_open(&plain_format, &request, &record, &error), error);
    assert_string_equal(jx_record_get_info(record)->path, path);
    check_particles(record, 5);
    check_tiles(record, &run);
    check_refusals(record, &run);
    jx_record_close(&record);
    assert_null(record);
    jx_record_close(&record);
    plain_run_free(&run);
  }
  assert_int_equal(plain.readers, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(numbers_come_back, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
