#include "compare/standing.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "text/writer/json.h"
#include "base/number.h"

enum { NUMBER = 32, WIDEST_METHOD = 44 };

/* The numbers of a method, in the order of both tables. */
typedef struct column {
  const char *key, *heading, *format;
  size_t offset; /* of a double in jato_standing */
  int width;
  bool of_target;
} column;

#define AT(member) offsetof(jato_standing, member)
static const column columns[] = {
    {"median", "median", "%.4g", AT(median), 10, false},
    {"lower_quartile", "25 %", "%.4g", AT(lower_quartile), 10, false},
    {"upper_quartile", "75 %", "%.4g", AT(upper_quartile), 10, false},
    {"ert", "ERT", "%.0f", AT(ert), 9, true},
    {"mean_rank", "rank", "%.1f", AT(mean_rank), 6, false},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static double number_at(const jato_standing *standing, const column *of)
{
  double number;
  memcpy(&number, (const char *)standing + of->offset, sizeof number);
  return number;
}

/* ---- JSON ---- */

static void write_runs(jx_json *json, const cli_comparison *comparison, size_t method)
{
  jx_json_begin_array(json, "results");
  for (size_t i = 0; i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (!trial->done || trial->method != method) continue;
    jx_json_begin_object(json, NULL);
    jx_json_count(json, "seed", trial->seed);
    jx_json_number(json, "best", trial->best);
    jx_json_count(json, "evaluations", trial->evaluations);
    jx_json_bool(json, "reached", cli_comparison_reached(comparison, trial));
    jx_json_text(json, "stop", jato_stop_name(trial->stop));
    jx_json_end(json);
  }
  jx_json_end(json);
}

static void write_method(jx_json *json, const cli_comparison *comparison,
                         const jato_standing *standing, bool first)
{
  double rate = standing->runs > 0 ? (double)standing->reached / (double)standing->runs : NAN;
  bool has_target = !isnan(comparison->options.target);
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "method", comparison->method[standing->method]);
  jx_json_text(json, "algorithm", comparison->complete[standing->method]);
  jx_json_count(json, "runs", standing->runs);
  for (size_t i = 0; i < COLUMNS; i++) {
    if (columns[i].of_target) jx_json_number(json, "success_rate", has_target ? rate : NAN);
    jx_json_number(json, columns[i].key, number_at(standing, &columns[i]));
  }
  jx_json_number(json, "p", first || standing->runs == 0 ? NAN : standing->p);
  jx_json_bool(json, "exact", standing->exact);
  jx_json_bool(json, "among_best", standing->among_best);
  write_runs(json, comparison, standing->method);
  jx_json_end(json);
}

void cli_standings_json(const cli_comparison *comparison, const jato_standing *standings)
{
  jx_json json = jx_json_to_file(stdout);
  cli_reference reference = cli_comparison_reference(comparison);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "problem", comparison->name);
  jx_json_count(&json, "dim", comparison->dim);
  jx_json_text(&json, "goal", comparison->options.maximize ? "maximize" : "minimize");
  jx_json_count(&json, "evaluations", comparison->options.evaluations);
  jx_json_number(&json, "target", comparison->options.target);
  jx_json_count(&json, "first_seed", comparison->first_seed);
  jx_json_count(&json, "seeds", comparison->seeds);
  jx_json_number(&json, "reference", reference.value);
  jx_json_text(&json, "reference_is", reference.known ? "known minimum" : "best seen");
  jx_json_bool(&json, "complete", cli_comparison_done(comparison) == comparison->trial_count);
  jx_json_number(&json, "significant_below", JATO_SIGNIFICANT);
  jx_json_begin_array(&json, "methods");
  for (size_t i = 0; i < comparison->method_count; i++)
    write_method(&json, comparison, &standings[i], i == 0);
  jx_json_end(&json);
  jx_json_end(&json);
}

/* ---- Text ---- */

/* The number, or - where there is none. */
static const char *number_text(double number, const char *format, char text[NUMBER])
{
  if (isfinite(number))
    snprintf(text, NUMBER, format, number); /* NOLINT: one of the formats of this file */
  else
    snprintf(text, NUMBER, "-");
  return text;
}

