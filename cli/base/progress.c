#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/live_line.h"
#include "base/number.h"
#include "base/progress.h"

/* Fewer evaluations a second than this are counted one by one, iterations otherwise. */
static const double slow = 1000;

cli_progress cli_progress_begin(bool quiet, const jato_options *limits)
{
  return (cli_progress){.live = cli_line_is_wanted(quiet),
                        .iterations = limits->iterations,
                        .evaluations = limits->evaluations};
}

static size_t append(char line[CLI_LINE], size_t used, const char *text)
{
  int written = snprintf(line + used, CLI_LINE - used, "%s", text);
  size_t end = used + (size_t)(written > 0 ? written : 0);
  return end < CLI_LINE ? end : CLI_LINE - 1;
}

/* How much of its limit the run has used, from 0 to 1; NaN if it has no limit. */
static double fraction_of(const cli_progress *progress, const jato_progress *now)
{
  double fraction = now->fraction;
  if (isnan(fraction) && progress->iterations != 0)
    fraction = (double)now->iteration / (double)progress->iterations;
  /* The run counts whole generations; slow evaluations are seen to end one by one. */
  if (progress->evaluations != 0)
    fraction = fmax(fraction, (double)now->evaluations / (double)progress->evaluations);
  return fmin(fraction, isnan(fraction) ? fraction : 1);
}

/* 950, 1.5k, 12.3M, 1.2G */
static void write_rate(char text[16], double rate)
{
  static const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (rate >= 999.5 && unit + 1 < sizeof units / sizeof units[0]) {
    rate /= 1000;
    unit++;
  }
  snprintf(text, 16, "%.3g%s", rate, units[unit]);
}

static size_t append_time_left(char line[CLI_LINE], size_t used, double seconds)
{
  char text[48];
  if (!isfinite(seconds) || seconds > 1e7) return used;
  unsigned long left = (unsigned long)ceil(seconds);
  if (left >= 3600)
    snprintf(text, sizeof text, "  %lu:%02lu:%02lu left", left / 3600, left / 60 % 60, left % 60);
  else
    snprintf(text, sizeof text, "  %lu:%02lu left", left / 60, left % 60);
  return append(line, used, text);
}

/* "37/200", or "37" without a limit. */
static size_t append_count(char line[CLI_LINE], size_t used, uint64_t count, uint64_t limit)
{
  char text[48];
  if (limit == 0)
    snprintf(text, sizeof text, "%" PRIu64, count);
  else
    snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, count, limit);
  return append(line, used, text);
}

/* What is counted, and how fast it goes: "37/200 evaluations  2.5 s each" or, where they are quick,
 * "120/3000 iterations  1.5M evals/s". */
static size_t write_counts(const cli_progress *progress, const jato_progress *now, double rate,
                           char line[CLI_LINE])
{
  char text[16], each[CLI_DURATION];
  if (!progress->counts_each) {
    size_t used = append_count(line, 0, now->iteration, progress->iterations);
    write_rate(text, rate);
    used = append(line, append(line, used, " iterations  "), text);
    return append(line, used, " evals/s");
  }
  size_t used = append_count(line, 0, now->evaluations, progress->evaluations);
  used = append(line, used, " evaluations");
  if (progress->evaluations == 0 && progress->iterations != 0) {
    used = append(line, used, ", iteration ");
    used = append_count(line, used, now->iteration, progress->iterations);
  }
  if (!(rate > 0)) return used;
  write_rate(text, rate);
  cli_write_duration(each, 1 / rate);
  used = append(line, append(line, used, "  "), rate < 1 ? each : text);
  return append(line, used, rate < 1 ? " each" : "/s");
}

static void write_numbers(const cli_progress *progress, const jato_progress *now,
                          char line[CLI_LINE])
{
  char text[96];
  double seconds = now->seconds - progress->first_seconds;
  double rate = (double)(now->evaluations - progress->first_evaluations) / seconds;
  size_t used = write_counts(progress, now, rate, line);
  bool infeasible = isinf(now->best) && now->violation > 0;
  if (infeasible || isfinite(now->best)) { /* none before the end of the first generation */
    snprintf(text, sizeof text, "  %s %.6g", infeasible ? "violation" : "best",
             infeasible ? now->violation : now->best);
    used = append(line, used, text);
  }
  snprintf(text, sizeof text, "  diversity %.3g", jato_run_diversity(now->run));
  used = append(line, used, text);
  if (now->failed > 0) {
    snprintf(text, sizeof text, "  %" PRIu64 " failed", now->failed);
    used = append(line, used, text);
  }
  double fraction = fraction_of(progress, now);
  (void)append_time_left(line, used,
                         seconds * (1 - fraction) / (fraction - progress->first_fraction));
}

static void draw(cli_progress *progress, const jato_progress *now)
{
  char numbers[CLI_LINE];
  double seconds = now->seconds - progress->first_seconds;
  if (!progress->has_chosen)
    progress->counts_each =
        (double)(now->evaluations - progress->first_evaluations) < slow * seconds;
  progress->has_chosen = true;
  write_numbers(progress, now, numbers);
  cli_line_draw(fraction_of(progress, now), numbers);
  progress->drawn = true;
  progress->drawn_seconds = now->seconds;
}

int cli_progress_report(const jato_progress *now, void *user)
{
  cli_progress *progress = user;
  if (!progress->begun) {
    progress->begun = true;
    progress->first_evaluations = now->evaluations;
    progress->first_fraction = fraction_of(progress, now);
    progress->first_seconds = now->seconds;
    progress->drawn_seconds = now->seconds;
  }
  if (progress->live && now->seconds - progress->drawn_seconds >= CLI_REDRAW_SECONDS)
    draw(progress, now);
  return cli_interrupted() ? 1 : 0;
}

void cli_progress_end(cli_progress *progress)
{
  if (!progress->drawn) return;
  cli_line_clear();
  progress->drawn = false;
}
