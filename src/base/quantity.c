/* Quantities as people type them, for all readers (include/jato/setting.h). Digits alone are read
 * up to 2^64 - 1, numbers with a point or an exponent up to 2^53. */
#include "jato/setting.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

#define NOT_A_COUNT "a whole number such as 1000, 10k, 1.5M or 1Mi"
#define NOT_A_TIME "a time above 0 such as 90, 90s, 50ms, 2m or 1.5h"
#define NOT_A_NUMBER "a number such as 0.5 or 1e-6"
#define TOO_LARGE "a number below 2^64"

typedef struct unit {
  const char *name;
  double factor;
} unit;

static const unit scales[] = {{"", 1},    {"k", 1e3},      {"K", 1e3},      {"M", 1e6},
                              {"G", 1e9}, {"Ki", 1 << 10}, {"Mi", 1 << 20}, {"Gi", 1 << 30}};
static const unit times[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}};

/* The number at the beginning of a text, without its unit. A count has no sign. */
static jx_text cut_number(const char *text)
{
  size_t length = strspn(text, "0123456789.");
  size_t sign = text[length] == 'e' || text[length] == 'E' ? 1 : 0;
  if (sign != 0 && (text[length + 1] == '-' || text[length + 1] == '+')) sign = 2;
  size_t digits = sign != 0 ? strspn(text + length + sign, "0123456789") : 0;
  return (jx_text){text, digits > 0 ? length + sign + digits : length};
}

/* The factor of a unit; 0 for an unknown one. */
static double factor_of(const char *name, const unit *units, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, units[i].name) == 0) return units[i].factor;
  return 0;
}

/* Reads digits alone, up to 64 bits; returns 0 for larger numbers. */
static int read_digits(jx_text digits, uint64_t *out)
{
  uint64_t value = 0;
  for (size_t i = 0; i < digits.length; i++) {
    uint64_t digit = (uint64_t)(digits.start[i] - '0');
    if (value > (UINT64_MAX - digit) / 10) return 0;
    value = 10 * value + digit;
  }
  *out = value;
  return 1;
}

/* Reads 1.5k and 1e6: whole after scaling, up to the rounding of the product. */
static const char *read_scaled(jx_text number, double factor, uint64_t *out)
{
  double value = 0;
  if (!jx_text_number(number, &value)) return NOT_A_COUNT;
  double scaled = value * factor, whole = round(scaled);
  if (!(whole >= 0) || fabs(scaled - whole) > 2 * DBL_EPSILON * whole) return NOT_A_COUNT;
  if (whole > 0x1p53) return "a number up to 2^53 when it has a point or an exponent";
  *out = (uint64_t)whole;
  return NULL;
}

const char *jato_read_count(const char *text, uint64_t *out)
{
  if (text == NULL || out == NULL) return NOT_A_COUNT;
  jx_text number = cut_number(text);
  double factor = factor_of(text + number.length, scales, sizeof scales / sizeof scales[0]);
  uint64_t value = 0;
  if (number.length == 0 || factor == 0) return NOT_A_COUNT;
  if (strspn(text, "0123456789") < number.length) return read_scaled(number, factor, out);
  if (!read_digits(number, &value) || value > UINT64_MAX / (uint64_t)factor) return TOO_LARGE;
  *out = value * (uint64_t)factor;
  return NULL;
}

const char *jato_read_seconds(const char *text, double *out)
{
  if (text == NULL || out == NULL) return NOT_A_TIME;
  jx_text number = cut_number(text);
  double value = 0;
  double factor = factor_of(text + number.length, times, sizeof times / sizeof times[0]);
  int read = number.length > 0 && jx_text_number(number, &value);
  value *= factor;
  if (!read || !(value > 0) || !isfinite(value)) return NOT_A_TIME;
  *out = value;
  return NULL;
}

const char *jato_read_number(const char *text, double *out)
{
  if (text == NULL || out == NULL) return NOT_A_NUMBER;
  return jx_text_number(jx_text_of(text), out) ? NULL : NOT_A_NUMBER;
}
