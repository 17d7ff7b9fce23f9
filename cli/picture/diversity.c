#include <math.h>

#include "base/command.h"
#include "picture/pictures.h"

/* Where the vertical axis is better logarithmic: more than two powers of ten. */
static const double wide = 100;

/* The diversity of a swarm spread evenly over its box: the standard deviation of a uniform draw. */
#define EVEN_SPREAD 0.28867513459481287

static bool spans_much(const cli_data *data)
{
  double low = INFINITY, high = 0;
  for (size_t i = 0; i < data->info->row_count; i++) {
    double spread = data->info->rows[i].diversity;
    if (!isfinite(spread) || spread <= 0) continue;
    low = fmin(low, spread);
    high = fmax(high, spread);
  }
  return high > wide * low;
}

static size_t write_rows(FILE *script, const cli_data *data, bool logarithmic, cli_scale scale)
{
  size_t written = 0;
  fputs("$spread << end\n", script);
  for (size_t i = 0; i < data->info->row_count; i++) {
    double spread = data->info->rows[i].diversity;
    if (!isfinite(spread) || (logarithmic && spread <= 0)) continue;
    fprintf(script, "%.10g %.10g\n", (double)data->info->rows[i].iteration / scale.unit, spread);
    written++;
  }
  fputs("end\n", script);
  return written;
}

static void write_plot(FILE *script, const cli_canvas *canvas, size_t written)
{
  if (written == 0)
    fputs("set yrange [0:1]\nunset key\nplot NaN\n", script);
  else if (canvas->kind == CLI_CHARACTERS)
    fputs("unset key\nplot $spread with points pointtype '*'\n", script);
  else
    fprintf(script,
            "plot %.10g with lines linecolor rgb '#777777' dashtype 2 title "
            "'uniform over the box', "
            "$spread with %s linecolor rgb '" CLI_GREEN "' linewidth 2 title 'swarm'\n",
            EVEN_SPREAD, written <= 40 ? "linespoints pointtype 7 pointsize 0.6" : "lines");
}

int cli_draw_diversity(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  char text[320];
  double last =
      data->info->row_count > 0 ? (double)data->info->rows[data->info->row_count - 1].iteration : 0;
  bool logarithmic = spans_much(data);
  cli_scale scale = cli_scale_of(last);
  const char *open = scale.unit > 1 ? " (" : "";
  cli_script_begin(script, canvas);
  snprintf(text, sizeof text, "Diversity of the swarm on %s", data->subject);
  cli_script_title(script, text, data->settings);
  snprintf(text, sizeof text, "iterations%s%s%s", open, scale.word, scale.unit > 1 ? ")" : "");
  cli_script_label(script, "xlabel", text);
  cli_script_label(script, "ylabel", "root mean square spread (box widths)");
  fprintf(script, "set xrange [0:%.10g]\n", fmax(last, 1) / scale.unit * 1.01);
  if (logarithmic)
    cli_script_logarithmic(script, canvas, "y");
  else
    fputs("set yrange [0:*]\n", script);
  cli_script_legend(script, canvas, 1);
  write_plot(script, canvas, write_rows(script, data, logarithmic, scale));
  return CLI_DONE;
}
