#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

#define NOT_A_COUNT "a whole number such as 1000, 1k, 1.5M or 1Mi"
#define TOO_LARGE "a number below 2^64"

/* What k, Ki and the like stand for; 0 for what is none of them. */
static uint64_t scale_of(const char *suffix)
{
  static const struct {
    const char *suffix;
    uint64_t scale;
  } scales[] = {
      {"", 1},
      {"k", 1000},
      {"K", 1000},
      {"M", 1000000},
      {"G", 1000000000},
      {"Ki", UINT64_C(1) << 10},
      {"Mi", UINT64_C(1) << 20},
      {"Gi", UINT64_C(1) << 30},
  };
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    if (strcmp(suffix, scales[i].suffix) == 0) return scales[i].scale;
  return 0;
}

/* 1.5k and 1e6: whole after scaling, up to the rounding of the product. */
static const char *read_scaled(const char *text, uint64_t *value)
{
  char *end;
  double number = strtod(text, &end);
  double scaled = number * (double)scale_of(end);
  double whole = round(scaled);
  if (scale_of(end) == 0 || fabs(scaled - whole) > 2 * DBL_EPSILON * whole) return NOT_A_COUNT;
  if (!(whole <= 9007199254740992.0))
    return "a number up to 2^53 when it has a point or an exponent";
  *value = (uint64_t)whole;
  return NULL;
}

const char *cli_read_count(const char *text, uint64_t *value)
{
  /* strtoull takes signs and spaces, and strtod takes 0x10 and inf: none of them is a count. */
  if (!isdigit((unsigned char)text[0])) return NOT_A_COUNT;
  size_t digits = strspn(text, "0123456789");
  if (text[digits] == '.' || text[digits] == 'e') return read_scaled(text, value);
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  uint64_t scale = scale_of(end);
  if (scale == 0) return NOT_A_COUNT;
  if (errno == ERANGE || number > UINT64_MAX / scale) return TOO_LARGE;
  *value = (uint64_t)number * scale;
  return NULL;
}

const char *cli_read_real(const char *text, double *value)
{
  char *end;
  double number = strtod(text, &end);
  if (end == text || *end != '\0' || isspace((unsigned char)text[0]) || !isfinite(number))
    return "a number such as 0.5 or 1e-6";
  *value = number;
  return NULL;
}

const char *cli_read_interval(const char *text, double *low, double *high)
{
  char copy[64];
  const char *colon = strchr(text, ':');
  size_t length = colon == NULL ? sizeof copy : (size_t)(colon - text);
  if (length >= sizeof copy) return "two numbers with a colon between, such as -5:5";
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (cli_read_real(copy, low) != NULL || cli_read_real(colon + 1, high) != NULL)
    return "two numbers with a colon between, such as -5:5";
  return NULL;
}

const char *cli_read_seconds(const char *text, double *value)
{
  static const char wanted[] = "a time above 0 such as 90, 90s, 50ms, 2m or 1.5h";
  if (!isdigit((unsigned char)text[0]) && text[0] != '.') return wanted;
  char *end;
  double number = strtod(text, &end);
  double unit = 0;
  if (*end == '\0' || strcmp(end, "s") == 0) unit = 1;
  if (strcmp(end, "ms") == 0) unit = 1e-3;
  if (strcmp(end, "m") == 0) unit = 60;
  if (strcmp(end, "h") == 0) unit = 3600;
  number *= unit;
  if (end == text || !(number > 0) || !isfinite(number)) return wanted;
  *value = number;
  return NULL;
}

void cli_write_shortest(char text[CLI_SHORTEST], double value)
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, CLI_SHORTEST, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}
