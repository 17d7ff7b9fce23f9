#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "picture/pictures.h"
#include "picture/surface.h"

enum { FINEST = 129 };

/* Walls that let particles out of the box are rare, and their particles are not drawn. */
static size_t count_outside(const cli_data *data)
{
  size_t outside = 0;
  if (data->known.count > 0) return 0; /* evaluations are drawn, not particles */
  for (size_t k = 0; k < data->point_count && data->position != NULL; k++) {
    bool out = false;
    for (int a = 0; a < 2; a++) {
      size_t i = data->axes[a];
      double x = data->position[k * data->dim + i];
      if (!(x >= data->lower[i] && x <= data->upper[i])) out = true;
    }
    if (out) outside++;
  }
  return outside;
}

static void write_names(FILE *script, const cli_data *data)
{
  char first[320], second[512];
  if (data->known.count > 0)
    snprintf(first, sizeof first, "%s of %s",
             data->dim <= 2 || data->fit == NULL ? "Evaluations" : "Slice through the best point",
             data->subject);
  else if (data->dim == 1)
    snprintf(first, sizeof first, "The swarm on %s", data->subject);
  else if (data->dim == 2)
    snprintf(first, sizeof first, "The swarm over %s", data->subject);
  else if (!data->surface && data->fit == NULL)
    snprintf(first, sizeof first, "Two coordinates of the swarm on %s", data->subject);
  else
    snprintf(first, sizeof first, "Slice of %s through the best point", data->subject);
  int length = snprintf(second, sizeof second, "%s: best %.7g", data->settings, data->best);
  size_t outside = count_outside(data);
  if (outside > 0 && length > 0 && (size_t)length < sizeof second)
    snprintf(second + length, sizeof second - (size_t)length, ", %zu particles outside", outside);
  cli_script_title(script, first, second);
}

/* $best, and $cross: two lines through it, whose width gnuplot keeps on every canvas, unlike that
 * of its marks. height: of the vertical axis. */
static void write_best(FILE *script, const cli_data *data, double y, double height)
{
  size_t i = data->axes[0];
  double x = data->x[i];
  double across = 0.025 * (data->upper[i] - data->lower[i]), up = 0.025 * height;
  fprintf(script, "$best << end\n%.9g %.9g\nend\n", x, y);
  fprintf(script, "$cross << end\n%.9g %.9g %.9g 0\n%.9g %.9g 0 %.9g\nend\n", x - across, y,
          2 * across, x, y - up, 2 * up);
}

/* $particles: two coordinates each of them, or of the evaluations; $best: the best point. */
static void write_points(FILE *script, const cli_data *data)
{
  bool known = data->known.count > 0;
  const double *x = known ? data->known.x : data->position;
  size_t count = known ? data->known.count : data->point_count;
  fputs("$particles << end\n", script);
  for (size_t i = 0; i < count && x != NULL; i++)
    fprintf(script, "%.9g %.9g\n", x[i * data->dim + data->axes[0]],
            x[i * data->dim + data->axes[1]]);
  fputs("end\n", script);
  write_best(script, data, data->x[data->axes[1]],
             data->upper[data->axes[1]] - data->lower[data->axes[1]]);
}

/* Texts of cli/texts. Thin lines of equal value: the picture can be read without its colours. Dark
 * dots with a light rim and a light cross with a dark one are seen on every colour. */
extern const char cli_text_contours_gp[], cli_text_points_gp[];

static void draw_plane(FILE *script, const cli_data *data, const cli_surface *surface)
{
  fputs("set size square\nunset grid\nset key samplen 1\nset tics scale 0.4\n", script);
  bool has_surface = surface->value != NULL;
  if (has_surface) cli_surface_write(script, data, surface);
  if (surface->contours) fputs(cli_text_contours_gp, script);
  fputs("plot ", script);
  if (has_surface) fputs("$surface using 1:2:3 with image notitle, ", script);
  if (surface->contours)
    fputs("$contours using 1:2 with lines linewidth 0.5 linecolor rgb '#90ffffff' notitle, ",
          script);
  if (surface->holes)
    fputs("NaN with boxes fillstyle solid linecolor rgb '#d9d9d9' title 'not finite', ", script);
  fputs(cli_text_points_gp, script);
}

