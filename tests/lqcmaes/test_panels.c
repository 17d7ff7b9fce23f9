/* algorithm/lqcmaes/panels.h against plain loops, to the bit: whatever vectors the machine has,
 * sums are in the order of the header. */
#include "check.h"

#include "algorithm/lqcmaes/panels.h"

#define ROWS 37
#define ROOM 40
#define PANELS 3
#define COLUMNS (PANELS * JX_PANEL)

static double z[PANELS * ROOM * JX_PANEL], lower[JX_LOWER(PANELS)], plain[COLUMNS][COLUMNS];

static double at(size_t row, size_t column)
{
  return z[(column / JX_PANEL * ROOM + row) * JX_PANEL + column % JX_PANEL];
}

static double lower_at(size_t row, size_t column)
{
  return lower[JX_LOWER(row / JX_PANEL) + column * JX_PANEL + row % JX_PANEL];
}

/* Numbers without a pattern, and their products with themselves, summed row by row. */
static jx_panels set_up(void)
{
  uint64_t state = 1;
  for (size_t i = 0; i < sizeof z / sizeof z[0]; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    z[i] = (double)(state >> 11) * 0x1p-52 - 1;
  }
  for (size_t i = 0; i < COLUMNS; i++)
    for (size_t j = 0; j < COLUMNS; j++) {
      plain[i][j] = 0;
      for (size_t k = 0; k < ROWS; k++) plain[i][j] += at(k, i) * at(k, j);
    }
  return (jx_panels){ROWS, ROOM, PANELS, z};
}

static void gram_is_the_sum_row_by_row(void **state)
{
  jx_panels panels = set_up();
  (void)state;
  jx_panels_gram(&panels, lower);
  for (size_t i = 0; i < COLUMNS; i++)
    for (size_t j = 0; j <= i; j++) assert_same_double(lower_at(i, j), plain[i][j]);
}

static void gather_is_the_sum_row_by_row(void **state)
{
  jx_panels panels = set_up();
  double r[ROWS], product[COLUMNS];
  (void)state;
  for (size_t k = 0; k < ROWS; k++) r[k] = (double)(k % 5) - 1.7;
  jx_panels_gather(&panels, r, product);
  for (size_t i = 0; i < COLUMNS; i++) {
    double sum = 0;
    for (size_t k = 0; k < ROWS; k++) sum += at(k, i) * r[k];
    assert_same_double(product[i], sum);
  }
}

/* Columns 0, 8, 16 together, 1, 9, 17 ..., and then their sums in pairs. */
static void times_is_the_sum_by_panels(void **state)
{
  jx_panels panels = set_up();
  double c[COLUMNS], product[ROWS];
  (void)state;
  for (size_t i = 0; i < COLUMNS; i++) c[i] = (double)(i % 7) - 2.9;
  jx_panels_times(&panels, c, product);
  for (size_t k = 0; k < ROWS; k++) {
    double s[JX_PANEL] = {0};
    for (size_t i = 0; i < COLUMNS; i++) s[i % JX_PANEL] += at(k, i) * c[i];
    double sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    assert_same_double(product[k], sum);
  }
}

/* L of the unblocked method, in which a number is G_ij less the sum over columns of a panel after
 * that over all earlier panels, divided by the diagonal. */
static void factor_in_plain_loops(double l[COLUMNS][COLUMNS])
{
  for (size_t i = 0; i < COLUMNS; i++)
    for (size_t j = 0; j <= i; j++) {
      size_t first = j / JX_PANEL * JX_PANEL;
      double sum = 0;
      for (size_t k = 0; k < first; k++) sum += l[i][k] * l[j][k];
      double left = plain[i][j] - sum;
      for (size_t k = first; k < j; k++) left -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(left) : left / l[j][j];
    }
}

static void factor_has_the_bits_of_plain_loops(void **state)
{
  static double l[COLUMNS][COLUMNS];
  jx_panels panels = set_up();
  (void)state;
  jx_panels_gram(&panels, lower);
  assert_true(jx_panels_factor(PANELS, lower));
  factor_in_plain_loops(l);
  for (size_t i = 0; i < COLUMNS; i++)
    for (size_t j = 0; j <= i; j++) assert_same_double(lower_at(i, j), l[i][j]);
}

static void solutions_leave_nothing_over(void **state)
{
  jx_panels panels = set_up();
  double b[COLUMNS];
  (void)state;
  jx_panels_gram(&panels, lower);
  assert_true(jx_panels_factor(PANELS, lower));
  for (size_t i = 0; i < COLUMNS; i++) b[i] = (double)i - 9.5;
  jx_panels_solve(PANELS, lower, b);
  for (size_t i = 0; i < COLUMNS; i++) {
    double sum = 9.5 - (double)i;
    for (size_t j = 0; j < COLUMNS; j++) sum += plain[i][j] * b[j];
    assert_double(fabs(sum), <=, 1e-11);
  }
}

static void what_is_not_positive_definite_is_refused(void **state)
{
  (void)state;
  memset(lower, 0, sizeof lower);
  assert_false(jx_panels_factor(PANELS, lower));
  for (size_t i = 0; i < COLUMNS; i++)
    lower[JX_LOWER(i / JX_PANEL) + i * JX_PANEL + i % JX_PANEL] = i == 20 ? NAN : 1;
  assert_false(jx_panels_factor(PANELS, lower));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gram_is_the_sum_row_by_row),
      cmocka_unit_test(gather_is_the_sum_row_by_row),
      cmocka_unit_test(times_is_the_sum_by_panels),
      cmocka_unit_test(factor_has_the_bits_of_plain_loops),
      cmocka_unit_test(solutions_leave_nothing_over),
      cmocka_unit_test(what_is_not_positive_definite_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
