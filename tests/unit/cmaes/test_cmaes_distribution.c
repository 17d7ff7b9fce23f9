/* algorithm/cmaes/distribution.h where C goes wrong, its constants against those of the tutorial
 * and of pycma, and algorithm/sort.h. */
#include "check.h"

#include "algorithm/cmaes/shape.h"
#include "algorithm/eigen.h"

#define N 6

typedef struct bed {
  jx_cmaes_distribution model;
  double weight[9], vectors[6][N], matrices[2][N * N], work[JX_EIGEN_WORK(N)];
} bed;

static void set_up(bed *b)
{
  memset(b, 0, sizeof *b);
  b->model = (jx_cmaes_distribution){.shape = &jx_full_shape,
                                     .n = N,
                                     .lambda = 9,
                                     .weight = b->weight,
                                     .step_most = 1,
                                     .sigma = 1,
                                     .mean = b->vectors[0],
                                     .path_sigma = b->vectors[1],
                                     .path_c = b->vectors[2],
                                     .covariance = b->matrices[0],
                                     .axes = b->matrices[1],
                                     .lengths = b->vectors[3],
                                     .shift = b->vectors[4],
                                     .white = b->vectors[5],
                                     .scratch = b->work};
  b->model.rates = jx_cmaes_rates_make(N, 9, 0, 1, b->weight);
  jx_cmaes_reset(&b->model);
}

/* Every length is positive, and B D^2 B' is C. */
static void check_decomposition(const jx_cmaes_distribution *m)
{
  for (size_t i = 0; i < N; i++) {
    assert_double(m->lengths[i], >, 0);
    for (size_t j = 0; j < N; j++) {
      double sum = -m->covariance[i * N + j];
      for (size_t k = 0; k < N; k++)
        sum += m->axes[k * N + i] * m->lengths[k] * m->lengths[k] * m->axes[k * N + j];
      assert_double(fabs(sum), <, 1e-13 * m->lengths[N - 1] * m->lengths[N - 1]);
    }
  }
}

static void indefinite_matrices_are_lifted(void **state)
{
  static bed b;
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    set_up(&b);
    double *c = b.model.covariance;
    c[0] = kind ? -3 : 0; /* one eigenvalue is negative, or 0 */
    c[1 * N + 2] = c[2 * N + 1] = 0.5;
    jx_cmaes_decompose(&b.model);
    check_decomposition(&b.model);
    double condition = b.model.lengths[N - 1] / b.model.lengths[0];
    assert_double(condition * condition, <, 1e14);
    assert_double(fabs(c[1 * N + 2] - 0.5), <, 1e-15);
  }
}

static void hopeless_matrices_begin_again(void **state)
{
  static bed b;
  const double bad[] = {NAN, INFINITY, -INFINITY};
  (void)state;
  for (size_t kind = 0; kind < 4; kind++) {
    set_up(&b);
    if (kind < 3) b.model.covariance[3 * N + 1] = b.model.covariance[1 * N + 3] = bad[kind];
    if (kind == 3) memset(b.model.covariance, 0, N * N * sizeof(double));
    jx_cmaes_decompose(&b.model);
    check_decomposition(&b.model);
    for (size_t i = 0; i < N; i++) assert_same_double(b.model.covariance[i * N + i], 1);
  }
}

/* Steps of a coordinate never grow beyond the largest: here sigma is far too large. */
static void steps_are_limited(void **state)
{
  static bed b;
  double y[9 * N], squares[9], rank[9];
  jx_ranked order[9];
  (void)state;
  set_up(&b);
  b.model.sigma = 1e6;
  for (size_t i = 0; i < 9; i++) {
    rank[i] = (double)i;
    squares[i] = 0;
    for (size_t j = 0; j < N; j++) y[i * N + j] = sin((double)(i * N + j + 1));
    for (size_t j = 0; j < N; j++) squares[i] += y[i * N + j] * y[i * N + j];
  }
  jx_sort_by_rank(order, rank, 9);
  assert_true(jx_cmaes_learn(&b.model, y, squares, order));
  jx_cmaes_end_generation(&b.model, 1);
  check_decomposition(&b.model);
  for (size_t i = 0; i < N; i++)
    assert_double(b.model.sigma * sqrt(b.model.covariance[i * (N + 1)]), <=, 1 + 1e-12);
}

/* n = 10, lambda = 10, by pycma 4.5: es.sp.weights, mueff, cc, c1, cmu, adapt_sigma.cs, damps. */
static void constants_are_those_of_pycma(void **state)
{
  double weight[10];
  const double wanted[10] = {0.45627264690340597,  0.2707530970017852,   0.16223111715866978,
                             0.08523354710016448,  0.025509591835974777, -0.08001260758087224,
                             -0.22176416099914653, -0.34455494178482093, -0.45286408637842196,
                             -0.5497499176973853};
  (void)state;
  jx_cmaes_rates r = jx_cmaes_rates_make(10, 10, 0, 1, weight);
  for (size_t i = 0; i < 10; i++) assert_double(fabs(weight[i] - wanted[i]), <, 1e-12);
  assert_int_equal(r.mu, 5);
  assert_double(fabs(r.mu_eff - 3.1672992814107017), <, 1e-12);
  assert_double(fabs(r.c_c - 0.29499038303562225), <, 1e-12);
  assert_double(fabs(r.c_1 - 0.015283824524751714), <, 1e-12);
  assert_double(fabs(r.c_mu - 0.02355177665041747), <, 1e-12);
  assert_double(fabs(r.c_sigma - 0.3196142529106334), <, 1e-12);
  assert_double(fabs(r.d_sigma - 1.3196142529106334), <, 1e-12);
  assert_double(
      fabs(jx_cmaes_rates_make(40, 1000, 0, 1, (double[1000]){0}).d_sigma - 13.735957931283217), <,
      1e-11);
}

static void order_is_by_rank_then_index(void **state)
{
  double rank[500];
  jx_ranked ranked[500];
  (void)state;
  for (size_t count = 1; count <= 500; count += 31) {
    for (size_t i = 0; i < count; i++)
      rank[i] = i % 11 == 3   ? (double)INFINITY
                : i % 13 == 5 ? (double)-INFINITY
                              : (double)(i * 7919 % 17);
    jx_sort_by_rank(ranked, rank, count);
    for (size_t i = 0; i < count; i++) assert_same_double(ranked[i].rank, rank[ranked[i].index]);
    for (size_t i = 1; i < count; i++) {
      assert_double(ranked[i - 1].rank, <=, ranked[i].rank);
      if (ranked[i - 1].rank == ranked[i].rank) assert_true(ranked[i - 1].index < ranked[i].index);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(indefinite_matrices_are_lifted),
      cmocka_unit_test(hopeless_matrices_begin_again),
      cmocka_unit_test(steps_are_limited),
      cmocka_unit_test(constants_are_those_of_pycma),
      cmocka_unit_test(order_is_by_rank_then_index),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
