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
