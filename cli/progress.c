#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "progress.h"

#define REDRAW_SECONDS 0.1
enum { BAR = 24, LINE = 256 };

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

static size_t append_bar(char line[LINE], size_t used, double fraction)
{
  char bar[BAR + 4];
  if (isnan(fraction)) return used;
  int full = (int)(fmin(fmax(fraction, 0), 1) * BAR);
  bar[0] = '[';
  for (int i = 0; i < BAR; i++) bar[1 + i] = i < full ? '#' : '.';
  memcpy(bar + 1 + BAR, "] ", 3);
  return append(line, used, bar);
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

static void draw(cli_progress *progress, const jato_progress *now)
{
  char line[LINE];
  char text[96];
  size_t used = append_bar(line, 0, now->fraction);
  snprintf(text, sizeof text, "%" PRIu64, now->iteration);
  used = append(line, used, text);
  if (progress->iterations != 0) {
    snprintf(text, sizeof text, "/%" PRIu64, progress->iterations);
    used = append(line, used, text);
  }
  double seconds = now->seconds - progress->first_seconds;
  double rate = (double)(now->iteration - progress->first_iteration) / seconds;
  snprintf(text, sizeof text, " iterations  %.3g/s  best %.6g", rate, now->best);
  used = append(line, used, text);
  used = append_time_left(line, used, seconds * (1 / now->fraction - 1));
  size_t columns = terminal_columns() - 1; /* the last column would wrap on some terminals */
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
    progress->first_iteration = now->iteration;
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
