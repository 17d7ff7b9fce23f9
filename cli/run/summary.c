#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text/writer/json.h"
#include "base/number.h"
#include "base/values.h"
#include "run/summary.h"

static void print_shortest(double value)
{
  char text[CLI_SHORTEST];
  cli_write_shortest(text, value);
  fputs(text, stdout);
}

/* Whether an evaluation gave a value at all; the best point means nothing otherwise. */
static bool has_point(const cli_summary *report)
{
  const jato_result *result = report->repeat.result;
  return isfinite(result->best) || result->violation > 0;
}

static void print_point(const cli_summary *report)
{
  if (report->space != NULL && !has_point(report)) return;
  if (report->named != NULL) {
    cli_values_print(stdout, report->named, report->x, report->shown);
    return;
  }
  cli_coordinates_print(stdout, report->x, report->problem.dim, report->shown);
}

/* A known minimum is no goal of a run that maximises. */
static bool has_minimum(const cli_summary *report)
{
  return !isnan(report->problem.minimum) && !report->repeat.asked->maximize;
}

static void print_best(const cli_summary *report)
{
  printf("best         ");
  print_shortest(report->repeat.result->best);
  cli_print_certainty(report->repeat.result->standard_error, report->repeat.result->samples);
  if (has_minimum(report)) {
    printf("\nminimum      ");
    print_shortest(report->problem.minimum);
    printf(" (known); best is %.3g above", report->repeat.result->best - report->problem.minimum);
  }
  putchar('\n');
  print_point(report);
  if (report->space != NULL && has_point(report))
    cli_values_print_constraints(stdout, report->space, report->c);
  if (report->space != NULL && has_point(report))
    cli_values_print_violation(stdout, report->space, report->repeat.result->violation);
}

/* Writes durations in fitting units: a run, like an evaluation, takes nanoseconds or hours. */
static void print_seconds(const jato_result *result)
{
  char whole[CLI_DURATION], each[CLI_DURATION];
  bool is_long = result->seconds >= 99.95;
  cli_write_duration(whole, result->seconds);
  cli_write_duration(each, (result->seconds - result->build_seconds) / (double)result->evaluations);
  printf("seconds      %.3f (%s%s%s per evaluation)\n", result->seconds, is_long ? whole : "",
         is_long ? "; " : "", each);
}

static void print_effort(const cli_summary *report)
{
  const jato_result *result = report->repeat.result;
  cli_evaluations_print(stdout, result);
  if (report->failures != NULL) cli_failures_print(stdout, report->failures);
  printf("iterations   %" PRIu64 "\n", result->iterations);
  print_seconds(result);
  bool interrupted = strcmp(report->stop, "interrupted") == 0;
  if (result->build_seconds > 0)
    printf("compiling    %.3f s of that%s%s\n", result->build_seconds,
           result->built[0] == '\0' ? "" : ": ", result->built);
  if (result->explanation[0] != '\0') printf("chosen       %s\n", result->explanation);
  printf("stopped by   %s%s%s%s\n", report->stop, result->why[0] == '\0' ? "" : ": ", result->why,
         interrupted ? "; this is the best so far" : "");
}

static unsigned workers_of(const jato_options *asked)
{
  return asked->workers == 0 ? 1 : asked->workers;
}

static const char *order_of(const jato_options *asked)
{
  return asked->order == NULL ? "iteration" : asked->order;
}

static void print_work(const jato_options *asked)
{
  printf("workers      %u, order %s\n", workers_of(asked), order_of(asked));
}

/* What differs from the defaults: the whole list hides it. */
static void print_algorithm(const cli_summary *report)
{
  char brief[CLI_BRIEF];
  const char *whole = report->repeat.result->algorithm;
  cli_brief_algorithm(whole, brief);
  printf("algorithm    %s\n", report->verbose ? whole : brief);
}

