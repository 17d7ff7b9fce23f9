#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "number.h"
#include "report.h"

/* The limit of a run without any, as the public header says. */
enum { USUAL_ITERATIONS = 1000 };

static const char *precision_name(jato_precision precision)
{
  return precision == JATO_FLOAT ? "float" : "double";
}

static void print_shortest(double value)
{
  char text[CLI_SHORTEST];
  cli_write_shortest(text, value);
  fputs(text, stdout);
}

/* Writes text as one word of a shell command. */
static void print_word(const char *text)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "_./:=,+-";
  if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, stdout);
    return;
  }
  putchar('\'');
  for (; *text != '\0'; text++) fputs(*text == '\'' ? "'\\''" : (char[2]){*text, '\0'}, stdout);
  putchar('\'');
}

static void print_option_word(const char *name, const char *text)
{
  if (text == NULL) return;
  printf(" --%s ", name);
  print_word(text);
}

static void print_option_count(const char *name, uint64_t count)
{
  if (count != 0) printf(" --%s %" PRIu64, name, count);
}

/* The limits that make the same run again. A run that the clock or the user ended is repeated by
 * the evaluations it made: another limit of iterations could be another schedule of the algorithm.
 */
static void print_limits(const cli_report *report)
{
  const jato_options *asked = report->asked;
  const jato_result *result = report->result;
  bool cut = result->stop == JATO_STOP_TIME || result->stop == JATO_STOP_CALLBACK;
  bool limited = asked->iterations != 0 || asked->evaluations != 0 || asked->stall != 0 ||
                 asked->seconds > 0 || !isnan(asked->target);
  print_option_count("iterations", cut && !limited ? USUAL_ITERATIONS : asked->iterations);
  print_option_count("evaluations", cut ? result->evaluations : asked->evaluations);
  print_option_count("stall", asked->stall);
  if (isnan(asked->target)) return;
  printf(" --target ");
  print_shortest(asked->target);
}

static void print_repeat(const cli_report *report)
{
  const jato_options *asked = report->asked;
  const cli_subject *subject = report->subject;
  printf("repeat       jato minimize ");
  if (subject->expression != NULL) fputs("-e ", stdout);
  if (subject->expression == NULL && report->name[0] == '-') fputs("./", stdout);
  print_word(report->name);
  printf(" --dim %zu --particles %" PRIu64, report->problem.dim, report->result->particles);
  print_option_word("bounds", subject->bounds);
  print_option_word("data", subject->data);
  print_option_word("algorithm", asked->algorithm);
  print_option_word("walls", asked->walls);
  print_option_word("device", asked->device);
  if (asked->precision != JATO_DOUBLE)
    print_option_word("precision", precision_name(asked->precision));
  print_limits(report);
  printf(" --seed %" PRIu64 "\n", report->result->seed);
}

static void print_best(const cli_report *report)
{
  printf("best         ");
  print_shortest(report->result->best);
  if (!isnan(report->problem.minimum)) {
    printf("\nminimum      ");
    print_shortest(report->problem.minimum);
    printf(" is known; the best is %.3g above it", report->result->best - report->problem.minimum);
  }
  printf("\nx           ");
  for (size_t i = 0; i < report->problem.dim && i < report->shown; i++)
    printf(" %.6g", report->x[i]);
  if (report->problem.dim > report->shown) printf(" ...");
  putchar('\n');
}

static void print_effort(const jato_result *result, const char *stop)
{
  printf("evaluations  %" PRIu64 "\n", result->evaluations);
  if (result->nonfinite != 0)
    printf("non-finite   %" PRIu64 " of them were NaN or infinite\n", result->nonfinite);
  printf("iterations   %" PRIu64 "\n", result->iterations);
  double running = result->seconds - result->build_seconds;
  printf("seconds      %.3f (%.3g ns an evaluation)\n", result->seconds,
         1e9 * running / (double)result->evaluations);
  bool interrupted = strcmp(stop, "interrupted") == 0;
  if (result->build_seconds > 0)
    printf("compiling    %.3f of these seconds%s%s\n", result->build_seconds,
           result->built[0] == '\0' ? "" : ": ", result->built);
  printf("stopped by   %s%s\n", stop, interrupted ? ": this is the best so far" : "");
}

void cli_report_text(const cli_report *report)
{
  const jato_result *result = report->result;
  print_best(report);
  print_effort(result, report->stop);
  printf("problem      %s, dim %zu\n", report->name, report->problem.dim);
  printf("algorithm    %s\n", result->algorithm);
  printf("particles    %" PRIu64 ", %s\n", result->particles,
         precision_name(report->asked->precision));
  printf("walls        %s\n", result->walls);
  printf("device       %s\n", result->device);
  printf("seed         %" PRIu64 "\n", result->seed);
  printf("digest       %016" PRIx64 "\n", result->digest);
  print_repeat(report);
}

void cli_report_json(const cli_report *report)
{
  const jato_result *result = report->result;
  char digest[17];
  snprintf(digest, sizeof digest, "%016" PRIx64, result->digest);
  cli_json json = cli_json_to(stdout);
  cli_json_begin_object(&json, NULL);
  cli_json_string(&json, "problem", report->name);
  cli_json_count(&json, "dim", report->problem.dim);
  cli_json_number(&json, "best", result->best);
  cli_json_number(&json, "minimum", report->problem.minimum);
  cli_json_begin_array(&json, "x");
  for (size_t i = 0; i < report->problem.dim; i++) cli_json_number(&json, NULL, report->x[i]);
  cli_json_end(&json);
  cli_json_count(&json, "evaluations", result->evaluations);
  cli_json_count(&json, "iterations", result->iterations);
  cli_json_count(&json, "nonfinite", result->nonfinite);
  cli_json_number(&json, "seconds", result->seconds);
  cli_json_number(&json, "build_seconds", result->build_seconds);
  cli_json_string(&json, "built", result->built[0] == '\0' ? NULL : result->built);
  cli_json_string(&json, "stop", report->stop);
  cli_json_string(&json, "algorithm", result->algorithm);
  cli_json_count(&json, "particles", result->particles);
  cli_json_string(&json, "precision", precision_name(report->asked->precision));
  cli_json_string(&json, "walls", result->walls);
  cli_json_string(&json, "device", result->device);
  cli_json_count(&json, "swarm_bytes", result->swarm_bytes);
  cli_json_count(&json, "seed", result->seed);
  cli_json_string(&json, "digest", digest);
  cli_json_end(&json);
}
