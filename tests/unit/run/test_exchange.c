/* pso:lag, and pso:exchange: tiles that are on their own for some iterations, against swarms that
 * are on their own for good; and iterations made together against the same ones, one by one. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "jato/jato.h"

#define DIM 7
#define TILES 32 /* population/shape.c: so many of a swarm that is not large */
#define TILE 64

/* Problems live as long as their runs: until a test has ended. */
static jato_problem *kept[32];
static size_t kept_count;

static int let_go(void **state)
{
  (void)state;
  while (kept_count > 0) jato_problem_destroy(&kept[--kept_count]);
  return 0;
}

static jato_run *begin(const char *problem, const char *algorithm, uint64_t particles,
                       jato_precision precision)
{
  jato_problem *made = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.particles = particles;
  options.precision = precision;
  options.seed = 5;
  options.iterations = 1000;
  options.device = "cpu:threads=2";
  assert_ok(jato_problem_from_gallery(problem, DIM, NULL, &made, &error), error);
  kept[kept_count++] = made;
  assert_ok(jato_run_create(made, &options, &run, &error), error);
  return run;
}

static jato_result step(jato_run *run, uint64_t steps, uint64_t at_once)
{
  jato_result result;
  jato_error error = {JATO_OK, ""};
  for (uint64_t done = 0; done < steps; done += at_once)
    assert_ok(jato_run_step(run, at_once, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  return result;
}

/* Draws follow from a particle's number: the first tile of a swarm that never exchanges is a swarm
 * of its particles, and an exchange is seen. */
static void a_tile_apart_is_a_swarm_of_its_own(void **state)
{
  (void)state;
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    jato_run *all =
        begin("rastrigin:shift=3", "pso:exchange=1000", TILES * TILE, (jato_precision)precision);
    jato_run *one = begin("rastrigin:shift=3", "pso", TILE, (jato_precision)precision);
    size_t differ = 0;
    (void)step(all, 60, 60);
    (void)step(one, 60, 1);
    for (uint64_t i = 0; i < TILES * TILE; i++) {
      double x[DIM], y[DIM];
      jato_error error = {JATO_OK, ""};
      assert_ok(jato_run_particle(all, i, x, NULL, &error), error);
      assert_ok(jato_run_particle(one, i % TILE, y, NULL, &error), error);
      for (size_t d = 0; d < DIM && i < TILE; d++) assert_same_double(x[d], y[d]);
      differ += i >= TILE && x[0] != y[0];
    }
    assert_true(differ > 30 * TILE);
    jato_run_destroy(&all);
    jato_run_destroy(&one);
  }
}

/* A swarm of one tile follows the best of all, which is its own. */
static void one_tile_is_a_plain_swarm(void **state)
{
  (void)state;
  jato_run *apart = begin("ackley:shift=9", "pso:exchange=8", 16, JATO_DOUBLE);
  jato_run *plain = begin("ackley:shift=9", "pso:exchange=1", 16, JATO_DOUBLE);
  jato_result a = step(apart, 100, 100), b = step(plain, 100, 100);
  double x[DIM], y[DIM];
  jato_error error = {JATO_OK, ""};
  assert_same_double(a.best, b.best);
  for (uint64_t i = 0; i < 16; i++) {
    assert_ok(jato_run_particle(apart, i, x, NULL, &error), error);
    assert_ok(jato_run_particle(plain, i, y, NULL, &error), error);
    assert_memory_equal(x, y, sizeof x);
  }
  jato_run_destroy(&apart);
  jato_run_destroy(&plain);
}

/* Any number at once, in any rhythm, with equal values among them (michalewicz is flat nearly
 * everywhere in float, the sphere ends at its minimum). */
static void together_is_one_by_one(void **state)
{
  static const char *const problems[] = {"rastrigin:shift=1", "michalewicz", "sphere"};
  static const uint64_t rhythms[] = {1, 3, 12, 40, 120};
  (void)state;
  for (size_t p = 0; p < 3; p++)
    for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
      jato_result first = {0};
      for (size_t k = 0; k < sizeof rhythms / sizeof rhythms[0]; k++) {
        jato_run *run = begin(problems[p], "pso:exchange=12,vmax=0.5", TILES * TILE + 70,
                              (jato_precision)precision);
        jato_result result = step(run, 120, rhythms[k]);
        jato_run_destroy(&run);
        if (k == 0) first = result;
        assert_int_equal(result.digest, first.digest);
        assert_int_equal(result.evaluations, first.evaluations);
        assert_int_equal(result.iterations, first.iterations);
        assert_int_equal(result.nonfinite, first.nonfinite);
        assert_int_equal(result.stop, first.stop);
        assert_same_double(result.best, first.best);
      }
    }
}

