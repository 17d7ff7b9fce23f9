/* Solves the test problems with many seeds and counts how often it found the best that is known.
 *
 * usage: solve [--quick] [--seeds N] [--only NAME] [--algorithm SPEC --evaluations N]
 *
 *   --quick      two seeds, and not g02, which takes most of the time
 *   --seeds N    of each problem (25)
 *   --only NAME  one problem alone
 *   --algorithm SPEC --evaluations N
 *                all of them so, with no other setting and no penalty, instead of the setting that
 *                each problem has for itself
 *
 * A run is a success when the point it ends with keeps all constraints, equalities within 1e-4, and
 * its value is within 1e-4 of the best known, relative to it. Both are computed here, not taken
 * from the library. The last line is "N passed, N failed": problems with at least 24 of 25
 * successes. */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEEDS = 1000 };

typedef struct outcome {
  double error; /* relative to the best known; infinity where a constraint is not kept */
  double seconds;
  uint64_t evaluations;
} outcome;

static int evaluate(const jato_points *points, void *user)
{
  const constrained_problem *problem = user;
  for (size_t i = 0; i < points->count; i++)
    points->f[i] =
        problem->value(points->x + i * points->variables, points->c + i * points->constraints);
  return 0;
}

static double error_at(const constrained_problem *problem, const double *values)
{
  double c[MOST_CONSTRAINTS];
  const double f = problem->value(values, c);
  for (size_t i = 0; i < problem->space.constraint_count; i++)
    if (!(constrained_missed(&problem->space.constraints[i], c[i]) <= 0)) return INFINITY;
  return (f - problem->best) / fabs(problem->best);
}

static void give_up(const constrained_problem *problem, const jato_error *error)
{
  fprintf(stderr, "%s: %s\n", problem->name, error->text);
  exit(2);
}

/* One setting for all problems instead of their own. */
static constrained_problem with_setting(const constrained_problem *problem, const char *algorithm,
                                        uint64_t evaluations)
{
  constrained_problem changed = *problem;
  changed.algorithm = algorithm;
  changed.evaluations = evaluations;
  changed.particles = 0;
  changed.space.penalty = 0;
  return changed;
}

static outcome solve_once(const constrained_problem *problem, uint64_t seed)
{
  jato_error error;
  jato_problem *made = NULL;
  constrained_problem copy = *problem;
  const jato_function function = {JATO_FUNCTION_INIT, .points = evaluate, .user = &copy};
  if (jato_problem_from_space_function(&function, &problem->space, &made, &error) != JATO_OK)
    give_up(problem, &error);
  jato_options options = jato_options_default();
  options.algorithm = problem->algorithm;
  options.particles = problem->particles;
  options.evaluations = problem->evaluations;
  options.seed = seed;
  options.device = "cpu:threads=1";
  double x[MOST_VARIABLES], values[MOST_VARIABLES];
  jato_result result;
  if (jato_minimize(made, &options, x, &result, &error) != JATO_OK) give_up(problem, &error);
  jato_problem_values(made, x, values);
  jato_problem_destroy(&made);
  return (outcome){error_at(problem, values), result.seconds, result.evaluations};
}

static int by_error(const void *a, const void *b)
{
  const double left = ((const outcome *)a)->error, right = ((const outcome *)b)->error;
  return (left > right) - (left < right);
}

/* One line of the table; 1 where the problem passed. */
static int solve(const constrained_problem *problem, int seeds)
{
  outcome outcomes[MOST_SEEDS];
  int successes = 0;
  double seconds = 0;
  for (int i = 0; i < seeds; i++) {
    outcomes[i] = solve_once(problem, (uint64_t)i + 1);
    successes += outcomes[i].error <= 1e-4;
    seconds += outcomes[i].seconds;
  }
  qsort(outcomes, (size_t)seeds, sizeof outcomes[0], by_error);
  printf("%-20s %3d/%d %10.1e %10.1e %10llu %8.2f  %s", problem->name, successes, seeds,
         outcomes[seeds / 2].error, outcomes[seeds - 1].error,
         (unsigned long long)outcomes[0].evaluations, seconds / seeds, problem->algorithm);
  if (problem->particles > 0) printf(", %llu particles", (unsigned long long)problem->particles);
  if (problem->space.penalty > 0) printf(", penalty %g", problem->space.penalty);
  printf("\n");
  fflush(stdout);
  return 25 * successes >= 24 * seeds;
}

static int read_seeds(const char *text)
{
  char *end;
  const long seeds = strtol(text, &end, 10);
  if (*end == '\0' && seeds >= 1 && seeds <= MOST_SEEDS) return (int)seeds;
  fprintf(stderr, "--seeds %s: give a number from 1 to %d\n", text, MOST_SEEDS);
  exit(2);
}

int main(int count, char **words)
{
  int quick = 0, seeds = 0, passed = 0, failed = 0;
  const char *only = NULL, *algorithm = NULL;
  uint64_t evaluations = 0;
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "--quick") == 0)
      quick = 1;
    else if (strcmp(words[i], "--seeds") == 0 && i + 1 < count)
      seeds = read_seeds(words[++i]);
    else if (strcmp(words[i], "--only") == 0 && i + 1 < count)
      only = words[++i];
    else if (strcmp(words[i], "--algorithm") == 0 && i + 1 < count)
      algorithm = words[++i];
    else if (strcmp(words[i], "--evaluations") == 0 && i + 1 < count)
      evaluations = strtoull(words[++i], NULL, 10);
    else {
      fprintf(stderr,
              "usage: %s [--quick] [--seeds N] [--only NAME] [--algorithm SPEC --evaluations N]\n",
              words[0]);
      return 2;
    }
  }
  if (seeds == 0) seeds = quick ? 2 : 25;
  printf("%-20s %6s %10s %10s %10s %8s  %s\n", "problem", "solved", "median", "worst", "evals",
         "s a run", "how");
  const constrained_problem *problem;
  for (size_t i = 0; (problem = constrained_problem_at(i)) != NULL; i++) {
    if (only != NULL && strcmp(only, problem->name) != 0) continue;
    if (quick && strcmp(problem->name, "g02") == 0) continue;
    constrained_problem changed = with_setting(problem, algorithm, evaluations);
    if (solve(algorithm != NULL ? &changed : problem, seeds))
      passed++;
    else
      failed++;
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 || passed == 0;
}
