/* Compares methods over runs with equal budgets. */
#include <math.h>
#include <stdlib.h>

#include "analysis/sort.h"
#include "base/memory.h"
#include "base/status.h"
#include "jato/analysis.h"

/* A value to minimise. */
static double cost(double value, bool maximize) { return maximize ? -value : value; }

uint64_t jato_reached_after(const jato_compared_run *run, double target, bool maximize)
{
  if (run == NULL || run->improvements == NULL || isnan(target)) return 0;
  size_t low = 0, high = run->improvement_count; /* the first such row lies in low..high */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (cost(run->improvements[middle].best, maximize) <= cost(target, maximize))
      high = middle;
    else
      low = middle + 1;
  }
  return low < run->improvement_count ? run->improvements[low].evaluations : 0;
}

/* ---- Standings ---- */

/* The worth of a run: smaller is better, first by `first`. */
typedef struct worth {
  double first, second;
  size_t run;
} worth;

/* Numbers of runs, [run_count] each. */
typedef struct numbers {
  worth *worth;
  double *score; /* equal scores are worth the same, a smaller one is worth more */
  double *rank;  /* among all runs */
  double *one, *other;
} numbers;

static worth worth_of(const jato_comparison *comparison, size_t index)
{
  const jato_compared_run *run = &comparison->runs[index];
  uint64_t reached = jato_reached_after(run, comparison->target, comparison->maximize);
  double by_value = cost(run->best, comparison->maximize);
  if (reached > 0) return (worth){(double)reached, 0, index};
  return (worth){isnan(comparison->target) ? 0 : (double)INFINITY, by_value, index};
}

static int compare_worth(const void *a, const void *b)
{
  const worth *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return (x->second > y->second) - (x->second < y->second);
}

/* Scores and ranks of all runs. */
static jato_status rank_runs(const jato_comparison *comparison, const numbers *n, jato_error *error)
{
  size_t count = comparison->run_count;
  for (size_t i = 0; i < count; i++) n->worth[i] = worth_of(comparison, i);
  qsort(n->worth, count, sizeof *n->worth, compare_worth);
  double score = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && compare_worth(&n->worth[i - 1], &n->worth[i]) != 0) score++;
    n->score[n->worth[i].run] = score;
  }
  return jato_rank_values(n->score, count, n->rank, error);
}

/* The scores of a method's runs; returns how many there are. */
static size_t scores_of(const jato_comparison *comparison, const double *score, size_t method,
                        double *out)
{
  size_t count = 0;
  for (size_t i = 0; i < comparison->run_count; i++)
    if (comparison->runs[i].method == method) out[count++] = score[i];
  return count;
}

static void fill_standing(const jato_comparison *comparison, const numbers *n,
                          jato_standing *standing)
{
  double ranks = 0, spent = 0;
  for (size_t i = 0; i < comparison->run_count; i++) {
    const jato_compared_run *run = &comparison->runs[i];
    if (run->method != standing->method) continue;
    uint64_t reached = jato_reached_after(run, comparison->target, comparison->maximize);
    n->one[standing->runs++] = run->best;
    ranks += n->rank[i];
    standing->reached += reached > 0;
    spent += (double)(reached > 0 ? reached : run->evaluations);
  }
  standing->mean_rank = standing->runs > 0 ? ranks / (double)standing->runs : (double)INFINITY;
  standing->ert = standing->reached > 0 ? spent / (double)standing->reached : (double)INFINITY;
  if (isnan(comparison->target)) standing->ert = NAN;
  jx_sort_values(n->one, standing->runs);
  standing->lower_quartile = jato_quantile(n->one, standing->runs, 0.25);
  standing->median = jato_quantile(n->one, standing->runs, 0.5);
  standing->upper_quartile = jato_quantile(n->one, standing->runs, 0.75);
}

static int compare_standings(const void *a, const void *b)
{
  const jato_standing *x = a, *y = b;
  if (x->mean_rank != y->mean_rank) return x->mean_rank < y->mean_rank ? -1 : 1;
  return (x->method > y->method) - (x->method < y->method); /* in the order given */
}

/* Tests every method against the first; p[method_count] is scratch. */
static jato_status test_against_first(const jato_comparison *comparison, const numbers *n,
                                      double *p, jato_standing *standings, jato_error *error)
{
  size_t count = comparison->method_count;
  size_t first = scores_of(comparison, n->score, standings[0].method, n->one);
  for (size_t i = 1; i < count; i++) {
    jato_rank_test found;
    size_t others = scores_of(comparison, n->score, standings[i].method, n->other);
    JX_TRY(jato_rank_sum_test(n->one, first, n->other, others, &found, error));
    standings[i].exact = found.exact;
    p[i - 1] = found.p;
  }
  JX_TRY(jato_holm(p, count - 1, error));
  for (size_t i = 0; i < count; i++) {
    standings[i].p = i == 0 ? 1 : p[i - 1];
    standings[i].among_best = standings[i].runs > 0 && standings[i].p >= JATO_SIGNIFICANT;
  }
  return JATO_OK;
}

