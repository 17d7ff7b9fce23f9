#include "run/seeds.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/writer/json.h"
#include "base/live_line.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/values.h"
#include "subject/record.h"

#define MOST_SEEDS 1000000
#define MOST_LISTED 25

#define LONG_SECONDS 60.0 /* from this expected time on, the user is warned */

/* Reads a whole number at *text and moves *text past it; false if there is none. */
static bool read_seed(const char **text, uint64_t *seed)
{
  char *end = NULL;
  errno = 0;
  if (!isdigit((unsigned char)**text)) return false;
  *seed = strtoull(*text, &end, 10);
  *text = end;
  return errno == 0;
}

int cli_seeds_read(const char *text, cli_seeds *seeds)
{
  const char *rest = text;
  uint64_t first = 0, last = 0;
  bool good = read_seed(&rest, &first) && strncmp(rest, "..", 2) == 0;
  if (good) rest += 2;
  if (!good || !read_seed(&rest, &last) || *rest != '\0')
    return cli_refuse(
        CLI_USAGE,
        "--seeds %s: needs two whole numbers with .. between them, as in --seeds 1..1000", text);
  if (last < first || last - first >= MOST_SEEDS)
    return cli_refuse(
        CLI_USAGE,
        "--seeds %s: the second number must be the larger one, and at most %d runs can "
        "be made by one command",
        text, MOST_SEEDS);
  *seeds = (cli_seeds){first, last};
  return CLI_DONE;
}

/* ---- The runs ---- */

typedef struct batch {
  const cli_performance *play;
  cli_seeds seeds;
  size_t count, dim;
  jato_task *tasks;     /* [count] */
  jato_result *results; /* [count] */
  double *x;            /* [count][dim] */
  double *sorted;       /* [begun]: their bests, rising */
  size_t begun, best;   /* runs that were begun; which has the best */
  uint64_t evaluations, digest;
  double seconds;
  bool drawn, told; /* told: how long all runs take */
} batch;

/* Says once how long all runs will take, when some are done and there is time to change that. */
static void tell_outlook(batch *b, const jato_progress *now)
{
  double all = now->seconds / (double)now->iteration * (double)b->count;
  if (b->told || b->play->manner->quiet || now->iteration == b->count || all < LONG_SECONDS) return;
  b->told = true;
  if (b->drawn) cli_line_clear();
  cli_complain("note: %" PRIu64 " of %zu runs took %.3g s with %" PRIu64
               " evaluations; all of them take about %.3g minutes",
               now->iteration, b->count, now->seconds, now->evaluations, all / 60);
}

static int report_progress(const jato_progress *now, void *user)
{
  batch *b = user;
  char text[CLI_LINE];
  b->seconds = now->seconds;
  if (now->iteration > 0) tell_outlook(b, now);
  if (!cli_interrupted() && cli_line_is_wanted(b->play->manner->quiet)) {
    (void)snprintf(text, sizeof text, "%" PRIu64 " of %zu runs  best %.6g", now->iteration,
                   b->count, now->best);
    cli_line_draw(now->fraction, text);
    b->drawn = true;
  }
  return cli_interrupted();
}

static bool is_better(const batch *b, double one, double other)
{
  return b->play->options.maximize ? one > other : one < other;
}

/* Sorts the values, the best first. */
static void sort(batch *b)
{
  cli_sort_values(b->sorted, b->begun);
  for (size_t i = 0; b->play->options.maximize && i < b->begun / 2; i++) {
    double value = b->sorted[i];
    b->sorted[i] = b->sorted[b->begun - 1 - i];
    b->sorted[b->begun - 1 - i] = value;
  }
}

static void gather(batch *b)
{
  for (size_t i = 0; i < b->count; i++) {
    const jato_result *result = &b->results[i];
    if (result->evaluations == 0) continue;
    if (b->begun == 0 || is_better(b, result->best, b->results[b->best].best)) b->best = i;
    b->sorted[b->begun++] = result->best;
    b->evaluations += result->evaluations;
    b->digest += result->digest; /* in any order the same */
  }
  sort(b);
}

/* ---- What people read ---- */

/* The quantile of the best values: `share` of the runs ended better. The nearest value is taken. */
static double quantile(const batch *b, double share)
{
  return b->sorted[(size_t)lround(share * (double)(b->begun - 1))];
}

static size_t count_stopped_by(const batch *b, jato_stop stop)
{
  size_t count = 0;
  for (size_t i = 0; i < b->count; i++)
    count += b->results[i].evaluations > 0 && b->results[i].stop == stop;
  return count;
}

/* One line for each, where a person would read them. */
static void print_table(const batch *b)
{
  if (b->begun > MOST_LISTED) return;
  printf("%-20s %-14s %-12s %s\n", "seed", "best", "evaluations", "stopped by");
  for (size_t i = 0; i < b->count; i++) {
    const jato_result *result = &b->results[i];
    if (result->evaluations > 0)
      printf("%-20" PRIu64 " %-14.6g %-12" PRIu64 " %s\n", result->seed, result->best,
             result->evaluations, cli_stop_name(result->stop));
  }
}

