/* swarm/cpu/kernels.h: what a call does to several groups is what as many calls do to one each, and
 * what plain loops do; on every level that this machine has. */
#include "check.h"

#include <stdlib.h>

#include "device/cpu/level.h"
#include "kernel/portable.h"
#include "population/reals.h"
#include "swarm/cpu/swarm.h"

enum { GROUPS = 5, PARTICLES = GROUPS * JK_LANES - 3, LANES = GROUPS * JK_LANES, MOST_DIM = 16 };
#define REALS ((size_t)LANES * MOST_DIM)

/* A tile, and the box its particles are in. */
typedef struct bed {
  real x[REALS], v[REALS], own[REALS], value[LANES], f[LANES];
  jk_int here[LANES];
  real box[JX_BOX_ROWS * MOST_DIM], guide[MOST_DIM];
  int dim;
} __attribute__((aligned(64))) bed;

static const jato_precision precision = sizeof(real) == sizeof(float) ? JATO_FLOAT : JATO_DOUBLE;

/* Uniform between -1 and 1; the state is the test's own. */
static double draw(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-52 - 1;
}

/* Particles within 1.02 of the middle, so that some are beyond a wall already. */
static void fill(bed *b, int dim, uint64_t seed)
{
  double lower[MOST_DIM], upper[MOST_DIM];
  jato_error error = {JATO_OK, ""};
  memset(b, 0, sizeof *b);
  b->dim = dim;
  for (int d = 0; d < dim; d++) lower[d] = -1 - 0.01 * d;
  for (int d = 0; d < dim; d++) upper[d] = 1 + 0.03 * d;
  jx_bounds bounds = {(size_t)dim, lower, upper, 0.5};
  assert_ok(jx_box_round(&bounds, sizeof(real), b->box, &error), error);
  for (size_t i = 0; i < REALS; i++) b->x[i] = (real)(1.02 * draw(&seed));
  for (size_t i = 0; i < REALS; i++) b->v[i] = (real)draw(&seed);
  for (size_t i = 0; i < REALS; i++) b->own[i] = (real)draw(&seed);
  for (int d = 0; d < dim; d++) b->guide[d] = (real)draw(&seed);
}

/* `present` particles from group g on. */
static jx_cpu_group groups_of(bed *b, int g, int present, int copied_dim)
{
  size_t row = (size_t)g * JK_LANES;
  size_t rows = row * (size_t)b->dim;
  return (jx_cpu_group){.x = b->x + rows,
                        .v = b->v + rows,
                        .own = b->own + rows,
                        .value = b->value + row,
                        .best_is_here = b->here + row,
                        .first = UINT64_C(0xFFFFFFE0) + row, /* the upper half of it changes */
                        .present = present,
                        .copied_dim = copied_dim};
}

static int present_in(int g)
{
  int left = PARTICLES - g * JK_LANES;
  return left < JK_LANES ? left : JK_LANES;
}

static const jx_cpu_kernels *next_kernels(int *choice)
{
  const char *level = NULL;
  jato_error error;
  for (; *choice <= 4; (*choice)++)
    if (jx_cpu_level_pick(*choice, &level, &error) == JATO_OK) {
      (*choice)++;
      const jx_cpu_kernels *kernels = jx_cpu_kernels_find(level, precision);
      if (kernels != NULL) return kernels;
    }
  return NULL;
}

/* Runs a check on each level: of JX_CPU_LEVEL_CHOICES, beginning behind "best". */
static void on_each_level(void (*check)(const jx_cpu_kernels *kernels))
{
  int choice = 1, levels = 0;
  for (const jx_cpu_kernels *k = next_kernels(&choice); k != NULL; k = next_kernels(&choice)) {
    check(k);
    levels++;
  }
  assert_int_not_equal(levels, 0);
}

typedef struct move_case {
  int dim, wall, short_steps, by_particle;
} move_case;

static void check_move(const jx_cpu_kernels *kernels, move_case is)
{
  static bed together, alone;
  fill(&together, is.dim, 7 + (uint64_t)is.dim);
  alone = together;
  size_t row = (size_t)is.dim;
  jx_cpu_box box = {.dim = is.dim,
                    .lower = together.box + JX_LOWER * row,
                    .upper = together.box + JX_UPPER * row,
                    .least_v = together.box + JX_LEAST_V * row,
                    .most_v = together.box + JX_MOST_V * row,
                    .rounder = together.box + JX_ROUNDER * row,
                    .short_steps = is.short_steps};
  jx_cpu_push push = {.seed = 3,
                      .iteration = 9,
                      .weight = {0.7, 1.5 / 65536, 1.5 / 65536},
                      .draws_by_particle = is.by_particle,
                      .guide = together.guide};
  jx_cpu_move_fn move = kernels->move[JK_MOTION_swarm][is.wall][0];
  jx_cpu_group all = groups_of(&together, 0, PARTICLES, is.dim);
  move(&all, &box, &push);
  for (int g = 0; g < GROUPS; g++) {
    jx_cpu_group one = groups_of(&alone, g, present_in(g), 0);
    move(&one, &box, &push);
  }
  assert_memory_equal(&together, &alone, sizeof together);
}

static void check_moves(const jx_cpu_kernels *kernels)
{
  static const int dims[] = {1, 2, 3, 4, 5, 8, 15, 16};
  for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
    for (int wall = 0; wall < JK_WALLS; wall++)
      for (int either = 0; either < 4; either++)
        if (wall != JK_WALL_resample) /* which draws more, and takes groups one by one */
          check_move(kernels, (move_case){dims[i], wall, either & 1, either >> 1});
}

