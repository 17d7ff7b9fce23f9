#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include "evaluator/command/output.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define FIRST_ROOM ((size_t)4096)
#define AT_ONCE ((size_t)65536) /* bytes that are read at once: the usual capacity of a pipe */
#define LONGEST_NUMBER 400      /* characters; longer words are no numbers */
#define SHOWN 100               /* characters of the last line in messages */

/* ---- The end of an output ---- */

int jx_output_buffer_create(jx_output_buffer *buffer, size_t limit, const jato_allocator *allocator)
{
  *buffer = (jx_output_buffer){.limit = limit, .room = FIRST_ROOM, .allocator = *allocator};
  buffer->text = jx_allocate(allocator, buffer->room, 1);
  return buffer->text != NULL;
}

void jx_output_buffer_destroy(jx_output_buffer *buffer)
{
  if (buffer->text != NULL) jx_release(&buffer->allocator, buffer->text);
  *buffer = (jx_output_buffer){0};
}

void jx_output_buffer_drop(jx_output_buffer *buffer, size_t count)
{
  if (count == 0) return;
  memmove(buffer->text, buffer->text + count, buffer->length - count);
  buffer->length -= count;
}

static void grow(jx_output_buffer *buffer)
{
  size_t room = buffer->room * 2 < buffer->limit * 2 ? buffer->room * 2 : buffer->limit * 2;
  char *text = room > buffer->room ? jx_allocate(&buffer->allocator, room, 1) : NULL;
  if (text == NULL) return;
  memcpy(text, buffer->text, buffer->length);
  jx_release(&buffer->allocator, buffer->text);
  buffer->text = text;
  buffer->room = room;
}

/* Without memory to grow, keeps less than the limit: the last half of the text. */
static void make_room(jx_output_buffer *buffer)
{
  if (buffer->room - buffer->length >= FIRST_ROOM / 2) return;
  grow(buffer);
  if (buffer->room - buffer->length >= FIRST_ROOM / 2) return;
  size_t kept = buffer->room / 2 < buffer->limit ? buffer->room / 2 : buffer->limit;
  jx_output_buffer_drop(buffer, buffer->length - kept);
}

long jx_output_buffer_read(jx_output_buffer *buffer, int descriptor)
{
  make_room(buffer);
  size_t free_room = buffer->room - buffer->length;
  size_t wanted = free_room < AT_ONCE ? free_room : AT_ONCE;
  for (;;) {
    ssize_t got = read(descriptor, buffer->text + buffer->length, wanted);
    if (got > 0) buffer->length += (size_t)got;
    if (got >= 0) return (long)got;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
  }
}

static int is_control(char c) { return (unsigned char)c < ' ' || c == 127; }

static int is_blank(char c) { return c == ' ' || is_control(c); }

void jx_output_buffer_excerpt(const jx_output_buffer *buffer, char *out, size_t size)
{
  size_t end = buffer->length, begin, length = 0;
  while (end > 0 && is_blank(buffer->text[end - 1])) end--;
  begin = end > size - 1 ? end - (size - 1) : 0;
  /* Cuts at the beginning of a line, or at least not inside of a character. */
  if (begin > 0) {
    const char *line = memchr(buffer->text + begin, '\n', end - begin);
    if (line != NULL) begin = (size_t)(line - buffer->text) + 1;
    while (begin < end && ((unsigned char)buffer->text[begin] & 0xC0) == 0x80) begin++;
  }
  for (; begin < end; begin++) {
    int blank = is_blank(buffer->text[begin]);
    if (blank && (length == 0 || out[length - 1] == ' ')) continue;
    out[length++] = blank ? ' ' : buffer->text[begin];
  }
  out[length] = 0;
}

/* ---- Numbers in an output ---- */

/* Whether c can be part of a word; only a whole word can be a number. Bytes of letters beyond ASCII
 * count, and so does #, which some systems print in 1.#INF. */
static int is_part_of_word(char c)
{
  return jx_is_digit(c) || jx_is_letter(c) || (unsigned char)c >= 0x80 ||
         (c != '\0' && strchr("_.+-#", c) != NULL);
}

