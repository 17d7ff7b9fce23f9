/* algorithm/evolution/shade.c and jde.c, as a run drives them, against the plain ones of
 * plain_evolution.c: every point of whole runs, bit for bit. */
#include "check.h"

#include "algorithm/algorithms.h"
#include "plain_evolution.h"

#define ROUND 1e6 /* values are cut to this, so that some are equal */

static double bowl(const double *x, size_t n)
{
  double sum = 0;
  for (size_t d = 0; d < n; d++) sum += (double)(1 + 10 * d) * (x[d] - 0.7) * (x[d] - 0.7);
  return floor(sum * ROUND) / ROUND;
}

/* A bent valley that ends at a bound, with a region where there is no value. */
static double valley(const double *x, size_t n)
{
  double sum = 0;
  if (x[0] + x[1] > 2) return INFINITY;
  for (size_t d = 0; d + 1 < n; d++) {
    double off = x[d + 1] - x[d] * x[d];
    sum += 100 * off * off + (3 - x[d]) * (3 - x[d]);
  }
  return sum;
}

/* Steps with a wide floor: parameters stop being learned. */
static double stairs(const double *x, size_t n)
{
  double sum = 0;
  for (size_t d = 0; d < n; d++) sum += floor(fabs(x[d]));
  return sum;
}

typedef double function(const double *x, size_t n);

static jx_search *make(const jx_algorithm_ops *ops, const char *spec, const plain_rules *r)
{
  static double lower[PLAIN_DIM], upper[PLAIN_DIM];
  static jx_values values;
  jx_search *search = NULL;
  jato_error error = {0};
  for (size_t d = 0; d < PLAIN_DIM; d++) {
    lower[d] = r->lower;
    upper[d] = r->upper;
  }
  assert_ok(jx_spec_read(spec, ops->parameters, &values, &error), error);
  jx_search_setup setup = {.particles = r->particles,
                           .dim = r->n,
                           .lower = lower,
                           .upper = upper,
                           .seed = r->seed,
                           .iterations = (uint64_t)r->iterations,
                           .evaluations = (uint64_t)r->evaluations,
                           .values = &values,
                           .allocator = jx_allocator_or_default(NULL)};
  assert_ok(ops->create(&setup, &search, &error), error);
  return search;
}

/* One generation of both. */
static void go_on(jx_search *search, plain_evolution *plain, function *f)
{
  static double rank[PLAIN_MOST];
  jx_generation generation = {.number = plain->generation};
  jato_error error = {0};
  size_t n = plain->rules.n;
  plain_ask(plain);
  assert_ok(search->ops->ask(search, &generation, &error), error);
  assert_int_equal(generation.count, plain->count);
  for (size_t i = 0; i < plain->count; i++) {
    for (size_t d = 0; d < n; d++)
      assert_same_double(generation.x[i * n + d], plain->trial[i].x[d]);
    rank[i] = plain->trial[i].value = f(plain->trial[i].x, n);
  }
  generation.rank = rank;
  assert_ok(search->ops->tell(search, &generation, &error), error);
  plain_tell(plain);
}

static plain_evolution plain;

static void compare(const jx_algorithm_ops *ops, const char *spec, const plain_rules *rules,
                    function *f, int generations)
{
  jx_search *search = make(ops, spec, rules);
  plain_begin(&plain, rules);
  for (int g = 0; g < generations; g++) go_on(search, &plain, f);
  ops->destroy(&search);
}

static const plain_rules usual = {.n = 5,
                                  .particles = 90,
                                  .lower = -5,
                                  .upper = 5,
                                  .seed = 1,
                                  .p = 0.11,
                                  .learns = 1,
                                  .archive_rate = 2.6,
                                  .final = 4,
                                  .memory = 6,
                                  .f = 0.5,
                                  .cr = 0.9,
                                  .tau_f = 0.1,
                                  .tau_cr = 0.1,
                                  .f_least = 0.1};

static void shade_shrinks_by_evaluations_as_in_the_paper(void **state)
{
  plain_rules rules = usual;
  (void)state;
  rules.evaluations = 6000;
  compare(&jx_shade_ops, "shade", &rules, bowl, 300);
  assert_int_equal(plain.count, 4);
  assert_int_equal(plain.cut, 86);
  assert_true(plain.overflows > 100);
  rules.seed = (uint64_t)7 << 40;
  rules.n = 3;
  compare(&jx_shade_ops, "shade", &rules, valley, 300);
  assert_int_equal(plain.count, 4);
}

static void shade_shrinks_by_iterations_too(void **state)
{
  plain_rules rules = usual;
  (void)state;
  rules.iterations = 60;
  rules.final = 10;
  compare(&jx_shade_ops, "shade:final=10", &rules, valley, 61);
  assert_int_equal(plain.count, 10);
  rules.evaluations = 2000; /* whichever is over first */
  compare(&jx_shade_ops, "shade:final=10", &rules, valley, 61);
  assert_true(plain.made > 2000);
}

