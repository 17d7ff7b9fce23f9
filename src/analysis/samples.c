#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sort.h"
#include "base/memory.h"
#include "base/status.h"
#include "jato/analysis.h"

enum { MOST_EXACT = 25 }; /* values of a sample: counts stay whole numbers below 2^53 */

static int compare_values(const void *a, const void *b)
{
  double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

void jx_sort_values(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare_values);
}

double jato_quantile(const double *values, size_t count, double q)
{
  if (values == NULL || count == 0 || !(q >= 0 && q <= 1)) return NAN;
  double place = q * (double)(count - 1);
  size_t below = (size_t)place;
  size_t above = below + 1 < count ? below + 1 : below;
  double part = place - (double)below;
  /* Between a value and infinity the quantile is infinity; between two infinities 0 * infinity
   * would be NaN. */
  if (part == 0 || values[below] == values[above]) return values[below];
  return values[below] + part * (values[above] - values[below]);
}

/* ---- Ranks ---- */

typedef struct placed {
  double value;
  size_t index;
} placed;

static int compare_placed(const void *a, const void *b)
{
  const placed *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

/* Sorts the values with their indices in rising order; the caller releases *out. */
static jato_status sort_placed(const double *values, size_t count, placed **out, jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  placed *sorted = jx_allocate(&allocator, count + 1, sizeof *sorted); /* never of size 0 */
  if (sorted == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to sort %zu values", count);
  for (size_t i = 0; i < count; i++) sorted[i] = (placed){values[i], i};
  qsort(sorted, count, sizeof *sorted, compare_placed);
  *out = sorted;
  return JATO_OK;
}

/* How many values from `first` on are equal to it. */
static size_t count_ties(const placed *sorted, size_t first, size_t count)
{
  size_t end = first + 1;
  while (end < count && sorted[end].value == sorted[first].value) end++;
  return end - first;
}

/* The same as jato_rank_values; *ties is the sum of t^3 - t over the groups of t equal values. */
static jato_status rank_with_ties(const double *values, size_t count, double *ranks, double *ties,
                                  jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  placed *sorted = NULL;
  JX_TRY(sort_placed(values, count, &sorted, error));
  *ties = 0;
  for (size_t first = 0, group; first < count; first += group) {
    group = count_ties(sorted, first, count);
    double t = (double)group;
    for (size_t i = 0; i < group; i++) ranks[sorted[first + i].index] = (double)first + (t + 1) / 2;
    *ties += t * t * t - t;
  }
  jx_release(&allocator, sorted);
  return JATO_OK;
}

jato_status jato_rank_values(const double *values, size_t count, double *ranks, jato_error *error)
{
  double ties;
  if (values == NULL || ranks == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "values and a place for their ranks are needed");
  return rank_with_ties(values, count, ranks, &ties, error);
}

/* ---- The rank-sum test ---- */

/* ways[u], u = 0..m n: the number of orders of m + n different values in which u pairs of one value
 * from each sample are inverted. They are the coefficients of the product of (1 - z^(n+i)) / (1 -
 * z^i), i = 1..m. */
static void count_ways(double *ways, size_t m, size_t n)
{
  size_t top = m * n;
  memset(ways, 0, (top + 1) * sizeof *ways);
  ways[0] = 1;
  for (size_t i = 1; i <= m; i++) {
    for (size_t u = top; u >= n + i; u--) ways[u] -= ways[u - n - i];
    for (size_t u = i; u <= top; u++) ways[u] += ways[u - i];
  }
}

static double exact_test(double u, size_t m, size_t n)
{
  double ways[MOST_EXACT * MOST_EXACT + 1], all = 0, beyond = 0;
  count_ways(ways, m, n);
  for (size_t i = 0; i <= m * n; i++) {
    all += ways[i];
    if ((double)i >= u) beyond += ways[i];
  }
  return fmin(1, 2 * beyond / all);
}

static double normal_test(double u, double m, double n, double ties)
{
  double all = m + n;
  double variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
  double distance = u - m * n / 2 - 0.5; /* half a step: counts are whole, the normal is not */
  if (variance <= 0) return 1;           /* all values are equal */
  return fmin(1, erfc(distance / sqrt(variance) / sqrt(2)));
}

/* u: the number of pairs in which the first sample is larger, or of those in which it is smaller,
 * whichever is greater; a pair of equal values counts as half. */
static double pairs_of(const double *ranks, size_t m, size_t n)
{
  double sum = 0, pairs = (double)m * (double)n;
  for (size_t i = 0; i < m; i++) sum += ranks[i];
  double u = sum - (double)m * ((double)m + 1) / 2;
  return fmax(u, pairs - u);
}

jato_status jato_rank_sum_test(const double *a, size_t a_count, const double *b, size_t b_count,
                               jato_rank_test *test, jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  size_t count = a_count + b_count;
  double ties = 0;
  if (a == NULL || b == NULL || test == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "two samples and a place for the test are needed");
  *test = (jato_rank_test){.p = 1};
  if (a_count == 0 || b_count == 0) return JATO_OK;
  double *values = jx_allocate(&allocator, 2 * count, sizeof *values);
  if (values == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a test of %zu values", count);
  double *ranks = values + count;
  memcpy(values, a, a_count * sizeof *a);
  memcpy(values + a_count, b, b_count * sizeof *b);
  jato_status status = rank_with_ties(values, count, ranks, &ties, error);
  if (status == JATO_OK) {
    double u = pairs_of(ranks, a_count, b_count);
    test->exact = ties == 0 && a_count <= MOST_EXACT && b_count <= MOST_EXACT;
    test->p = test->exact ? exact_test(u, a_count, b_count)
                          : normal_test(u, (double)a_count, (double)b_count, ties);
  }
  jx_release(&allocator, values);
  return status;
}

/* ---- Several tests ---- */

jato_status jato_holm(double *p, size_t count, jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  placed *sorted = NULL;
  double largest = 0;
  if (p == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the results of tests are needed");
  JX_TRY(sort_placed(p, count, &sorted, error));
  for (size_t i = 0; i < count; i++) { /* a test is not more significant than one before it */
    largest = fmax(largest, fmin(1, (double)(count - i) * sorted[i].value));
    p[sorted[i].index] = largest;
  }
  jx_release(&allocator, sorted);
  return JATO_OK;
}
