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
  jato_result result;
  check(jato_minimize(problem, &options.it, x, &result, &error) == JATO_OK, error.text);
  printf("%.17g after %d by %s\n", result.best, (int)result.iterations, result.algorithm);
  jato_problem_destroy(&problem);
  return 0;
}
