/* space/rank.c: violations by hand, and the order of ranks against the rules they stand for. */
#include "plain_space.h"

#include <float.h>

static const jato_variable one = {.lower = 0, .upper = 1};

static jx_space *make(const jato_constraint *constraints, size_t count, double penalty)
{
  jato_space given = {JATO_SPACE_INIT, &one, 1, constraints, count, penalty};
  return make_space(&given);
}

static double violation_of_one(jato_constraint constraint, double c)
{
  jx_space *space = make(&constraint, 1, 0);
  double violation = jx_space_violation(space, &c);
  destroy_space(space);
  return violation;
}

/* A number from 2^-low to 2^low, every binade as likely as the other. */
static double wide_random(uint64_t *state, int low)
{
  int exponent = (int)(next_random(state) % (uint64_t)(2 * low)) - low;
  return ldexp(1 + ldexp((double)(next_random(state) >> 12), -52), exponent);
}

static void test_relations(void **state)
{
  (void)state;
  jato_constraint most = {.relation = JATO_AT_MOST, .bound = 3};
  assert_same_double(violation_of_one(most, 3), 0);
  assert_same_double(violation_of_one(most, -100), 0);
  assert_same_double(violation_of_one(most, 5), 2);
  assert_double(violation_of_one(most, nextafter(3, 4)), >, 0);
  most.tolerance = 1.5;
  most.scale = 4;
  assert_same_double(violation_of_one(most, 4.5), 0);
  assert_same_double(violation_of_one(most, 6.5), 0.5);

  jato_constraint least = {.relation = JATO_AT_LEAST, .bound = 3};
  assert_same_double(violation_of_one(least, 3), 0);
  assert_same_double(violation_of_one(least, 100), 0);
  assert_same_double(violation_of_one(least, -5), 8);
  assert_double(violation_of_one(least, nextafter(3, 2)), >, 0);

  jato_constraint equals = {.relation = JATO_EQUALS, .bound = 3, .tolerance = 0.25};
  assert_same_double(violation_of_one(equals, 3.25), 0);
  assert_same_double(violation_of_one(equals, 2.75), 0);
  assert_same_double(violation_of_one(equals, 4), 0.75);
  assert_same_double(violation_of_one(equals, 1), 1.75);
  equals = (jato_constraint){.relation = JATO_EQUALS};
  assert_same_double(violation_of_one(equals, 0.9e-4), 0);
  assert_double(violation_of_one(equals, -1.1e-4), >, 0);
}

static void test_sum(void **state)
{
  (void)state;
  jato_constraint three[] = {{.bound = 1},
                             {.relation = JATO_AT_LEAST, .bound = 1, .scale = 2},
                             {.relation = JATO_EQUALS, .bound = 1, .tolerance = 1}};
  jx_space *space = make(three, 3, 0);
  assert_same_double(jx_space_violation(space, (double[]){3, -3, 4}), 2 + 2 + 2);
  assert_same_double(jx_space_violation(space, (double[]){1, 1, 1}), 0);
  assert_same_double(jx_space_violation(space, (double[]){-100, 2, 7}), 5); /* none makes up */
  assert_true(isnan(jx_space_violation(space, (double[]){1, NAN, 1})));
  assert_true(isnan(jx_space_violation(space, (double[]){-INFINITY, 1, 1})));
  assert_true(isnan(jx_space_violation(space, (double[]){5, 1, INFINITY})));
  destroy_space(space);
  space = make(NULL, 0, 0);
  assert_same_double(jx_space_violation(space, NULL), 0);
  destroy_space(space);
}

/* Neither a huge nor a vanishing violation is taken for none or for no number. */
static void test_extreme_violations(void **state)
{
  (void)state;
  jato_constraint huge = {.bound = -1e308, .scale = 1e-300};
  assert_same_double(violation_of_one(huge, 1e308), DBL_MAX);
  jato_constraint faint = {.scale = 1e300};
  assert_double(violation_of_one(faint, 5e-324), >, 0);
}

