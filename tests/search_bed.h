/* A search by points alone, driven as a run drives it: generations of any size. */
#ifndef TESTS_SEARCH_BED_H
#define TESTS_SEARCH_BED_H

#include "check.h"

#include <math.h>
#include <string.h>

#include "registry/registry.h"
#include "run/run.h"

#ifndef DIM_MOST
#define DIM_MOST 50
#define POINTS_MOST 4000
#endif

typedef double bed_function(const double *x, size_t n);

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
  assert_ok(jx_registry_algorithm(spec, &b->ops, &error), error);
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

static inline void tell(bed *b, jx_search *search, bed_function *f)
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

/* Until `target` is reached, the search is done, or that many evaluations were made. */
static inline void minimise_to(bed *b, bed_function *f, double target, size_t most)
{
  b->search = make(b);
  while (b->generation.best > target && b->evaluations < most &&
         !b->ops->is_done(b->search, &b->why)) {
    ask(b, b->search);
    tell(b, b->search, f);
  }
  b->ops->destroy(&b->search);
  assert_null(b->search);
}

static inline void minimise(bed *b, bed_function *f, size_t most)
{
  minimise_to(b, f, -INFINITY, most);
}

/* What a run file would hold of it; data are still the search's. */
static inline size_t list_state(jx_search *search, jato_array *saved)
{
  jx_array own[JX_ARRAYS_MOST];
  size_t count = search->ops->state(search, own);
  assert_in_range(count, 1, JX_ARRAYS_MOST);
  for (size_t i = 0; i < count; i++) saved[i] = jx_array_saved(&own[i]);
  return count;
}

/* As a run file does it. */
static inline void copy_state(jx_search *from, jx_search *to)
{
  jato_array saved[JX_ARRAYS_MOST];
  jato_error error = {0};
  size_t count = list_state(from, saved);
  assert_ok(jx_restore_search(to, saved, count, &error), error);
}

/* Asks both, one of them twice, and compares; tells both. */
static inline void step_both(bed *b, jx_search *one, jx_search *other, bed_function *f)
{
  static double x[POINTS_MOST * DIM_MOST];
  ask(b, one);
  size_t bytes = b->generation.count * b->n * sizeof(double);
  memcpy(x, b->generation.x, bytes);
  ask(b, one);
  assert_int_equal(b->generation.count * b->n * sizeof(double), bytes);
  assert_memory_equal(x, b->generation.x, bytes);
  tell(b, one, f);
  ask(b, other);
  assert_int_equal(b->generation.count * b->n * sizeof(double), bytes);
  assert_memory_equal(x, b->generation.x, bytes);
  tell(b, other, f);
}

#endif
