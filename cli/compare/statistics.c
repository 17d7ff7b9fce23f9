#include "compare/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double cli_quantile(const double *values, size_t count, double q)
{
  double place = q * (double)(count - 1);
  size_t below = (size_t)place;
  size_t above = below + 1 < count ? below + 1 : below;
  double part = place - (double)below;
  /* What is between a value and infinity is infinity; between two of them, 0 * infinity is none. */
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

/* How many from `first` on have its value. */
static size_t tied(const placed *sorted, size_t first, size_t count)
{
  size_t end = first + 1;
  while (end < count && sorted[end].value == sorted[first].value) end++;
  return end - first;
}

/* The same as cli_ranks; *ties is the sum of t^3 - t over the groups of t equal values. */
static bool rank(const double *values, size_t count, double *ranks, double *ties)
{
  placed *sorted = calloc(count + 1, sizeof *sorted); /* never of size 0 */
  if (sorted == NULL) return false;
  *ties = 0;
  for (size_t i = 0; i < count; i++) sorted[i] = (placed){values[i], i};
  qsort(sorted, count, sizeof *sorted, compare_placed);
  for (size_t first = 0, group; first < count; first += group) {
    group = tied(sorted, first, count);
    double t = (double)group;
    for (size_t i = 0; i < group; i++) ranks[sorted[first + i].index] = (double)first + (t + 1) / 2;
    *ties += t * t * t - t;
  }
  free(sorted);
  return true;
}

bool cli_ranks(const double *values, size_t count, double *ranks)
{
  double ties;
  return rank(values, count, ranks, &ties);
}

/* ---- The rank-sum test ---- */

/* ways[u], u = 0..m n: of all orders of m + n different values, those in which u pairs of one from
 * each sample are the wrong way round. They are the coefficients of the product of
 * (1 - z^(n+i)) / (1 - z^i), i = 1..m, whole numbers below 2^53 as long as m and n are at most 25.
 */
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

static bool exact_test(double u, size_t m, size_t n, double *p)
{
  size_t top = m * n;
  double *ways = calloc(top + 1, sizeof *ways);
  double all = 0, beyond = 0;
  if (ways == NULL) return false;
  count_ways(ways, m, n);
  for (size_t i = 0; i <= top; i++) {
    all += ways[i];
    if ((double)i >= u) beyond += ways[i];
  }
  free(ways);
  *p = fmin(1, 2 * beyond / all);
  return true;
}

static double normal_test(double u, double m, double n, double ties)
{
  double all = m + n;
  double variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
  double distance = u - m * n / 2 - 0.5; /* half a step: counts are whole, the normal is not */
  if (variance <= 0) return 1;           /* all values are the same one */
  return fmin(1, erfc(distance / sqrt(variance) / sqrt(2)));
}

/* u: pairs in which the first sample is the larger one, or those in which it is the smaller one,
 * the more numerous of the two; a pair of equal values is half of one. */
static double pairs_of(const double *ranks, size_t m, size_t n)
{
  double sum = 0, pairs = (double)m * (double)n;
  for (size_t i = 0; i < m; i++) sum += ranks[i];
  double u = sum - (double)m * ((double)m + 1) / 2;
  return fmax(u, pairs - u);
}

bool cli_rank_sum(const double *a, size_t a_count, const double *b, size_t b_count,
                  cli_rank_test *test)
{
  size_t count = a_count + b_count;
  *test = (cli_rank_test){.p = 1};
  if (a_count == 0 || b_count == 0) return true;
  double *values = calloc(2 * count, sizeof *values), ties = 0;
  if (values == NULL) return false;
  double *ranks = values + count;
  memcpy(values, a, a_count * sizeof *a);
  memcpy(values + a_count, b, b_count * sizeof *b);
  bool done = rank(values, count, ranks, &ties);
  if (done) {
    double u = pairs_of(ranks, a_count, b_count);
    test->exact = ties == 0 && a_count <= CLI_MOST_EXACT && b_count <= CLI_MOST_EXACT;
    if (test->exact)
      done = exact_test(u, a_count, b_count, &test->p);
    else
      test->p = normal_test(u, (double)a_count, (double)b_count, ties);
  }
  free(values);
  return done;
}

/* ---- Several tests ---- */

bool cli_holm(double *p, size_t count)
{
  placed *sorted = calloc(count + 1, sizeof *sorted);
  double largest = 0;
  if (sorted == NULL) return false;
  for (size_t i = 0; i < count; i++) sorted[i] = (placed){p[i], i};
  qsort(sorted, count, sizeof *sorted, compare_placed);
  for (size_t i = 0; i < count; i++) { /* a test is not more certain than one before it */
    largest = fmax(largest, fmin(1, (double)(count - i) * sorted[i].value));
    p[sorted[i].index] = largest;
  }
  free(sorted);
  return true;
}
