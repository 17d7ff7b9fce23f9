/* space/values.c: from points to values and back; the truth is the system's math library, and
 * counting. */
#include "plain_space.h"

static const char *const methods[] = {"bdf", "adams", "dop 853"};

static jx_space *make(const jato_variable *variables, size_t count)
{
  return make_space(
      &(jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = count});
}

static double value_at(const jx_space *space, double x)
{
  double value;
  jx_space_values(space, &x, &value);
  return value;
}

static const jato_variable kinds[] = {
    {.lower = -2.5, .upper = 7},
    {.lower = 1e-3, .upper = 1, .scale = JATO_LOG},
    {.lower = 0.1, .upper = 0.30000000000000004, .scale = JATO_LOG},
    {.lower = 5e-324, .upper = 1.7e308, .scale = JATO_LOG},
    {.lower = -3, .upper = 4, .kind = JATO_INTEGER},
    {.lower = 7, .upper = 7, .kind = JATO_INTEGER},
    {.lower = -JX_INTEGER_MAX, .upper = JX_INTEGER_MAX, .kind = JATO_INTEGER},
    {.lower = 1, .upper = 1000, .kind = JATO_INTEGER, .scale = JATO_LOG},
    {.lower = 1, .upper = JX_INTEGER_MAX, .kind = JATO_INTEGER, .scale = JATO_LOG},
    {.kind = JATO_CATEGORY, .choices = methods, .choice_count = 3},
    {.kind = JATO_CATEGORY, .choices = methods, .choice_count = 1},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* The edges stand for the bounds exactly, as does everything beyond them, and nothing gets out. */
static void test_edges(void **state)
{
  (void)state;
  for (size_t i = 0; i < KINDS; i++) {
    jx_space *space = make(&kinds[i], 1);
    double lower = kinds[i].kind == JATO_CATEGORY ? 0 : kinds[i].lower;
    double upper =
        kinds[i].kind == JATO_CATEGORY ? (double)kinds[i].choice_count - 1 : kinds[i].upper;
    assert_double(space->lower[0], <, space->upper[0]);
    assert_same_double(value_at(space, space->lower[0]), lower);
    assert_same_double(value_at(space, -1e308), lower);
    assert_same_double(value_at(space, -INFINITY), lower);
    assert_same_double(value_at(space, NAN), lower);
    assert_same_double(value_at(space, space->upper[0]), upper);
    assert_same_double(value_at(space, 1e308), upper);
    assert_same_double(value_at(space, INFINITY), upper);
    double near[2] = {nextafter(space->lower[0], 1e308), nextafter(space->upper[0], -1e308)};
    for (int k = 0; k < 2; k++) {
      double value = value_at(space, near[k]);
      assert_true(value >= lower && value <= upper);
    }
    destroy_space(space);
  }
}

/* The last point before an edge, where exp may round beyond the bound. */
static void test_logarithms_near_edges(void **state)
{
  (void)state;
  uint64_t seed = 9;
  for (int n = 0; n < 2000; n++) {
    double span = n % 2 == 0 ? 40 : 2; /* near 1 points are closer than values */
    double lower = exp(span * (uniform(&seed) - 0.5)), upper = lower * (1.1 + uniform(&seed));
    jato_variable variable = {.lower = lower, .upper = upper, .scale = JATO_LOG};
    jx_space *space = make(&variable, 1);
    assert_double(value_at(space, nextafter(space->lower[0], 99)), >=, lower);
    assert_double(value_at(space, nextafter(space->upper[0], -99)), <=, upper);
    destroy_space(space);
  }
  for (double upper = 1; upper <= 100; upper++) {
    jato_variable whole = {.lower = 1, .upper = upper, .scale = JATO_LOG, .kind = JATO_INTEGER};
    jx_space *space = make(&whole, 1);
    assert_same_double(value_at(space, nextafter(space->upper[0], -99)), upper);
    destroy_space(space);
  }
}

/* Values are within the bounds and whole where they must be, and rise with x. */
static void test_inside(void **state)
{
  (void)state;
  uint64_t seed = 3;
  for (size_t i = 0; i < KINDS; i++) {
    jx_space *space = make(&kinds[i], 1);
    const jato_variable *v = &space->given.variables[0];
    double width = space->upper[0] - space->lower[0];
    for (int n = 0; n < 20000; n++) {
      double a = space->lower[0] + width * (1.2 * uniform(&seed) - 0.1);
      double b = space->lower[0] + width * (1.2 * uniform(&seed) - 0.1);
      double at_a = value_at(space, a), at_b = value_at(space, b);
      assert_true(at_a >= v->lower && at_a <= v->upper);
      if (v->kind != JATO_REAL) assert_same_double(at_a, rint(at_a) + 0.0);
      assert_true(a < b ? at_a <= at_b : at_a >= at_b);
    }
    destroy_space(space);
  }
}

static void test_maps(void **state)
{
  (void)state;
  uint64_t seed = 4;
  jato_variable real = {.lower = 1e-6, .upper = 1e9, .scale = JATO_LOG};
  jato_variable whole = {.lower = 2, .upper = 500, .scale = JATO_LOG, .kind = JATO_INTEGER};
  jato_variable all[] = {kinds[0], real, whole};
  jx_space *space = make(all, 3);
  assert_double(fabs(space->lower[1] - log(1e-6)), <, 1e-14);
  assert_double(fabs(space->upper[1] - log(1e9)), <, 1e-14);
  assert_double(fabs(space->lower[2] - log(1.5)), <, 1e-15);
  assert_double(fabs(space->upper[2] - log(500.5)), <, 1e-14);
  for (int n = 0; n < 50000; n++) {
    double x[3], values[3];
    for (int k = 0; k < 3; k++)
      x[k] = space->lower[k] + (space->upper[k] - space->lower[k]) * uniform(&seed);
    jx_space_values(space, x, values);
    assert_same_double(values[0], x[0]);
    assert_double(fabs(values[1] / exp(x[1]) - 1), <, 4e-16);
    double exact = exp(x[2]);
    if (fabs(exact - floor(exact) - 0.5) > 1e-9) assert_same_double(values[2], rint(exact));
  }
  destroy_space(space);
}

/* Pearson's statistic of `count` counts that should be equal: its mean is count - 1, and it is
 * beyond twice that plus 30 once in many millions. */
static void check_even(const int *counts, size_t count, double expected)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    double off = counts[i] - expected;
    sum += off * off / expected;
  }
  assert_double(sum, <, 2.0 * (double)count + 30);
}

