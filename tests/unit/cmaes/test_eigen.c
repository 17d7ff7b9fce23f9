/* algorithm/eigen.h against residuals, and against spectra that are known in closed form. */
#include "check.h"

#include "algorithm/eigen.h"

#define N_MOST 120

static double a[N_MOST * N_MOST], v[N_MOST * N_MOST], w[N_MOST], work[JX_EIGEN_WORK(N_MOST)];

/* Splitmix64, as a number in [-1, 1). */
static double next(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static double size_of(size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n * n; i++) sum = fmax(sum, fabs(a[i]));
  return sum * (double)n;
}

/* |A v - w v| and the products of vectors, to some units of the last digit of A's size. */
static void check_pairs(size_t n)
{
  double bound = 4 * (double)n * 0x1p-52, size = size_of(n);
  for (size_t k = 0; k < n; k++) {
    const double *x = v + k * n;
    size_t top = 0;
    for (size_t i = 0; i < n; i++) {
      double sum = -w[k] * x[i];
      for (size_t j = 0; j < n; j++) sum += a[i * n + j] * x[j];
      assert_double(fabs(sum), <=, bound * size);
      if (fabs(x[i]) > fabs(x[top])) top = i;
    }
    assert_double(x[top], >, 0);
    if (k > 0) assert_double(w[k - 1], <=, w[k]);
    for (size_t l = 0; l <= k; l++) {
      double sum = l == k ? -1 : 0;
      for (size_t j = 0; j < n; j++) sum += x[j] * v[l * n + j];
      assert_double(fabs(sum), <=, bound);
    }
  }
}

static void solve(size_t n)
{
  memcpy(v, a, n * n * sizeof *v);
  assert_true(jx_eigen(n, v, w, work));
  check_pairs(n);
}

static void set_random(size_t n, uint64_t seed)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = next(&seed);
}

/* H D H with the reflection H = I - 2 u u' / u'u: a full matrix with the eigenvalues d. */
static void set_spectrum(size_t n, const double *d, uint64_t seed)
{
  double u[N_MOST], square = 0, weighted = 0;
  for (size_t i = 0; i < n; i++) {
    u[i] = next(&seed);
    square += u[i] * u[i];
    weighted += u[i] * u[i] * d[i];
  }
  double factor = 2 / square;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double change = factor * (factor * weighted - d[i] - d[j]) * u[i] * u[j];
      a[i * n + j] = a[j * n + i] = change + (i == j ? d[i] : 0);
    }
}

static void random_matrices_have_small_residuals(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 40; n++) {
    set_random(n, n);
    solve(n);
  }
  set_random(N_MOST, 7);
  solve(N_MOST);
}

static void scales_do_not_matter(void **state)
{
  double wanted[30];
  (void)state;
  set_random(30, 3);
  solve(30);
  memcpy(wanted, w, sizeof wanted);
  for (int power = -900; power <= 900; power += 300) {
    set_random(30, 3);
    for (size_t i = 0; i < 900; i++) a[i] = ldexp(a[i], power);
    solve(30);
    for (size_t i = 0; i < 30; i++) assert_same_double(w[i], ldexp(wanted[i], power));
  }
}

static void diagonal_matrices_are_sorted_exactly(void **state)
{
  (void)state;
  memset(a, 0, sizeof a);
  for (size_t i = 0; i < 50; i++) a[i * 51] = (double)(i * 37 % 50) - 20;
  solve(50);
  for (size_t i = 0; i < 50; i++) assert_same_double(w[i], (double)i - 20);
  memset(a, 0, sizeof a);
  solve(50);
  for (size_t i = 0; i < 50; i++) assert_same_double(w[i], 0);
}

static void repeated_eigenvalues_have_orthogonal_vectors(void **state)
{
  double d[60];
  (void)state;
  for (size_t i = 0; i < 60; i++) d[i] = (double)(i / 20);
  for (uint64_t seed = 1; seed < 20; seed++) {
    set_spectrum(60, d, seed);
    solve(60);
    for (size_t i = 0; i < 60; i++) assert_double(fabs(w[i] - d[i]), <, 1e-13);
  }
  for (size_t i = 0; i < 3600; i++) a[i] = 1; /* 60, and 59 times 0 */
  solve(60);
  assert_double(fabs(w[59] - 60), <, 1e-12);
  assert_double(fabs(w[58]), <, 1e-12);
}

/* From 1 to 1e-13, in both orders and mixed. */
static void ill_conditioned_matrices_are_solved(void **state)
{
  double d[27], rising[27];
  (void)state;
  for (size_t i = 0; i < 27; i++) rising[i] = pow(10, ((double)i - 26) / 2);
  for (size_t kind = 0; kind < 3; kind++) {
    for (size_t i = 0; i < 27; i++) d[i] = rising[kind == 0 ? i : kind == 1 ? 26 - i : i * 10 % 27];
    set_spectrum(27, d, 5);
    solve(27);
    for (size_t i = 0; i < 27; i++) assert_double(fabs(w[i] - rising[i]), <, 2e-15);
    assert_double(w[0], >, 0);
  }
  for (size_t i = 0; i < 40;
       i++) /* graded: the smallest are far below the rounding of the largest */
    for (size_t j = 0; j < 40; j++) a[i * 40 + j] = pow(10, -(double)(i + j)) * (i == j ? 2 : 1);
  solve(40);
}

/* Clement's matrix made symmetric, sqrt(k (n - k)) beside a diagonal of 0: 1 - n, 3 - n, ... n - 1.
 */
static void clement_matrix_has_whole_eigenvalues(void **state)
{
  (void)state;
  for (size_t n = 2; n <= 100; n += 7) {
    memset(a, 0, sizeof a);
    for (size_t k = 1; k < n; k++)
      a[(k - 1) * n + k] = a[k * n + k - 1] = sqrt((double)(k * (n - k)));
    solve(n);
    for (size_t i = 0; i < n; i++)
      assert_double(fabs(w[i] - (2 * (double)i - ((double)n - 1))), <, 1e-12);
  }
}

/* 2 on the diagonal and -1 beside it: 4 sin^2(k pi / (2 (n + 1))), and the vectors are sines. */
static void second_differences_have_known_pairs(void **state)
{
  const size_t n = 75;
  (void)state;
  memset(a, 0, sizeof a);
  for (size_t i = 0; i < n; i++) {
    a[i * n + i] = 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  solve(n);
  for (size_t k = 0; k < n; k++) {
    double angle = (double)(k + 1) * acos(-1) / (double)(n + 1), sign = v[k * n] < 0 ? -1 : 1;
    assert_double(fabs(w[k] - 4 * sin(angle / 2) * sin(angle / 2)), <, 2e-14);
    for (size_t j = 0; j < n; j++) {
      double wanted = sqrt(2 / (double)(n + 1)) * sin((double)(j + 1) * angle);
      assert_double(fabs(sign * v[k * n + j] - wanted), <, 1e-11);
    }
  }
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    set_random(9, 1);
    a[4] = a[36] = kind ? (double)NAN : (double)INFINITY;
    assert_false(jx_eigen(9, a, w, work));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_matrices_have_small_residuals),
      cmocka_unit_test(scales_do_not_matter),
      cmocka_unit_test(diagonal_matrices_are_sorted_exactly),
      cmocka_unit_test(repeated_eigenvalues_have_orthogonal_vectors),
      cmocka_unit_test(ill_conditioned_matrices_are_solved),
      cmocka_unit_test(clement_matrix_has_whole_eigenvalues),
      cmocka_unit_test(second_differences_have_known_pairs),
      cmocka_unit_test(numbers_that_are_not_finite_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