static size_t digits(jx_text text, size_t from)
{
  size_t i = from;
  while (i < text.length && jx_is_digit(text.start[i])) i++;
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

/* Whether a mark joins the digits on both sides of it: 1,5 is neither 1 nor 5, and 12:30 not 30. */
static int joins_digits(jx_text text, size_t at)
{
  return at > 0 && at + 1 < text.length && strchr(",:/", text.start[at]) != NULL &&
         text.start[at] != '\0' && jx_is_digit(text.start[at - 1]) &&
         jx_is_digit(text.start[at + 1]);
}

/* Finds the next word from *at on, and moves *at past it. Returns 0 if there is none. */
static int next_word(jx_text text, size_t *at, jx_text *word)
{
  while (*at < text.length && !is_part_of_word(text.start[*at])) ++*at;
  size_t start = *at;
  while (*at < text.length && (is_part_of_word(text.start[*at]) || joins_digits(text, *at))) ++*at;
  *word = (jx_text){text.start + start, *at - start};
  return word->length > 0;
}

/* Whether the word is a number, after removing full stops at its end. */
static int read_word(jx_text *word, size_t *exponent)
{
  int found = is_number(*word, exponent) || is_not_finite(*word);
  while (!found && word->length > 1 && word->start[word->length - 1] == '.') {
    word->length--;
    found = is_number(*word, exponent) || is_not_finite(*word);
  }
  return found;
}

/* Finds the next number from *at on, and moves *at past it. Returns 0 if there is none. */
static int next_number(jx_text text, size_t *at, jx_text *number, size_t *exponent)
{
  while (next_word(text, at, number))
    if (read_word(number, exponent)) return 1;
  return 0;
}

/* Finds the last word with a comma between digits, if it is among the last `wanted` numbers or
 * after them: it was meant as a number. */
static int find_comma(jx_text text, size_t wanted, jx_text *comma)
{
  size_t at = 0, exponent = 0, since = wanted;
  jx_text word;
  while (next_word(text, &at, &word)) {
    if (read_word(&word, &exponent)) {
      since++;
    } else if (memchr(word.start, ',', word.length) != NULL) {
      *comma = word;
      since = 0;
    }
  }
  return since < wanted;
}

/* One pass counts the numbers, another converts the last ones: most are never converted. */
size_t jx_output_last_numbers(jx_text text, size_t count, double *first, double *rest)
{
  size_t found = 0, at = 0, exponent = 0, number = 0;
  jx_text run;
  while (next_number(text, &at, &run, &exponent)) found++;
  if (found < count) return found;
  for (at = 0; next_number(text, &at, &run, &exponent); number++) {
    if (number + count < found) continue;
    size_t place = number + count - found;
    *(place == 0 ? first : rest + place - 1) = to_number(run, exponent);
  }
  return found;
}

/* ---- Results ---- */

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* The last line that is not empty, trimmed. */
static jx_text last_line(jx_text text)
{
  while (text.length > 0 && is_space(text.start[text.length - 1])) text.length--;
  size_t start = text.length;
  while (start > 0 && text.start[start - 1] != '\n') start--;
  while (start < text.length && is_space(text.start[start])) start++;
  return (jx_text){text.start + start, text.length - start};
}

/* Says what is missing in the file, or in the output, and quotes its last line. */
static int fail(const char *missing, const char *file, jx_text text, jx_answer *answer)
{
  jx_text line = last_line(text);
  size_t cut = line.length > SHOWN ? line.length - SHOWN : 0;
  char shown[SHOWN + 1] = "", where[80] = "the output";
  for (size_t i = cut; i < line.length; i++)
    shown[i - cut] = is_control(line.start[i]) ? '?' : line.start[i];
  if (file != NULL) snprintf(where, sizeof where, "the file %.60s", file);
  if (line.length == 0)
    snprintf(answer->message, sizeof answer->message, "%s in %s, which is empty", missing, where);
  else
    snprintf(answer->message, sizeof answer->message, "%s in %s; its last line is \"%s%s\"",
             missing, where, cut > 0 ? "..." : "", shown);
  return 0;
}

int jx_output_read(const jx_space *space, const char *field, const char *file, jx_text text,
                   jx_answer *answer, double *c)
{
  size_t wanted = 1 + space->given.constraint_count;
  char missing[160] = "no number";
  jx_text comma = {NULL, 0};
  *answer = (jx_answer){0};
  if (field != NULL) {
    if (text.length == 0 || memchr(text.start, '{', text.length) == NULL)
      return fail("no JSON object", file, text, answer);
    return jx_lines_read_fields(space, field, text.start, text.length, answer, c);
  }
  if (find_comma(text, wanted, &comma)) {
    int shown = comma.length < 40 ? (int)comma.length : 40;
    snprintf(missing, sizeof missing,
             "%.*s is not a number (write a decimal point, and blanks between numbers)", shown,
             comma.start);
    return fail(missing, file, text, answer);
  }
  size_t found = jx_output_last_numbers(text, wanted, &answer->value, c);
  if (found >= wanted) return 1;
  if (found > 0)
    snprintf(missing, sizeof missing, "%zu of %zu numbers (the value, then the constraints)", found,
             wanted);
  return fail(missing, file, text, answer);
}
