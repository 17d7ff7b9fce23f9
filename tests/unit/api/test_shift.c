/* shift=SEED of the gallery's problems: the box moves around the minimum, by draws whose bits are
 * known from a second implementation of Threefry in Python (tests/unit/api/draw_shift.py). */
#include "check.h"

#include <stdio.h>

#include "jato/jato.h"

#define MOST_DIM 10
#define POINTS 500

static jato_problem *make(const char *spec, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(spec, dim, NULL, &problem, &error), error);
  return problem;
}

static int has_shift(const jato_entry *entry)
{
  for (size_t i = 0; i < entry->parameter_count; i++)
    if (strcmp(entry->parameters[i].name, "shift") == 0) return 1;
  return 0;
}

static void boxes_have_known_bits(void **state)
{
  static const struct {
    const char *spec;
    double lower[3], upper[3];
  } known[] = {
      {"sphere:shift=7",
       {-0x1.c999336128780p+2, -0x1.0abfc49d5f3bfp+2, -0x1.25238d201840fp+3},
       {0x1.8b85eb29342ecp+1, 0x1.849c645863537p+2, 0x1.14543ad648360p+0}},
      {"rosenbrock:shift=4294967295",
       {-0x1.2a798951f6927p+4, -0x1.1c056eaa347ffp+5, -0x1.1cd64a2336f01p+5},
       {0x1.4ac33b5704b6cp+5, 0x1.87f522ab97002p+4, 0x1.86536bb9921fep+4}},
      {"zakharov:shift=1",
       {-0x1.a9eae83b1381ep+3, -0x1.744f173097f26p+2, -0x1.282853390a120p+3},
       {0x1.b0a8be2763f10p+0, 0x1.25d87467b406dp+3, 0x1.6faf598debdc0p+2}},
  };
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    jato_problem *problem = make(known[k].spec, 3);
    jato_problem_info info = *jato_problem_get_info(problem);
    assert_string_equal(info.name, known[k].spec);
    for (size_t i = 0; i < 3; i++) {
      assert_same_double(info.lower[i], known[k].lower[i]);
      assert_same_double(info.upper[i], known[k].upper[i]);
    }
    jato_problem_destroy(&problem);
  }
}

/* Uniform in [0, 1): the high bits of a 64-bit linear congruential generator (Knuth's MMIX). */
static double uniform(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* The minimum is at the minimizer, which is in the middle 80 % of a box as wide as the row's, and
 * nowhere in the box is f lower. Half of the points are near the minimizer. */
static void check_minimum(const jato_problem *problem, const jato_entry *entry)
{
  jato_problem_info info = *jato_problem_get_info(problem);
  double best[MOST_DIM], f, points[POINTS * MOST_DIM], values[POINTS];
  double width = entry->upper - entry->lower;
  uint64_t draws = info.dim;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_problem_minimizer(problem, best), 1);
  for (size_t i = 0; i < info.dim; i++) {
    assert_double(fabs(info.upper[i] - info.lower[i] - width), <=, 1e-14 * width);
    assert_double(best[i], >=, info.lower[i] + 0.0999 * width);
    assert_double(best[i], <=, info.upper[i] - 0.0999 * width);
  }
  assert_ok(jato_problem_evaluate(problem, best, 1, &f, NULL, &error), error);
  double scale = 1 + fabs(info.minimum);
  assert_double(fabs(f - info.minimum), <=, 1e-12 * scale);
  for (size_t k = 0; k < POINTS; k++)
    for (size_t i = 0; i < info.dim; i++) {
      double x = info.lower[i] + (info.upper[i] - info.lower[i]) * uniform(&draws);
      points[k * info.dim + i] = k % 2 == 0 ? x : best[i] + (x - best[i]) / 64;
    }
  assert_ok(jato_problem_evaluate(problem, points, POINTS, values, NULL, &error), error);
  for (size_t k = 0; k < POINTS; k++) assert_double(values[k], >=, info.minimum - 1e-12 * scale);
}

static void every_row_has_its_minimum_inside(void **state)
{
  static const size_t dims[] = {1, 2, 5, MOST_DIM};
  jato_entry entry;
  char spec[64];
  int shifted = 0;
  (void)state;
  for (size_t row = 0; jato_catalogue(JATO_KIND_PROBLEM, row, &entry); row++) {
    if (!has_shift(&entry)) continue;
    for (size_t k = 0; k < 4 * 10; k++) {
      jato_problem *problem = NULL;
      snprintf(spec, sizeof spec, "%s:shift=%zu", entry.name, k * k + 1);
      if (jato_problem_from_gallery(spec, dims[k % 4], NULL, &problem, NULL) != JATO_OK) continue;
      check_minimum(problem, &entry);
      jato_problem_destroy(&problem);
      shifted++;
    }
  }
  assert_true(shifted > 300);
}

