#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include "evaluator/command/pieces.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LONGEST_NUMBER 400 /* characters; longer ones are none */
#define SHOWN 100          /* characters of the last line in messages */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* What hangs together: a number is one only if the whole of it is. Bytes of other letters than
 * ASCII's count, and so does #, of which some make 1.#INF. */
static int hangs_together(char c)
{
  return is_digit(c) || is_letter(c) || (unsigned char)c >= 0x80 ||
         (c != '\0' && strchr("_.+-#", c) != NULL);
}

static size_t digits(jx_text text, size_t from)
{
  size_t i = from;
  while (i < text.length && is_digit(text.start[i])) i++;
  return i - from;
}

static int is_sign(jx_text text, size_t at)
{
  return at < text.length && (text.start[at] == '+' || text.start[at] == '-');
}

static int is_word(jx_text text, const char *word)
{
  return text.length == strlen(word) && strncasecmp(text.start, word, text.length) == 0;
}

static int is_not_finite(jx_text text)
{
  size_t sign = is_sign(text, 0) ? 1 : 0;
  jx_text word = {text.start + sign, text.length - sign};
  return is_word(word, "nan") || is_word(word, "inf") || is_word(word, "infinity");
}

/* Whether the whole text is a number. *exponent is where its exponent begins, the text's length
 * without one. Fortran writes exponents of three digits without a letter: 0.1-100. */
static int is_number(jx_text text, size_t *exponent)
{
  size_t at = is_sign(text, 0) ? 1 : 0;
  size_t whole = digits(text, at);
  at += whole;
  int has_point = at < text.length && text.start[at] == '.';
  size_t part = has_point ? digits(text, at + 1) : 0;
  at += part + (has_point ? 1 : 0);
  *exponent = at;
  if (whole + part == 0 || text.length > LONGEST_NUMBER) return 0;
  if (at == text.length) return 1;
  if (strchr("eEdD", text.start[at]) != NULL) {
    at += is_sign(text, at + 1) ? 2 : 1;
    return at < text.length && digits(text, at) == text.length - at;
  }
  return has_point && is_sign(text, at) && text.length - at == 4 && digits(text, at + 1) == 3;
}

static double to_number(jx_text text, size_t exponent)
{
  char copy[LONGEST_NUMBER + 2];
  size_t length = exponent;
  if (is_not_finite(text)) {
    double sign = text.start[0] == '-' ? -1.0 : 1.0;
    return strchr("aA", text.start[text.length - 2]) != NULL ? (double)NAN : sign * INFINITY;
  }
  memcpy(copy, text.start, length);
  if (exponent < text.length) {
    size_t skip = is_sign(text, exponent) ? 0 : 1; /* the letter */
    copy[length++] = 'e';
    memcpy(copy + length, text.start + exponent + skip, text.length - exponent - skip);
    length += text.length - exponent - skip;
  }
  copy[length] = '\0';
  jx_text_swap_point(copy, '.', localeconv()->decimal_point[0]);
  return strtod(copy, NULL);
}

/* The next number behind *at, and *at behind it. Returns 0 where there is none. */
static int next_number(const char *text, size_t length, size_t *at, jx_text *number,
                       size_t *exponent)
{
  while (*at < length) {
    size_t start = *at;
    while (*at < length && hangs_together(text[*at])) ++*at;
    jx_text run = {text + start, *at - start};
    if (run.length == 0) ++*at;
    if (run.length == 0) continue;
    int found = is_number(run, exponent) || is_not_finite(run);
    while (!found && run.length > 1 && run.start[run.length - 1] == '.') { /* ends a sentence */
      run.length--;
      found = is_number(run, exponent) || is_not_finite(run);
    }
    *number = run;
    if (found) return 1;
  }
  return 0;
}

/* Once to count them, once to read the last: most are never converted. */
size_t jx_words_last_numbers(const char *text, size_t length, size_t count, double *first,
                             double *rest)
{
  size_t found = 0, at = 0, exponent = 0, number = 0;
  jx_text run;
  while (next_number(text, length, &at, &run, &exponent)) found++;
  if (found < count) return found;
  for (at = 0; next_number(text, length, &at, &run, &exponent); number++) {
    if (number + count < found) continue;
    size_t place = number + count - found;
    *(place == 0 ? first : rest + place - 1) = to_number(run, exponent);
  }
  return found;
}

/* ---- Words for what was not found --------------------------------------------------------------
 */

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static jx_text trimmed(jx_text text)
{
  while (text.length > 0 && is_blank(text.start[0])) {
    text.start++;
    text.length--;
  }
  while (text.length > 0 && is_blank(text.start[text.length - 1])) text.length--;
  return text;
}

static jx_text last_line(jx_text text)
{
  size_t start = text.length;
  while (start > 0 && text.start[start - 1] != '\n') start--;
  return trimmed((jx_text){text.start + start, text.length - start});
}

/* What was missing, and the end of what was there instead. */
static int fail(const jx_words *words, const char *missing, const char *text, size_t length,
                jx_answer *answer)
{
  const char *file = words->result_file;
  jx_text line = last_line(trimmed((jx_text){text, length}));
  char shown[SHOWN + 1];
  size_t cut = line.length > SHOWN ? line.length - SHOWN : 0;
  size_t count = line.length - cut;
  for (size_t i = 0; i < count; i++) {
    unsigned char c = (unsigned char)line.start[cut + i];
    shown[i] = c < 0x20 || c == 0x7f ? '?' : (char)c;
  }
  shown[count] = '\0';
  if (count == 0)
    snprintf(answer->message, sizeof answer->message, "%s in %s%.60s, which is empty", missing,
             file == NULL ? "the output" : "the file ", file == NULL ? "" : file);
  else
    snprintf(answer->message, sizeof answer->message, "%s in %s%.60s; its last line is \"%s%s\"",
             missing, file == NULL ? "the output" : "the file ", file == NULL ? "" : file,
             cut > 0 ? "..." : "", shown);
  return 0;
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

static int read_field(const jx_words *words, const char *text, size_t length, jx_answer *answer,
                      double *c)
{
  if (length == 0 || memchr(text, '{', length) == NULL)
    return fail(words, "no JSON object", text, length, answer);
  return jx_lines_read_fields(words->space, words->result_field, text, length, answer, c);
}

static int read_numbers(const jx_words *words, const char *text, size_t length, jx_answer *answer,
                        double *c)
{
  size_t wanted = 1 + words->space->given.constraint_count;
  char missing[96];
  size_t found = jx_words_last_numbers(text, length, wanted, &answer->value, c);
  if (found >= wanted) return 1;
  if (found == 0) return fail(words, "no number", text, length, answer);
  snprintf(missing, sizeof missing, "%zu of %zu numbers (the value, then the constraints)", found,
           wanted);
  return fail(words, missing, text, length, answer);
}

int jx_words_read(const jx_words *words, const char *text, size_t length, jx_answer *answer,
                  double *c)
{
  *answer = (jx_answer){0};
  if (words->result_field != NULL) return read_field(words, text, length, answer, c);
  return read_numbers(words, text, length, answer, c);
}
