/* algorithm/cmaes/restarts.h against the rules of its papers, and cmaes with restarts as a run
 * drives it. */
#include "check.h"

#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "algorithm/cmaes/restarts.h"
#include "algorithm/cmaes/stagnation.h"
#include "run/run.h"

#define N 5

static const double lower[N] = {-5, -5, -5, -5, -5}, upper[N] = {5, 5, 5, 5, 7};

static jx_restarts make_restarts(int policy, size_t lambda)
{
  return (jx_restarts){.policy = policy,
                       .n = N,
                       .lambda = lambda,
                       .sigma = 0.3,
                       .lower = lower,
                       .upper = upper,
                       .seed = 7};
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void ipop_doubles(void **state)
{
  jx_restarts r = make_restarts(JX_RESTARTS_IPOP, 8);
  double x[N];
  (void)state;
  for (uint64_t k = 1; k < 10; k++) {
    jx_start start = jx_restarts_next(&r, 1000, 100 * k, x);
    assert_int_equal(start.lambda, (size_t)8 << k);
    assert_same_double(start.sigma, 0.3);
    assert_true(start.most == UINT64_MAX);
    for (size_t i = 0; i < N; i++) {
      double share = (x[i] - lower[i]) / (upper[i] - lower[i]);
      assert_true(share >= 0.1 && share <= 0.9);
    }
  }
  assert_true(r.large == 9000 && r.small == 0);
}

/* A first generation of 10^7 points is the user's wish; no larger one follows. */
static void memory_is_bounded(void **state)
{
  jx_restarts r = make_restarts(JX_RESTARTS_IPOP, 10000000);
  double x[N];
  (void)state;
  for (uint64_t k = 1; k < 4; k++) assert_int_equal(jx_restarts_next(&r, 1, k, x).lambda, 10000000);
}

static void bipop_spends_alike_on_both_kinds(void **state)
{
  jx_restarts r = make_restarts(JX_RESTARTS_BIPOP, 8);
  double x[N], least = 1, most = 0;
  uint64_t used = 5000, doublings = 0, small = 0;
  (void)state;
  for (uint64_t k = 1; k < 400; k++) {
    uint64_t large = r.large, spent = r.small;
    *(r.is_small ? &spent : &large) += used;
    jx_start start = jx_restarts_next(&r, used, 10 * k, x);
    assert_int_equal(r.is_small, spent < large);
    if (r.is_small) {
      small++;
      assert_true(start.lambda >= 8 && start.lambda <= larger(8, (size_t)4 << doublings));
      assert_true(start.most == larger(large / 2, 50 * start.lambda));
      least = start.sigma < least ? start.sigma : least;
      most = start.sigma > most ? start.sigma : most;
      used = 600;
    } else {
      doublings++;
      assert_int_equal(start.lambda, (size_t)8 << doublings);
      used = (uint64_t)2000 << (doublings < 5 ? doublings : 5);
      if (doublings == 12) break;
    }
  }
  assert_true(small > 50);
  assert_true(least >= 0.003 && least < 0.006); /* 0.3 times 10^(-2 U) */
  assert_true(most > 0.2 && most <= 0.3);
}

/* Values that fall are progress, values that only scatter are not; a generation that is forgotten
 * changes neither. */
static void stagnation_is_seen(void **state)
{
  static jx_stagnation s;
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    uint64_t seen = 0;
    jx_stagnation_begin(&s);
    for (uint64_t g = 1; g <= 5000 && seen == 0; g++) {
      double noise = (double)(g * 7919 % 101), trend = kind ? 0 : -(double)g;
      if (jx_stagnation_note(&s, N, 8, g, noise + trend, noise + trend + 50)) seen = g;
    }
    if (kind) assert_true(seen > 239 && seen < 1000); /* 100 + 100 n^1.5 / lambda = 239.75 */
    if (!kind) assert_true(seen == 0);
  }
}

/* ---- As a search ---- */

static double rastrigin(const double *x)
{
  double sum = 0;
  for (size_t i = 0; i < N; i++) {
    double off = x[i] - 1;
    sum += off * off + 10 - 10 * cos(6.283185307179586 * off);
  }
  return sum;
}

