#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jato/jato.h>

const char *cli_read_interval(const char *text, double *low, double *high)
{
  char copy[64];
  const char *colon = strchr(text, ':');
  size_t length = colon == NULL ? sizeof copy : (size_t)(colon - text);
  if (length >= sizeof copy) return "two numbers with a colon between, such as -5:5";
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (jato_read_number(copy, low) != NULL || jato_read_number(colon + 1, high) != NULL)
    return "two numbers with a colon between, such as -5:5";
  return NULL;
}

void cli_write_shortest(char text[CLI_SHORTEST], double value)
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, CLI_SHORTEST, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}

void cli_write_duration(char text[CLI_DURATION], double seconds)
{
  static const char *const units[] = {"ns", "us", "ms", "s"};
  double shown = seconds * 1e9;
  size_t unit = 0;
  if (!(fabs(seconds) < 99.95)) {
    double minutes = floor((seconds + 0.5) / 60);
    if (!(fabs(seconds) < 1e12))
      snprintf(text, CLI_DURATION, "%.3g s", seconds);
    else if (seconds < 3600 - 0.5)
      snprintf(text, CLI_DURATION, "%.0f min %02.0f s", minutes,
               floor(seconds + 0.5) - 60 * minutes);
    else
      snprintf(text, CLI_DURATION, "%.0f h %02.0f min", floor((seconds + 30) / 3600),
               floor(fmod(seconds + 30, 3600) / 60));
    return;
  }
  while (fabs(shown) >= 999.5 && unit < 3) { /* 999.6 would be printed as 1e+03 */
    shown /= 1000;
    unit++;
  }
  snprintf(text, CLI_DURATION, "%.3g %s", shown, units[unit]);
}

static int compare_values(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void cli_sort_values(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare_values);
}

void cli_print_certainty(double standard_error, uint64_t samples)
{
  if (samples == 0) return;
  if (isfinite(standard_error)) printf(" ± %.2g", standard_error);
  printf(", mean of %" PRIu64 " evaluation%s", samples, samples == 1 ? "" : "s");
}
