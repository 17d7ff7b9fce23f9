#include "compare/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "compare/statistics.h"

/* What a run is worth: smaller is better, first by `first`. */
typedef struct worth {
  double first, second;
  size_t trial;
} worth;

static worth worth_of(const cli_comparison *comparison, size_t index)
{
  const cli_trial *trial = &comparison->trials[index];
  double target = comparison->options.target;
  double cost = cli_trial_cost(trial, trial->best);
  if (isnan(target)) return (worth){0, cost, index};
  if (!cli_comparison_reached(comparison, trial)) return (worth){INFINITY, cost, index};
  return (worth){(double)cli_trial_reached(trial, target), 0, index};
}

static int compare_worth(const void *a, const void *b)
{
  const worth *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return (x->second > y->second) - (x->second < y->second);
}

/* Numbers of runs, [trial_count] each. */
typedef struct scratch {
  worth *worth;
  double *score; /* of a trial: equal ones are worth the same, a smaller one is worth more */
  double *rank;  /* of a trial among all that are done */
  double *one, *other;
} scratch;

static bool make_scratch(scratch *numbers, size_t count)
{
  numbers->worth = calloc(count, sizeof *numbers->worth);
  numbers->score = calloc(4 * count, sizeof *numbers->score);
  if (numbers->worth == NULL || numbers->score == NULL) return false;
  numbers->rank = numbers->score + count;
  numbers->one = numbers->rank + count;
  numbers->other = numbers->one + count;
  return true;
}

/* Scores and ranks of all trials that are done. */
static bool rank_trials(const cli_comparison *comparison, scratch *numbers)
{
  size_t done = 0;
  for (size_t i = 0; i < comparison->trial_count; i++)
    if (comparison->trials[i].done) numbers->worth[done++] = worth_of(comparison, i);
  qsort(numbers->worth, done, sizeof *numbers->worth, compare_worth);
  double score = 0;
  for (size_t i = 0; i < done; i++) {
    if (i > 0 && compare_worth(&numbers->worth[i - 1], &numbers->worth[i]) != 0) score++;
    numbers->one[i] = score;
    numbers->score[numbers->worth[i].trial] = score;
  }
  if (!cli_ranks(numbers->one, done, numbers->other)) return false;
  for (size_t i = 0; i < done; i++) numbers->rank[numbers->worth[i].trial] = numbers->other[i];
  return true;
}

/* The scores of a method's runs; returns how many there are. */
static size_t scores_of(const cli_comparison *comparison, const double *score, size_t method,
                        double *out)
{
  size_t count = 0;
  for (size_t i = 0; i < comparison->trial_count; i++)
    if (comparison->trials[i].done && comparison->trials[i].method == method)
      out[count++] = score[i];
  return count;
}

static void describe(const cli_comparison *comparison, const scratch *numbers,
                     cli_standing *standing)
{
  double ranks = 0, spent = 0;
  for (size_t i = 0; i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (!trial->done || trial->method != standing->method) continue;
    bool reached = cli_comparison_reached(comparison, trial);
    numbers->one[standing->runs++] = trial->best;
    ranks += numbers->rank[i];
    standing->reached += reached;
    spent += (double)(reached ? cli_trial_reached(trial, comparison->options.target)
                              : trial->evaluations);
  }
  standing->mean_rank = standing->runs > 0 ? ranks / (double)standing->runs : INFINITY;
  standing->ert = standing->reached > 0 ? spent / (double)standing->reached : INFINITY;
  if (isnan(comparison->options.target)) standing->ert = NAN;
  standing->lower_quartile = standing->median = standing->upper_quartile = NAN;
  if (standing->runs == 0) return;
  cli_sort_values(numbers->one, standing->runs);
  standing->lower_quartile = cli_quantile(numbers->one, standing->runs, 0.25);
  standing->median = cli_quantile(numbers->one, standing->runs, 0.5);
  standing->upper_quartile = cli_quantile(numbers->one, standing->runs, 0.75);
}

static int compare_standings(const void *a, const void *b)
{
  const cli_standing *x = a, *y = b;
  if (x->mean_rank != y->mean_rank) return x->mean_rank < y->mean_rank ? -1 : 1;
  return (x->method > y->method) - (x->method < y->method); /* as they were given */
}

/* Every method against the first. */
static bool test(const cli_comparison *comparison, const scratch *numbers, cli_standing *standings)
{
  double p[CLI_MOST_METHODS] = {1};
  size_t count = comparison->method_count;
  size_t first = scores_of(comparison, numbers->score, standings[0].method, numbers->one);
  for (size_t i = 1; i < count; i++) {
    cli_rank_test found;
    size_t others = scores_of(comparison, numbers->score, standings[i].method, numbers->other);
    if (!cli_rank_sum(numbers->one, first, numbers->other, others, &found)) return false;
    standings[i].exact = found.exact;
    p[i] = found.p;
  }
  if (!cli_holm(p + 1, count - 1)) return false;
  standings[0].p = 1;
  for (size_t i = 1; i < count; i++) standings[i].p = p[i];
  for (size_t i = 0; i < count; i++)
    standings[i].among_best = standings[i].runs > 0 && standings[i].p >= CLI_SIGNIFICANT;
  return true;
}

int cli_standings(const cli_comparison *comparison, cli_standing *standings)
{
  scratch numbers = {0};
  size_t count = comparison->method_count;
  bool done = make_scratch(&numbers, comparison->trial_count) && rank_trials(comparison, &numbers);
  memset(standings, 0, count * sizeof *standings);
  for (size_t i = 0; done && i < count; i++) {
    standings[i].method = i;
    describe(comparison, &numbers, &standings[i]);
  }
  if (done) qsort(standings, count, sizeof *standings, compare_standings);
  done = done && test(comparison, &numbers, standings);
  free(numbers.worth);
  free(numbers.score);
  if (!done)
    cli_complain("not enough memory for the statistics of %zu runs", comparison->trial_count);
  return done ? CLI_DONE : CLI_FAILED;
}

/* The smallest p of n runs on each side is 2 / C(2n, n); Holm's method multiplies it by the number
 * of tests. */
uint64_t cli_least_seeds(size_t methods)
{
  double p = 1; /* with one seed */
  uint64_t seeds = 1;
  for (; p * (double)(methods - 1) >= CLI_SIGNIFICANT; seeds++)
    p *= (double)(seeds + 1) / (double)(2 * (2 * seeds + 1));
  return seeds;
}
