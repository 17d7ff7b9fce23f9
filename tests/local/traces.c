/* The local methods evaluate the points that a second implementation does (make_traces.py), one
 * after the other. Points of lines are the same to 1e-9 of the box. So are the first of a descent;
 * but its differences make 1e8 times as much of the last bits of a point, in which two orders of
 * summation differ, and Rosenbrock's valley more of that: there the tables end before 1e-7.
 *
 * usage: traces TABLE... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "algorithm/algorithms.h"
#include "functions.h"

#define DIM_MOST 32
#define TOLERANCE 1e-9 /* of the box's width */
#define LATER 1e-7     /* of a descent, after the first FIRST points */
#define FIRST 20

typedef struct table {
  char name[32], method[32];
  size_t dim, count;
  double lower, upper;
  double start[DIM_MOST];
  FILE *file;
} table;

typedef struct found {
  size_t points; /* compared */
  double worst;  /* distance, by widths of the box */
  int differs;
} found;

static int read_point(table *t, double *x)
{
  for (size_t i = 0; i < t->dim; i++)
    if (fscanf(t->file, "%lf", &x[i]) != 1) return 0;
  return 1;
}

static int open_table(const char *path, table *t)
{
  t->file = fopen(path, "r");
  if (t->file == NULL ||
      fscanf(t->file, "%31s %zu %lf %lf %31s %zu", t->name, &t->dim, &t->lower, &t->upper,
             t->method, &t->count) != 6 ||
      t->dim > DIM_MOST || !read_point(t, t->start) || find_function(t->name) == NULL) {
    fprintf(stderr, "%s: no table\n", path);
    return 0;
  }
  return 1;
}

static jx_search *make(const table *t, const jx_algorithm_ops *ops, const char *spec,
                       const double *lower, const double *upper)
{
  static jx_values values;
  jato_error error = {JATO_OK, ""};
  jx_search *search = NULL;
  jx_search_setup setup = {.particles = 20,
                           .dim = t->dim,
                           .lower = lower,
                           .upper = upper,
                           .initial = t->start,
                           .values = &values,
                           .allocator = jx_allocator_or_default(NULL)};
  if (jx_spec_read(spec, ops->parameters, &values, &error) != JATO_OK ||
      ops->create(&setup, &search, &error) != JATO_OK)
    fprintf(stderr, "%s: %s\n", spec, error.text);
  return search;
}

static void compare(const table *t, const double *x, const double *wanted, found *f)
{
  double off = 0, most = TOLERANCE;
  if (strcmp(t->method, "descend") == 0 && f->points >= FIRST) most = LATER;
  for (size_t i = 0; i < t->dim; i++)
    off = fmax(off, fabs(x[i] - wanted[i]) / (t->upper - t->lower));
  if (!(off <= most) && !f->differs)
    printf("%s: the first to differ is point %zu, by %g\n", t->name, f->points, off);
  f->differs |= !(off <= most);
  f->worst = fmax(f->worst, off);
  f->points++;
}

static found follow(table *t, const jx_algorithm_ops *ops, jx_search *search)
{
  function *f = find_function(t->name);
  static double rank[2 * DIM_MOST + 1];
  double wanted[DIM_MOST];
  const char *why = "";
  found out = {0};
  jx_generation generation = {.best = INFINITY};
  while (!ops->is_done(search, &why)) {
    if (ops->ask(search, &generation, NULL) != JATO_OK) break;
    for (size_t k = 0; k < generation.count; k++) {
      if (out.points == t->count || !read_point(t, wanted)) return out;
      compare(t, generation.x + k * t->dim, wanted, &out);
      rank[k] = f(generation.x + k * t->dim, t->dim);
      generation.best = fmin(generation.best, rank[k]);
    }
    generation.rank = rank;
    (void)ops->tell(search, &generation, NULL);
    generation.number++;
  }
  printf("%s: ended: %s\n", t->name, why);
  return out;
}

/* Tables that were cut off end in the middle of a search; others where the search ends. */
static int check(const char *path)
{
  table t = {0};
  double lower[DIM_MOST], upper[DIM_MOST];
  if (!open_table(path, &t)) return 0;
  for (size_t i = 0; i < t.dim; i++) {
    lower[i] = t.lower;
    upper[i] = t.upper;
  }
  int descends = strcmp(t.method, "descend") == 0;
  const jx_algorithm_ops *ops = descends ? &jx_quasi_newton_ops : &jx_lines_ops;
  const char *spec = descends ? "quasi_newton:restarts=no,cap=0,scaling=no" : "lines";
  jx_search *search = make(&t, ops, spec, lower, upper);
  if (search == NULL) return 0;
  found f = follow(&t, ops, search);
  ops->destroy(&search);
  fclose(t.file);
  printf("%s %s %zu: %zu of %zu points, the worst off by %g\n", t.method, t.name, t.dim, f.points,
         t.count, f.worst);
  return f.points == t.count && !f.differs;
}

int main(int argc, char **argv)
{
  int bad = argc < 2;
  for (int i = 1; i < argc; i++) bad += !check(argv[i]);
  return bad > 0;
}
