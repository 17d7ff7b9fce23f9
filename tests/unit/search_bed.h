/* A search by points alone, driven as a run drives it. */
#ifndef TESTS_SEARCH_BED_H
#define TESTS_SEARCH_BED_H

#include "check.h"

#include "contract/algorithm.h"

#define DIM_MOST 50

typedef double function(const double *x, size_t n);

typedef struct bed {
  size_t n;
  double lower[DIM_MOST], upper[DIM_MOST];
  jx_search_setup setup;
  jx_values values;
  jx_search *search;
  jx_generation generation;
  double rank[4000];
  size_t evaluations;
  const char *why;
} bed;

/* The method under test. */
extern const jx_algorithm_ops *const ops;

static inline jx_search *make(bed *b)
{
  jx_search *search = NULL;
  jato_error error = {0};
  assert_ok(ops->create(&b->setup, &search, &error), error);
  return search;
}

static inline void set_up(bed *b, const char *spec, size_t n, double lower, double upper)
{
  jato_error error = {0};
  memset(b, 0, sizeof *b);
  b->n = n;
  for (size_t i = 0; i < n; i++) {
    b->lower[i] = lower;
    b->upper[i] = upper;
  }
  assert_ok(jx_spec_read(spec, ops->parameters, &b->values, &error), error);
  b->setup = (jx_search_setup){.particles = ops->particles(n),
                               .dim = n,
                               .lower = b->lower,
                               .upper = b->upper,
                               .seed = 1,
                               .values = &b->values,
                               .allocator = jx_allocator_or_default(NULL)};
  b->generation.best = INFINITY;
}

static inline void ask(bed *b, jx_search *search)
{
  jato_error error = {0};
  b->generation.rank = NULL;
  assert_ok(ops->ask(search, &b->generation, &error), error);
  assert_int_equal(b->generation.count, b->setup.particles);
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
    if (b->rank[i] < g->best) g->best = b->rank[i];
  }
  g->rank = b->rank;
  assert_ok(ops->tell(search, g, &error), error);
  b->evaluations += g->count;
  g->number++;
}

/* Until `target` is reached, the search is done, or that many evaluations were made. */
static inline void minimise(bed *b, function *f, double target, size_t most)
{
  b->search = make(b);
  while (b->generation.best > target && b->evaluations < most &&
         !ops->is_done(b->search, &b->why)) {
    ask(b, b->search);
    tell(b, b->search, f);
  }
  ops->destroy(&b->search);
  assert_null(b->search);
}

#endif
