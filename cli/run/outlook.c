#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "run/outlook.h"

/* What is advised instead. A run that has come that far needs no advice. */
enum { FEW_EVALUATIONS = 500 };

#define SLOW_SECONDS 0.05 /* an evaluation that takes longer is slow */
#define LONG_SECONDS                                                           \
  60.0 /* more than a person waits for: a better estimate, or the end of a run \
        */

enum { COUNT_TEXT = 32, SPAN_TEXT = 32 };

/* Whether workers wait for a generation whose size the user decides. */
static bool has_generations(const jato_options *options)
{
  bool by_iteration = options->order == NULL || strcmp(options->order, "iteration") == 0;
  bool is_chosen = options->algorithm == NULL || strcmp(options->algorithm, "auto") == 0;
  return by_iteration && (!is_chosen || options->particles != 0);
}

cli_outlook cli_outlook_begin(const jato_options *options, cli_progress *progress)
{
  bool is_limited = options->iterations != 0 || options->evaluations != 0 || options->stall != 0 ||
                    options->seconds > 0;
  return (cli_outlook){.is_wanted = !is_limited,
                       .looks_for_idle = has_generations(options),
                       .workers = options->workers != 0 ? options->workers : 1,
                       .progress = progress};
}

/* 64,064 */
static const char *write_count(char text[COUNT_TEXT], uint64_t count)
{
  char digits[24];
  size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, count), used = 0;
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[used++] = ',';
    text[used++] = digits[i];
  }
  text[used] = '\0';
  return text;
}

/* 0.30 s, 42 minutes, 3.7 days */
static const char *write_span(char text[SPAN_TEXT], double seconds)
{
  static const struct {
    double length;
    const char *name;
  } units[] = {{86400 * 365.25, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"}};
  double value = seconds;
  const char *name = "s";
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (seconds < 2 * units[i].length) continue;
    value = seconds / units[i].length;
    name = units[i].name;
    break;
  }
  (void)snprintf(text, SPAN_TEXT, "%.*f %s", value < 1 ? 2 : value < 10 ? 1 : 0, value, name);
  return text;
}

/* Whether enough are done for an estimate: of many at once the first ones to end say little. */
static bool is_known(const cli_outlook *outlook, const jato_progress *now)
{
  uint64_t round = outlook->workers;
  if (now->seconds >= LONG_SECONDS) return now->evaluations >= round;
  return now->evaluations >= 3 && now->evaluations >= 2 * round;
}

static void say(const cli_outlook *outlook, uint64_t planned, double pace)
{
  char count[COUNT_TEXT], all[SPAN_TEXT], one[SPAN_TEXT], few[SPAN_TEXT];
  bool is_alone = outlook->workers == 1;
  cli_progress_end(outlook->progress);
  cli_complain("note: %s evaluations are planned, which take about %s at %s%s%s with %u worker%s; "
               "--evaluations %d would take %s",
               write_count(count, planned), write_span(all, pace * (double)planned),
               is_alone ? "" : "one every ", write_span(one, pace), is_alone ? " each" : "",
               outlook->workers, is_alone ? "" : "s", FEW_EVALUATIONS,
               write_span(few, pace * FEW_EVALUATIONS));
}

static void report_idle(cli_outlook *outlook, const jato_progress *now)
{
  if (!outlook->looks_for_idle) return;
  jato_result result;
  jato_run_get_info(now->run, NULL, &result);
  outlook->looks_for_idle = false;
  if (outlook->workers <= result.particles) return;
  uint64_t idle = outlook->workers - result.particles;
  cli_progress_end(outlook->progress);
  cli_complain("note: %u workers, %" PRIu64 " particles: %" PRIu64 " worker%s idle; --particles %u "
               "gives each of them work",
               outlook->workers, result.particles, idle, idle == 1 ? " is" : "s are",
               outlook->workers);
}

static uint64_t evaluations_planned(const jato_result *result)
{
  if (result->planned_evaluations != 0) return result->planned_evaluations;
  return (result->planned_iterations + 1) * result->particles;
}

void cli_outlook_report(cli_outlook *outlook, const jato_progress *now)
{
  report_idle(outlook, now);
  if (!outlook->is_wanted || now->evaluations >= FEW_EVALUATIONS || !is_known(outlook, now)) return;
  jato_result result;
  jato_run_get_info(now->run, NULL, &result);
  uint64_t planned = evaluations_planned(&result);
  double pace = now->seconds / (double)now->evaluations; /* of all workers together */
  bool is_slow = pace * outlook->workers > SLOW_SECONDS && pace * (double)planned > LONG_SECONDS;
  if (!is_slow || planned <= FEW_EVALUATIONS || cli_interrupted()) return;
  outlook->is_wanted = false;
  say(outlook, planned, pace);
}
