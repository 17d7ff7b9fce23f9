#include <string.h>

#include "base/command.h"
#include "picture/pictures.h"
#include "picture/trace_points.h"

enum { ONE_COLUMN = 6 }; /* of the legend, up to so many runs */

static bool same_subject(const cli_data *data, size_t count)
{
  for (size_t i = 1; i < count; i++)
    if (strcmp(data[i].subject, data[0].subject) != 0) return false;
  return true;
}

static void write_line(FILE *script, const cli_canvas *canvas, const cli_data *run, size_t number,
                       bool alike)
{
  char title[512];
  const char *slash = strrchr(run->path, '/');
  snprintf(title, sizeof title, "%s%s%s: best %.5g", slash == NULL ? run->path : slash + 1,
           alike ? "" : ", ", alike ? "" : run->subject, run->best);
  fprintf(script, "%s$run%zu using 1:2 with ", number == 0 ? "plot " : ", ", number);
  cli_script_line(script, canvas, number, run->row_count / 10 + 1);
  fputs(" title ", script);
  cli_script_text(script, title);
}

int cli_draw_comparison(FILE *script, const cli_canvas *canvas, const cli_data *data, size_t count)
{
  char title[320], second[64];
  bool alike = same_subject(data, count);
  cli_history history = cli_history_of(data, count);
  cli_scale scale = cli_history_scale(&history);
  cli_script_begin(script, canvas);
  snprintf(title, sizeof title, "Convergence of %zu runs", count);
  snprintf(second, sizeof second, "of several problems");
  cli_script_title(script, title, alike ? data[0].subject : second);
  cli_history_axes(script, canvas, &history, scale);
  cli_script_legend(script, canvas, count <= ONE_COLUMN ? (int)count : (int)(count + 1) / 2);
  if (canvas->kind != CLI_CHARACTERS)
    fprintf(script, "set key below left Left reverse maxcols %d\n", count <= ONE_COLUMN ? 1 : 2);
  for (size_t i = 0; i < count; i++)
    cli_history_write(script, &history, &data[i], (int)i, scale, false);
  if (history.drawn == 0) {
    fputs("set yrange [0:1]\nplot NaN notitle\n", script);
    return CLI_DONE;
  }
  for (size_t i = 0; i < count; i++) write_line(script, canvas, &data[i], i, alike);
  fputs("\n", script);
  return CLI_DONE;
}
