#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/values.h"
#include "picture/report/html.h"
#include "picture/report/page.h"
#include "picture/report/yaml.h"
#include "subject/repeat.h"
#include "subject/record.h"

enum { MOST_COORDINATES = 1000 }; /* coordinates in the table */
enum { FEW_COORDINATES = 12 };    /* shown at the top, with the best value */

static void begin_table(FILE *page, const char *heading)
{
  fprintf(page, "<h2>%s</h2>\n<table>\n", heading);
}

static const char *why(jato_stop stop)
{
  switch (stop) {
  case JATO_STOP_NONE: return "not ended: this is a checkpoint during the run";
  case JATO_STOP_TARGET: return "the target was reached";
  case JATO_STOP_ITERATIONS: return "the iteration limit was reached";
  case JATO_STOP_EVALUATIONS: return "the evaluation limit was reached";
  case JATO_STOP_STALL: return "too many iterations without improvement";
  case JATO_STOP_TIME: return "the time limit was reached";
  case JATO_STOP_FAILURE: return "an evaluation failed (on_failure is stop), or too many in a row";
  case JATO_STOP_CONVERGED: return "the algorithm had nothing more to try";
  case JATO_STOP_CALLBACK: break;
  }
  return "it was interrupted";
}

static void constraint_row(FILE *page, const jato_constraint *about, double c)
{
  static const char *const words[] = {
      [JATO_AT_MOST] = "at most", [JATO_AT_LEAST] = "at least", [JATO_EQUALS] = "equal to"};
  if (isfinite(c))
    cli_html_row(page, about->name, "%.6g (%s %.6g)", c, words[about->relation], about->bound);
}

/* For programs: constraints, and evaluations that failed. */
static void outcome_rows(FILE *page, const cli_data *data)
{
  const jato_record_info *info = data->info;
  if (data->space != NULL && data->space->constraint_count > 0)
    cli_html_row(page, "constraints",
                 info->result->violation == 0 ? "all satisfied" : "violated by %.6g",
                 info->result->violation);
  for (size_t i = 0; data->space != NULL && info->c != NULL && i < data->space->constraint_count;
       i++)
    constraint_row(page, jato_space_constraint(data->space, i), info->c[i]);
  for (int status = JATO_EVAL_NONFINITE + 1; status < JATO_EVAL_STATUS_ROOM; status++)
    if (info->by_status[status] > 0)
      cli_html_row(page, "failed", "%" PRIu64 ": %s", info->by_status[status],
                   jato_eval_status_name((jato_eval_status)status));
}

void cli_page_standing(FILE *page, const cli_data *data)
{
  const jato_result *result = data->info->result;
  char whole[CLI_DURATION], each[CLI_DURATION];
  begin_table(page, "How it went");
  if (data->info->options->maximize) cli_html_row(page, "goal", "the largest value");
  if (!isnan(data->minimum))
    cli_html_row(page, "known minimum", "%.10g; best is %.3g above", data->minimum,
                 result->best - data->minimum);
  cli_html_row(page, "stopped because", "%s", why(result->stop));
  cli_html_row(page, "iterations", "%" PRIu64 ", last improvement at %" PRIu64, result->iterations,
               data->info->improved_at);
  cli_html_row(page, "evaluations", "%" PRIu64, result->evaluations);
  if (result->nonfinite > 0)
    cli_html_row(page, "non-finite", "%" PRIu64 " values were NaN or infinite", result->nonfinite);
  outcome_rows(page, data);
  cli_write_duration(whole, result->seconds);
  cli_write_duration(each, data->evaluation_seconds);
  cli_html_row(page, "time", "%s (%s per evaluation)", whole, each);
  cli_html_row(page, "digest", "%016" PRIx64, result->digest);
  fputs("</table>\n", page);
}

static void limit_row(FILE *page, const char *name, uint64_t limit)
{
  if (limit != 0) cli_html_row(page, name, "%" PRIu64, limit);
}

/* One interval where all coordinates have the same. */
static void box_row(FILE *page, const cli_data *data)
{
  bool same = true;
  for (size_t i = 1; i < data->dim; i++)
    if (data->lower[i] != data->lower[0] || data->upper[i] != data->upper[0]) same = false;
  if (same)
    cli_html_row(page, "box", "%.10g to %.10g in every coordinate", data->lower[0], data->upper[0]);
  else
    cli_html_row(page, "box", "see the table of the best point");
}

