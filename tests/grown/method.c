/* A method of the calling program, with all structs of jato/method.h. */
#include "guard.h"

#include <jato/method.h>

typedef struct walk {
  const jato_method_setup *setup;
  double x[2], best[1];
  jato_method_array state;
} walk;

static jato_status walk_create(const jato_method_setup *setup, void **search, jato_error *why)
{
  walk *w = calloc(1, sizeof *w);
  (void)why;
  if (w == NULL) return JATO_E_MEMORY;
  w->setup = setup;
  w->best[0] = INFINITY;
  w->state = (jato_method_array)JATO_RANGE_ARRAY("best", w->best, 1, 1, -INFINITY, INFINITY);
  *search = w;
  return JATO_OK;
}

static jato_status walk_ask(void *search, jato_method_generation *generation, jato_error *why)
{
  walk *w = search;
  const jato_draws *draws = w->setup->draws;
  (void)why;
  for (uint32_t d = 0; d < 2; d++)
    w->x[d] = w->setup->parameters[0] * draws->uniform(w->setup->seed, generation->number, 0, d);
  generation->count = 1;
  generation->x = w->x;
  return JATO_OK;
}

static jato_status walk_tell(void *search, const jato_method_generation *generation,
                             jato_error *why)
{
  walk *w = search;
  (void)why;
  if (generation->rank[0] < w->best[0]) w->best[0] = generation->rank[0];
  return JATO_OK;
}

static const jato_method_array *walk_state(void *search, size_t *count)
{
  *count = 1;
  return &((walk *)search)->state;
}

int main(void)
{
  const jato_method_parameter parameters[] = {JATO_REAL_PARAMETER("width", 0.5, 0, 1, "of steps"),
                                              JATO_WHOLE_PARAMETER("unused", 1, 0, 9, "nothing")};
  const jato_method method = {.size = sizeof method,
                              .abi = JATO_METHOD_ABI,
                              .name = "walk",
                              .points = 1,
                              .parameters = parameters,
                              .parameter_count = 2,
                              .create = walk_create,
                              .ask = walk_ask,
                              .tell = walk_tell,
                              .state = walk_state,
                              .destroy = free};
  jato_options options = jato_options_default();
  jato_problem *problem = NULL;
  jato_result result;
  double x[2];
  options.algorithm = "plugin:width=0.25";
  options.method = &method;
  options.iterations = 50;
  check(jato_problem_from_gallery("sphere", 2, NULL, &problem, &error) == JATO_OK, error.text);
  if (is_built(jato_minimize(problem, &options, x, &result, &error)))
    printf("%.17g at %.17g %.17g\n", result.best, x[0], x[1]);
  jato_problem_destroy(&problem);
  return 0;
}