/* Whether (f, v) goes before (g, w) by the rules of feasibility. */
static int goes_before(double f, double v, double g, double w)
{
  if (v == 0 && w == 0) return f < g;
  return v < w;
}

/* All pairs of points whose values and violations differ by enough to be told apart. */
static void test_order(void **state)
{
  (void)state;
  uint64_t seed = 1;
  jx_space *space = make(NULL, 0, 0);
  for (int i = 0; i < 200000; i++) {
    double f[2], v[2], rank[2];
    for (int k = 0; k < 2; k++) {
      f[k] = wide_random(&seed, 990) * (next_random(&seed) % 2 == 0 ? 1 : -1);
      v[k] = next_random(&seed) % 3 == 0 ? 0 : wide_random(&seed, 100);
    }
    if (i % 3 == 0) v[1] = v[0] * (1 + 0x1p-47);
    rank[0] = jx_space_rank(space, f[0], v[0]);
    rank[1] = jx_space_rank(space, f[1], v[1]);
    if ((rank[0] < rank[1]) != goes_before(f[0], v[0], f[1], v[1]) ||
        (rank[1] < rank[0]) != goes_before(f[1], v[1], f[0], v[0]))
      fail_msg("f %a and %a, violation %a and %a: ranks %a and %a", f[0], f[1], v[0], v[1], rank[0],
               rank[1]);
  }
  destroy_space(space);
}

static void test_ranks_of_feasible_points(void **state)
{
  (void)state;
  jx_space *space = make(NULL, 0, 0);
  static const double kept[] = {0.0, -0.0, 1.5, -3e-310, 1e300, -1e300};
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
    assert_same_double(jx_space_rank(space, kept[i], 0), kept[i]);
  assert_same_double(jx_space_rank(space, DBL_MAX, 0), 1e300);
  assert_same_double(jx_space_rank(space, -DBL_MAX, 0), -1e300);
  assert_true(isnan(jx_space_rank(space, NAN, 0)));
  assert_true(isnan(jx_space_rank(space, INFINITY, 0)));
  assert_true(isnan(jx_space_rank(space, 0, NAN)));
  assert_true(isnan(jx_space_rank(space, 0, INFINITY)));
  assert_true(isnan(jx_space_rank(space, -INFINITY, 1)));
  destroy_space(space);
}

/* However small or large the violation: above all feasible points, finite, and in order. */
static void test_ranks_of_edges(void **state)
{
  (void)state;
  jx_space *space = make(NULL, 0, 0);
  static const double edges[] = {5e-324,     DBL_MIN, 0x1p-101, 0x1p-100,
                                 0x1.8p-100, 0x1p100, 0x1p101,  DBL_MAX};
  double before = JX_RANK_FEASIBLE;
  for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
    double rank = jx_space_rank(space, -1e300, edges[i]);
    assert_true(isfinite(rank));
    assert_true(rank >= before && rank > JX_RANK_FEASIBLE);
    before = rank;
  }
  assert_double(jx_space_rank(space, 0, 0x1p-100), <, jx_space_rank(space, 0, 0x1p100));
  destroy_space(space);
}

static void test_penalty(void **state)
{
  (void)state;
  jato_constraint most = {.bound = 1};
  jx_space *space = make(&most, 1, 10);
  assert_same_double(jx_space_rank(space, 3, 0), 3);
  assert_same_double(jx_space_rank(space, 3, 0.5), 8);
  assert_same_double(jx_space_rank(space, 1e305, 0), 1e305);
  assert_true(isnan(jx_space_rank(space, 0, DBL_MAX)));
  assert_true(isnan(jx_space_rank(space, NAN, 0)));
  destroy_space(space);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_extreme_violations),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_ranks_of_feasible_points),
      cmocka_unit_test(test_ranks_of_edges),
      cmocka_unit_test(test_penalty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