static void shade_without_a_limit_keeps_its_population(void **state)
{
  plain_rules rules = usual;
  (void)state;
  compare(&jx_shade_ops, "shade", &rules, valley, 100);
  assert_int_equal(plain.count, 90);
  rules.evaluations = 3000;
  jx_search *search = make(&jx_shade_ops, "shade:reduction=no", &rules);
  rules.evaluations = 0;
  plain_begin(&plain, &rules);
  for (int g = 0; g < 40; g++) go_on(search, &plain, bowl);
  jx_shade_ops.destroy(&search);
}

static void shade_takes_its_parameters(void **state)
{
  plain_rules rules = usual;
  (void)state;
  rules.n = 10;
  rules.particles = 37;
  rules.evaluations = 4000;
  rules.p = 0.3;
  rules.archive_rate = 0.5;
  rules.memory = 1;
  compare(&jx_shade_ops, "shade:p=0.3,archive=0.5,memory=1", &rules, bowl, 150);
  rules.archive_rate = 0;
  rules.p = 0;
  rules.memory = 100;
  compare(&jx_shade_ops, "shade:p=0,archive=0,memory=100", &rules, valley, 150);
  rules.particles = 4;
  compare(&jx_shade_ops, "shade:p=0,archive=0,memory=100", &rules, valley, 150);
}

/* A mean of cr that has become 0 stays 0, which happens where few succeed. */
static void shade_on_a_plateau(void **state)
{
  plain_rules rules = usual;
  size_t terminal = 0;
  (void)state;
  rules.n = 10;
  rules.particles = 12;
  rules.memory = 2;
  for (rules.seed = 1; rules.seed <= 30; rules.seed++) {
    compare(&jx_shade_ops, "shade:memory=2", &rules, stairs, 200);
    for (size_t k = 0; k < 2; k++) terminal += plain.mean_cr[k] == -1;
  }
  assert_true(terminal > 0);
}

static void jde_is_the_paper_s(void **state)
{
  static const char *const specs[] = {"jde", "jde:mutation=best", "jde:mutation=current_to_pbest"};
  plain_rules rules = usual;
  (void)state;
  rules.learns = 0;
  for (int m = 0; m < 3; m++) {
    rules.mutation = (enum plain_mutation)m;
    rules.n = 5;
    compare(&jx_jde_ops, specs[m], &rules, bowl, 150);
    rules.n = 3;
    compare(&jx_jde_ops, specs[m], &rules, valley, 150);
  }
}

static void jde_takes_its_parameters(void **state)
{
  plain_rules rules = usual;
  (void)state;
  rules.learns = 0;
  rules.particles = 21;
  rules.mutation = PLAIN_TO_PBEST;
  rules.p = 0.5;
  rules.f = 0.8;
  rules.cr = 0.3;
  rules.tau_f = 0.5;
  rules.tau_cr = 0.7;
  rules.f_least = 0.4;
  compare(&jx_jde_ops,
          "jde:mutation=current_to_pbest,p=0.5,f=0.8,cr=0.3,tau_f=0.5,tau_cr=0.7,f_least=0.4",
          &rules, valley, 100);
  rules.particles = 4;
  rules.mutation = PLAIN_RAND;
  rules.tau_f = rules.tau_cr = 0;
  compare(&jx_jde_ops, "jde:f=0.8,cr=0.3,tau_f=0,tau_cr=0", &rules, bowl, 100);
}

static void few_particles_are_refused(void **state)
{
  static const jx_algorithm_ops *const both[] = {&jx_shade_ops, &jx_jde_ops};
  double bound = 0;
  (void)state;
  for (int k = 0; k < 2; k++) {
    jx_values values;
    jx_search *search = NULL;
    jato_error error = {0};
    assert_ok(jx_spec_read(both[k]->name, both[k]->parameters, &values, &error), error);
    jx_search_setup setup = {.particles = 3,
                             .dim = 1,
                             .lower = &bound,
                             .upper = &bound,
                             .values = &values,
                             .allocator = jx_allocator_or_default(NULL)};
    assert_int_equal(both[k]->create(&setup, &search, &error), JATO_E_ARGUMENT);
    assert_contains(error.text, "at least 4 particles");
    assert_null(search);
    setup.particles = (uint64_t)1 << 40;
    assert_int_equal(both[k]->create(&setup, &search, &error), JATO_E_ARGUMENT);
    assert_null(search);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shade_shrinks_by_evaluations_as_in_the_paper),
      cmocka_unit_test(shade_shrinks_by_iterations_too),
      cmocka_unit_test(shade_without_a_limit_keeps_its_population),
      cmocka_unit_test(shade_takes_its_parameters),
      cmocka_unit_test(shade_on_a_plateau),
      cmocka_unit_test(jde_is_the_paper_s),
      cmocka_unit_test(jde_takes_its_parameters),
      cmocka_unit_test(few_particles_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
