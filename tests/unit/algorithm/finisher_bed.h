/* For tests of methods that are libraries: a run from a given start whose points are noted, to be
 * held against the library called by hand. */
#ifndef FINISHER_BED_H
#define FINISHER_BED_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jato/jato.h"

#define NOTED_MOST 20000
#define NOTED_DIM 8

typedef struct noted {
  size_t count, dim;
  double x[NOTED_MOST][NOTED_DIM];
} noted;

static inline void note(noted *to, const double *x, size_t dim)
{
  assert_true(to->count < NOTED_MOST && dim <= NOTED_DIM);
  to->dim = dim;
  memcpy(to->x[to->count++], x, dim * sizeof *x);
}

static inline void assert_same_points(const noted *found, const noted *wanted)
{
  assert_int_equal(found->count, wanted->count);
  for (size_t i = 0; i < wanted->count; i++)
    assert_memory_equal(found->x[i], wanted->x[i], wanted->dim * sizeof(double));
}

/* Minimises the function over lower..upper from `start`; the summary is the answer. */
static inline jato_result run_from(const jato_function *function, const char *algorithm, size_t dim,
                                   const double *lower, const double *upper, const double *start)
{
  static const char *const names[NOTED_DIM] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  jato_variable variables[NOTED_DIM] = {{0}};
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  for (size_t i = 0; i < dim; i++)
    variables[i] = (jato_variable){.name = names[i],
                                   .lower = lower[i],
                                   .upper = upper[i],
                                   .has_initial = 1,
                                   .initial = start[i]};
  jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = dim};
  options.algorithm = algorithm;
  options.evaluations = NOTED_MOST;
  assert_ok(jato_problem_from_space_function(function, &space, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

/* An allocator that fails once. */
typedef struct rationed {
  int live, asked, fails_at;
} rationed;

static inline void *rationed_allocate(size_t bytes, void *user)
{
  rationed *r = user;
  void *memory = ++r->asked == r->fails_at ? NULL : malloc(bytes);
  r->live += memory != NULL;
  return memory;
}

static inline void rationed_release(void *memory, void *user)
{
  rationed *r = user;
  r->live -= memory != NULL;
  free(memory);
}

/* A run of 300 evaluations, over several local searches; each of its allocations fails once. */
static inline void check_failing_memory(const jato_problem *problem, const char *algorithm)
{
  jato_status status = JATO_E_MEMORY;
  for (int k = 1; status == JATO_E_MEMORY; k++) {
    rationed r = {.fails_at = k};
    jato_allocator allocator = {rationed_allocate, rationed_release, &r};
    jato_error error = {JATO_OK, ""};
    jato_options options = jato_options_default();
    options.algorithm = algorithm;
    options.evaluations = 300;
    options.allocator = &allocator;
    status = jato_minimize(problem, &options, NULL, NULL, &error);
    assert_int_equal(r.live, 0);
    if (status == JATO_E_MEMORY) assert_contains(error.text, "memory");
    if (status == JATO_OK) assert_true(k > 10 && r.asked < k);
  }
  assert_int_equal(status, JATO_OK);
}

#endif