/* Where the minima lie, as fractions of the box: from end to end of the middle 80 %, evenly. */
static void places_are_spread_evenly(void **state)
{
  int bins[8] = {0};
  char spec[64];
  (void)state;
  for (int seed = 1; seed <= 400; seed++) {
    snprintf(spec, sizeof spec, "sphere:shift=%d", seed);
    jato_problem *problem = make(spec, 10);
    jato_problem_info info = *jato_problem_get_info(problem);
    for (int i = 0; i < 10; i++) bins[(int)((-info.lower[i] / 10.24 - 0.1) / 0.1)]++;
    jato_problem_destroy(&problem);
  }
  /* 4000 draws: 500 in each, with a deviation of 21. */
  for (int k = 0; k < 8; k++) assert_in_range(bins[k], 400, 600);
}

static uint64_t digest_of(const char *spec)
{
  jato_problem *problem = make(spec, 5);
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  options.iterations = 20;
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result.digest;
}

static void no_shift_is_as_before(void **state)
{
  (void)state;
  jato_problem *plain = make("target:shift=0", 4);
  jato_problem_info info = *jato_problem_get_info(plain);
  assert_string_equal(info.name, "target:at=1");
  assert_same_double(info.lower[3], -10);
  assert_same_double(info.upper[3], 10);
  jato_problem_destroy(&plain);
  assert_int_equal(digest_of("sphere:shift=0"), digest_of("sphere"));
  assert_int_not_equal(digest_of("sphere:shift=1"), digest_of("sphere"));
  assert_int_not_equal(digest_of("sphere:shift=1"), digest_of("sphere:shift=2"));
}

static void goes_with_the_row_s_own_parameter(void **state)
{
  double best[2];
  (void)state;
  jato_problem *problem = make("target:shift=3,at=-4", 2);
  assert_string_equal(jato_problem_get_info(problem)->name, "target:at=-4,shift=3");
  assert_int_equal(jato_problem_minimizer(problem, best), 1);
  assert_same_double(best[1], -4);
  jato_problem_destroy(&problem);
}

static void refuse(const char *spec, size_t dim, const char *words)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_problem_from_gallery(spec, dim, NULL, &problem, &error), JATO_E_ARGUMENT);
  assert_null(problem);
  assert_contains(error.text, words);
}

static void what_cannot_be_shifted_says_why(void **state)
{
  jato_entry entry;
  char spec[64];
  int fixed = 0;
  (void)state;
  for (size_t row = 0; jato_catalogue(JATO_KIND_PROBLEM, row, &entry); row++) {
    snprintf(spec, sizeof spec, "%s:shift=5", entry.name);
    if (has_shift(&entry)) continue;
    refuse(spec, 0, "cannot be shifted: ");
    fixed++;
  }
  assert_true(fixed >= 2);
  refuse("schwefel:shift=1", 2, "outside of [-500, 500] it has lower minima");
  refuse("michalewicz:shift=1", 11, "11 dimensions, in which its minimum is not known");
  refuse("sphere:shift=-1", 2, "shift is from 0 to");
  refuse("sphere:shift=1.5", 2, "not a whole number");
}

/* The box may be given again as it is, as a run file does; another would undo the shift. */
static void no_other_box_takes_its_place(void **state)
{
  double lower[2], upper[2];
  jato_error error = {JATO_OK, ""};
  (void)state;
  jato_problem *problem = make("ackley:shift=9", 2);
  jato_problem_info info = *jato_problem_get_info(problem);
  memcpy(lower, info.lower, sizeof lower);
  memcpy(upper, info.upper, sizeof upper);
  assert_ok(jato_problem_set_box(problem, lower, upper, &error), error);
  upper[1] += 1;
  assert_int_equal(jato_problem_set_box(problem, lower, upper, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "omit the shift");
  assert_double(info.upper[1], <, upper[1]);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_have_known_bits),
      cmocka_unit_test(every_row_has_its_minimum_inside),
      cmocka_unit_test(places_are_spread_evenly),
      cmocka_unit_test(no_shift_is_as_before),
      cmocka_unit_test(goes_with_the_row_s_own_parameter),
      cmocka_unit_test(what_cannot_be_shifted_says_why),
      cmocka_unit_test(no_other_box_takes_its_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