static void groups_move_together_as_alone(void **state)
{
  (void)state;
  on_each_level(check_moves);
}

static void check_evaluation(const jx_cpu_kernels *kernels, int row, int dim)
{
  static bed b;
  fill(&b, dim, 11 + (uint64_t)row);
  real alone[LANES] __attribute__((aligned(64)));
  kernels->evaluate[row](b.x, dim, 2, PARTICLES, b.f);
  for (int g = 0; g < GROUPS; g++)
    kernels->evaluate[row](b.x + (size_t)g * JK_LANES * (size_t)dim, dim, 2, present_in(g),
                           alone + (size_t)g * JK_LANES);
  assert_memory_equal(b.f, alone, PARTICLES * sizeof(real));
}

static void check_evaluations(const jx_cpu_kernels *kernels)
{
  for (int row = 0; row < JX_CPU_OBJECTIVES; row++) check_evaluation(kernels, row, MOST_DIM);
  for (int dim = 1; dim <= 3; dim++) check_evaluation(kernels, JX_CPU_OBJECTIVE_sphere, dim);
  check_evaluation(kernels, JX_CPU_OBJECTIVE_rosenbrock, 2);
}

static void groups_are_evaluated_together_as_alone(void **state)
{
  (void)state;
  on_each_level(check_evaluations);
}

/* Values of all kinds: equal ones, both zeros, and a few that are not finite. */
static real some_value(uint64_t *state, int with_nonfinite)
{
  static const double kinds[] = {0.0, -0.0, -3, 2, 2, NAN, INFINITY, -INFINITY};
  int kind = (int)((draw(state) + 1) * 10);
  if (kind < 5) return (real)kinds[kind];
  if (kind < 8 && with_nonfinite) return (real)kinds[kind];
  return (real)draw(state);
}

/* The least value, the lowest particle that has it, and how many were not finite. */
typedef struct judged {
  double least;
  int particle, nonfinite;
} judged;

/* Particle by particle, from the header's words. */
static judged judge_plainly(bed *b, int copied_dim)
{
  judged all = {INFINITY, 0, 0};
  for (int i = 0; i < PARTICLES; i++) {
    if (!isfinite(b->f[i])) all.nonfinite++;
    double f = isfinite(b->f[i]) ? (double)b->f[i] + 0.0 : INFINITY;
    int better = f < (double)b->value[i];
    if (f < all.least) all.least = f, all.particle = i;
    b->f[i] = (real)f;
    if (better) b->value[i] = (real)f;
    if (copied_dim == 0) b->here[i] = better;
    for (int d = 0; d < copied_dim && better; d++) {
      size_t at =
          ((size_t)(i / JK_LANES) * (size_t)b->dim + (size_t)d) * JK_LANES + (size_t)(i % JK_LANES);
      b->own[at] = b->x[at];
    }
  }
  for (int i = PARTICLES; i < LANES; i++) b->f[i] = (real)INFINITY;
  return all;
}

static void check_judgement(const jx_cpu_kernels *kernels, uint64_t seed, int copied)
{
  static bed found, wanted;
  int dim = 1 + (int)(seed % 5), with_nonfinite = seed % 3 == 0;
  fill(&found, dim, seed);
  for (int i = 0; i < LANES; i++) found.f[i] = some_value(&seed, with_nonfinite);
  for (int i = 0; i < LANES; i++) found.value[i] = some_value(&seed, 0);
  for (int i = PARTICLES; i < LANES; i++) found.value[i] = (real)-INFINITY; /* never better */
  found.value[1] = (real)INFINITY;
  wanted = found;
  judged all = judge_plainly(&wanted, copied ? dim : 0);
  jx_cpu_group groups = groups_of(&found, 0, PARTICLES, copied ? dim : 0);
  jx_cpu_judged result = kernels->judge(&groups, found.f);
  assert_same_double(result.value, all.least);
  assert_int_equal(result.nonfinite, all.nonfinite);
  assert_memory_equal(&found, &wanted, sizeof found);
  assert_int_equal(kernels->find_lane(found.f, PARTICLES, all.least), all.particle);
}

static void check_judgements(const jx_cpu_kernels *kernels)
{
  for (uint64_t seed = 0; seed < 600; seed++) check_judgement(kernels, seed, seed % 2 == 0);
}

static void groups_are_judged_as_particles_are(void **state)
{
  (void)state;
  on_each_level(check_judgements);
}

static void check_nothing_finite(const jx_cpu_kernels *kernels)
{
  static bed b;
  fill(&b, 2, 1);
  for (int i = 0; i < LANES; i++) b.f[i] = (real)NAN;
  for (int i = 0; i < LANES; i++) b.value[i] = (real)INFINITY;
  jx_cpu_group groups = groups_of(&b, 0, PARTICLES, 2);
  jx_cpu_judged result = kernels->judge(&groups, b.f);
  assert_same_double(result.value, INFINITY);
  assert_int_equal(result.nonfinite, PARTICLES);
  assert_int_equal(kernels->find_lane(b.f, PARTICLES, INFINITY), 0);
}

static void without_a_finite_value_the_first_lane_is_found(void **state)
{
  (void)state;
  on_each_level(check_nothing_finite);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_move_together_as_alone),
      cmocka_unit_test(groups_are_evaluated_together_as_alone),
      cmocka_unit_test(groups_are_judged_as_particles_are),
      cmocka_unit_test(without_a_finite_value_the_first_lane_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