static void print_text(const batch *b)
{
  const jato_result *best = &b->results[b->best];
  char text[CLI_SHORTEST];
  cli_write_shortest(text, best->best);
  printf("best         %s (seed %" PRIu64 ")\n", text, best->seed);
  cli_coordinates_print(stdout, b->x + b->best * b->dim, b->dim,
                        b->play->manner->shown == CLI_SHOWN_AS_USUAL ? 10 : b->play->manner->shown);
  printf("median       %.6g of %zu runs; quarters %.6g and %.6g, worst %.6g\n", quantile(b, 0.5),
         b->begun, quantile(b, 0.25), quantile(b, 0.75), quantile(b, 1));
  if (!isnan(b->play->options.target))
    printf("target       reached by %zu of %zu runs\n", count_stopped_by(b, JATO_STOP_TARGET),
           b->begun);
  printf("evaluations  %" PRIu64 "\n", b->evaluations);
  printf("seconds      %.3f (%.3g runs a second)\n", b->seconds, (double)b->begun / b->seconds);
  printf("problem      %s, dim %zu\n", b->play->name, b->dim);
  if (b->play->options.maximize) puts("goal         maximize");
  printf("algorithm    %s\n", best->algorithm);
  printf("particles    %" PRIu64 ", %s\n", best->particles,
         cli_precision_name(b->play->options.precision));
  printf("device       %s\n", best->device);
  printf("seeds        %" PRIu64 "..%" PRIu64 "\n", b->seeds.first, b->seeds.last);
  printf("digest       %016" PRIx64 " (sum of all)\n", b->digest);
  print_table(b);
  printf("repeat       "); /* the best one alone */
  cli_print_repeat(stdout, &(cli_repeat){.subject = b->play->named,
                                         .name = b->play->name,
                                         .dim = b->dim,
                                         .asked = &b->play->options,
                                         .given = b->play->given,
                                         .result = best});
  putchar('\n');
}

static void print_run(jx_json *json, const jato_result *result)
{
  char digest[17];
  (void)snprintf(digest, sizeof digest, "%016" PRIx64, result->digest);
  jx_json_begin_object(json, NULL);
  jx_json_count(json, "seed", result->seed);
  jx_json_number(json, "best", result->best);
  jx_json_count(json, "evaluations", result->evaluations);
  jx_json_text(json, "stop", jato_stop_name(result->stop));
  jx_json_text(json, "digest", digest);
  jx_json_end(json);
}

static void print_json(const batch *b)
{
  const jato_result *best = &b->results[b->best];
  jx_json json = jx_json_to_file(stdout);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "problem", b->play->name);
  jx_json_count(&json, "dim", b->dim);
  jx_json_text(&json, "goal", b->play->options.maximize ? "maximize" : "minimize");
  jx_json_number(&json, "best", best->best);
  jx_json_count(&json, "seed", best->seed);
  cli_numbers_json(&json, "x", b->x + b->best * b->dim, b->dim);
  jx_json_number(&json, "median", quantile(b, 0.5));
  jx_json_number(&json, "worst", quantile(b, 1));
  jx_json_count(&json, "evaluations", b->evaluations);
  jx_json_number(&json, "seconds", b->seconds);
  jx_json_text(&json, "algorithm", best->algorithm);
  jx_json_count(&json, "particles", best->particles);
  jx_json_text(&json, "device", best->device);
  jx_json_begin_array(&json, "runs");
  for (size_t i = 0; i < b->count; i++)
    if (b->results[i].evaluations > 0) print_run(&json, &b->results[i]);
  jx_json_end(&json);
  jx_json_end(&json);
}

/* ---- All of it ---- */

static int conclude(batch *b, jato_status status, const jato_error *error)
{
  if (status != JATO_OK) return cli_complain_of(status, error);
  gather(b);
  if (b->begun == 0) {
    cli_complain("interrupted before the first run had started");
    return cli_interrupted_code();
  }
  (b->play->manner->json ? print_json : print_text)(b);
  bool whole = b->begun == b->count && count_stopped_by(b, JATO_STOP_CALLBACK) == 0;
  if (!cli_interrupted() || whole) return CLI_DONE;
  (void)fflush(stdout);
  cli_complain("interrupted: %zu of %zu runs were started; the last ones were cut short", b->begun,
               b->count);
  return cli_interrupted_code();
}

static int make_runs(batch *b)
{
  jato_error error;
  for (size_t i = 0; i < b->count; i++)
    b->tasks[i] = (jato_task){b->play->problem, b->seeds.first + i};
  cli_interrupt_catch();
  jato_status status =
      jato_minimize_many(b->tasks, b->count, &b->play->options, b->x, b->results, &error);
  if (b->drawn) cli_line_clear();
  return conclude(b, status, &error);
}

int cli_perform_seeds(cli_performance *play, const cli_seeds *seeds)
{
  cli_places places;
  batch b = {.play = play,
             .seeds = *seeds,
             .count = (size_t)(seeds->last - seeds->first + 1),
             .dim = jato_problem_get_info(play->problem)->dim};
  int code = CLI_FAILED;
  cli_subject_options(play->subject, &places, &play->options);
  if (play->runs_process) cli_work_adopt(&play->options);
  play->options.progress = report_progress;
  play->options.progress_user = &b;
  b.tasks = calloc(b.count, sizeof *b.tasks);
  b.results = calloc(b.count, sizeof *b.results);
  b.x = calloc(b.count * b.dim, sizeof *b.x);
  b.sorted = calloc(b.count, sizeof *b.sorted);
  if (b.tasks != NULL && b.results != NULL && b.x != NULL && b.sorted != NULL)
    code = make_runs(&b);
  else
    cli_complain("not enough memory for the results of %zu runs", b.count);
  free(b.tasks);
  free(b.results);
  free(b.x);
  free(b.sorted);
  return code;
}
