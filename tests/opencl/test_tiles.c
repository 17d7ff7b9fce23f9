/* What a swarm on an OpenCL device hands to the host and takes from it, beside one on the cpu,
 * which lies in plain memory: particles, tiles and halos must be the same bytes. Needs a device. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "device/devices.h"
#include "jato/jato.h"
#include "swarm/engine.h"

#define DIM 3
#define PARTICLES 1000
#define ALL_FIELDS                                                                 \
  (JX_HAS(JX_POSITION) | JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN) | JX_HAS(JX_VALUE) | \
   JX_HAS(JX_BEST_IS_HERE))

/* One swarm on both devices. */
enum { CPU, OPENCL, DEVICES };
static const jx_device_ops *const devices[DEVICES] = {&jx_cpu_ops, &jx_opencl_ops};
static const jx_swarm_ops *const engines[DEVICES] = {&jx_cpu_swarm_ops, &jx_offload_swarm_ops};

typedef struct twins {
  jato_problem *problem;
  jx_plan plan;
  jx_shape shape;
  jx_toolchain toolchain;
  jx_values values[DEVICES];
  jx_swarm *swarm[DEVICES];
  double guide[DIM];
  uint64_t iteration;
  jato_error error;
} twins;

typedef struct twins_config {
  jato_precision precision;
  int ring;                   /* neighbours i - 2 and i + 2, or one guide for all */
  uint64_t first_tile, tiles; /* 0 tiles: all */
} twins_config;

static void make_shape(twins *both, const twins_config *wanted)
{
  jx_shape_config shape = {PARTICLES, DIM, wanted->precision, ALL_FIELDS, wanted->ring ? 2 : 0};
  assert_ok(jx_shape_make(&shape, &both->shape, &both->error), both->error);
}

static twins *create(const twins_config *wanted)
{
  twins *both = calloc(1, sizeof *both);
  assert_non_null(both);
  assert_ok(jato_problem_from_gallery("rastrigin", DIM, NULL, &both->problem, &both->error),
            both->error);
  both->plan = (jx_plan){.motion = JK_MOTION_swarm,
                         .limit = 0.2,
                         .neighbours = wanted->ring ? 2 : 0,
                         .offset = {-2, 2}};
  make_shape(both, wanted);
  for (int d = 0; d < DEVICES; d++) {
    jx_swarm_config config = {.problem = both->problem,
                              .plan = &both->plan,
                              .device = devices[d],
                              .values = &both->values[d],
                              .shape = &both->shape,
                              .first_tile = wanted->first_tile,
                              .tiles = wanted->tiles != 0 ? wanted->tiles : both->shape.tiles,
                              .precision = wanted->precision,
                              .seed = 7,
                              .toolchain = &both->toolchain,
                              .allocator = jx_allocator_or_default(NULL)};
    assert_ok(engines[d]->create(&config, &both->swarm[d], &both->error), both->error);
  }
  return both;
}

static void destroy(twins *both)
{
  for (int d = 0; d < DEVICES; d++) engines[d]->destroy(&both->swarm[d]);
  jato_problem_destroy(&both->problem);
  free(both);
}

/* One pass on both; they must find the same. */
static void pass(twins *both)
{
  jx_step step = {.iteration = both->iteration, .weight = {0.7, 1.5 / 65536, 1.5 / 65536}};
  jx_pass_result found[DEVICES];
  for (int d = 0; d < DEVICES; d++) {
    assert_ok(engines[d]->launch(both->swarm[d], both->iteration > 0 ? &step : NULL, both->guide,
                                 &both->error),
              both->error);
    assert_ok(engines[d]->collect(both->swarm[d], &found[d], &both->error), both->error);
  }
  assert_same_double(found[OPENCL].value, found[CPU].value);
  assert_int_equal(found[OPENCL].particle, found[CPU].particle);
  assert_int_equal(found[OPENCL].nonfinite, found[CPU].nonfinite);
  both->iteration++;
}

static void check_particle(twins *both, uint64_t particle)
{
  double x[DEVICES][DIM], value[DEVICES];
  for (int d = 0; d < DEVICES; d++)
    assert_ok(engines[d]->read_particle(both->swarm[d], particle, x[d], &value[d], &both->error),
              both->error);
  for (int i = 0; i < DIM; i++) assert_same_double(x[OPENCL][i], x[CPU][i]);
  assert_same_double(value[OPENCL], value[CPU]);
}

static jx_tile map(twins *both, int device, uint64_t number, unsigned fields)
{
  jx_tile tile;
  assert_ok(engines[device]->map_tile(both->swarm[device], number, fields, &tile, &both->error),
            both->error);
  return tile;
}

/* The particles of a tile; ghosts may differ. */
static void compare_tiles(const twins *both, jx_tile cpu, jx_tile other, unsigned fields)
{
  assert_int_equal(other.first, cpu.first);
  assert_int_equal(other.groups, cpu.groups);
  assert_int_equal(other.particles, cpu.particles);
  for (int f = 0; f < JX_FIELDS; f++) {
    if (!(fields & JX_HAS(f))) continue;
    size_t rows = both->shape.group_bytes[f] / both->shape.row_bytes, real = both->shape.real_bytes;
    for (size_t i = 0; i < cpu.particles * rows; i++) {
      size_t particle = i / rows, row = i % rows;
      size_t at = particle / JK_LANES * both->shape.group_bytes[f] + row * both->shape.row_bytes +
                  particle % JK_LANES * real;
      assert_memory_equal(other.field[f] + at, cpu.field[f] + at, real);
    }
  }
}

static void check_tile(twins *both, uint64_t number, unsigned fields)
{
  compare_tiles(both, map(both, CPU, number, fields), map(both, OPENCL, number, fields), fields);
}

