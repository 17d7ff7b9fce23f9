#include <math.h>

#include "base/command.h"
#include "base/number.h"
#include "picture/pictures.h"
#include "picture/trace_points.h"
#include "subject/record.h"

/* When the run began to evaluate: what was compiled before does not count. */
static double beginning_of(const cli_data *data)
{
  double compiled = data->info->result->build_seconds;
  return data->row_count > 0 && compiled <= data->rows[0].seconds ? compiled : 0;
}

/* The number of evaluations at a time since the beginning, between rows; NaN past the last. */
static double evaluations_at(const cli_data *data, double seconds)
{
  size_t i = 0;
  seconds += beginning_of(data);
  while (i < data->row_count && !(data->rows[i].seconds >= seconds)) i++;
  if (i == data->row_count) return NAN;
  jato_trace_row before = {.seconds = beginning_of(data)}, after = data->rows[i];
  if (i > 0) before = data->rows[i - 1];
  if (!(after.seconds > before.seconds)) return (double)after.evaluations;
  double part = (seconds - before.seconds) / (after.seconds - before.seconds);
  return (double)before.evaluations + part * (double)(after.evaluations - before.evaluations);
}

static const char *time_unit(double total, double *unit)
{
  *unit = total >= 3 * 3600 ? 3600 : total >= 300 ? 60 : total >= 0.5 ? 1 : 1e-3;
  return total >= 3 * 3600 ? "h" : total >= 300 ? "min" : total >= 0.5 ? "s" : "ms";
}

/* The position of a number of evaluations on the axis, 0 to 1. */
static double place_of(const cli_history *history, double evaluations)
{
  if (!history->early) return evaluations / history->evaluations;
  return log(evaluations / history->first) / log(history->evaluations / history->first);
}

/* 1, 2, 5, 10, 20, ... from `first` on, which comes after 0. */
static double next_of(double time, double first)
{
  if (time == 0) return first;
  double leading = time / pow(10, floor(log10(time * 1.001)));
  return leading > 1.5 && leading < 3.5 ? 2.5 * time : 2 * time;
}

/* The time from the start of the run, above the picture. Ticks stand where the run was at that
 * time, which need not be at equal distances, and a label needs a tenth of the axis. */
static void write_times(FILE *script, const cli_data *data, const cli_history *history,
                        cli_scale scale)
{
  double total =
      data->row_count > 0 ? data->rows[data->row_count - 1].seconds - beginning_of(data) : 0;
  if (!(total > 0) || !isfinite(total)) return;
  double unit = 1, last = -1;
  const char *word = time_unit(total, &unit);
  double step =
      history->early ? pow(10, floor(log10(total / unit)) - 3) : cli_step_of(total / unit, 5);
  if (history->early) fputs("set logscale x2\n", script);
  cli_script_label(script, "x2label",
                   beginning_of(data) > 0 ? "time from the start of the run, without compiling"
                                          : "time from the start of the run");
  fputs("set border 7\nset x2tics nomirror scale 0.6 (", script);
  for (double time = 0; time <= total / unit;) {
    double at = evaluations_at(data, time * unit);
    if (isnan(at)) break;
    if ((!history->early || at >= history->first) && place_of(history, at) >= last + 0.1) {
      fprintf(script, "%s'%.6g %s' %.10g", last < 0 ? "" : ", ", time, word, at / scale.unit);
      last = place_of(history, at);
    }
    time = history->early ? next_of(time, step) : time + step;
  }
  fprintf(script, ")\nset x2range [%.10g:%.10g]\n", history->early ? history->first : 0,
          history->evaluations / scale.unit * (history->early ? 1.1 : 1.01));
}

