/* Texts and numbers of a draft, read and copied. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/make.h"

size_t jx_make_node(const jx_maker *maker, const char *section, const char *key)
{
  size_t parent = section == NULL ? 0 : jx_outline_child(maker->outline, 0, section);
  if (section != NULL && parent == 0) return 0;
  return jx_outline_child(maker->outline, parent, key);
}

jato_status jx_make_no_memory(const jx_maker *maker)
{
  return jx_fail(maker->error, JATO_E_MEMORY, "no memory for the study %s", maker->outline->name);
}

jato_status jx_make_text(const jx_maker *maker, const char *text, const char **out)
{
  *out = NULL;
  if (text == NULL) return JATO_OK;
  size_t bytes = strlen(text) + 1;
  char *copy = jx_pool_take(&maker->study->pool, bytes, 1);
  if (copy == NULL) return jx_make_no_memory(maker);
  memcpy(copy, text, bytes);
  *out = copy;
  return JATO_OK;
}

jato_status jx_make_path(const jx_maker *maker, const char *path, const char **out)
{
  if (path == NULL || path[0] == '/' || maker->folder == NULL)
    return jx_make_text(maker, path, out);
  size_t front = strlen(maker->folder), bytes = strlen(path) + 1;
  char *copy = jx_pool_take(&maker->study->pool, front + 1 + bytes, 1);
  if (copy == NULL) return jx_make_no_memory(maker);
  memcpy(copy, maker->folder, front);
  copy[front] = '/';
  memcpy(copy + front + 1, path, bytes);
  *out = copy;
  return JATO_OK;
}

static jato_status refuse(const jx_maker *maker, size_t node, const char *text, const char *wanted)
{
  char shown[JX_SHOWN];
  const char *key = maker->outline->nodes[node].key;
  return jx_outline_fail(maker->outline, node, maker->error, "%s%s\"%s\" is not %s",
                         key == NULL ? "" : key, key == NULL ? "" : ": ",
                         jx_outline_show(text, shown), wanted);
}

jato_status jx_make_number(const jx_maker *maker, size_t node, const char *text, double *out)
{
  if (text == NULL || jx_text_number(jx_text_of(text), out)) return JATO_OK;
  return refuse(maker, node, text, "a number, as in 1e-3");
}

typedef struct unit {
  const char *name;
  double factor;
} unit;

/* The number before one of the units, times its factor. Returns 0 where it is none. */
static int read_with_unit(const char *text, const unit *units, size_t count, double *out)
{
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(text), tail = strlen(units[i].name);
    if (length <= tail || strcmp(text + length - tail, units[i].name) != 0) continue;
    if (!jx_text_number((jx_text){text, length - tail}, out)) continue;
    *out *= units[i].factor;
    return 1;
  }
  return 0;
}

/* Digits alone, all 64 bits of them. */
static int read_digits(const char *text, uint64_t *out)
{
  uint64_t value = 0;
  for (const char *at = text; *at != '\0'; at++) {
    if (*at < '0' || *at > '9') return 0;
    uint64_t digit = (uint64_t)(*at - '0');
    if (value > (UINT64_MAX - digit) / 10) return 0;
    value = 10 * value + digit;
  }
  *out = value;
  return text[0] != '\0';
}

static int read_count(const char *text, uint64_t *out)
{
  static const unit units[] = {{"", 1},      {"k", 1e3},      {"M", 1e6},     {"G", 1e9},
                               {"Ki", 1024}, {"Mi", 1 << 20}, {"Gi", 1 << 30}};
  double value = 0;
  if (read_digits(text, out)) return 1;
  if (!read_with_unit(text, units, sizeof units / sizeof units[0], &value)) return 0;
  /* Whole up to the rounding of the product: 1.1k is 1100. */
  double whole = round(value);
  if (!(whole >= 0) || whole > 0x1p53 || fabs(value - whole) > 2 * DBL_EPSILON * whole) return 0;
  *out = (uint64_t)whole;
  return 1;
}

jato_status jx_make_count(const jx_maker *maker, size_t node, const char *text, uint64_t least,
                          uint64_t most, uint64_t *out)
{
  uint64_t value = 0;
  if (text == NULL) return JATO_OK;
  if (!read_count(text, &value))
    return refuse(maker, node, text, "a whole number, as in 1000, 10k or 1M");
  if (value < least || value > most)
    return jx_outline_fail(maker->outline, node, maker->error,
                           "%s: %s is not between %llu and %llu", maker->outline->nodes[node].key,
                           text, (unsigned long long)least, (unsigned long long)most);
  *out = value;
  return JATO_OK;
}

jato_status jx_make_seconds(const jx_maker *maker, size_t node, const char *text, double *out)
{
  static const unit units[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}};
  double value = 0;
  if (text == NULL) return JATO_OK;
  if (!read_with_unit(text, units, sizeof units / sizeof units[0], &value) || !(value > 0) ||
      !isfinite(value))
    return refuse(maker, node, text, "a time above 0, as in 50ms, 60s, 2m or 1h");
  *out = value;
  return JATO_OK;
}

jato_status jx_make_pair(const jx_maker *maker, size_t node, const jx_texts *texts, double *low,
                         double *high)
{
  JX_TRY(jx_make_number(maker, node, texts->entry[0].text, low));
  JX_TRY(jx_make_number(maker, node, texts->entry[1].text, high));
  if (*low < *high) return JATO_OK;
  return jx_outline_fail(
      maker->outline, node, maker->error, "%s: [%s, %s] is not a lower and a higher number",
      maker->outline->nodes[node].key, texts->entry[0].text, texts->entry[1].text);
}
