#include "picture/trace_points.h"

#include <inttypes.h>
#include <math.h>

/* A logarithmic axis is worth its trouble from here on: largest over smallest. */
static const double wide = 20;

static bool drawable(const cli_history *history, double best)
{
  return isfinite(best) && (!history->logarithmic || best - history->reference > 0);
}

/* Values of all runs that are above the reference, and whether all of them are. */
static bool measure(const cli_data *runs, size_t count, double reference, double *ratio)
{
  bool all = true;
  double low = INFINITY, high = 0;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < runs[k].row_count; i++) {
      double value = runs[k].rows[i].best - reference;
      if (!isfinite(value)) continue;
      if (value > 0) {
        low = fmin(low, value);
        high = fmax(high, value);
      } else {
        all = false;
      }
    }
  *ratio = high > 0 ? high / low : 0;
  return all;
}

/* The minimum of all the runs; NaN where there is none, or not one. */
static double common_minimum(const cli_data *runs, size_t count)
{
  for (size_t k = 1; k < count; k++)
    if (runs[k].minimum != runs[0].minimum) return NAN;
  return runs[0].minimum;
}

/* Whether a run made half of its way within the first twentieth of its evaluations: nothing of
 * that would be seen on a linear axis. */
static bool is_early(const cli_history *history, const cli_data *run)
{
  size_t first = 0, last = run->row_count, half;
  while (first < run->row_count && !drawable(history, run->rows[first].best)) first++;
  while (last > first && !drawable(history, run->rows[last - 1].best)) last--;
  if (last < first + 3) return false;
  double top = run->rows[first].best - history->reference;
  double bottom = run->rows[last - 1].best - history->reference;
  double middle = history->logarithmic ? sqrt(top) * sqrt(bottom) : (top + bottom) / 2;
  for (half = first; half < last; half++) {
    double value = run->rows[half].best - history->reference;
    if (top > bottom ? !(value > middle) : !(value < middle)) break;
  }
  return run->rows[half].evaluations < run->rows[run->row_count - 1].evaluations / 20 &&
         run->rows[0].evaluations < run->rows[run->row_count - 1].evaluations / 100;
}

cli_history cli_history_of(const cli_data *runs, size_t count)
{
  cli_history history = {.reference = common_minimum(runs, count)};
  double ratio = 0;
  history.rising = count > 0 && runs[0].info->options->maximize;
  history.above = !isnan(history.reference);
  if (!history.above) history.reference = 0;
  bool all = measure(runs, count, history.reference, &ratio);
  history.logarithmic = ratio >= wide && (all || history.above);
  history.first = INFINITY;
  size_t early = 0;
  double shortest = INFINITY; /* evaluations of the run that has the fewest */
  for (size_t k = 0; k < count; k++) {
    if (is_early(&history, &runs[k])) early++;
    shortest = fmin(shortest, (double)runs[k].info->result->evaluations);
    for (size_t i = 0; i < runs[k].row_count; i++) {
      history.first = fmin(history.first, (double)runs[k].rows[i].evaluations);
      history.evaluations = fmax(history.evaluations, (double)runs[k].rows[i].evaluations);
      if (drawable(&history, runs[k].rows[i].best)) history.drawn++;
    }
  }
  bool uneven = history.evaluations > 10 * shortest; /* a short run beside a long one */
  history.early = (2 * early > count || uneven) && history.first > 0;
  return history;
}

cli_scale cli_history_scale(const cli_history *history)
{
  return cli_scale_of(history->early ? 1 : history->evaluations); /* powers of ten say it all */
}

/* Rows in the middle of a level piece of the line are not needed to draw it. */
static bool turns(const cli_data *run, size_t i)
{
  if (i == 0 || i + 1 == run->row_count) return true;
  return run->rows[i - 1].best != run->rows[i].best || run->rows[i + 1].best != run->rows[i].best;
}

void cli_history_write(FILE *script, const cli_history *history, const cli_data *run, int number,
                       cli_scale scale, bool thinned)
{
  double before = NAN;
  fprintf(script, "$run%d << end\n", number);
  for (size_t i = 0; i < run->row_count; i++) {
    const jato_trace_row *row = &run->rows[i];
    if (!drawable(history, row->best) || (thinned && !turns(run, i))) continue;
    double at = (double)row->evaluations / scale.unit, value = row->best - history->reference;
    if (!thinned && !isnan(before) && before != value)
      fprintf(script, "%.10g %.17g %" PRIu64 "\n", at, before, row->submethod);
    fprintf(script, "%.10g %.17g %" PRIu64 "\n", at, value, row->submethod);
    before = value;
  }
  fputs("end\n", script);
}

void cli_history_axes(FILE *script, const cli_canvas *canvas, const cli_history *history,
                      cli_scale scale)
{
  char text[96];
  const char *open = scale.unit > 1 ? " (" : "";
  snprintf(text, sizeof text, "evaluations%s%s%s", open, scale.word, scale.unit > 1 ? ")" : "");
  cli_script_label(script, "xlabel", text);
  snprintf(text, sizeof text, history->rising ? "best value (larger is better)" : "best value");
  if (history->above && history->reference == 0)
    snprintf(text, sizeof text, "best value (known minimum: 0)");
  else if (history->above)
    snprintf(text, sizeof text, "best value above the known minimum %.7g", history->reference);
  cli_script_label(script, "ylabel", text);
  if (history->logarithmic) cli_script_logarithmic(script, canvas, "y");
  if (history->early) cli_script_logarithmic(script, canvas, "x");
  fprintf(script, "set xrange [%.10g:%.10g]\n", history->early ? history->first : 0,
          fmax(history->evaluations, 1) / scale.unit * (history->early ? 1.1 : 1.01));
}
