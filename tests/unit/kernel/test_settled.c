/* kernel/motion/swarm.h: a swarm that has found its place computes with no subnormal number, which
 * would take processors many times as long. One coordinate of a few particles, moved by the kernel
 * until long after it has settled. Compiled once for each precision. */
#include "check.h"

#include "kernel/motion/swarm.h"
#include "population/reals.h"

#define PARTICLES 24

/* Iterations until velocities that are not rounded would be far below the smallest normal number:
 * they lose about half a bit in each. */
#if JK_PRECISION == 32
#define ITERATIONS 2000
#else
#define ITERATIONS 8000
#endif

typedef struct swarm {
  real x[PARTICLES], v[PARTICLES], own[PARTICLES], value[PARTICLES];
  real guide, best;
  jk_seen box;
} swarm;

static void start(swarm *s, double lower, double upper)
{
  real box[JX_BOX_ROWS];
  jx_bounds bounds = {1, &lower, &upper, 0.2};
  assert_int_equal(jx_box_round(&bounds, sizeof(real), box, NULL), JATO_OK);
  *s = (swarm){.guide = R(0), .best = R(INFINITY)};
  s->box.lower = box[JX_LOWER];
  s->box.upper = box[JX_UPPER];
  s->box.least_v = box[JX_LEAST_V];
  s->box.most_v = box[JX_MOST_V];
  s->box.rounder = box[JX_ROUNDER];
  for (int i = 0; i < PARTICLES; i++) {
    jk_block b = jk_draw(jk_key_make(1, 0), (jk_index)i, 0, JK_DRAW_POSITION);
    s->x[i] = s->own[i] = box[JX_LOWER] + jk_fine_uniform(b.w[0], b.w[1]) * R(upper - lower);
    s->value[i] = R(INFINITY);
  }
}

static void assert_normal(real a, const char *what, jk_index iteration)
{
  if (fpclassify(a) == FP_SUBNORMAL)
    fail_msg("%s is %a after %d iterations", what, (double)a, (int)iteration);
}

static void move(swarm *s, int i, jk_index iteration)
{
  const jk_weights weights = {{R(0.729), R(1.494 / 65536), R(1.494 / 65536)}};
  jk_seen seen = s->box;
  seen.x = s->x[i];
  seen.v = s->v[i];
  seen.own = s->own[i];
  seen.guide = s->guide;
  seen.word = jk_draw(jk_key_make(1, iteration), (jk_index)i, 0, JK_DRAW_MOVE).w[0];
  jk_moved m = jk_move_swarm(seen, weights);
  m = jk_wall_reflect(m, seen.lower, seen.upper);
  s->x[i] = m.x;
  s->v[i] = m.v;
  assert_normal(m.v, "a velocity", iteration);
  assert_normal(m.x, "a place", iteration);
  assert_normal(weights.w[0] * m.v, "inertia times a velocity", iteration);
  assert_normal(weights.w[1] * (s->own[i] - m.x), "a pull", iteration);
  assert_double((double)m.v, >=, (double)seen.least_v);
  assert_double((double)m.v, <=, (double)seen.most_v);
}

static void judge(swarm *s, int i, real minimum, jk_index iteration)
{
  real value = (s->x[i] - minimum) * (s->x[i] - minimum);
  assert_normal(value, "a square", iteration);
  if (value < s->value[i]) {
    s->value[i] = value;
    s->own[i] = s->x[i];
  }
  if (value < s->best) {
    s->best = value;
    s->guide = s->x[i];
  }
}

/* A minimum in the middle of the numbers, and one where they become ever finer. */
static void no_number_of_a_settled_swarm_is_subnormal(void **state)
{
  (void)state;
  static const double lowers[] = {-5, -5, 0, -0.001, -1e6}, uppers[] = {5, 5, 1, 0.002, 1e6};
  static const double minima[] = {0, 1, 0, 0, 0};
  for (int kind = 0; kind < 5; kind++) {
    swarm s;
    start(&s, lowers[kind], uppers[kind]);
    for (jk_index iteration = 1; iteration <= ITERATIONS; iteration++) {
      for (int i = 0; i < PARTICLES; i++) move(&s, i, iteration);
      for (int i = 0; i < PARTICLES; i++) judge(&s, i, R(minima[kind]), iteration);
    }
    /* It has settled, and that near: twice as many digits as a number of the box's size has. */
    double near = (uppers[kind] - lowers[kind]) * (JK_PRECISION == 32 ? 0x1p-48 : 0x1p-106);
    assert_double((double)s.best, <=, near * near);
  }
}

/* To the nearest multiple, and a velocity of the usual size keeps all its digits but the last. */
static void velocities_are_rounded_to_grains(void **state)
{
  (void)state;
  swarm s;
  start(&s, 0, 1);
  real grain = (real)(JK_PRECISION == 32 ? 0x1p-52 : 0x1p-400);
  static const double grains[] = {0.25, 0.49, 0.51, -0.51, 1, 2.75, -1000.25, 0};
  static const double wanted[] = {0, 0, 1, -1, 1, 3, -1000, 0};
  for (int k = 0; k < 8; k++) {
    jk_seen seen = s.box;
    seen.x = seen.own = seen.guide = seen.chance = R(0);
    seen.word = 0;
    seen.v = (real)grains[k] * grain;
    jk_moved m = jk_move_swarm(seen, (jk_weights){{R(1), R(0), R(0)}});
    assert_same_double((double)(m.v / grain), wanted[k]);
    seen.v = R(0.1) + (real)grains[k] * R(0.01);
    if (k != 6) {
      m = jk_move_swarm(seen, (jk_weights){{R(1), R(0), R(0)}});
      assert_double(fabs((double)m.v - (double)seen.v), <=, JK_PRECISION == 32 ? 0x1p-25 : 0x1p-54);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_number_of_a_settled_swarm_is_subnormal),
      cmocka_unit_test(velocities_are_rounded_to_grains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
