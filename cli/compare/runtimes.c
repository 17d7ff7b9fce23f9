#include "compare/runtimes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The runtimes of a method: evaluations for each coordinate, of the pairs that were solved. */
typedef struct runtimes {
  double *at; /* [count], rising */
  size_t count, pairs;
} runtimes;

static runtimes runtimes_of(const cli_comparison *comparison, size_t method)
{
  runtimes found = {.at =
                        calloc((size_t)comparison->seeds * JATO_RUNTIME_TARGETS, sizeof *found.at)};
  const jato_comparison *done = &comparison->done;
  for (size_t i = 0; i < done->run_count; i++)
    if (done->runs[i].method == method) found.pairs += JATO_RUNTIME_TARGETS;
  if (found.at != NULL)
    found.count = jato_runtimes(done, method, cli_comparison_reference(comparison).value, found.at);
  for (size_t i = 0; i < found.count; i++) found.at[i] /= (double)comparison->dim;
  return found;
}

/* How many were solved after `x`. */
static size_t solved(const runtimes *of, double x)
{
  size_t low = 0, high = of->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (of->at[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* A staircase has thousands of steps; so many points, evenly on the logarithmic axis, look the
 * same.
 */
enum { POINTS = 240, POINTS_OF_CHARACTERS = 70 };

typedef struct axis {
  double first, last;
  int points;
} axis;

static void write_points(FILE *script, const runtimes *of, const axis *x, size_t number)
{
  fprintf(script, "$method%zu << end\n", number);
  for (int i = 0; of->pairs > 0 && i < x->points; i++) {
    double at = x->first * pow(x->last / x->first, (double)i / (x->points - 1));
    fprintf(script, "%.6g %.6g\n", at, (double)solved(of, at * (1 + 1e-12)) / (double)of->pairs);
  }
  fputs("end\n", script);
}

static void write_axes(FILE *script, const cli_canvas *canvas, const cli_comparison *comparison,
                       const axis *x)
{
  char title[512], second[512];
  double distance[JATO_RUNTIME_TARGETS];
  cli_reference reference = cli_comparison_reference(comparison);
  jato_runtime_targets(&comparison->done, reference.value, distance);
  snprintf(title, sizeof title,
           "Runtimes on %s, dim %zu: %" PRIu64 " seed%s, %" PRIu64 " evaluations each",
           comparison->name, comparison->dim, comparison->seeds, comparison->seeds == 1 ? "" : "s",
           comparison->options.evaluations);
  snprintf(second, sizeof second, "%d targets, %.3g to %.3g %s the %s %.10g", JATO_RUNTIME_TARGETS,
           distance[0], distance[JATO_RUNTIME_TARGETS - 1],
           comparison->options.maximize ? "below" : "above",
           reference.known ? "known minimum" : "best value seen,", reference.value);
  cli_script_begin(script, canvas);
  cli_script_title(script, title, second);
  cli_script_label(script, "xlabel", "evaluations / dim");
  cli_script_label(script, "ylabel", "share of targets reached, over all runs");
  cli_script_logarithmic(script, canvas, "x");
  fprintf(script, "set xrange [%.10g:%.10g]\nset yrange [0:1]\n", x->first, x->last);
  cli_script_legend(script, canvas, (int)comparison->method_count);
  if (canvas->kind != CLI_CHARACTERS) fputs("set key below left Left reverse maxcols 1\n", script);
}

int cli_runtimes_draw(FILE *script, const cli_canvas *canvas, const void *subject)
{
  const cli_comparison *comparison = subject;
  double dim = (double)comparison->dim;
  axis x = {1, (double)comparison->options.evaluations / dim,
            canvas->kind == CLI_CHARACTERS ? POINTS_OF_CHARACTERS : POINTS};
  if (x.last < 10) x.first = fmin(1 / dim, x.last / 10); /* a budget of a few */
  write_axes(script, canvas, comparison, &x);
  for (size_t i = 0; i < comparison->method_count; i++) {
    runtimes of = runtimes_of(comparison, i);
    if (of.at == NULL)
      return cli_refuse(CLI_FAILED, "not enough memory for the runtimes of %zu runs",
                        comparison->trial_count);
    write_points(script, &of, &x, i);
    free(of.at);
  }
  for (size_t i = 0; i < comparison->method_count; i++) {
    fprintf(script, "%s$method%zu using 1:2 with ", i == 0 ? "plot " : ", ", i);
    cli_script_line(script, canvas, i, (size_t)x.points / 10);
    fputs(" title ", script);
    cli_script_text(script, comparison->method[i]);
  }
  fputs("\n", script);
  return CLI_DONE;
}
