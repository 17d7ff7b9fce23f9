#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/live_line.h"

enum { BAR = 24, LEAST_BAR = 8 };

bool cli_line_is_wanted(bool quiet) { return !quiet && isatty(STDERR_FILENO) == 1; }

/* The width of the terminal; a terminal that does not know its own, as under expect, says 0. */
static size_t terminal_columns(void)
{
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/* The bar takes what the text behind it leaves of the terminal. */
static void write_bar(char bar[BAR + 4], double fraction, size_t room)
{
  bar[0] = '\0';
  if (isnan(fraction)) return;
  size_t width = room < LEAST_BAR + 3 ? LEAST_BAR : room - 3;
  if (width > BAR) width = BAR;
  size_t full = (size_t)(fmin(fmax(fraction, 0), 1) * (double)width);
  bar[0] = '[';
  for (size_t i = 0; i < width; i++) bar[1 + i] = i < full ? '#' : '.';
  memcpy(bar + 1 + width, "] ", 3);
}

void cli_line_draw(double fraction, const char *text)
{
  char line[CLI_LINE], bar[BAR + 4];
  size_t columns = terminal_columns() - 1; /* the last column would wrap on some terminals */
  size_t length = strlen(text);
  write_bar(bar, fraction, columns > length ? columns - length : 0);
  (void)snprintf(line, sizeof line, "%s%s", bar, text);
  if (columns < sizeof line) line[columns] = '\0';
  fprintf(stderr, "\r%s\x1b[K", line);
  fflush(stderr);
}

void cli_line_clear(void)
{
  fputs("\r\x1b[K", stderr);
  fflush(stderr);
}
