#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/command.h"
#include "base/values.h"
#include "picture/pictures.h"

enum { MOST_COORDINATES = 60 };

/* A point and what it is sorted by. */
typedef struct ranked {
  double value;
  size_t number;
  const double *x; /* [dim] */
} ranked;

/* What is drawn: particles; or, of an algorithm that has no swarm to be kept, the best points that
 * it had one after the other. */
typedef struct points {
  ranked *ranked; /* [count] */
  size_t count;
  const char *what;
} points;

/* The worst first: the best are drawn over the others. NaN and infinity are worst. */
static int compare(const void *a, const void *b)
{
  const ranked *one = a, *other = b;
  double left = isnan(one->value) ? INFINITY : one->value;
  double right = isnan(other->value) ? INFINITY : other->value;
  if (left != right) return left > right ? -1 : 1;
  return one->number < other->number ? -1 : 1;
}

/* The coordinate of a column of the horizontal axis, evenly spaced. */
static size_t coordinate_at(const cli_data *data, size_t shown, size_t column)
{
  if (shown < 2) return 0;
  return (size_t)((double)column * (double)(data->dim - 1) / (double)(shown - 1) + 0.5);
}

static double in_box(const cli_data *data, size_t i, double x)
{
  return (x - data->lower[i]) / (data->upper[i] - data->lower[i]);
}

static void write_line(FILE *script, const cli_data *data, size_t shown, const double *x,
                       double rank)
{
  for (size_t column = 0; column < shown; column++) {
    size_t i = coordinate_at(data, shown, column);
    double left = shown == 1 ? -0.3 : (double)column; /* one coordinate: short level lines */
    fprintf(script, "%.10g %.8g %.6g\n", left, in_box(data, i, x[i]), rank);
    if (shown == 1) fprintf(script, "0.3 %.8g %.6g\n", in_box(data, i, x[i]), rank);
  }
  fputs("\n", script);
}

/* The smaller, the better. */
static double cost_of(const cli_data *data, double value)
{
  return data->info->options->maximize ? -value : value;
}

/* A row that improved on the one before it. */
static bool is_new_best(const cli_data *data, size_t row)
{
  const jato_trace_row *rows = data->info->rows;
  return isfinite(rows[row].best) &&
         (row == 0 || cost_of(data, rows[row].best) < cost_of(data, rows[row - 1].best));
}

/* At most CLI_MOST_POINTS of them, evenly taken, the last one among them. */
static void gather_history(const cli_data *data, points *out)
{
  size_t improved = 0, seen = 0;
  out->what = "Best points so far";
  for (size_t row = 0; row < data->info->row_count; row++) improved += is_new_best(data, row);
  size_t step = improved / (CLI_MOST_POINTS + 1) + 1;
  for (size_t row = 0; row < data->info->row_count; row++) {
    if (!is_new_best(data, row) || (improved - ++seen) % step != 0) continue;
    out->ranked[out->count++] =
        (ranked){cost_of(data, data->info->rows[row].best), row, data->row_x + row * data->dim};
  }
}

static void gather_particles(const cli_data *data, const double *x, points *out)
{
  out->what = data->own != NULL ? "Particles' own bests" : "Positions of particles";
  for (size_t i = 0; i < data->point_count; i++)
    out->ranked[out->count++] =
        (ranked){data->value != NULL ? cost_of(data, data->value[i]) : 0, i, x + i * data->dim};
}

/* At most CLI_MOST_POINTS evaluations, evenly taken, in the order in which they ended. */
static void gather_known(const cli_data *data, points *out)
{
  size_t step = data->known.count / (CLI_MOST_POINTS + 1) + 1;
  out->what = "Evaluations";
  for (size_t i = 0; i < data->known.count; i += step)
    out->ranked[out->count++] =
        (ranked){cost_of(data, data->known.value[i]), i, data->known.x + i * data->dim};
}