typedef struct bed {
  jx_values values;
  jx_search_setup setup;
  jx_generation generation;
  double best;
  size_t evaluations, largest;
} bed;

static jx_search *make(bed *b, const char *spec)
{
  jato_error error = {0};
  jx_search *search = NULL;
  assert_ok(jx_spec_read(spec, jx_cmaes_ops.parameters, &b->values, &error), error);
  b->setup = (jx_search_setup){.particles = 8,
                               .dim = N,
                               .lower = lower,
                               .upper = upper,
                               .seed = 1,
                               .values = &b->values,
                               .allocator = jx_allocator_or_default(NULL)};
  b->best = INFINITY;
  assert_ok(jx_cmaes_ops.create(&b->setup, &search, &error), error);
  return search;
}

static void step(bed *b, jx_search *search)
{
  jato_error error = {0};
  jx_generation *g = &b->generation;
  assert_ok(jx_cmaes_ops.ask(search, g, &error), error);
  double *rank = malloc(g->count * sizeof *rank);
  assert_non_null(rank);
  for (size_t i = 0; i < g->count; i++) {
    rank[i] = rastrigin(g->x + i * N);
    if (rank[i] < b->best) b->best = rank[i];
  }
  g->rank = rank;
  assert_ok(jx_cmaes_ops.tell(search, g, &error), error);
  free(rank);
  b->evaluations += g->count;
  if (g->count > b->largest) b->largest = g->count;
}

static void restarts_find_the_best_basin(void **state)
{
  static const char *const specs[] = {"cmaes:restarts=ipop", "cmaes:restarts=bipop",
                                      "cmaes:restarts=bipop,bounds=mirror"};
  (void)state;
  for (size_t k = 0; k < 3; k++) {
    bed b = {0};
    jx_search *search = make(&b, specs[k]);
    const char *why = NULL;
    while (b.evaluations < 100000 && b.best > 1e-9) {
      step(&b, search);
      assert_false(jx_cmaes_ops.is_done(search, &why));
    }
    assert_double(b.best, <=, 1e-9);
    assert_true(b.largest > 8);
    jx_cmaes_ops.destroy(&search);
  }
}

static void copy_state(jx_search *from, jx_search *to)
{
  jx_array own[JX_ARRAYS_MOST];
  jato_array saved[JX_ARRAYS_MOST];
  jato_error error = {0};
  size_t count = jx_cmaes_ops.state(from, own);
  for (size_t i = 0; i < count; i++) saved[i] = jx_array_saved(&own[i]);
  assert_ok(jx_restore_search(to, saved, count, &error), error);
}

/* A new search takes over in the middle, again and again, whatever lambda has become. */
static void copied_state_goes_on_with_the_same_bits(void **state)
{
  static const char *const specs[] = {"cmaes:restarts=bipop", "cmaes:restarts=ipop,bounds=mirror",
                                      "cmaes:restarts=bipop,covariance=separable",
                                      "cmaes:restarts=bipop,covariance=limited"};
  (void)state;
  for (size_t k = 0; k < 4; k++) {
    bed a = {0}, b = {0};
    jx_search *one = make(&a, specs[k]), *other = make(&b, specs[k]);
    for (int g = 0; a.largest < 100; g++) {
      if (g % 97 == 50) {
        jx_search *fresh = make(&(bed){0}, specs[k]);
        copy_state(other, fresh);
        jx_cmaes_ops.destroy(&other);
        other = fresh;
      }
      step(&a, one);
      step(&b, other);
      assert_int_equal(a.generation.count, b.generation.count);
      assert_memory_equal(a.generation.x, b.generation.x, a.generation.count * N * sizeof(double));
    }
    jx_cmaes_ops.destroy(&one);
    jx_cmaes_ops.destroy(&other);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ipop_doubles),
      cmocka_unit_test(memory_is_bounded),
      cmocka_unit_test(bipop_spends_alike_on_both_kinds),
      cmocka_unit_test(stagnation_is_seen),
      cmocka_unit_test(restarts_find_the_best_basin),
      cmocka_unit_test(copied_state_goes_on_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
