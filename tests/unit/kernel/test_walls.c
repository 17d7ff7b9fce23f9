/* kernel/wall.h: each wall by numbers worked by hand, and what all of them promise. Compiled once
 * for each precision. */
#include "check.h"

#include "kernel/wall.h"

/* The box is [-1, 3] and the particle moves by 0.75, so every number is exact in both precisions.
 */
static const struct {
  int wall;
  double x, wanted_x, wanted_v;
} worked[] = {
    {JK_WALL_clamp, 3.5, 3, 0.75},
    {JK_WALL_clamp, -2, -1, 0.75},
    {JK_WALL_reflect, 3.5, 2.5, -0.75},
    {JK_WALL_reflect, -1.25, -0.75, -0.75},
    {JK_WALL_reflect, 7, -1, -0.75}, /* over by exactly the width */
    {JK_WALL_reflect, 8, -1, -0.75}, /* over by more: not past the other wall */
    {JK_WALL_reflect, -99, 3, -0.75},
    {JK_WALL_periodic, 3.5, -0.5, 0.75},
    {JK_WALL_periodic, -2, 2, 0.75},
    {JK_WALL_periodic, 11.5, -0.5, 0.75}, /* three widths to the right */
    {JK_WALL_periodic, -9.5, 2.5, 0.75},  /* three to the left */
    {JK_WALL_absorb, 3.5, 3, 0},
    {JK_WALL_absorb, -2, -1, 0},
    {JK_WALL_resample, 3.5, 0, 0}, /* a quarter of the way: the chance below */
    {JK_WALL_resample, -2, 0, 0},
    {JK_WALL_none, 3.5, 3.5, 0.75},
    {JK_WALL_none, -99, -99, 0.75},
};
#define CHANCE R(0.25)

static void numbers_worked_by_hand(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof worked / sizeof worked[0]; i++) {
    jk_moved m = {(real)worked[i].x, R(0.75)};
    m = jk_wall(worked[i].wall, m, R(-1), R(3), CHANCE);
    assert_same_double((double)m.x, worked[i].wanted_x);
    assert_same_double((double)m.v, worked[i].wanted_v);
  }
}

/* Splitmix64 in [0, 1). */
static double uniform(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Boxes whose width is not exact, tiny, one-sided, far from 0, and huge. */
static const double boxes[][2] = {{-1, 3},          {-5.12, 5.12},  {0.1, 0.3},      {0, 1},
                                  {1e6, 1e6 + 1},   {-1e30, 1e30},  {-1e-30, 1e-30}, {1, 1.0000002},
                                  {-0.1, 1e10 / 3}, {-1e10, 0.7e-3}};
#define BOXES (sizeof boxes / sizeof boxes[0])

static void check_unchanged(int wall, real x, real lower, real upper)
{
  jk_moved m = jk_wall(wall, (jk_moved){x, R(-0.3)}, lower, upper, CHANCE);
  assert_same_double((double)m.x, (double)x);
  assert_same_double((double)m.v, (double)R(-0.3));
}

static void inside_nothing_changes(void **state)
{
  uint64_t points = 1;
  (void)state;
  for (int wall = 0; wall < JK_WALLS; wall++)
    for (size_t b = 0; b < BOXES; b++) {
      real lower = (real)boxes[b][0], upper = (real)boxes[b][1];
      check_unchanged(wall, lower, lower, upper);
      check_unchanged(wall, upper, lower, upper);
      for (int i = 0; i < 2000; i++) {
        real x = lower + (real)uniform(&points) * (upper - lower);
        if (x >= lower && x <= upper) check_unchanged(wall, x, lower, upper);
      }
    }
}

static void check_inside(int wall, real x, const double box[2], real chance)
{
  real lower = (real)box[0], upper = (real)box[1];
  jk_moved m = jk_wall(wall, (jk_moved){x, R(1e20)}, lower, upper, chance);
  assert_double((double)m.x, >=, (double)lower);
  assert_double((double)m.x, <=, (double)upper);
}

/* Just outside, a little outside, far outside, at infinity, and not a number at all. */
static void always_in_the_box(void **state)
{
  uint64_t points = 2;
  real largest = JK_PRECISION == 32 ? R(0x1p-24) : R(0x1p-53);
  (void)state;
  for (int wall = 0; wall < JK_WALL_none; wall++)
    for (size_t b = 0; b < BOXES; b++) {
      real lower = (real)boxes[b][0], upper = (real)boxes[b][1];
      real chances[] = {R(0), R(0.5), R(1) - largest};
      for (int i = 0; i < 4000; i++) {
        real over = (real)exp2(160 * uniform(&points) - 100);
        check_inside(wall, upper + over, boxes[b], chances[i % 3]);
        check_inside(wall, lower - over, boxes[b], chances[i % 3]);
        check_inside(wall, upper + over * (upper - lower), boxes[b], chances[i % 3]);
        check_inside(wall, lower - over * (upper - lower), boxes[b], chances[i % 3]);
      }
      check_inside(wall, (real)INFINITY, boxes[b], chances[2]);
      check_inside(wall, -(real)INFINITY, boxes[b], chances[2]);
      check_inside(wall, (real)NAN, boxes[b], chances[2]);
    }
}

/* Steps of at most half the box, from anywhere in it: both ways to reflect give the same bits. */
static void short_steps_need_no_second_clamp(void **state)
{
  uint64_t points = 3;
  real last_place = JK_PRECISION == 32 ? R(0x1p-23) : R(0x1p-52);
  (void)state;
  for (int i = 0; i < 200000; i++) {
    real end = (real)ldexp(2 * uniform(&points) - 1, i % 40 - 20);
    real upper = end + (real)(128 + i % 1000) * last_place * jk_abs(end) * R(1.5);
    if (i % 3 == 0) upper = end + (real)exp2(20 * uniform(&points));
    real half = (upper - end) * R(0.5);
    real x = jk_into_box(end + (real)uniform(&points) * (upper - end), end, upper);
    if (i % 5 == 0) x = i % 2 ? upper : end;
    real v = i % 7 == 0 ? (i % 2 ? half : -half) : (real)(2 * uniform(&points) - 1) * half;
    jk_moved m = {x + v, v};
    jk_moved one = jk_wall_reflect(m, end, upper), other = jk_wall_reflect_short(m, end, upper);
    assert_same_double((double)one.x, (double)other.x);
    assert_same_double((double)one.v, (double)other.v);
  }
}

/* The last wall of the list is the one that lets everything pass: the loops above rely on it. */
static void none_is_the_last_wall(void **state)
{
  (void)state;
  assert_int_equal(JK_WALL_none, JK_WALLS - 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_worked_by_hand), cmocka_unit_test(inside_nothing_changes),
      cmocka_unit_test(always_in_the_box),      cmocka_unit_test(short_steps_need_no_second_clamp),
      cmocka_unit_test(none_is_the_last_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
