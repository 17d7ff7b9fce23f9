#include "compare/runtimes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "compare/statistics.h"

static const double largest = 1e2, smallest = 1e-8;

cli_targets_above cli_runtimes_targets(const cli_comparison *comparison)
{
  cli_targets_above targets = {.reference = cli_comparison_reference(comparison)};
  double end = comparison->options.target - targets.reference.value; /* NaN without a target */
  if (comparison->options.maximize) end = -end;
  if (!(end > smallest)) end = smallest;
  double begin = end < largest ? largest : 1e3 * end;
  for (int i = 0; i < CLI_TARGET_COUNT; i++)
    targets.above[i] = begin * pow(end / begin, (double)i / (CLI_TARGET_COUNT - 1));
  targets.above[CLI_TARGET_COUNT - 1] = end; /* and not a bit below */
  return targets;
}

static double target_of(const cli_targets_above *targets, size_t k, bool maximize)
{
  double above = targets->above[k];
  return targets->reference.value + (maximize ? -above : above);
}

/* The runtimes of a method: evaluations for each coordinate, of the pairs that were solved. */
typedef struct runtimes {
  double *at; /* [count], rising */
  size_t count, pairs;
} runtimes;

static runtimes runtimes_of(const cli_comparison *comparison, const cli_targets_above *targets,
                            size_t method)
{
  runtimes found = {.at = calloc((size_t)comparison->seeds * CLI_TARGET_COUNT, sizeof *found.at)};
  for (size_t i = 0; found.at != NULL && i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (!trial->done || trial->method != method) continue;
    found.pairs += CLI_TARGET_COUNT;
    for (size_t k = 0; k < CLI_TARGET_COUNT; k++) {
      uint64_t reached = cli_trial_reached(trial, target_of(targets, k, trial->maximize));
      if (reached > 0) found.at[found.count++] = (double)reached / (double)comparison->dim;
    }
  }
  if (found.at != NULL) cli_sort_values(found.at, found.count);
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
  cli_targets_above targets = cli_runtimes_targets(comparison);
  snprintf(title, sizeof title,
           "Runtimes on %s, dim %zu: %" PRIu64 " seed%s, %" PRIu64 " evaluations each",
           comparison->name, comparison->dim, comparison->seeds, comparison->seeds == 1 ? "" : "s",
           comparison->options.evaluations);
  snprintf(second, sizeof second, "%d targets, %.3g to %.3g %s the %s %.10g", CLI_TARGET_COUNT,
           targets.above[0], targets.above[CLI_TARGET_COUNT - 1],
           comparison->options.maximize ? "below" : "above",
           targets.reference.known ? "known minimum" : "best value seen,", targets.reference.value);
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
  cli_targets_above targets = cli_runtimes_targets(comparison);
  double dim = (double)comparison->dim;
  axis x = {1, (double)comparison->options.evaluations / dim,
            canvas->kind == CLI_CHARACTERS ? POINTS_OF_CHARACTERS : POINTS};
  if (x.last < 10) x.first = fmin(1 / dim, x.last / 10); /* a budget of a few */
  write_axes(script, canvas, comparison, &x);
  for (size_t i = 0; i < comparison->method_count; i++) {
    runtimes of = runtimes_of(comparison, &targets, i);
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
