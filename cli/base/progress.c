#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/live_line.h"
#include "base/progress.h"

cli_progress cli_progress_begin(bool quiet, uint64_t iterations)
{
  return (cli_progress){.live = cli_line_is_wanted(quiet), .iterations = iterations};
}

static size_t append(char line[CLI_LINE], size_t used, const char *text)
{
  int written = snprintf(line + used, CLI_LINE - used, "%s", text);
  size_t end = used + (size_t)(written > 0 ? written : 0);
  return end < CLI_LINE ? end : CLI_LINE - 1;
}

/* How far it is, by the limit that the run or the caller knows of; NaN without one. */
static double fraction_of(const cli_progress *progress, const jato_progress *now)
{
  if (!isnan(now->fraction) || progress->iterations == 0) return now->fraction;
  return fmin((double)now->iteration / (double)progress->iterations, 1);
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

static void write_numbers(const cli_progress *progress, const jato_progress *now,
                          char line[CLI_LINE])
{
  char text[96], rate[16];
  double seconds = now->seconds - progress->first_seconds;
  snprintf(text, sizeof text, "%" PRIu64, now->iteration);
  size_t used = append(line, 0, text);
  if (progress->iterations != 0) {
    snprintf(text, sizeof text, "/%" PRIu64, progress->iterations);
    used = append(line, used, text);
  }
  write_rate(rate, (double)(now->evaluations - progress->first_evaluations) / seconds);
  bool infeasible = isinf(now->best) && now->violation > 0;
  snprintf(text, sizeof text, "  %s evals/s  %s %.6g  diversity %.3g", rate,
           infeasible ? "violation" : "best", infeasible ? now->violation : now->best,
           jato_run_diversity(now->run));
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
