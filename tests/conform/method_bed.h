/* What tests of one method share, whatever it is: objectives on a box, and its options. The
 * including file defines _GNU_SOURCE before everything. */
#ifndef METHOD_BED_H
#define METHOD_BED_H

#include "scratch.h"

#include "can_run.h"
#include "finish.h"

#define MOST_DIM 8
#define EVALUATIONS 2000

/* The spec under test: see run_variants. Defined by the including file. */
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
  jato_function function = {JATO_FUNCTION_INIT, .batch = values_at, .user = o};
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
  options.algorithm = spec_of(the_algorithm);
  options.evaluations = EVALUATIONS;
  options.device = "cpu:threads=1";
  options.seed = seed;
  return options;
}

/* A short run with `spec` instead of the_algorithm. */
static inline jato_status try_spec(const char *spec, size_t dim, jato_error *error)
{
  objective o = {.kind = BOWL, .lower = -4, .upper = 7};
  jato_problem *problem = make_problem(&o, dim);
  jato_options options = options_of(1);
  options.algorithm = spec_of(spec);
  jato_status status = jato_minimize(problem, &options, NULL, NULL, error);
  jato_problem_destroy(&problem);
  return status;
}

/* Whether the method takes these parameters together, and needs no limit but one of evaluations. */
static inline int goes_together(const char *spec)
{
  return try_spec(spec, 2, NULL) != JATO_E_ARGUMENT;
}

/* 1; but 2 for a method that cannot search along one variable, and says so. */
static inline size_t least_dim(void)
{
  jato_error error = {JATO_OK, ""};
  if (try_spec(the_algorithm, 1, &error) != JATO_E_ARGUMENT) return 1;
  assert_contains(error.text, "2 variables");
  return 2;
}

/* The method itself, then with each choice of each parameter that is one, but for its default and
 * for those that do not go with the other defaults. Returns 0 behind the last. */
static inline int variant(const jato_entry *row, size_t index, char *spec, size_t size)
{
  snprintf(spec, size, "%s", row->name);
  if (index == 0) return 1;
  for (size_t p = 0; p < row->parameter_count; p++) {
    const char *choices = row->parameters[p].choices;
    for (size_t k = 0; choices != NULL && *choices != '\0'; k++) {
      size_t length = strcspn(choices, " ");
      snprintf(spec, size, "%s:%s=%.*s", row->name, row->parameters[p].name, (int)length, choices);
      if ((double)k != row->parameters[p].fallback && goes_together(spec) && --index == 0) return 1;
      choices += length + (choices[length] == ' ');
    }
  }
  return 0;
}

/* Runs the tests for each variant of the method; returns the program's status. */
static inline int run_variants(const char *algorithm, const struct CMUnitTest *tests, size_t count)
{
  static char spec[256];
  jato_entry row;
  int failed = 0;
  if (!can_run(algorithm)) return SKIPPED;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &row); i++)
    for (size_t k = 0; strcmp(row.name, algorithm) == 0 && variant(&row, k, spec, sizeof spec);
         k++) {
      the_algorithm = spec;
      failed += _cmocka_run_group_tests(spec, tests, count, NULL, NULL);
    }
  return failed == 0 && the_algorithm != NULL ? 0 : 1;
}

#endif
