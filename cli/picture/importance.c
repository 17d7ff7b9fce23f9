#include <math.h>
#include <stdlib.h>

#include "base/command.h"
#include "picture/pictures.h"

enum { MOST_BARS = 30 };

typedef struct bar {
  double share;
  size_t coordinate;
} bar;

/* The most important first. */
static int compare(const void *a, const void *b)
{
  const bar *one = a, *other = b;
  if (one->share != other->share) return one->share > other->share ? -1 : 1;
  return one->coordinate < other->coordinate ? -1 : 1;
}

static void write_bars(FILE *script, const cli_data *data, const bar *bars, size_t shown)
{
  char text[CLI_COORDINATE];
  fputs("$bars << end\n", script);
  for (size_t i = 0; i < shown; i++) fprintf(script, "%zu %.6g\n", i, 100 * bars[i].share);
  fputs("end\nset ytics (", script);
  for (size_t i = 0; i < shown; i++) {
    cli_data_coordinate(data, bars[i].coordinate, text);
    fputs(i == 0 ? "" : ", ", script);
    cli_script_text(script, text);
    fprintf(script, " %zu", i);
  }
  fprintf(script, ")\nset yrange [%.1f:-0.5]\nset xrange [0:%.6g]\n", (double)shown - 0.5,
          fmin(100, 110 * bars[0].share) + 1);
}

static void write_names(FILE *script, const cli_data *data, size_t shown)
{
  char first[320], second[256];
  jato_fit_info fit = *jato_fit_get_info(data->fit);
  snprintf(first, sizeof first, "Importance of the variables of %s", data->subject);
  snprintf(second, sizeof second,
           "permutation importance; %s to %zu evaluations, explains %.0f %%%s", fit.name, fit.count,
           floor(100 * fmax(fit.explained, 0)), shown < data->dim ? "; the most important" : "");
  cli_script_title(script, first, second);
  cli_script_label(script, "xlabel", "share of the variation (%)");
}

/* What keeps the picture from being drawn, in words. */
static void write_nothing(FILE *script, const cli_data *data)
{
  char first[320];
  snprintf(first, sizeof first, "Importance of the variables of %s", data->subject);
  cli_script_title(script, first,
                   data->known.count == 0 ? "needs evaluations that were kept one by one, as those "
                                            "of programs and functions are"
                                          : "there are too few evaluations, or all values are the "
                                            "same");
  fputs("unset key\nunset tics\nset yrange [0:1]\nset xrange [0:1]\nplot NaN\n", script);
}

int cli_draw_importance(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  cli_script_begin(script, canvas);
  if (data->fit == NULL) {
    write_nothing(script, data);
    return CLI_DONE;
  }
  size_t shown = data->dim < MOST_BARS ? data->dim : MOST_BARS;
  double *shares = malloc(data->dim * sizeof *shares);
  bar *bars = malloc(data->dim * sizeof *bars);
  int code = shares != NULL && bars != NULL ? CLI_DONE : CLI_FAILED;
  if (code == CLI_DONE &&
      jato_fit_importance(data->fit, data->known.x, data->known.count, shares, NULL) != JATO_OK)
    code = CLI_FAILED;
  if (code != CLI_DONE) {
    cli_complain("not enough memory for %zu variables", data->dim);
  } else {
    for (size_t i = 0; i < data->dim; i++) bars[i] = (bar){shares[i], i};
    qsort(bars, data->dim, sizeof *bars, compare);
    write_names(script, data, shown);
    write_bars(script, data, bars, shown);
    fputs("unset key\nset grid noytics\n", script);
    fputs(canvas->kind == CLI_CHARACTERS
              ? "plot $bars using 2:1 with points pointtype '#'\n"
              : "plot $bars using ($2/2):1:($2/2):(0.35) with boxxyerror fillstyle solid noborder "
                "linecolor rgb '" CLI_BLUE "', $bars using 2:1:(sprintf(' %.0f %%', $2)) with "
                "labels left\n",
          script);
  }
  free(shares);
  free(bars);
  return code;
}