/* All tiles at once, own bests settled by the copying itself: nothing was mapped since the pass. */
static void check_copies(twins *both)
{
  char *copy[2];
  for (int d = 0; d < 2; d++) {
    copy[d] = malloc(jx_shape_bytes(&both->shape));
    assert_non_null(copy[d]);
    assert_ok(engines[d]->copy_tiles(both->swarm[d], copy[d], &both->error), both->error);
  }
  for (uint64_t t = 0; t < both->shape.tiles; t++) {
    jx_tile one = jx_shape_tile(&both->shape, copy[CPU], t);
    compare_tiles(both, one, jx_shape_tile(&both->shape, copy[OPENCL], t), ALL_FIELDS);
    compare_tiles(both, one, map(both, CPU, t, ALL_FIELDS), ALL_FIELDS);
  }
  free(copy[CPU]);
  free(copy[OPENCL]);
}

static void test_reads(void **state)
{
  static const twins_config configs[] = {{JATO_FLOAT, 0, 0, 0}, {JATO_DOUBLE, 1, 0, 0}};
  (void)state;
  for (size_t w = 0; w < sizeof configs / sizeof configs[0]; w++) {
    twins *both = create(&configs[w]);
    for (int i = 0; i < 4; i++) {
      pass(both);
      for (uint64_t particle = 0; particle < PARTICLES; particle += 111)
        check_particle(both, particle);
    }
    check_copies(both);
    pass(both);
    for (int f = 0; f < JX_FIELDS; f++) check_tile(both, 1, JX_HAS(f));
    for (uint64_t t = 0; t < both->shape.tiles; t++) check_tile(both, t, ALL_FIELDS);
    destroy(both);
  }
}

/* Puts a number of the run's precision. */
static void put(const twins *both, char *field, size_t i, double value)
{
  float narrow = (float)value;
  if (both->shape.real_bytes == sizeof narrow)
    memcpy(field + i * sizeof narrow, &narrow, sizeof narrow);
  else
    memcpy(field + i * sizeof value, &value, sizeof value);
}

/* Writes to a field of a mapped tile on both devices, gives it back, and lets the swarms go on. */
static void test_writes(void **state)
{
  static const jx_field fields[] = {JX_POSITION, JX_VELOCITY, JX_OWN, JX_VALUE};
  (void)state;
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    twins *both = create(&(twins_config){(jato_precision)precision, 0, 0, 0});
    for (int i = 0; i < 2; i++) pass(both);
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
      unsigned mask = JX_HAS(fields[k]);
      for (int d = 0; d < DEVICES; d++) {
        jx_tile tile = map(both, d, 2, mask);
        for (size_t i = 0; i < JK_LANES; i++)
          put(both, tile.field[fields[k]], i, 0.25 + 0.125 * (double)i);
        if (engines[d]->unmap_tile != NULL)
          assert_ok(engines[d]->unmap_tile(both->swarm[d], 2, mask, &both->error), both->error);
      }
      check_tile(both, 2, ALL_FIELDS);
      pass(both);
      for (uint64_t t = 0; t < both->shape.tiles; t++) check_tile(both, t, ALL_FIELDS);
    }
    destroy(both);
  }
}

/* A part of a ring: what both leave as halos is the same, and so is what they make of what
 * comes in. */
static void test_edges(void **state)
{
  (void)state;
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    twins *both = create(&(twins_config){(jato_precision)precision, 1, 3, 4});
    size_t bytes = both->shape.reach * (1 + DIM) * both->shape.real_bytes;
    char halo[DEVICES][256], beyond[256];
    assert_true(bytes <= sizeof beyond);
    for (size_t i = 0; i < bytes / both->shape.real_bytes; i++)
      put(both, beyond, i, -1 - (double)i);
    for (int i = 0; i < 5; i++) {
      pass(both);
      for (int side = JX_FIRST; side <= JX_LAST; side++) {
        for (int d = 0; d < DEVICES; d++) {
          const jx_swarm_ops *ops = engines[d];
          assert_ok(ops->halo(both->swarm[d], (jx_side)side, 0, halo[d], &both->error),
                    both->error);
          assert_ok(ops->halo(both->swarm[d], (jx_side)side, 1, beyond, &both->error), both->error);
        }
        assert_memory_equal(halo[OPENCL], halo[CPU], bytes);
      }
    }
    for (uint64_t t = 3; t < 7; t++) check_tile(both, t, ALL_FIELDS);
    destroy(both);
  }
}

/* Tiles that are another device's are refused. */
static void test_refused(void **state)
{
  (void)state;
  twins *both = create(&(twins_config){JATO_FLOAT, 0, 3, 4});
  jx_tile tile;
  double x[DIM];
  assert_int_equal(
      jx_offload_swarm_ops.map_tile(both->swarm[OPENCL], 2, ALL_FIELDS, &tile, &both->error),
      JATO_E_ARGUMENT);
  assert_contains(both->error.text, "tile 2");
  assert_int_equal(
      jx_offload_swarm_ops.read_particle(both->swarm[OPENCL], 0, x, NULL, &both->error),
      JATO_E_ARGUMENT);
  assert_int_equal(
      jx_offload_swarm_ops.unmap_tile(both->swarm[OPENCL], 7, ALL_FIELDS, &both->error),
      JATO_E_ARGUMENT);
  destroy(both);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reads),
      cmocka_unit_test(test_writes),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_refused),
  };
  jato_device device;
  if (jx_opencl_ops.probe == NULL || !jx_opencl_ops.probe(0, &device) || !device.ready) {
    printf("skipped: no OpenCL device\n");
    return 77;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
