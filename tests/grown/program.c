/* A program of the interface: it minimises, by options that it sets by member and by name, and
 * looks at what comes back. What lies behind each struct has to stay as it is. */
#include <jato/jato.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD 0x5a
#define GUARDED(type)       \
  struct {                  \
    type it;                \
    unsigned char tail[64]; \
  }

static void check(int is_well, const char *what)
{
  if (is_well) return;
  printf("%s\n", what);
  exit(1);
}

static void check_tail(const unsigned char tail[64], const char *what)
{
  for (int i = 0; i < 64; i++) check(tail[i] == GUARD, what);
}

static void minimize_many(const jato_problem *problem, const jato_options *options)
{
  jato_error error;
  jato_task tasks[3] = {{problem, 1}, {problem, 2}, {problem, 3}};
  GUARDED(jato_result) results[1];
  jato_result three[3];
  memset(results, GUARD, sizeof results);
  check(jato_minimize_many(tasks, 1, options, NULL, &results[0].it, &error) == JATO_OK, error.text);
  check_tail(results[0].tail, "jato_minimize_many writes behind the results");
  check(jato_minimize_many(tasks, 3, options, NULL, three, &error) == JATO_OK, error.text);
  check(three[0].best == results[0].it.best, "the first of three runs is not the first");
  for (int i = 0; i < 3; i++) printf("%.17g by seed %d\n", three[i].best, (int)three[i].seed);
}

static void look_at_failures(const jato_problem *problem, const jato_options *options)
{
  jato_error error;
  jato_run *run = NULL;
  GUARDED(jato_failures) failures;
  memset(&failures, GUARD, sizeof failures);
  check(jato_run_create(problem, options, &run, &error) == JATO_OK, error.text);
  jato_run_failures(run, &failures.it);
  check_tail(failures.tail, "jato_run_failures writes behind the failures");
  printf("%d evaluations\n", (int)failures.it.by_status[JATO_EVAL_OK]);
  jato_run_destroy(&run);
}

int main(void)
{
  jato_error error;
  jato_problem *problem = NULL;
  double x[4];
  GUARDED(jato_options) options;
  memset(&options, GUARD, sizeof options);
  options.it = jato_options_default();
  check_tail(options.tail, "jato_options_default writes behind the options");
  check(jato_problem_from_gallery("rastrigin", 4, NULL, &problem, &error) == JATO_OK, error.text);
  options.it.iterations = 50;
  check(jato_options_set(&options.it, "seed", "7", &error) == JATO_OK, error.text);
  check(jato_options_set(&options.it, "algorithm", "pso", &error) == JATO_OK, error.text);
  check_tail(options.tail, "jato_options_set writes behind the options");
#ifdef LATER /* a member that the headers of this program have, and the library has not */
  options.it.later = 1;
#endif
  GUARDED(jato_result) result;
  memset(&result, GUARD, sizeof result);
  check(jato_minimize(problem, &options.it, x, &result.it, &error) == JATO_OK, error.text);
  check_tail(result.tail, "jato_minimize writes behind the result");
  printf("%.17g after %d by %s\n", result.it.best, (int)result.it.iterations, result.it.algorithm);
  minimize_many(problem, &options.it);
  look_at_failures(problem, &options.it);
  jato_problem_info info = jato_problem_get_info(problem);
  printf("%s of %d\n", info.name, (int)info.dim);
  jato_problem_destroy(&problem);
  return 0;
}