#define PLOT_LETTERS                                            \
  "$particles using 1:2 with points pointtype 'o' title dots, " \
  "$best using 1:2 with points pointtype 'X' title 'best'\n"

/* The plane in characters: the lower the darker, drawn last where points coincide. */
static void draw_characters(FILE *script, const cli_data *data, const cli_surface *surface)
{
  static const char ink[] = ".:+#";
  fputs("unset object\nplot ", script);
  for (int i = 0; i < 4 && surface->value != NULL; i++) {
    double step = (surface->high - surface->low) / 5;
    fprintf(script, "$surface using 1:($3 < %.9g ? $2 : NaN) with points pointtype '%c' notitle, ",
            surface->low + (4 - i) * step, ink[i]);
  }
  fputs(PLOT_LETTERS, script);
  (void)data;
}

/* $particles and $best of a problem with one coordinate: on the curve. */
static int write_on_curve(FILE *script, const cli_data *data, const cli_surface *surface)
{
  bool known = data->known.count > 0;
  const double *x = known ? data->known.x : data->position;
  size_t count = known ? data->known.count : x == NULL ? 0 : data->point_count;
  double *value = malloc((count + 1) * sizeof *value);
  int code = CLI_FAILED;
  if (value == NULL)
    cli_complain("not enough memory for %zu values", count);
  else
    code = count == 0 || known ? CLI_DONE : cli_data_evaluate(data, x, count, value);
  if (code == CLI_DONE && known) memcpy(value, data->known.value, count * sizeof *value);
  if (code == CLI_DONE) {
    fputs("$particles << end\n", script);
    for (size_t i = 0; i < count; i++)
      fprintf(script, "%.9g %.9g\n", x[i], cli_surface_value(surface, value[i]));
    fputs("end\n", script);
    write_best(script, data, cli_surface_value(surface, data->best), surface->high - surface->low);
  }
  free(value);
  return code;
}

static int draw_curve(FILE *script, const cli_canvas *canvas, const cli_data *data,
                      const cli_surface *surface)
{
  char label[CLI_SURFACE_LABEL];
  double edge = 0.05 * (surface->high - surface->low);
  int code = write_on_curve(script, data, surface);
  if (code != CLI_DONE) return code;
  cli_surface_write(script, data, surface);
  cli_surface_label(surface, label, sizeof label);
  cli_script_label(script, "ylabel", label);
  fprintf(script, "unset object\nset yrange [%.9g:%.9g]\n", surface->low - edge,
          surface->high + edge);
  if (surface->logarithmic)
    fprintf(script, "set ytics 1\nset format y '%s'\n",
            canvas->kind == CLI_CHARACTERS ? "1e%.0f" : "10^{%.0f}");
  if (canvas->kind == CLI_CHARACTERS) {
    fputs("plot $surface using 1:3 with points pointtype '.' notitle, " PLOT_LETTERS, script);
    return CLI_DONE;
  }
  fprintf(script,
          "plot $surface using 1:3 with lines linewidth 1.5 linecolor rgb '%s' title '%s', ",
          CLI_BLUE, data->fit != NULL ? "fit" : "objective");
  fputs(cli_text_points_gp, script);
  return CLI_DONE;
}

int cli_draw_slice(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  cli_surface surface;
  int code = cli_surface_make(data, FINEST, &surface);
  if (code == CLI_DONE) {
    cli_script_begin(script, canvas);
    write_names(script, data);
    cli_surface_axes(script, data);
    cli_script_legend(script, canvas, 1);
    fprintf(script, "dots = '%s'\n", data->known.count > 0 ? "evaluations" : "particles");
    if (data->dim == 1 && surface.value != NULL) {
      code = draw_curve(script, canvas, data, &surface);
    } else {
      write_points(script, data);
      if (canvas->kind == CLI_CHARACTERS && surface.value != NULL)
        cli_surface_write(script, data, &surface);
      (canvas->kind == CLI_CHARACTERS ? draw_characters : draw_plane)(script, data, &surface);
    }
  }
  free(surface.value);
  return code;
}
