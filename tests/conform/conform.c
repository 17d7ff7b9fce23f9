/* What every algorithm promises on every problem, in both precisions.
 *
 * usage: conform ALGORITHM PROBLEM PRECISION        as in: conform pso sphere double */
#include "conform.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "can_run.h"
#include "dear.h"
#include "unit/kernel/reference_gallery.h"

#define SEEDS 11

const char *the_algorithm, *the_problem;
jato_precision the_precision;

/* How long runs are. */
static struct {
  uint64_t particles, iterations, long_iterations, evaluations, seeds;
} sizes = {37, 12, 400, 3000, SEEDS};

jato_problem *make_problem(void)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  if (jato_problem_from_gallery(the_problem, 5, NULL, &problem, NULL) == JATO_OK) return problem;
  assert_ok(jato_problem_from_gallery(the_problem, 0, NULL, &problem, &error), error);
  assert_in_range(jato_problem_get_info(problem)->dim, 1, MOST_DIM);
  return problem;
}

jato_options make_options(void)
{
  jato_options options = jato_options_default();
  options.algorithm = spec_of(the_algorithm);
  options.precision = the_precision;
  options.particles = sizes.particles;
  options.iterations = sizes.iterations;
  options.device = "cpu:threads=1";
  return options;
}

jato_result run_to_end(const jato_problem *problem, const jato_options *options, double *x)
{
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_minimize(problem, options, x, &result, &error), error);
  return result;
}

/* All points of a generation, of which a method may have more or fewer than particles. */
static void check_points(jato_run *run, const jato_problem_info *info)
{
  double x[MOST_DIM];
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_particle(run, 0, x, NULL, &error), error);
  for (uint64_t i = 0; jato_run_particle(run, i, x, NULL, NULL) == JATO_OK; i++)
    for (size_t d = 0; d < info->dim; d++) {
      assert_double(x[d], >=, info->lower[d]);
      assert_double(x[d], <=, info->upper[d]);
    }
}

static void check_in_box(const jato_problem *problem, const jato_options *options)
{
  jato_problem_info info = *jato_problem_get_info(problem);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_create(problem, options, &run, &error), error);
  for (jato_stop stop = JATO_STOP_NONE; stop == JATO_STOP_NONE;) {
    check_points(run, &info);
    assert_ok(jato_run_step(run, 1, &stop, &error), error);
  }
  jato_run_destroy(&run);
}

