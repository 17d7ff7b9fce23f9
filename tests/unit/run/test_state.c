/* The state of a search, as a run file brings it: nothing that it says is believed before it was
 * checked. Bounds are those of the methods' own words: a count of what fits, an index of what there
 * is, a size that a generation has. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "api/options.h"
#include "search_bed.h"

static double valley(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    double off = x[i + 1] - x[i] * x[i];
    sum += 100 * off * off + (1 - x[i]) * (1 - x[i]);
  }
  return sum;
}

/* A sum of terms of one coordinate each. */
static double waves(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i] - 5 * cos(9 * x[i]);
  return sum;
}

static void begin(bed *b, const char *spec, int one_by_one)
{
  set_up(b, spec, 3, -2, 3);
  b->setup.one_by_one = one_by_one;
  b->setup.make = jx_options_make_search;
}

/* ---- One number ---- */

typedef struct forged {
  const char *spec;
  int one_by_one;
  size_t generations; /* before it is saved */
  bed_function *function;
  const char *array;
  size_t at;
  uint64_t count;
  double number;     /* of an array of doubles */
  const char *words; /* that it is refused with */
} forged;

#define COUNT(at, count, words) (at), (count), 0, (words)
#define NUMBER(at, number, words) (at), 0, (number), (words)

/* Each made a version of the library that believed what a file says write or read somewhere else,
 * divide by 0, or go on for ever. */