static int gather(const cli_data *data, points *out)
{
  const double *x = data->own != NULL ? data->own : data->position;
  out->ranked = calloc(CLI_MOST_POINTS + 1, sizeof *out->ranked);
  if (out->ranked == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %d points", CLI_MOST_POINTS);
  if (data->known.count > 0)
    gather_known(data, out);
  else if (x != NULL)
    gather_particles(data, x, out);
  else
    gather_history(data, out);
  qsort(out->ranked, out->count, sizeof *out->ranked, compare);
  return CLI_DONE;
}

static void write_lines(FILE *script, const cli_data *data, const points *drawn, size_t shown)
{
  fputs("$points << end\n", script);
  for (size_t i = 0; i < drawn->count; i++)
    write_line(script, data, shown, drawn->ranked[i].x,
               (double)(drawn->count - i) / (double)drawn->count);
  fputs("end\n$best << end\n", script);
  write_line(script, data, shown, data->x, 0);
  fputs("end\n", script);
}

static void write_tick(FILE *script, const cli_data *data, size_t coordinate, size_t column)
{
  char text[CLI_COORDINATE];
  if (data->space == NULL)
    snprintf(text, sizeof text, "%zu", coordinate);
  else
    cli_data_coordinate(data, coordinate, text);
  fputs(column == 0 ? "" : ", ", script);
  cli_script_text(script, text);
  fprintf(script, " %zu", column);
}

/* Whether all coordinates have the same interval: the axis is then in their unit. */
static bool is_cube(const cli_data *data)
{
  for (size_t i = 1; i < data->dim; i++)
    if (data->lower[i] != data->lower[0] || data->upper[i] != data->upper[0]) return false;
  return data->space == NULL;
}

/* Bounds and choices beside each axis, in the user's units. */
static void write_units(FILE *script, const cli_data *data, size_t shown)
{
  enum { MOST_CHOICES = 12 };
  size_t number = 10;
  for (size_t i = 0; i < shown; i++) {
    size_t v = cli_values_variable(data->space, i);
    const jato_variable *variable = jato_space_variable(data->space, v);
    bool category = variable->kind == JATO_CATEGORY;
    size_t count = category ? variable->choice_count : 2;
    if (category && count > MOST_CHOICES) continue;
    for (size_t k = 0; k < count; k++) {
      char command[32], text[CLI_VALUE];
      double value = category ? (double)k : k == 0 ? variable->lower : variable->upper;
      double at = category ? ((double)k + 0.5) / (double)count : (double)k;
      cli_values_write(data->problem, v, value, text);
      snprintf(command, sizeof command, "label %zu", number);
      cli_script_label(script, command, text);
      fprintf(script,
              "set label %zu at %zu, %.6g %s offset %s front boxed textcolor rgb '#222222'\n",
              number++, i, at, category ? "left" : "center",
              category ? "0.8, 0"
              : k == 0 ? "0, -0.8"
                       : "0, 0.8");
    }
  }
}

/* Whether each of a few variables with names has labels of its own. */
static bool has_units(const cli_data *data, const cli_canvas *canvas, size_t shown)
{
  enum { FEW = 10 };
  return data->space != NULL && shown <= FEW && canvas->kind != CLI_CHARACTERS;
}

/* The vertical axis. */
static void write_scale(FILE *script, const cli_canvas *canvas, const cli_data *data, size_t shown)
{
  if (has_units(data, canvas, shown)) {
    fputs("set yrange [-0.1:1.1]\nunset ytics\nset border 0\n"
          "set style textbox opaque noborder fillcolor rgb '#ffffff' margins 0.4, 0.2\n",
          script);
    write_units(script, data, shown);
    return;
  }
  fputs("set yrange [-0.03:1.03]\nset ytics (", script);
  static const char *const words[] = {"lower", "1/4", "middle", "3/4", "upper"};
  for (int k = 0; k < 5; k++) {
    char text[32];
    double part = k / 4.0;
    snprintf(text, sizeof text, "%.6g", (1 - part) * data->lower[0] + part * data->upper[0]);
    fprintf(script, "%s'%s' %.2f", k == 0 ? "" : ", ", is_cube(data) ? text : words[k], part);
  }
  fputs(")\n", script);
}

/* Names of coordinates below, about 20 of them at most. */
static void write_ticks(FILE *script, const cli_canvas *canvas, const cli_data *data, size_t shown)
{
  size_t most = canvas->kind == CLI_CHARACTERS ? canvas->width / 8 : 20;
  size_t step = shown / (most + 1) + 1;
  fputs("set xtics (", script);
  for (size_t column = 0; column < shown; column += step)
    write_tick(script, data, coordinate_at(data, shown, column), column);
  double edge = shown == 1 ? 0.5 : 0.02 * (double)(shown - 1);
  fprintf(script, ")\nset xrange [%.6g:%.6g]\n", -edge, (double)shown - 1 + edge);
  write_scale(script, canvas, data, shown);
}

static void write_names(FILE *script, const cli_canvas *canvas, const cli_data *data,
                        const points *drawn, size_t shown)
{
  char first[320], second[512], label[96];
  snprintf(first, sizeof first, "%s of %s", drawn->what, data->subject);
  snprintf(second, sizeof second, "%s: %zu shown", data->settings, drawn->count);
  const char *what = data->space != NULL ? "variable" : "coordinate";
  if (shown < data->dim)
    snprintf(label, sizeof label, "%s (%zu of %zu, evenly spaced)", what, shown, data->dim);
  else
    snprintf(label, sizeof label, "%s", what);
  cli_script_title(script, first, second);
  cli_script_label(script, "xlabel", label);
  if (!has_units(data, canvas, shown))
    cli_script_label(script, "ylabel", is_cube(data) ? "x" : "position in the box");
}

extern const char cli_text_parallel_gp[]; /* cli/texts/parallel.gp */

static void write_plot(FILE *script, const cli_canvas *canvas)
{
  if (canvas->kind == CLI_CHARACTERS) {
    fputs("plot $points using 1:2 with points pointtype '.' title 'points', "
          "$best using 1:2 with points pointtype 'X' title 'best'\n",
          script);
    return;
  }
  cli_script_palette(script);
  fputs(cli_text_parallel_gp, script);
}

int cli_draw_parallel(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  size_t shown = data->dim < MOST_COORDINATES ? data->dim : MOST_COORDINATES;
  points drawn = {.ranked = NULL};
  int code = gather(data, &drawn);
  if (code != CLI_DONE) return code;
  cli_script_begin(script, canvas);
  write_names(script, canvas, data, &drawn, shown);
  cli_script_legend(script, canvas, 1);
  write_ticks(script, canvas, data, shown);
  write_lines(script, data, &drawn, shown);
  write_plot(script, canvas);
  free(drawn.ranked);
  return CLI_DONE;
}
