/* What tests of one method share, whatever it is: objectives on a box, and its options. The
 * including file defines _GNU_SOURCE before everything. */
#ifndef METHOD_BED_H
#define METHOD_BED_H

#include "scratch.h"

#include "can_run.h"
#include "finish.h"

#define MOST_DIM 8
#define EVALUATIONS 2000

/* From the command line; defined by the including file. */
extern const char *the_algorithm;

enum kind {
  BOWL,
  FLAT,
  NOTHING, /* not one value */
  HOLES,   /* none in half of the box, in stripes */
  LATE     /* none in the first three generations, and in every fifth */
};

typedef struct objective {
  enum kind kind;
  double lower, upper; /* of every coordinate */
  size_t calls, outside;
} objective;

/* Only exact or correctly rounded operations: the same bits everywhere. */
static inline double bowl(const double *x, size_t dim)
{
  double sum = 0;
  for (size_t d = 0; d < dim; d++) sum += (x[d] - 0.3) * (x[d] - 0.3);
  return sum;
}

static inline double value_at(const objective *o, const double *x, size_t dim)
{
  double share = (x[0] - o->lower) / (o->upper - o->lower);
  switch (o->kind) {
  case FLAT: return 1.5;
  case NOTHING: return NAN;
  case HOLES:
    return fmod(floor(share * 16), 2) == 0 ? (share < 0.5 ? NAN : INFINITY) : bowl(x, dim);
  case LATE: return o->calls <= 3 || o->calls % 5 == 0 ? NAN : bowl(x, dim);
  case BOWL: break;
  }
  return bowl(x, dim);
}

static inline int values_at(const double *x, size_t n, size_t dim, double *f, void *user)
{
  objective *o = user;
  o->calls++;
  for (size_t i = 0; i < n; i++) {
    for (size_t d = 0; d < dim; d++)
      o->outside += !(x[i * dim + d] >= o->lower && x[i * dim + d] <= o->upper);
    f[i] = value_at(o, x + i * dim, dim);
  }
  return 0;
}

static inline jato_problem *make_problem(objective *o, size_t dim)
{
  double lower[MOST_DIM], upper[MOST_DIM];
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_function function = {.batch = values_at, .user = o};
  for (size_t d = 0; d < dim; d++) {
    lower[d] = o->lower;
    upper[d] = o->upper;
  }
  assert_ok(jato_problem_from_function(&function, dim, lower, upper, &problem, &error), error);
  return problem;
}

static inline jato_options options_of(uint64_t seed)
{
  jato_options options = jato_options_default();
  options.algorithm = the_algorithm;
  options.evaluations = EVALUATIONS;
  options.device = "cpu:threads=1";
  options.seed = seed;
  return options;
}

#endif
