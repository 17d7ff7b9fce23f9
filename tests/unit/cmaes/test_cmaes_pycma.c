/* What algorithm/cmaes/distribution.h learns from the points and values of ten iterations of pycma,
 * against what pycma learnt; the table is made by tests/data/make_cmaes_table. */
#include "check.h"

#include <stdio.h>

#include "algorithm/cmaes/shape.h"
#include "algorithm/eigen.h"

#define N 6
#define LAMBDA 9

/* pycma stalls the path of C by a slightly other rule (1.41 for 1.4 times the expected length); no
 * iteration of the table lies between the two. */
#define NEAR 1e-10

typedef struct bed {
  jx_cmaes_distribution d;
  double weight[LAMBDA], vectors[6][N], matrices[2][N * N], work[JX_EIGEN_WORK(N)];
  FILE *table;
} bed;

static double next(bed *b)
{
  double number = 0;
  assert_int_equal(fscanf(b->table, "%lf", &number), 1);
  return number;
}

static void set_up(bed *b)
{
  char line[200];
  memset(b, 0, sizeof *b);
  b->table = fopen(CMAES_TABLE, "r");
  assert_non_null(b->table);
  assert_non_null(fgets(line, sizeof line, b->table));
  assert_int_equal((int)next(b), N);
  assert_int_equal((int)next(b), LAMBDA);
  b->d = (jx_cmaes_distribution){.shape = &jx_full_shape,
                                 .n = N,
                                 .lambda = LAMBDA,
                                 .weight = b->weight,
                                 .step_most = INFINITY,
                                 .mean = b->vectors[0],
                                 .path_sigma = b->vectors[1],
                                 .path_c = b->vectors[2],
                                 .lengths = b->vectors[3],
                                 .shift = b->vectors[4],
                                 .white = b->vectors[5],
                                 .covariance = b->matrices[0],
                                 .axes = b->matrices[1],
                                 .scratch = b->work};
  b->d.rates = jx_cmaes_rates_make(N, LAMBDA, JX_COVARIANCE_FULL, 1, b->weight);
  jx_cmaes_reset(&b->d);
}

static void learn(bed *b)
{
  jx_cmaes_distribution *d = &b->d;
  double y[LAMBDA * N], squares[LAMBDA], rank[LAMBDA];
  jx_ranked order[LAMBDA];
  for (size_t k = 0; k < LAMBDA; k++) {
    for (size_t i = 0; i < N; i++) y[k * N + i] = (next(b) - d->mean[i]) / d->sigma;
    rank[k] = next(b);
    squares[k] = -1; /* how they were drawn is pycma's own business */
  }
  jx_sort_by_rank(order, rank, LAMBDA);
  jx_cmaes_end_generation(d, jx_cmaes_learn(d, y, squares, order));
}

static void compare(bed *b, double ours)
{
  double off = fabs(ours - next(b));
  assert_double(off, <, NEAR);
}

static void ten_iterations_are_those_of_pycma(void **state)
{
  static bed b;
  (void)state;
  set_up(&b);
  int iterations = (int)next(&b);
  assert_int_equal(iterations, 10);
  for (size_t i = 0; i < N; i++) b.d.mean[i] = next(&b);
  b.d.sigma = next(&b);
  for (size_t i = 0; i < N * N; i++) b.d.covariance[i] = next(&b);
  jx_cmaes_decompose(&b.d);
  for (int iteration = 0; iteration < iterations; iteration++) {
    learn(&b);
    for (size_t i = 0; i < N; i++) compare(&b, b.d.mean[i]);
    for (size_t i = 0; i < N * N; i++) compare(&b, b.d.covariance[i]);
    compare(&b, b.d.sigma);
  }
  fclose(b.table);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_iterations_are_those_of_pycma),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