void cli_summary_text(const cli_summary *report)
{
  const jato_result *result = report->repeat.result;
  print_best(report);
  print_effort(report);
  printf("problem      %s, dim %zu\n", report->repeat.name, report->problem.dim);
  if (report->repeat.asked->maximize) puts("goal         maximize");
  print_algorithm(report);
  printf("particles    %" PRIu64 ", %s\n", result->particles,
         cli_precision_name(report->repeat.asked->precision));
  printf("walls        %s\n", result->walls);
  printf("device       %s", result->device);
  if (report->ranks > 1) printf(" on rank 0 of %d", report->ranks);
  putchar('\n');
  if (report->verbose && result->swarm_bytes > 0)
    printf("memory       %" PRIu64 " bytes for the swarm\n", result->swarm_bytes);
  if (report->failures != NULL) print_work(report->repeat.asked);
  printf("seed         %" PRIu64 "\n", result->seed);
  printf("digest       %016" PRIx64 "\n", result->digest);
  if (report->saved != NULL) printf("saved        %s\n", report->saved);
  if (report->repeat.subject != NULL || report->repeat.file != NULL) {
    printf("repeat       ");
    cli_print_repeat(stdout, &report->repeat);
    putchar('\n');
  }
  if (report->kernels != NULL) cli_kernel_times_print(report->kernels);
}

void cli_summary_json(const cli_summary *report)
{
  const jato_result *result = report->repeat.result;
  char digest[17];
  snprintf(digest, sizeof digest, "%016" PRIx64, result->digest);
  jx_json json = jx_json_to_file(stdout);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "problem", report->repeat.name);
  jx_json_count(&json, "dim", report->problem.dim);
  jx_json_text(&json, "goal", report->repeat.asked->maximize ? "maximize" : "minimize");
  jx_json_number(&json, "best", result->best);
  jx_json_number(&json, "standard_error", result->standard_error);
  jx_json_count(&json, "samples", result->samples);
  jx_json_number(&json, "minimum", has_minimum(report) ? report->problem.minimum : NAN);
  cli_numbers_json(&json, "x", report->x, report->problem.dim);
  if (report->named != NULL && has_point(report))
    cli_values_json(&json, "values", report->named, report->x);
  else if (report->named != NULL)
    jx_json_text(&json, "values", NULL);
  if (report->space != NULL && report->space->constraint_count > 0)
    jx_json_number(&json, "violation", has_point(report) ? result->violation : NAN);
  if (has_point(report)) cli_constraints_json(&json, report->space, report->c);
  jx_json_count(&json, "evaluations", result->evaluations);
  jx_json_count(&json, "iterations", result->iterations);
  jx_json_count(&json, "nonfinite", result->nonfinite);
  if (report->failures != NULL) jx_json_count(&json, "given", result->given);
  if (report->failures != NULL) jx_json_count(&json, "reused", result->reused);
  if (report->failures != NULL) cli_failures_json(&json, report->failures);
  jx_json_number(&json, "seconds", result->seconds);
  jx_json_number(&json, "build_seconds", result->build_seconds);
  jx_json_text(&json, "built", result->built[0] == '\0' ? NULL : result->built);
  jx_json_text(&json, "stop", report->stop);
  jx_json_text(&json, "why", result->why[0] == '\0' ? NULL : result->why);
  jx_json_text(&json, "algorithm", result->algorithm);
  jx_json_text(&json, "explanation", result->explanation[0] == '\0' ? NULL : result->explanation);
  jx_json_count(&json, "particles", result->particles);
  jx_json_text(&json, "precision", cli_precision_name(report->repeat.asked->precision));
  jx_json_text(&json, "walls", result->walls);
  jx_json_text(&json, "device", result->device);
  jx_json_count(&json, "ranks", (uint64_t)report->ranks);
  jx_json_count(&json, "swarm_bytes", result->swarm_bytes);
  jx_json_count(&json, "seed", result->seed);
  jx_json_text(&json, "digest", digest);
  if (report->failures != NULL) {
    jx_json_count(&json, "workers", workers_of(report->repeat.asked));
    jx_json_text(&json, "order", order_of(report->repeat.asked));
  }
  if (report->kept) jx_json_text(&json, "saved", report->saved);
  if (report->kernels != NULL) cli_kernel_times_json(&json, report->kernels);
  jx_json_end(&json);
}
