#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/progress.h"

#define REDRAW_SECONDS 0.1
enum { BAR = 24, LEAST_BAR = 8, LINE = 256 };

cli_progress cli_progress_begin(bool quiet, uint64_t iterations)
{
  return (cli_progress){.live = !quiet && isatty(STDERR_FILENO) == 1, .iterations = iterations};
}

/* The width of the terminal; a terminal that does not know its own, as under expect, says 0. */
static size_t terminal_columns(void)
{
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

static size_t append(char line[LINE], size_t used, const char *text)
{
  int written = snprintf(line + used, LINE - used, "%s", text);
  size_t end = used + (size_t)(written > 0 ? written : 0);
  return end < LINE ? end : LINE - 1;
}

/* How far it is, by the limit that the run or the caller knows of; NaN without one. */
static double fraction_of(const cli_progress *progress, const jato_progress *now)
{
  if (!isnan(now->fraction) || progress->iterations == 0) return now->fraction;
  return fmin((double)now->iteration / (double)progress->iterations, 1);
}

/* The bar takes what the text behind it leaves of the terminal. */
static size_t append_bar(char line[LINE], double fraction, size_t room)
{
  char bar[BAR + 4];
  if (isnan(fraction)) return 0;
  size_t width = room < LEAST_BAR + 3 ? LEAST_BAR : room - 3;
  if (width > BAR) width = BAR;
  size_t full = (size_t)(fmin(fmax(fraction, 0), 1) * (double)width);
  bar[0] = '[';
  for (size_t i = 0; i < width; i++) bar[1 + i] = i < full ? '#' : '.';
  memcpy(bar + 1 + width, "] ", 3);
  return append(line, 0, bar);
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

static size_t append_time_left(char line[LINE], size_t used, double seconds)
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

static size_t write_numbers(const cli_progress *progress, const jato_progress *now, char line[LINE])
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
  return append_time_left(line, used,
                          seconds * (1 - fraction) / (fraction - progress->first_fraction));
}

static void draw(cli_progress *progress, const jato_progress *now)
{
  char line[LINE], numbers[LINE];
  size_t columns = terminal_columns() - 1; /* the last column would wrap on some terminals */
  size_t length = write_numbers(progress, now, numbers);
  size_t used =
      append_bar(line, fraction_of(progress, now), columns > length ? columns - length : 0);
  used = append(line, used, numbers);
  if (used > columns) line[columns] = '\0';
  fprintf(stderr, "\r%s\x1b[K", line);
  fflush(stderr);
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
  if (progress->live && now->seconds - progress->drawn_seconds >= REDRAW_SECONDS)
    draw(progress, now);
  return cli_interrupted() ? 1 : 0;
}

void cli_progress_end(cli_progress *progress)
{
  if (!progress->drawn) return;
  fputs("\r\x1b[K", stderr);
  fflush(stderr);
  progress->drawn = false;
}
