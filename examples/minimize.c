/* The shortest use: a problem of the gallery, minimised in one call. */
#include <jato/jato.h>

#include <stdio.h>

int main(void)
{
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error;
  double x[4];

  options.iterations = 2000;
  jato_status status = jato_problem_from_gallery("rosenbrock", 4, NULL, &problem, &error);
  if (status == JATO_OK) status = jato_minimize(problem, &options, x, &result, &error);
  jato_problem_destroy(&problem);
  if (status != JATO_OK) {
    fprintf(stderr, "%s: %s\n", jato_status_name(status), error.text);
    return 1;
  }
  printf("best %g at %g %g %g %g, stopped by %s\n", result.best, x[0], x[1], x[2], x[3],
         jato_stop_name(result.stop));
  return result.best < 1e-3 ? 0 : 1;
}
