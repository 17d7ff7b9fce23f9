/* A search by a method from outside, driven as a run drives it. */
#ifndef TESTS_PLUGIN_BED_H
#define TESTS_PLUGIN_BED_H

#include "check.h"

#include "algorithm/plugin/plugin.h"
#include "registry/registry.h"

#define DIM 3
#define POINTS 8

static const double lower[DIM] = {-5, -5, -1}, upper[DIM] = {5, 4, 1};

typedef struct bed {
  const jx_algorithm_ops *ops;
  jx_values values;
  jx_search_setup setup;
  jx_search *search;
  jx_generation generation;
  double rank[POINTS];
  jato_error error;
} bed;

static inline jato_status begin(bed *b, const char *spec, const jato_method *method)
{
  *b = (bed){.generation = {.best = INFINITY}};
  b->setup = (jx_search_setup){.particles = POINTS,
                               .dim = DIM,
                               .lower = lower,
                               .upper = upper,
                               .seed = 7,
                               .values = &b->values,
                               .method = method,
                               .allocator = jx_allocator_or_default(NULL)};
  JX_TRY(jx_registry_method(spec, method, &b->ops, &b->values, &b->error));
  return b->ops->create(&b->setup, &b->search, &b->error);
}

static inline void end(bed *b)
{
  if (b->search != NULL) b->ops->destroy(&b->search);
}

static inline double bowl(const double *x)
{
  double sum = 0;
  for (size_t d = 0; d < DIM; d++) sum += (double)(d + 1) * (x[d] - 0.3) * (x[d] - 0.3);
  return sum;
}

static inline jato_status step(bed *b)
{
  JX_TRY(b->ops->ask(b->search, &b->generation, &b->error));
  for (size_t i = 0; i < b->generation.count && i < POINTS; i++) {
    b->rank[i] = bowl(b->generation.x + i * DIM);
    b->generation.best = fmin(b->generation.best, b->rank[i]);
  }
  b->generation.rank = b->rank;
  JX_TRY(b->ops->tell(b->search, &b->generation, &b->error));
  b->generation.number++;
  return JATO_OK;
}

#endif