static jato_status rank_methods(const jato_comparison *comparison, const numbers *n, double *p,
                                jato_standing *standings, jato_error *error)
{
  size_t count = comparison->method_count;
  JX_TRY(rank_runs(comparison, n, error));
  for (size_t i = 0; i < count; i++) {
    standings[i] = (jato_standing){.method = i};
    fill_standing(comparison, n, &standings[i]);
  }
  qsort(standings, count, sizeof *standings, compare_standings);
  return test_against_first(comparison, n, p, standings, error);
}

jato_status jato_compare_methods_sized(const jato_comparison *given, jato_standing *standings,
                                       jato_error *error)
{
  jato_comparison own, *comparison = &own;
  jx_pool pool = {.allocator = jx_allocator_or_default(NULL)};
  numbers n;
  if (given != NULL) JX_TRY(JX_SIZED_READ(jato_comparison, given, comparison, error));
  if (given == NULL || standings == NULL || comparison->method_count == 0 ||
      (comparison->runs == NULL && comparison->run_count > 0))
    return jx_fail(error, JATO_E_ARGUMENT, "methods, runs and a place for standings are needed");
  JX_TRY(jx_sized_check("jato_standing", standings, error));
  size_t room = comparison->run_count + 1; /* never of size 0 */
  for (size_t i = 0; i < comparison->run_count; i++)
    if (comparison->runs[i].method >= comparison->method_count)
      return jx_fail(error, JATO_E_ARGUMENT, "run %zu is of method %zu; there are %zu methods", i,
                     comparison->runs[i].method, comparison->method_count);
  n.worth = jx_pool_take(&pool, room, sizeof *n.worth);
  n.score = jx_pool_take(&pool, 4 * room, sizeof *n.score);
  double *p = jx_pool_take(&pool, comparison->method_count, sizeof *p);
  jato_standing *found = jx_pool_take(&pool, comparison->method_count, sizeof *found);
  jato_status status = JATO_OK;
  if (n.worth != NULL && n.score != NULL && p != NULL && found != NULL) {
    n.rank = n.score + room;
    n.one = n.rank + room;
    n.other = n.one + room;
    status = rank_methods(comparison, &n, p, found, error);
    if (status == JATO_OK)
      jx_sized_write_all(found, sizeof *found, standings, comparison->method_count);
  } else {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for the statistics of %zu runs",
                     comparison->run_count);
  }
  jx_pool_release(&pool);
  return status;
}

/* The smallest p of n runs on each side is 2 / C(2n, n); Holm's method multiplies it by the number
 * of tests. */
size_t jato_significant_runs(size_t method_count)
{
  double p = 1; /* with one run */
  size_t runs = 1;
  for (; method_count > 1 && p * (double)(method_count - 1) >= JATO_SIGNIFICANT; runs++)
    p *= (double)(runs + 1) / (double)(2 * (2 * runs + 1));
  return runs;
}

/* ---- Runtimes ---- */

void jato_runtime_targets(const jato_comparison *given, double reference, double *distance)
{
  jato_comparison own, *comparison = &own;
  const double largest = 1e2, smallest = 1e-8;
  if (given == NULL || distance == NULL) return;
  if (JX_SIZED_READ(jato_comparison, given, comparison, NULL) != JATO_OK) return;
  double end = comparison->target - reference; /* NaN without a target */
  if (comparison->maximize) end = -end;
  if (!(end > smallest)) end = smallest;
  double begin = end < largest ? largest : 1e3 * end;
  for (int i = 0; i < JATO_RUNTIME_TARGETS; i++)
    distance[i] = begin * pow(end / begin, (double)i / (JATO_RUNTIME_TARGETS - 1));
  distance[JATO_RUNTIME_TARGETS - 1] = end; /* exactly */
}

size_t jato_runtimes(const jato_comparison *given, size_t method, double reference,
                     double *evaluations)
{
  double distance[JATO_RUNTIME_TARGETS] = {0};
  size_t solved = 0;
  jato_comparison own, *comparison = &own;
  if (given == NULL || evaluations == NULL) return 0;
  if (JX_SIZED_READ(jato_comparison, given, comparison, NULL) != JATO_OK) return 0;
  jato_runtime_targets(comparison, reference, distance);
  for (size_t i = 0; comparison->runs != NULL && i < comparison->run_count; i++) {
    if (comparison->runs[i].method != method) continue;
    for (size_t k = 0; k < JATO_RUNTIME_TARGETS; k++) {
      double target = reference + (comparison->maximize ? -distance[k] : distance[k]);
      uint64_t reached = jato_reached_after(&comparison->runs[i], target, comparison->maximize);
      if (reached > 0) evaluations[solved++] = (double)reached;
    }
  }
  jx_sort_values(evaluations, solved);
  return solved;
}
