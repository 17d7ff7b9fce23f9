#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include "base/text.h"

#include "jato/setting.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

jx_text jx_text_of(const char *string) { return (jx_text){string, strlen(string)}; }

size_t jx_text_name_length(jx_text text)
{
  size_t i = 0;
  while (i < text.length && (jx_is_letter(text.start[i]) || text.start[i] == '_' ||
                             (i > 0 && jx_is_digit(text.start[i]))))
    i++;
  return i;
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

jx_text jx_text_trim(jx_text text)
{
  while (text.length > 0 && is_blank(text.start[0])) text.start++, text.length--;
  while (text.length > 0 && is_blank(text.start[text.length - 1])) text.length--;
  return text;
}

int jx_text_equals(jx_text text, const char *string)
{
  return strlen(string) == text.length && memcmp(text.start, string, text.length) == 0;
}

int jx_text_contains(const char *string, const char *part)
{
  size_t length = strlen(part);
  for (; strlen(string) >= length; string++)
    if (strncasecmp(string, part, length) == 0) return 1;
  return 0;
}

int jx_text_index(jx_text word, const char *words)
{
  jx_text rest = jx_text_of(words);
  for (int index = 1; rest.length > 0; index++) {
    jx_text one = jx_text_cut(&rest, ' ');
    if (one.length == word.length && memcmp(one.start, word.start, word.length) == 0) return index;
  }
  return 0;
}

size_t jx_text_letter(const char *text, unsigned *letter)
{
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *at = (const unsigned char *)text;
  unsigned first = at[0];
  size_t bytes = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  *letter = first;
  if (bytes < 2) return bytes;
  if (first >= 0xF8) return 0;
  *letter = first & 0xFFU >> (bytes + 1);
  for (size_t i = 1; i < bytes; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
    *letter = *letter << 6 | (at[i] & 0x3FU);
  }
  int is_half = *letter >= 0xD800 && *letter < 0xE000;
  return *letter < least[bytes] || *letter > 0x10FFFF || is_half ? 0 : bytes;
}

jx_text jx_text_cut(jx_text *rest, char mark)
{
  jx_text part = *rest;
  const char *at = rest->length == 0 ? NULL : memchr(rest->start, mark, rest->length);
  if (at != NULL) part.length = (size_t)(at - rest->start);
  size_t used = part.length + (at != NULL ? 1 : 0);
  rest->start += used;
  rest->length -= used;
  return part;
}

/* ---- What people see ---- */

/* Characters that are invisible, or that change the order of others: Default_Ignorable_Code_Point
 * of Unicode 15, the ends of lines and paragraphs, and the marks of annotations. */
static const unsigned hidden[][2] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

static int is_hidden(unsigned letter)
{
  for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
    if (letter >= hidden[i][0] && letter <= hidden[i][1]) return 1;
  return 0;
}

static int is_control(unsigned letter)
{
  return letter < 0x20 || (letter >= 0x7F && letter < 0xA0);
}

int jx_text_has_control(const char *text)
{
  for (size_t bytes; *text != '\0'; text += bytes) {
    unsigned letter;
    bytes = jx_text_letter(text, &letter);
    if (bytes == 0 || is_control(letter)) return 1;
  }
  return 0;
}

bool jato_letter_is_plain(const char *text)
{
  unsigned letter;
  if (text == NULL || *text == '\0' || jx_text_letter(text, &letter) == 0) return 0;
  return !is_control(letter) && !is_hidden(letter);
}

size_t jato_letter_bytes(const char *text)
{
  unsigned letter;
  return text != NULL ? jx_text_letter(text, &letter) : 0;
}

void jx_text_swap_point(char *number, char from, char to)
{
  char *point = from == to ? NULL : strchr(number, from);
  if (point != NULL) *point = to;
}

int jx_text_number(jx_text text, double *out)
{
  char copy[64];
  char *end = NULL;
  if (text.length == 0 || text.length >= sizeof copy) return 0;
  if (strchr("+-.0123456789", text.start[0]) == NULL) return 0; /* strtod skips blanks */
  memcpy(copy, text.start, text.length);
  copy[text.length] = '\0';
  jx_text_swap_point(copy, '.', localeconv()->decimal_point[0]);
  double value = strtod(copy, &end);
  if (end != copy + text.length || !isfinite(value)) return 0;
  *out = value;
  return 1;
}

/* Whether the text is this word, ignoring case. */
static int is_word(jx_text text, const char *word)
{
  return text.length == strlen(word) && strncasecmp(text.start, word, text.length) == 0;
}

int jx_text_is_not_finite(jx_text text)
{
  if (text.length > 0 && (text.start[0] == '+' || text.start[0] == '-')) {
    text.start++;
    text.length--;
  }
  return is_word(text, "nan") || is_word(text, "inf") || is_word(text, "infinity");
}

void jx_text_write_number(double value, char out[JX_NUMBER_SIZE])
{
  if (!isfinite(value)) {
    const char *word = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    (void)snprintf(out, JX_NUMBER_SIZE, "%s", word);
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    (void)snprintf(out, JX_NUMBER_SIZE, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break;
  }
  jx_text_swap_point(out, localeconv()->decimal_point[0], '.');
}

const char *jx_text_show(const char *text, char out[JX_SHOWN])
{
  const char dots[] = "...";
  size_t length = strlen(text), most = JX_SHOWN - sizeof dots;
  size_t kept = length < most ? length : most;
  /* Does not cut inside of a character, which continues with bytes 10xxxxxx. */
  while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80) kept--;
  char cut[JX_SHOWN];
  memcpy(cut, text, kept);
  cut[kept] = '\0';
  (void)jx_text_make_plain(cut, out, JX_SHOWN);
  if (kept < length) memcpy(out + strlen(out), dots, sizeof dots);
  return out;
}

void jx_text_clean_lines(char *text)
{
  char *to = text;
  while (*text != '\0') {
    size_t bytes = jato_letter_bytes(text);
    int plain = jato_letter_is_plain(text) || *text == '\n';
    if (plain)
      memmove(to, text, bytes);
    else
      *to = '?';
    to += plain ? bytes : 1;
    text += bytes > 0 ? bytes : 1;
  }
  *to = '\0';
}

const char *jx_text_make_plain(const char *text, char *out, size_t size)
{
  size_t used = 0;
  while (*text != '\0') {
    size_t bytes = jato_letter_bytes(text);
    int plain = jato_letter_is_plain(text);
    size_t taken = plain ? bytes : 1;
    if (used + taken >= size) break;
    memcpy(out + used, plain ? text : "?", taken);
    used += taken;
    text += bytes > 0 ? bytes : 1;
  }
  if (size > 0) out[used] = '\0';
  return out;
}

#define LONGEST 40

/* Not tolower, which follows the program's locale. */
static char small(char letter)
{
  return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Optimal string alignment: edit distance with swaps of neighbours. Rows over a, columns over b. */
size_t jx_text_distance(jx_text a, const char *b)
{
  size_t row[3][LONGEST + 1];
  size_t length = strlen(b);
  if (a.length > LONGEST || length > LONGEST) return LONGEST;
  for (size_t j = 0; j <= length; j++) row[0][j] = j;
  for (size_t i = 1; i <= a.length; i++) {
    size_t *now = row[i % 3], *before = row[(i + 2) % 3], *twice = row[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= length; j++) {
      size_t same = small(a.start[i - 1]) == small(b[j - 1]) ? 0 : 1;
      size_t least = before[j - 1] + same;
      if (before[j] + 1 < least) least = before[j] + 1;
      if (now[j - 1] + 1 < least) least = now[j - 1] + 1;
      if (i > 1 && j > 1 && a.start[i - 1] == b[j - 2] && a.start[i - 2] == b[j - 1] &&
          twice[j - 2] + 1 < least)
        least = twice[j - 2] + 1;
      now[j] = least;
    }
  }
  return row[a.length % 3][length];
}

jx_nearest jx_nearest_to(jx_text wanted) { return (jx_nearest){wanted, NULL, 0}; }

void jx_nearest_offer(jx_nearest *nearest, const char *name)
{
  size_t distance = jx_text_distance(nearest->wanted, name);
  size_t length = strlen(name);
  int is_beginning = nearest->wanted.length >= 2 && nearest->wanted.length < length &&
                     memcmp(nearest->wanted.start, name, nearest->wanted.length) == 0;
  if (is_beginning) distance = 1;
  size_t most = length < 6 ? 1 : 1 + length / 3;
  if (distance > most || distance >= nearest->wanted.length) return; /* one letter must match */
  if (nearest->name != NULL && distance >= nearest->distance) return;
  nearest->name = name;
  nearest->distance = distance;
}

const char *jx_nearest_suggest(const jx_nearest *nearest, const char *otherwise,
                               char out[JX_SUGGESTION])
{
  if (nearest->name == NULL) return otherwise;
  (void)snprintf(out, JX_SUGGESTION, "; did you mean \"%s\"?", nearest->name);
  return out;
}

bool jato_nearest_word(const char *typed, const char *words, char out[JX_SHOWN])
{
  if (typed == NULL || words == NULL || out == NULL) return 0;
  jx_nearest nearest = jx_nearest_to(jx_text_of(typed));
  jx_text rest = jx_text_of(words);
  while (rest.length > 0) {
    char name[JX_SHOWN];
    jx_text word = jx_text_cut(&rest, ' ');
    if (word.length >= sizeof name) continue;
    memcpy(name, word.start, word.length);
    name[word.length] = '\0';
    jx_nearest_offer(&nearest, name);
    if (nearest.name == name) nearest.name = memcpy(out, name, word.length + 1);
  }
  return nearest.name != NULL;
}