static void test_whole_numbers_are_equally_likely(void **state)
{
  (void)state;
  uint64_t seed = 5;
  int integers[8] = {0}, choices[3] = {0};
  jato_variable both[] = {kinds[4], kinds[9]};
  jx_space *space = make(both, 2);
  int draws = 240000;
  for (int n = 0; n < draws; n++) {
    double x[2], values[2];
    for (int k = 0; k < 2; k++)
      x[k] = space->lower[k] + (space->upper[k] - space->lower[k]) * uniform(&seed);
    jx_space_values(space, x, values);
    integers[(int)values[0] + 3]++;
    choices[(int)values[1]]++;
  }
  check_even(integers, 8, draws / 8.0);
  check_even(choices, 3, draws / 3.0);
  destroy_space(space);
}

/* On a log scale each decade gets as much of the search. */
static void test_decades_are_equally_likely(void **state)
{
  (void)state;
  uint64_t seed = 6;
  int decades[3] = {0};
  jx_space *space = make(&kinds[1], 1);
  int draws = 90000;
  for (int n = 0; n < draws; n++) {
    double x = space->lower[0] + (space->upper[0] - space->lower[0]) * uniform(&seed);
    double value = value_at(space, x);
    decades[value < 1e-2 ? 0 : value < 1e-1 ? 1 : 2]++;
  }
  check_even(decades, 3, draws / 3.0);
  destroy_space(space);
}

/* From values to a point and back: whole numbers and choices to the bit, logarithms closely. */
static void test_round_trips(void **state)
{
  (void)state;
  uint64_t seed = 7;
  jx_space *space = make(kinds, KINDS);
  double x[KINDS], values[KINDS], back[KINDS], again[KINDS];
  for (int n = 0; n < 5000; n++) {
    jato_error error = {JATO_OK, ""};
    for (size_t i = 0; i < KINDS; i++)
      x[i] = space->lower[i] + (space->upper[i] - space->lower[i]) * uniform(&seed);
    jx_space_values(space, x, values);
    if (n % 100 == 0) values[8] = JX_INTEGER_MAX - floor(1000 * uniform(&seed));
    assert_ok(jx_space_point(space, values, back, &error), error);
    jx_space_values(space, back, again);
    for (size_t i = 0; i < KINDS; i++) {
      assert_true(back[i] >= space->lower[i] && back[i] <= space->upper[i]);
      if (kinds[i].kind == JATO_REAL && kinds[i].scale == JATO_LOG)
        assert_double(fabs(again[i] - values[i]), <=, values[i] * 3e-16 * (2 + fabs(back[i])));
      else
        assert_same_double(again[i], values[i]);
    }
  }
  destroy_space(space);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_logarithms_near_edges),
      cmocka_unit_test(test_inside),
      cmocka_unit_test(test_maps),
      cmocka_unit_test(test_whole_numbers_are_equally_likely),
      cmocka_unit_test(test_decades_are_equally_likely),
      cmocka_unit_test(test_round_trips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
