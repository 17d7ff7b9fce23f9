/* A local method alone, driven as a run drives it: generations of any size. */
#ifndef TESTS_LOCAL_BED_H
#define TESTS_LOCAL_BED_H

#include "check.h"

#include "algorithm/algorithms.h"
#include "functions.h"

#define DIM_MOST 12
#define POINTS_MOST 64

typedef struct bed {
  const jx_algorithm_ops *ops;
  size_t n;
  double lower[DIM_MOST], upper[DIM_MOST];
  jx_values values;
  jx_search_setup setup;
  jx_search *search;
  jx_generation generation;
  double rank[POINTS_MOST];
  size_t evaluations;
  const char *why;
} bed;

static inline jx_search *make(bed *b)
{
  jx_search *search = NULL;
  jato_error error = {0};
  assert_ok(b->ops->create(&b->setup, &search, &error), error);
  return search;
}

static inline void set_up(bed *b, const char *spec, size_t n, double lower, double upper)
{
  jato_error error = {0};
  memset(b, 0, sizeof *b);
  b->ops = strncmp(spec, "lines", 5) == 0 ? &jx_lines_ops : &jx_quasi_newton_ops;
  b->n = n;
  for (size_t i = 0; i < n; i++) {
    b->lower[i] = lower;
    b->upper[i] = upper;
  }
  assert_ok(jx_spec_read(spec, b->ops->parameters, &b->values, &error), error);
  b->setup = (jx_search_setup){.particles = b->ops->particles(n),
                               .dim = n,
                               .lower = b->lower,
                               .upper = b->upper,
                               .seed = 1,
                               .values = &b->values,
                               .allocator = jx_allocator_or_default(NULL)};
  b->generation.best = INFINITY;
  b->why = "";
}

static inline void ask(bed *b, jx_search *search)
{
  jato_error error = {0};
  b->generation.rank = NULL;
  assert_ok(b->ops->ask(search, &b->generation, &error), error);
  assert_in_range(b->generation.count, 1, POINTS_MOST);
  for (size_t i = 0; i < b->generation.count * b->n; i++) {
    assert_double(b->generation.x[i], >=, b->lower[i % b->n]);
    assert_double(b->generation.x[i], <=, b->upper[i % b->n]);
  }
}

static inline void tell(bed *b, jx_search *search, function *f)
{
  jato_error error = {0};
  jx_generation *g = &b->generation;
  for (size_t i = 0; i < g->count; i++) {
    b->rank[i] = f(g->x + i * b->n, b->n);
    g->best = fmin(g->best, b->rank[i]);
  }
  g->rank = b->rank;
  assert_ok(b->ops->tell(search, g, &error), error);
  b->evaluations += g->count;
  g->number++;
}

/* Until the search is done, or that many evaluations were made. */
static inline void minimise(bed *b, function *f, size_t most)
{
  b->search = make(b);
  while (b->evaluations < most && !b->ops->is_done(b->search, &b->why)) {
    ask(b, b->search);
    tell(b, b->search, f);
  }
  b->ops->destroy(&b->search);
  assert_null(b->search);
}

#endif