/* Says what the line cannot show. */
static void write_note(FILE *script, const cli_history *history, const cli_data *data)
{
  char note[128] = "";
  size_t first = 0, reached = 0;
  while (first < data->row_count && !isfinite(data->rows[first].best)) first++;
  while (reached < data->row_count && !(data->rows[reached].best <= history->reference)) reached++;
  if (first == data->row_count)
    snprintf(note, sizeof note, "no value was finite");
  else if (history->above && reached < data->row_count)
    snprintf(note, sizeof note, "the minimum is reached after %.10g evaluations",
             (double)data->rows[reached].evaluations);
  else if (first > 0)
    snprintf(note, sizeof note, "no finite value in the first %.10g evaluations",
             (double)data->rows[first - 1].evaluations);
  if (note[0] == '\0') return;
  cli_script_label(script, "label 1", note);
  fprintf(script, "set label 1 at graph 0.02, graph %s front\n", history->rising ? "0.95" : "0.05");
}

/* ---- The line ---- */

/* Steps: the best stays what it was until a better one is found. */
static void draw_line(FILE *script, const cli_canvas *canvas, const cli_history *history)
{
  fputs("unset key\n", script);
  if (canvas->kind == CLI_CHARACTERS)
    fputs("plot $run0 using 1:2 with points pointtype '*'\n", script);
  else
    fprintf(script, "plot $run0 using 1:2 with steps linecolor rgb '" CLI_BLUE "' linewidth 2%s\n",
            history->drawn <= 40 ? ", $run0 using 1:2 with points pointtype 7 pointsize 0.6 "
                                   "linecolor rgb '" CLI_BLUE "'"
                                 : "");
}

/* How many submethods a run may name, and which of them found something. */
enum { MOST_SUBMETHODS = 32 };
static size_t note_submethods(const cli_data *data, bool found[MOST_SUBMETHODS])
{
  size_t count = 0;
  for (size_t i = 0; i < MOST_SUBMETHODS; i++) found[i] = false;
  for (size_t i = 0; i < data->row_count; i++) {
    uint64_t submethod = data->rows[i].submethod;
    if (submethod == 0 || submethod >= MOST_SUBMETHODS || found[submethod]) continue;
    found[submethod] = true;
    count++;
  }
  return count;
}

/* The way down in the colours of those who found it: a thin line below joins them. */
static void draw_submethods(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  bool found[MOST_SUBMETHODS];
  char name[CLI_SUBMETHOD];
  size_t count = note_submethods(data, found);
  cli_script_legend(script, canvas, (int)(count + 2) / 3);
  fprintf(script, "plot $run0 using 1:2 with %s linecolor rgb '#999999' linewidth 1 notitle",
          canvas->kind == CLI_CHARACTERS ? "dots" : "steps");
  for (size_t k = 1; k < MOST_SUBMETHODS; k++) {
    if (!found[k]) continue;
    cli_record_submethod(data->info, k, name);
    fprintf(script, ", $run0 using 1:($3 == %zu ? $2 : NaN) with ", k);
    if (canvas->kind == CLI_CHARACTERS)
      cli_script_line(script, canvas, k - 1, 1);
    else
      fprintf(script, "points pointtype 7 pointsize 0.7 linecolor rgb '%s'",
              cli_script_colour(k - 1));
    fputs(" title ", script);
    cli_script_text(script, name);
  }
  fputs("\n", script);
}

int cli_draw_convergence(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  char title[320], second[512], whole[CLI_DURATION];
  cli_history history = cli_history_of(data, 1);
  cli_scale scale = cli_history_scale(&history);
  snprintf(title, sizeof title, "Convergence of %s", data->subject);
  cli_write_duration(whole, data->info->result->seconds);
  snprintf(second, sizeof second, "%s: best %.7g after %s", data->settings, data->best, whole);
  cli_script_begin(script, canvas);
  cli_script_title(script, title, second);
  cli_history_axes(script, canvas, &history, scale);
  if (canvas->kind != CLI_CHARACTERS) write_times(script, data, &history, scale);
  write_note(script, &history, data);
  cli_history_write(script, &history, data, 0, scale, canvas->kind != CLI_CHARACTERS);
  if (history.drawn == 0)
    fputs("unset key\nset yrange [0:1]\nunset ytics\nplot NaN\n", script);
  else if (data->info->submethods[0] != '\0')
    draw_submethods(script, canvas, data);
  else
    draw_line(script, canvas, &history);
  return CLI_DONE;
}