/* The end by a target or for want of progress is where tiles exchange, whatever the rhythm. */
static void ends_do_not_depend_on_the_rhythm(void **state)
{
  (void)state;
  for (int by_target = 0; by_target < 2; by_target++) {
    uint64_t iterations[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
      jato_problem *problem = NULL;
      jato_run *run = NULL;
      jato_result result;
      jato_error error = {JATO_OK, ""};
      jato_options options = jato_options_default();
      options.algorithm = "pso:exchange=10";
      options.particles = TILES * TILE;
      options.target = by_target ? 1e-2 : -INFINITY;
      options.stall = by_target ? 0 : 17;
      options.iterations = 2000;
      assert_ok(jato_problem_from_gallery("sphere", 4, NULL, &problem, &error), error);
      assert_ok(jato_run_create(problem, &options, &run, &error), error);
      do {
        assert_ok(jato_run_step(run, k == 0 ? 1 : 2000, NULL, &error), error);
        assert_ok(jato_run_result(run, NULL, &result, &error), error);
      } while (result.stop == JATO_STOP_NONE);
      assert_int_equal(result.stop, by_target ? JATO_STOP_TARGET : JATO_STOP_STALL);
      assert_int_equal(result.iterations % 10, 9);
      iterations[k] = result.iterations;
      jato_run_destroy(&run);
      jato_problem_destroy(&problem);
    }
    assert_int_equal(iterations[0], iterations[1]);
  }
}

static int is_alike(jato_run *one, jato_run *other)
{
  jato_error error;
  int alike = 1;
  for (uint64_t i = 0; i < 16; i++) {
    double a[DIM], b[DIM];
    assert_ok(jato_run_particle(one, i, a, NULL, &error), error);
    assert_ok(jato_run_particle(other, i, b, NULL, &error), error);
    alike = alike && memcmp(a, b, sizeof a) == 0;
  }
  return alike;
}

/* In the first iteration both follow the best of the beginning. In the second the late one still
 * does, where the best of the first is another one. What it tells is never late. */
static void a_late_best_guides_later(void **state)
{
  (void)state;
  jato_run *prompt = begin("sphere:shift=3", "pso", 16, JATO_DOUBLE);
  jato_run *late = begin("sphere:shift=3", "pso:lag=1", 16, JATO_DOUBLE);
  double first = step(prompt, 0, 1).best, now = step(prompt, 1, 1).best;
  assert_true(now < first);
  assert_same_double(step(late, 1, 1).best, now);
  assert_true(is_alike(prompt, late));
  (void)step(prompt, 1, 1), (void)step(late, 1, 1);
  assert_false(is_alike(prompt, late));
  jato_run_destroy(&prompt);
  jato_run_destroy(&late);
}

/* One step at a time, or many. */
static void late_bests_do_not_depend_on_the_rhythm(void **state)
{
  (void)state;
  jato_run *one = begin("rastrigin:shift=3", "pso:lag=1", 100, JATO_FLOAT);
  jato_run *other = begin("rastrigin:shift=3", "pso:lag=1", 100, JATO_FLOAT);
  assert_int_equal(step(one, 60, 1).digest, step(other, 60, 20).digest);
  jato_run_destroy(&one);
  jato_run_destroy(&other);
}

static void refuse(const char *algorithm, const char *words)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  assert_ok(jato_problem_from_gallery("sphere", 4, NULL, &problem, &error), error);
  assert_int_equal(jato_run_create(problem, &options, &run, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, words);
  jato_problem_destroy(&problem);
}

static void neighbours_do_not_exchange(void **state)
{
  (void)state;
  refuse("pso:exchange=4,topology=ring", "exchange is for topology=global");
  refuse("pso:lag=1,topology=ring", "lag is for topology=global");
  refuse("pso:lag=1,exchange=4", "lag is for topology=global and exchange=1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_tile_apart_is_a_swarm_of_its_own, let_go),
      cmocka_unit_test_teardown(one_tile_is_a_plain_swarm, let_go),
      cmocka_unit_test_teardown(together_is_one_by_one, let_go),
      cmocka_unit_test_teardown(ends_do_not_depend_on_the_rhythm, let_go),
      cmocka_unit_test_teardown(neighbours_do_not_exchange, let_go),
      cmocka_unit_test_teardown(a_late_best_guides_later, let_go),
      cmocka_unit_test_teardown(late_bests_do_not_depend_on_the_rhythm, let_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