static const forged numbers[] = {
    /* Where a history is written: behind its end, by a division of 0, of another generation. */
    {"cmaes:restarts=bipop", 0, 20, valley, "kept", COUNT(0, 1 << 20, "0 to 512")},
    {"cmaes:restarts=bipop", 0, 20, valley, "kept", COUNT(0, 513, "0 to 512")},
    {"cmaes:restarts=bipop", 0, 20, valley, "stride", COUNT(0, 0, "1 to ")},
    {"cmaes:restarts=bipop", 0, 80, valley, "lambda", COUNT(0, 2, "7 to ")},
    {"cmaes:restarts=bipop", 0, 80, valley, "lambda", COUNT(0, 8, "\"doublings\"")},
    {"cmaes:restarts=bipop", 0, 9, valley, "doublings", COUNT(0, 64, "0 to ")},
    {"cmaes:restarts=bipop", 0, 9, valley, "reason", COUNT(0, 9, "0 to 8")},
    {"cmaes", 0, 9, valley, "lambda", COUNT(0, UINT64_MAX, "7 to ")},
    {"cmaes", 1, 0, valley, "flight_numbers", COUNT(0, UINT64_MAX, "0 to ")},
    {"cmaes", 1, 0, valley, "flight_numbers", COUNT(0, 7, "contradict")},
    {"cmaes", 1, 0, valley, "flight_numbers", COUNT(2, 8, "contradict")},
    {"cmaes", 1, 0, valley, "flight_x", NUMBER(1, 3.5, "-2 to 3")},
    {"cmaes", 1, 0, valley, "flight_x", NUMBER(1, NAN, "nan")},
    {"lqcmaes", 0, 30, valley, "lambda", COUNT(0, 11, "12 to ")},
    {"lqcmaes", 0, 30, valley, "lambda", COUNT(0, 13, "/state/values")},
    {"lqcmaes", 0, 30, valley, "counts", COUNT(0, 12, "contradict")},
    {"lqcmaes", 0, 30, valley, "model_counts", COUNT(0, 1000, "contradict")},
    {"lqcmaes", 0, 30, valley, "model_counts", COUNT(2, 4, "0 to 3")},
    {"lqcmaes", 0, 30, valley, "archive_slots", COUNT(1, 1 << 20, "\"archive_slots\"")},
    {"lqcmaes", 1, 0, valley, "flight_numbers", COUNT(0, UINT64_MAX, "0 to ")},
    {"lqcmaes", 1, 0, valley, "model_counts", COUNT(0, UINT64_MAX, "0 to ")},
    /* How many points there are, which a digest reads first. */
    {"kriging", 0, 20, valley, "counts", COUNT(1, 1000000000, "/state/x")},
    {"kriging", 0, 20, valley, "counts", COUNT(0, 1000000000, "contradict")},
    {"kriging", 0, 20, valley, "counts", COUNT(5, 3, "0 to 2")},
    {"kriging", 0, 20, valley, "counts", COUNT(8, 20, "contradict")},
    {"kriging", 0, 20, valley, "side", NUMBER(0, 0, "to 1.6")},
    {"kriging", 0, 20, valley, "rank", NUMBER(3, NAN, "nan")},
    {"kriging", 0, 20, valley, "x", NUMBER(3, 2.5, "0 to 2")},
    /* Which is refined, which is met, which is learnt from, which is the best. */
    {"dmspso", 0, 8, valley, "refined", COUNT(0, 40, "0 to 39")},
    {"dmspso", 0, 8, valley, "refined", COUNT(0, 1 << 20, "0 to 39")},
    {"dmspso", 0, 8, valley, "at", COUNT(3, 40, "0 to 39")},
    {"dmspso", 0, 8, valley, "at", COUNT(3, 3, "\"place\" and \"at\"")},
    {"dmspso", 0, 8, valley, "best", COUNT(0, 40, "0 to 39")},
    {"fips", 0, 3, valley, "out", COUNT(0, 0, "1 to 21")},
    {"fips", 0, 3, valley, "out", COUNT(0, 22, "1 to 21")},
    {"fips", 1, 0, valley, "out", COUNT(0, 20, "21 to 21")},
    {"cso", 0, 3, valley, "who", COUNT(1, 1 << 20, "0 to 31")},
    {"clpso", 0, 3, valley, "from", COUNT(1, 21, "0 to 20")},
    {"spso2011", 0, 3, valley, "guide", COUNT(1, 21, "0 to 20")},
    /* Whose turn it is, on an axis. */
    {"lines", 0, 30, waves, "axes_counts", COUNT(1, 3, "\"axes_counts\"")},
    {"lines", 0, 30, waves, "axes_counts", COUNT(1, 1 << 20, "\"axes_counts\"")},
    {"lines", 0, 30, waves, "axes_axis_counts", COUNT(0, 65, "\"axes_places\"")},
    {"lines", 0, 30, waves, "axes_axis_counts", COUNT(0, 0, "\"axes_places\"")},
    {"lines", 0, 30, waves, "phase", COUNT(0, 3, "0 to 2")},
    {"lines", 0, 0, waves, "probe_counts", COUNT(1, 6, "0 to 5")},
    /* Which differences, of how many points. */
    {"quasi_newton", 0, 3, valley, "gradient_central", COUNT(0, (uint64_t)1 << 32, "0 to 1")},
    {"quasi_newton", 0, 3, valley, "gradient_pass", COUNT(0, 2, "0 to 1")},
    {"quasi_newton", 0, 1, valley, "gradient_pass", COUNT(0, 1, "\"gradient_missing\"")},
    {"quasi_newton", 0, 3, valley, "descent_counts", COUNT(0, 6, "0 to 5")},
    {"quasi_newton", 0, 3, valley, "descent_counts", COUNT(0, 5, "contradict")},
    {"quasi_newton", 0, 3, valley, "reason", COUNT(0, 6, "0 to 5")},
    /* A generation of no points inside, which divides. */
    {"noisy", 0, 9, valley, "inside_lambda", COUNT(0, 0, "7 to ")},
    {"noisy", 0, 9, valley, "held", COUNT(0, 13, "0 to 12")},
    {"noisy", 0, 9, valley, "finalists", NUMBER(3, 0.5, "0 to 9")},
    {"noisy", 0, 9, valley, "repeats", NUMBER(0, 1e300, "most")},
    {"noisy", 0, 9, valley, "repeats", NUMBER(1, 1e300, "\"repeat_counts\"")},
    {"noisy", 0, 9, valley, "repeat_counts", COUNT(3, 0, "1 to 16")},
    {"noisy:method=shade", 0, 9, valley, "inside_size", COUNT(0, 3, "4 to ")},
    {"shade", 0, 5, valley, "slot", COUNT(0, 6, "0 to 5")},
    {"shade", 0, 5, valley, "archived", COUNT(0, 1 << 20, "0 to 140")},
    {"shade", 0, 5, valley, "x", NUMBER(4, -2.5, "-2 to 3")},
    {"jde", 0, 5, valley, "rank", NUMBER(4, NAN, "nan")},
    /* A phase that does not exist, one whose searches are missing, and an unknown method that found
     * the best. */
    {"auto:batch=1", 0, 1, valley, "counts", COUNT(0, 99, "0 to 9")},
    {"auto:batch=1", 0, 1, valley, "counts", COUNT(0, 7, "contradict")},
    {"auto:batch=1", 0, 1, valley, "counts", COUNT(1, 99, "0 to 8")},
    {"auto:batch=1", 0, 9, valley, "descent_gradient_pass", COUNT(0, 3, "0 to 1")},
    {"auto:batch=1", 0, 1, valley, "scan_counts", COUNT(1, 3, "0 to 2")},
    {"auto:batch=1", 0, 1, valley, "best_x", NUMBER(0, -1e9, "-2 to 3")},
};

/* The state after so many generations; *search is its owner. */
static size_t state_of(bed *b, const forged *f, jx_search **search, jato_array *saved)
{
  begin(b, f->spec, f->one_by_one);
  *search = make(b);
  for (size_t k = 0; k < f->generations; k++) {
    ask(b, *search);
    tell(b, *search, f->function);
  }
  return list_state(*search, saved);
}