void cli_page_settings(FILE *page, const cli_data *data)
{
  static const char *const kinds[] = {"from the gallery", "C source, stored in the run file",
                                      "a user callback, not stored in the run file",
                                      "a program; its command is stored in the run file"};
  const jato_record_info *info = data->info;
  char brief[CLI_BRIEF], limit[CLI_DURATION];
  begin_table(page, "Settings");
  cli_html_row(page, "problem", "%s (%s)", info->problem, kinds[info->kind]);
  cli_html_row(page, "coordinates", "%zu", info->dim);
  if (data->space == NULL) box_row(page, data);
  if (info->data_count > 0) cli_html_row(page, "data", "%zu numbers", info->data_count);
  cli_brief_algorithm(info->result->algorithm, brief);
  cli_html_row(page, "algorithm", "%s", brief);
  if (strcmp(brief, info->result->algorithm) != 0)
    cli_html_row(page, "with its defaults", "%s", info->result->algorithm);
  cli_html_row(page, "particles", "%" PRIu64, info->result->particles);
  cli_html_row(page, "walls", "%s", info->result->walls);
  cli_html_row(page, "precision", "%s",
               info->options->precision == JATO_FLOAT ? "float" : "double");
  cli_html_row(page, "seed", "%" PRIu64, info->result->seed);
  cli_html_row(page, "device", "%s", info->result->device);
  if (info->result->built[0] != '\0') cli_html_row(page, "compiled", "%s", info->result->built);
  limit_row(page, "iteration limit", info->options->iterations);
  limit_row(page, "evaluation limit", info->options->evaluations);
  limit_row(page, "stall limit", info->options->stall);
  cli_write_duration(limit, info->options->seconds);
  if (info->options->seconds > 0) cli_html_row(page, "time limit", "%s", limit);
  if (!isnan(info->options->target)) cli_html_row(page, "target", "%.10g", info->options->target);
  fputs("</table>\n", page);
}

static void value_row(FILE *page, const cli_data *data, size_t variable, double value)
{
  char text[CLI_VALUE];
  fputs("<tr><td>", page);
  cli_html_text(page, jato_space_variable(data->space, variable)->name);
  fputs("</td><td class=\"number\">", page);
  cli_values_write(data->problem, variable, value, text);
  cli_html_text(page, text);
  fputs("</td><td>", page);
  cli_values_range(data->problem, variable, text);
  cli_html_text(page, text);
  fputs("</td></tr>\n", page);
}

/* By names, in the user's units. */
static void write_values(FILE *page, const cli_data *data)
{
  double *values = calloc(data->space->variable_count, sizeof *values);
  if (values == NULL) return;
  jato_problem_values(data->problem, data->x, values);
  fputs("<table class=\"values\">\n<tr><th>variable</th><th class=\"number\">value</th>"
        "<th>range</th></tr>\n",
        page);
  for (size_t i = 0; i < data->space->variable_count; i++) value_row(page, data, i, values[i]);
  fputs("</table>\n", page);
  free(values);
}

static void write_coordinates(FILE *page, const cli_data *data)
{
  size_t shown = data->dim < MOST_COORDINATES ? data->dim : MOST_COORDINATES;
  fputs("<table class=\"values\">\n<tr><th>coordinate</th><th class=\"number\">x</th>"
        "<th class=\"number\">lower</th><th class=\"number\">upper</th></tr>\n",
        page);
  for (size_t i = 0; i < shown; i++) {
    char x[CLI_SHORTEST];
    cli_write_shortest(x, data->x[i]);
    fprintf(page,
            "<tr><td>%zu</td><td class=\"number\">%s</td><td class=\"number\">%.10g</td>"
            "<td class=\"number\">%.10g</td></tr>\n",
            i, x, data->lower[i], data->upper[i]);
  }
  fputs("</table>\n", page);
  if (shown < data->dim)
    fprintf(page, "<p>%zu of %zu coordinates; the run file has them all.</p>\n", shown, data->dim);
}

void cli_page_best(FILE *page, const cli_data *data)
{
  char best[CLI_SHORTEST];
  cli_write_shortest(best, data->best);
  fputs("<h2>Best</h2>\n<p class=\"large\">value <b>", page);
  cli_html_text(page, best);
  fputs("</b></p>\n", page);
  if (data->space != NULL && isfinite(data->best))
    write_values(page, data);
  else if (data->space == NULL && data->dim <= FEW_COORDINATES)
    write_coordinates(page, data);
}

void cli_page_coordinates(FILE *page, const cli_data *data)
{
  if (data->space != NULL || data->dim <= FEW_COORDINATES) return;
  fputs("<h2>Best point</h2>\n", page);
  write_coordinates(page, data);
}

static void write_pre(FILE *page, const char *heading, const char *text)
{
  fprintf(page, "<h2>%s</h2>\n<pre>", heading);
  cli_html_text(page, text);
  fputs("</pre>\n", page);
}

/* The study as its author wrote it; for a run from the command line, the file has one line of JSON.
 * */
static void write_study(FILE *page, const jato_record_info *info)
{
  if (info->options->study != NULL) {
    write_pre(page, "Study", info->options->study);
    return;
  }
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) return;
  cli_yaml_write(out, info->source);
  if (fclose(out) == 0) write_pre(page, "Study", text);
  free(text);
}

void cli_page_provenance(FILE *page, const cli_data *data)
{
  const jato_record_info *info = data->info;
  begin_table(page, "Provenance");
  cli_html_row(page, "run file", "%s", info->path);
  cli_html_row(page, "saved at", "%s", info->saved_at);
  cli_html_row(page, "jato", "%s, built with %s", info->version, info->compiler);
  cli_html_row(page, "host", "%s", info->host);
  cli_html_row(page, "format", "%d", info->format);
  fputs("</table>\n", page);
  if (info->source[0] == '\0') return;
  if (info->kind == JATO_RECORD_STUDY)
    write_study(page, info);
  else
    write_pre(page, "Objective source", info->source);
}
