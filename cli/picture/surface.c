#include "picture/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/number.h"
#include "base/values.h"

enum { COARSEST = 25 };
static const double patience = 10;           /* seconds for the whole grid, about */
static const double wide = 100;              /* largest over smallest where logarithms begin */
static const double most_decades = 8;        /* below the largest value: the rest has one colour */
static const size_t most_numbers = 1u << 22; /* handed to the objective at once: 32 MiB */

/* The middle of a cell along axis 0 or 1. */
static double place_of(const cli_data *data, const cli_surface *surface, int axis, size_t cell)
{
  size_t i = data->axes[axis];
  double cells = (double)(axis == 0 ? surface->columns : surface->rows);
  double part = ((double)cell + 0.5) / cells;
  return data->lower[i] + part * (data->upper[i] - data->lower[i]);
}

/* Evaluates cells first..first + count - 1, row by row; room is for count * dim numbers. */
static int evaluate_cells(const cli_data *data, cli_surface *surface, size_t first, size_t count,
                          double *room)
{
  size_t row = 0, column = first;
  for (; column >= surface->columns; column -= surface->columns) row++;
  for (size_t k = 0; k < count; k++) {
    double *x = room + k * data->dim;
    memcpy(x, data->x, data->dim * sizeof *x);
    x[data->axes[0]] = place_of(data, surface, 0, column);
    if (surface->rows > 1) x[data->axes[1]] = place_of(data, surface, 1, row);
    column = column + 1 < surface->columns ? column + 1 : 0;
    if (column == 0) row++;
  }
  if (data->fit == NULL) return cli_data_evaluate(data, room, count, surface->value + first);
  for (size_t k = 0; k < count; k++) cli_data_snap(data, room + k * data->dim);
  jato_fit_evaluate(data->fit, room, count, surface->value + first);
  return CLI_DONE;
}

static int evaluate(const cli_data *data, cli_surface *surface)
{
  size_t cells = surface->columns * surface->rows;
  size_t block = most_numbers / data->dim + 1;
  if (block > cells) block = cells;
  double *room = malloc(block * data->dim * sizeof *room);
  surface->value = malloc(cells * sizeof *surface->value);
  int code = CLI_DONE;
  if (room == NULL || surface->value == NULL) {
    cli_complain("not enough memory for a grid of %zu values", cells);
    code = CLI_FAILED;
  }
  for (size_t first = 0; first < cells && code == CLI_DONE; first += block)
    code =
        evaluate_cells(data, surface, first, first + block < cells ? block : cells - first, room);
  free(room);
  return code;
}

/* The range of the finite values above the reference, and a low one of those above 0 that a few
 * cells beside the very minimum do not pull down. false without memory. */
static bool measure(cli_surface *surface, double *low_positive)
{
  size_t cells = surface->columns * surface->rows, finite = 0, first = 0;
  double *sorted = malloc(cells * sizeof *sorted);
  if (sorted == NULL) return false;
  for (size_t i = 0; i < cells; i++) {
    double value = surface->value[i] - surface->reference;
    if (isfinite(value)) sorted[finite++] = value;
  }
  cli_sort_values(sorted, finite);
  while (first < finite && sorted[first] <= 0) first++;
  surface->holes = finite < cells;
  surface->low = finite > 0 ? sorted[0] : 0;
  surface->high = finite > 0 ? sorted[finite - 1] : 0;
  *low_positive = first < finite ? sorted[first + (finite - first) / 200] : 0;
  free(sorted);
  return true;
}

double cli_surface_value(const cli_surface *surface, double objective)
{
  double value = objective - surface->reference;
  if (!isfinite(value)) return NAN;
  if (surface->logarithmic) value = log10(fmax(value, 1e-300));
  return fmin(fmax(value, surface->low), surface->high);
}

/* A fit may go below every value that there was, or far above: colours do not. Returns the lowest
 * value above 0 that has a colour of its own; 0 where not all values are above 0. */
static double limit_to_known(const cli_data *data, cli_surface *surface, double low_positive)
{
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < data->known.count; i++) {
    low = fmin(low, data->known.value[i]);
    high = fmax(high, data->known.value[i]);
  }
  surface->low = fmin(fmax(surface->low, low), high);
  surface->high = fmax(fmin(surface->high, high), surface->low);
  return low > 0 ? fmax(low_positive, low) : 0;
}

static int stretch(const cli_data *data, cli_surface *surface)
{
  double low_positive = 0;
  surface->above = !isnan(data->minimum);
  surface->reference = surface->above ? data->minimum : 0;
  if (!measure(surface, &low_positive))
    return cli_refuse(CLI_FAILED, "not enough memory for the colours of a grid");
  if (surface->fit != NULL) low_positive = limit_to_known(data, surface, low_positive);
  surface->logarithmic = low_positive > 0 && (surface->low > 0 || surface->above) &&
                         surface->high > (surface->rows > 1 ? wide : 100 * wide) * low_positive;
  if (surface->logarithmic) {
    surface->high = log10(surface->high);
    surface->low = fmax(log10(low_positive), surface->high - most_decades);
  }
  bool differ = surface->low < surface->high;
  surface->contours = differ && !cli_data_is_stepped(data, data->axes[0]) &&
                      !cli_data_is_stepped(data, data->axes[1]);
  surface->flat = !differ;
  if (!differ) /* flat, or nothing is finite */
    surface->high = surface->low + fmax(fabs(surface->low) * 1e-3, 1e-3);
  for (size_t i = 0; i < surface->columns * surface->rows; i++)
    surface->value[i] = cli_surface_value(surface, surface->value[i]);
  return CLI_DONE;
}