static void print_head(const cli_comparison *comparison)
{
  char target[CLI_SHORTEST];
  uint64_t first = comparison->first_seed, last = first + comparison->seeds - 1;
  size_t done = cli_comparison_done(comparison);
  printf("problem      %s, dim %zu\n", comparison->name, comparison->dim);
  if (comparison->options.maximize) puts("goal         maximize");
  printf("runs         %zu methods, seeds %" PRIu64 " to %" PRIu64 ", %" PRIu64
         " evaluations each at most\n",
         comparison->method_count, first, last, comparison->options.evaluations);
  if (!isnan(comparison->options.target)) {
    cli_write_shortest(target, comparison->options.target);
    printf("target       %s\n", target);
  }
  if (done < comparison->trial_count)
    printf("unfinished   %zu of %zu runs are done\n", done, comparison->trial_count);
  putchar('\n');
}

static int method_width(const cli_comparison *comparison)
{
  size_t width = strlen("method");
  for (size_t i = 0; i < comparison->method_count; i++) {
    size_t length = strlen(comparison->method[i]);
    if (length > width) width = length;
  }
  return (int)(width < WIDEST_METHOD ? width : WIDEST_METHOD);
}

static void print_row(const cli_comparison *comparison, const jato_standing *standing, int width,
                      bool best)
{
  char text[NUMBER];
  bool has_target = !isnan(comparison->options.target);
  printf("%c %-*s  %4zu", standing->among_best ? '*' : ' ', width,
         comparison->method[standing->method], standing->runs);
  for (size_t i = 0; i < COLUMNS; i++) {
    const column *of = &columns[i];
    if (of->of_target && !has_target) continue;
    snprintf(text, sizeof text, "%zu/%zu", standing->reached, standing->runs);
    if (of->of_target) printf("  %7s", text);
    printf("  %*s", of->width, number_text(number_at(standing, of), of->format, text));
  }
  if (!best) number_text(standing->runs == 0 ? NAN : standing->p, "%.2g", text);
  printf("  %8s\n", best ? "best" : text);
}

static void print_test(const cli_comparison *comparison, const jato_standing *standings)
{
  size_t exact = 0, count = comparison->method_count;
  for (size_t i = 1; i < count; i++) exact += standings[i].exact;
  printf("* the best by rank, and those not significantly worse than it (%g %%)\n",
         100 * JATO_SIGNIFICANT);
  printf(
      "p: two-sided rank-sum test against the best%s,\n   with Holm's correction for %zu test%s\n",
      exact == count - 1 ? ", exact"
      : exact == 0       ? ", by the normal approximation"
                         : "; exact, or with ties by the normal approximation",
      count - 1, count == 2 ? "" : "s");
}

static void print_meaning(const cli_comparison *comparison, const jato_standing *standings)
{
  uint64_t least = jato_significant_runs(comparison->method_count);
  putchar('\n');
  if (comparison->method_count > 1) print_test(comparison, standings);
  if (isnan(comparison->options.target))
    printf("rank: mean of its runs among all runs, by the best value\n");
  else
    printf("rank: mean of its runs among all runs: first those that reached the target, by their\n"
           "   evaluations, then the others, by their best value\n"
           "ERT: evaluations of all runs, up to the target or the end, for each that reached it\n");
  if (comparison->seeds < least)
    printf("with %" PRIu64 " seed%s no difference can be significant; use --seeds %" PRIu64
           " or more\n",
           comparison->seeds, comparison->seeds == 1 ? "" : "s", least);
}

void cli_standings_print(const cli_comparison *comparison, const jato_standing *standings)
{
  int width = method_width(comparison);
  print_head(comparison);
  printf("  %-*s  %4s", width, "method", "runs");
  for (size_t i = 0; i < COLUMNS; i++) {
    if (columns[i].of_target && isnan(comparison->options.target)) continue;
    if (columns[i].of_target) printf("  %7s", "reached");
    printf("  %*s", columns[i].width, columns[i].heading);
  }
  printf("  %8s\n", "p");
  for (size_t i = 0; i < comparison->method_count; i++)
    print_row(comparison, &standings[i], width, i == 0 && standings[0].runs > 0);
  print_meaning(comparison, standings);
}