static void a_number_that_cannot_be_is_refused(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    static bed b;
    const forged *f = &numbers[i];
    jato_array saved[JX_ARRAYS_MOST];
    jato_error error = {JATO_OK, ""};
    jx_search *search = NULL;
    size_t count = state_of(&b, f, &search, saved);
    jx_search *good = make(&b), *fresh = make(&b);
    assert_ok(jx_restore_search(good, saved, count, &error), error);
    const jato_array *array = jx_array_find(f->array, saved, count);
    if (array == NULL) print_error("%s has no %s\n", f->spec, f->array);
    assert_non_null(array);
    assert_true(f->at < array->rows * array->columns);
    if (array->kind == JX_COUNTS)
      ((uint64_t *)array->data)[f->at] = f->count;
    else
      ((double *)array->data)[f->at] = f->number;
    jato_status status = jx_restore_search(fresh, saved, count, &error);
    if (status != JATO_E_FILE) print_error("%s, %s: %s\n", f->spec, f->array, error.text);
    assert_int_equal(status, JATO_E_FILE);
    assert_contains(error.text, f->words);
    assert_contains(error.text, "/state");
    assert_contains(error.text, "the run file was changed or is damaged");
    b.ops->destroy(&search);
    b.ops->destroy(&good);
    b.ops->destroy(&fresh);
  }
}

/* ---- Sizes ---- */

/* Refused in words, and without memory for what a file only claims. */
static void other_sizes_are_refused(void **state)
{
  static const char *const specs[] = {"auto:batch=1", "lqcmaes", "kriging", "lines",
                                      "noisy",        "dmspso",  "shade"};
  (void)state;
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (size_t wide = 0; wide < 6; wide++) {
      static bed b;
      const forged f = {specs[i], 0, 5, valley, "", COUNT(0, 0, "")};
      const size_t sizes[] = {0, 1, 2, 65, (size_t)1 << 40, SIZE_MAX};
      jato_array saved[JX_ARRAYS_MOST];
      jx_search *search = NULL;
      size_t count = state_of(&b, &f, &search, saved);
      for (size_t k = 0; k < count; k++) {
        jato_error error = {JATO_OK, ""};
        jato_array kept = saved[k];
        jx_search *fresh = make(&b);
        saved[k].columns = sizes[wide];
        if (sizes[wide] > 65) saved[k].rows = 0;
        if (saved[k].columns != kept.columns) {
          jato_status status = jx_restore_search(fresh, saved, count, &error);
          assert_true(status == JATO_E_FILE || status == JATO_E_MEMORY);
          assert_true(error.text[0] != '\0');
        }
        saved[k] = kept;
        b.ops->destroy(&fresh);
      }
      b.ops->destroy(&search);
    }
}

/* ---- Declarations ---- */

static uint64_t plain_count;

static size_t careless_state(jx_search *search, jx_array *arrays)
{
  (void)search;
  arrays[0] =
      (jx_array){.name = "plain", .kind = JX_COUNTS, .rows = 1, .columns = 1, .data = &plain_count};
  return 1;
}

/* Nor is one that says of counts what doubles may be. */
static size_t confused_state(jx_search *search, jx_array *arrays)
{
  (void)search;
  arrays[0] = (jx_array){"plain", JX_COUNTS, 1, 1, &plain_count, JX_FINITE};
  return 1;
}

static void an_array_without_bounds_is_never_put_back(void **state)
{
  const jx_algorithm_ops careless[] = {{.name = "careless", .state = careless_state},
                                       {.name = "confused", .state = confused_state}};
  uint64_t number = 7;
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jx_search search = {.ops = &careless[i]};
    const jato_array saved = {"plain", JX_COUNTS, 1, 1, &number};
    jato_error error = {JATO_OK, ""};
    plain_count = 1;
    assert_int_equal(jx_restore_search(&search, &saved, 1, &error), JATO_E_FILE);
    assert_contains(error.text, "nothing says what its numbers may be");
    assert_int_equal(plain_count, 1);
  }
}

/* Before any number is copied all were looked at. */
static void nothing_is_copied_of_a_state_that_is_refused(void **state)
{
  static bed b;
  const forged f = {"kriging", 0, 9, valley, "", COUNT(0, 0, "")};
  jato_array saved[JX_ARRAYS_MOST], own[JX_ARRAYS_MOST];
  jato_error error = {JATO_OK, ""};
  jx_search *search = NULL;
  (void)state;
  size_t count = state_of(&b, &f, &search, saved);
  jx_search *fresh = make(&b);
  *(double *)jx_array_find("side", saved, count)->data = 2;
  assert_int_equal(jx_restore_search(fresh, saved, count, &error), JATO_E_FILE);
  (void)list_state(fresh, own);
  assert_int_equal(*(uint64_t *)jx_array_find("counts", own, count)->data, 0);
  b.ops->destroy(&search);
  b.ops->destroy(&fresh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_that_cannot_be_is_refused),
      cmocka_unit_test(other_sizes_are_refused),
      cmocka_unit_test(an_array_without_bounds_is_never_put_back),
      cmocka_unit_test(nothing_is_copied_of_a_state_that_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