/* Every wall but the one that lets particles fly on. */
static void stays_in_the_box(void **state)
{
  jato_problem *problem = make_problem();
  jato_entry wall;
  (void)state;
  for (size_t w = 0; jato_catalogue(JATO_KIND_WALLS, w, &wall); w++) {
    jato_options options = make_options();
    options.walls = wall.name;
    if (strcmp(wall.name, "none") != 0) check_in_box(problem, &options);
  }
  jato_problem_destroy(&problem);
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median best of eleven seeds with 3000 evaluations each, of a dear problem of fewer. */
static double median_best(const char *algorithm)
{
  jato_problem *problem = make_problem();
  double best[SEEDS];
  for (uint64_t s = 0; s < sizes.seeds; s++) {
    jato_options options = make_options();
    options.algorithm = spec_of(algorithm);
    options.particles = 30;
    options.iterations = 0;
    options.evaluations = sizes.evaluations;
    options.seed = s;
    jato_result result = run_to_end(problem, &options, NULL);
    if (result.stop != JATO_STOP_CONVERGED) assert_int_equal(result.evaluations, sizes.evaluations);
    best[s] = result.best;
  }
  jato_problem_destroy(&problem);
  qsort(best, sizes.seeds, sizeof best[0], by_size);
  return best[sizes.seeds / 2];
}

/* Random search cannot beat itself, and where nearly all points have one value no method beats it
 * but by luck; but more of the same run is never worse. */
static void more_is_never_worse(void)
{
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  double before = INFINITY;
  for (uint64_t iterations = 1; iterations <= 6 * sizes.iterations; iterations *= 2) {
    options.iterations = iterations;
    double best = run_to_end(problem, &options, NULL).best;
    assert_double(best, <=, before);
    before = best;
  }
  jato_problem_destroy(&problem);
}

/* By `lines`: after its probe it has nothing more to say. */
static void is_refused(void)
{
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  size_t dim = jato_problem_get_info(problem)->dim;
  for (options.seed = 0; options.seed < SEEDS; options.seed++) {
    jato_result result = run_to_end(problem, &options, NULL);
    assert_int_equal(result.stop, JATO_STOP_CONVERGED);
    assert_int_equal(result.evaluations, 2 * dim + 3);
  }
  jato_problem_destroy(&problem);
}

/* A problem of few points, such as all codes of ten bits, leaves nothing to be better at: where
 * random search finds the known minimum itself, a method is to find it, too. */
static void is_better_than(double random)
{
  jato_problem *problem = make_problem();
  double minimum = jato_problem_get_info(problem)->minimum;
  jato_problem_destroy(&problem);
  if (random == minimum)
    assert_double(median_best(the_algorithm), ==, minimum);
  else
    assert_double(median_best(the_algorithm), <, random);
}

static void beats_random_search(void **state)
{
  (void)state;
  if (strcmp(the_algorithm, "random") == 0 || is_flat())
    more_is_never_worse();
  else if (strcmp(the_algorithm, "lines") == 0 && !is_separable())
    is_refused();
  else
    is_better_than(median_best("random"));
}

/* Whether the digest is the same on `device`. A level that is not in this build, or not in this
 * machine, is refused as such. */
static int runs_alike(const jato_problem *problem, const char *device, uint64_t digest)
{
  jato_options options = make_options();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  options.device = device;
  jato_status status = jato_minimize(problem, &options, NULL, &result, &error);
  if (status == JATO_E_NOT_BUILT || status == JATO_E_DEVICE) return 0;
  assert_ok(status, error);
  assert_int_equal(result.digest, digest);
  return 1;
}

static void the_seed_decides(void **state)
{
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  uint64_t digest = run_to_end(problem, &options, NULL).digest;
  int levels = 0;
  (void)state;
  assert_int_equal(run_to_end(problem, &options, NULL).digest, digest);
  assert_true(runs_alike(problem, "cpu:threads=3", digest));
  levels += runs_alike(problem, "cpu:threads=2,level=generic", digest);
  levels += runs_alike(problem, "cpu:threads=2,level=v2", digest);
  levels += runs_alike(problem, "cpu:threads=2,level=v3", digest);
  levels += runs_alike(problem, "cpu:threads=2,level=v4", digest);
  assert_true(levels > 0);
  options.seed++;
  assert_int_not_equal(run_to_end(problem, &options, NULL).digest, digest);
  options.seed += (uint64_t)1 << 32;
  assert_int_not_equal(run_to_end(problem, &options, NULL).digest, digest);
  jato_problem_destroy(&problem);
}

static void steps_add_up(void **state)
{
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  jato_result whole = run_to_end(problem, &options, NULL), pieces;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (uint64_t i = 0; i < sizes.iterations; i++) {
    assert_ok(jato_run_step(run, 1, NULL, &error), error);
    if (i % 3 == 0) assert_ok(jato_run_result(run, NULL, &pieces, &error), error);
  }
  assert_ok(jato_run_result(run, NULL, &pieces, &error), error);
  assert_int_equal(pieces.digest, whole.digest);
  assert_same_double(pieces.best, whole.best);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* How much a value at x may fall below the truth by rounding: as in
 * tests/unit/kernel/test_gallery.c; for a problem without a second implementation, by as many units
 * of 1 or of the minimum itself. */
static double rounding(const jato_problem *problem, const double *x)
{
  jato_problem_info info = *jato_problem_get_info(problem);
  reference_function f = reference_gallery_find(the_problem);
  jato_entry entry = {0};
  long double point[MOST_DIM], scale = fmaxl(1, fabsl((long double)info.minimum));
  for (size_t i = 0; strcmp(entry.name != NULL ? entry.name : "", the_problem) != 0; i++)
    assert_true(jato_catalogue(JATO_KIND_PROBLEM, i, &entry));
  double a = entry.parameter_count > 0 ? entry.parameters[0].fallback : 0;
  for (size_t d = 0; d < info.dim; d++) point[d] = (long double)x[d];
  if (f != NULL) scale = f(point, (int)info.dim, (long double)a).scale;
  double epsilon = the_precision == JATO_FLOAT ? (double)FLT_EPSILON : DBL_EPSILON;
  return (6 + (double)info.dim) * epsilon * (double)scale;
}

static void never_below_the_minimum(void **state)
{
  jato_problem *problem = make_problem();
  double minimum = jato_problem_get_info(problem)->minimum, x[MOST_DIM];
  (void)state;
  for (uint64_t seed = 0; seed < 5; seed++) {
    jato_options options = make_options();
    options.iterations = sizes.long_iterations;
    options.seed = seed;
    jato_result result = run_to_end(problem, &options, x);
    assert_double(result.best, <, INFINITY);
    if (!isnan(minimum)) assert_double(result.best, >=, minimum - rounding(problem, x));
  }
  jato_problem_destroy(&problem);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stays_in_the_box),        cmocka_unit_test(beats_random_search),
      cmocka_unit_test(the_seed_decides),        cmocka_unit_test(steps_add_up),
      cmocka_unit_test(never_below_the_minimum), cmocka_unit_test(bad_parameters_are_refused),
  };
  if (argc != 4) {
    fprintf(stderr, "usage: %s ALGORITHM PROBLEM float|double\n", argv[0]);
    return 2;
  }
  the_algorithm = argv[1];
  the_problem = argv[2];
  the_precision = strcmp(argv[3], "float") == 0 ? JATO_FLOAT : JATO_DOUBLE;
  if (is_dear(the_problem)) {
    sizes.particles = 5;
    sizes.iterations = 2;
    sizes.long_iterations = 3;
    sizes.evaluations = 90;
    sizes.seeds = 3;
  }
  return can_run(the_algorithm) ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
