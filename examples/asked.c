/* Ask and tell: the search hands out points, this program evaluates them wherever it likes, several
 * at a time and in any order. Here: the cheapest bolts for a flange. Their number is whole, their
 * diameter is searched by its logarithm, and together they must be strong enough. */
#include <jato/jato.h>

#include <math.h>
#include <stdio.h>

#define AT_A_TIME 4

/* What a lab or a cluster would do. values: number of bolts, diameter in mm. */
static jato_outcome evaluate(const double *values, double *strength)
{
  const double count = values[0], diameter = values[1];
  if (count == 13) /* report a failure, too; it costs one evaluation */
    return (jato_outcome){JATO_OUTCOME_INIT, .status = JATO_EVAL_REFUSED,
                          .message = "not sold in packs of 13"};
  *strength = count * diameter * diameter;
  return (jato_outcome){JATO_OUTCOME_INIT, .f = count * (1 + pow(diameter / 4, 3)), .c = strength};
}

/* Asks for some points, and tells their values in the opposite order: the result is the same. */
static jato_status search(jato_run *run, jato_error *error)
{
  jato_stop stop = JATO_STOP_NONE;
  while (stop == JATO_STOP_NONE) {
    jato_trial trials[AT_A_TIME];
    size_t out = 0;
    for (bool given = true; out < AT_A_TIME && given; out += (size_t)given) {
      jato_status status = jato_run_ask(run, &trials[out], &given, error);
      if (status != JATO_OK) return status;
    }
    while (out-- > 0) {
      double strength = 0;
      jato_outcome outcome = evaluate(trials[out].values, &strength);
      jato_status status = jato_run_tell(run, trials[out].id, &outcome, &stop, error);
      if (status != JATO_OK) return status;
    }
  }
  return JATO_OK;
}

int main(void)
{
  const jato_variable variables[] = {
      {.name = "bolts", .kind = JATO_INTEGER, .lower = 1, .upper = 20},
      {.name = "diameter", .scale = JATO_LOG, .lower = 1, .upper = 100}};
  const jato_constraint constraint = {.name = "strength", .relation = JATO_AT_LEAST, .bound = 150};
  const jato_space space = {JATO_SPACE_INIT, variables, 2, &constraint, 1, 0};
  jato_options options = jato_options_default();
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result = {0};
  jato_failures failures = {0};
  jato_error error;
  double x[2], values[2] = {0};

  options.iterations = 300;
  options.order = "particle"; /* no waiting for the slowest of an iteration */
  jato_status status = jato_problem_for_ask(&space, NULL, &problem, &error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &run, &error);
  if (status == JATO_OK) status = search(run, &error);
  if (status == JATO_OK) status = jato_run_result(run, x, &result, &error);
  if (status == JATO_OK) {
    jato_problem_values(problem, x, values);
    jato_run_failures(run, &failures);
  }
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  if (status != JATO_OK) return puts(error.text), 1;
  printf("%g bolts of %.4f mm for %.4f; %llu evaluations, %llu of them refused\n", values[0],
         values[1], result.best, (unsigned long long)result.evaluations,
         (unsigned long long)failures.by_status[JATO_EVAL_REFUSED]);
  /* With n bolts, the diameter is sqrt(150 / n), and n = 6 is the cheapest: 6 (1 + 5^3 / 4^3). */
  return values[0] == 6 && fabs(result.best - 17.71875) < 1e-4 && result.violation == 0 ? 0 : 1;
}