int cli_surface_make(const cli_data *data, size_t finest, cli_surface *surface)
{
  bool line = data->dim == 1;
  memset(surface, 0, sizeof *surface);
  surface->fit = data->surface ? NULL : data->fit;
  if (!data->surface && data->fit == NULL) {
    if (data->info->kind == JATO_RECORD_SOURCE)
      cli_complain("note: the picture is drawn without the objective: looking at a file runs "
                   "nothing that it holds");
    return CLI_DONE;
  }
  double each = surface->fit != NULL ? 1e-6 : fmax(data->evaluation_seconds, 1e-12);
  double affordable = patience / each;
  if (!line) affordable = sqrt(affordable);
  if (affordable < (double)finest) finest = (size_t)fmax(affordable, COARSEST) | 1u;
  surface->columns = line ? 4 * finest : finest;
  surface->rows = line ? 1 : finest;
  int code = evaluate(data, surface);
  return code == CLI_DONE ? stretch(data, surface) : code;
}

void cli_surface_label(const cli_surface *surface, char *text, size_t size)
{
  const jato_fit_info *fit = jato_fit_get_info(surface->fit); /* NULL without a fit */
  if (fit != NULL)
    snprintf(text, size, "%s to %zu evaluations, explains %.0f %%", fit->name, fit->count,
             floor(100 * fmax(fit->explained, 0)));
  else if (!surface->above)
    snprintf(text, size, "objective value");
  else if (surface->reference == 0)
    snprintf(text, size, "objective value (known minimum: 0)");
  else
    snprintf(text, size, "objective value above the known minimum %.7g", surface->reference);
}

void cli_surface_write(FILE *script, const cli_data *data, const cli_surface *surface)
{
  char label[CLI_SURFACE_LABEL];
  fputs("$surface << end\n", script);
  for (size_t row = 0; row < surface->rows; row++) {
    for (size_t column = 0; column < surface->columns; column++)
      fprintf(script, "%.9g %.9g %.6g\n", place_of(data, surface, 0, column),
              place_of(data, surface, 1, row), surface->value[row * surface->columns + column]);
    fputs("\n", script);
  }
  fputs("end\n", script);
  cli_script_palette(script);
  cli_surface_label(surface, label, sizeof label);
  cli_script_label(script, "cblabel", label);
  fputs("set cblabel offset 1.2\n", script); /* clear of the numbers */
  fprintf(script, "set cbrange [%.9g:%.9g]\n", surface->low, surface->high);
  if (surface->logarithmic)
    fprintf(script, "set cbtics %d format '10^{%%.0f}'\n",
            surface->high - surface->low > 7 ? 2 : 1);
  else /* gnuplot's own format follows the digits of the range: 80.000000000 */
    fputs("set format cb '%g'\n", script);
  fputs("set cbtics scale 0.4\n", script);
  if (surface->holes)
    fputs("set object 1 rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb '#d9d9d9' "
          "fillstyle solid noborder\n",
          script);
  if (surface->flat) fputs("unset colorbox\n", script);
}

/* ---- Axes ---- */

enum { MOST_CHOICES = 20 };

/* The middle of what stands for each choice. */
static void write_choices(FILE *script, const jato_variable *variable)
{
  size_t step = variable->choice_count / MOST_CHOICES + 1;
  for (size_t i = 0; i < variable->choice_count; i += step) {
    fputs(i == 0 ? "" : ", ", script);
    cli_script_text(script, variable->choices[i]);
    fprintf(script, " %zu.5", i);
  }
}

/* The search sees natural logarithms. 1, 2 and 5 times powers of ten, or the powers alone where
 * there are many. */
static void write_logarithms(FILE *script, const jato_variable *variable)
{
  static const double parts[] = {1, 2, 5};
  int first = (int)floor(log10(variable->lower)), last = (int)ceil(log10(variable->upper));
  size_t count = last - first > 3 ? 1 : 3;
  const char *between = "";
  for (int decade = first; decade <= last; decade += 1 + (last - first) / 12) {
    for (size_t i = 0; i < count; i++) {
      double value = parts[i] * pow(10, decade);
      if (value < variable->lower * (1 - 1e-9) || value > variable->upper * (1 + 1e-9)) continue;
      fprintf(script, "%s'%.6g' %.17g", between, value, log(value));
      between = ", ";
    }
  }
  if (between[0] != '\0') return;
  fprintf(script, "'%.6g' %.17g, '%.6g' %.17g", variable->lower, log(variable->lower),
          variable->upper, log(variable->upper));
}

/* "set xtics (...)" for a variable on a logarithmic scale or with choices; nothing for others,
 * whose values are their coordinates. axis: "x" or "y"; data->space is there. */
static void write_ticks(FILE *script, const cli_data *data, const char *axis, size_t coordinate)
{
  const jato_variable *variable =
      jato_space_variable(data->space, cli_values_variable(data->space, coordinate));
  if (variable->kind != JATO_CATEGORY && variable->scale != JATO_LOG) return;
  fprintf(script, "set %stics (", axis);
  (variable->kind == JATO_CATEGORY ? write_choices : write_logarithms)(script, variable);
  fputs(")\n", script);
}

void cli_surface_axes(FILE *script, const cli_data *data)
{
  static const char *const axis[2] = {"x", "y"};
  for (int k = 0; k < 2; k++) {
    char command[16], text[CLI_COORDINATE];
    size_t i = data->axes[k];
    snprintf(command, sizeof command, "%slabel", axis[k]);
    cli_data_coordinate(data, i, text);
    cli_script_label(script, command, text);
    fprintf(script, "set %srange [%.17g:%.17g]\n", axis[k], data->lower[i], data->upper[i]);
    if (data->space != NULL) write_ticks(script, data, axis[k], i);
  }
  fputs("set border 15\n", script);
}
