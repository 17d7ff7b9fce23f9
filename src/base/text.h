/* Text that people type: numbers, names, and the nearest name to a wrong one. */
#pragma once

#include <stddef.h>

#include "jato/base.h"

/* A part of a longer string, not ended by a zero. */
typedef struct jx_text {
  const char *start;
  size_t length;
} jx_text;

/* ASCII only, since isalpha and the like depend on the program's locale. */
static inline int jx_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline int jx_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

JATO_API jx_text jx_text_of(const char *string);

/* The length of the name at the beginning of the text, a letter or _ followed by letters, digits
 * and
 * _; 0 if there is none. */
size_t jx_text_name_length(jx_text text);

/* The text without blanks, tabs and line ends on both sides. */
jx_text jx_text_trim(jx_text text);

int jx_text_equals(jx_text text, const char *string);

/* Whether `string` contains `part`, ignoring case. */
int jx_text_contains(const char *string, const char *part);

/* Returns the part of *rest before the first `mark`, and moves *rest past the mark; without a mark,
 * returns all of it. */
jx_text jx_text_cut(jx_text *rest, char mark);

/* The index, counted from 1, of a word among `words`, which are separated by one space; 0 if it is
 * not among them. */
int jx_text_index(jx_text word, const char *words);

/* Decodes the UTF-8 character at the beginning of a text that is ended by a zero. Returns its
 * number of bytes; 0 for invalid UTF-8: truncated, overlong, a surrogate, or beyond U+10FFFF. */
size_t jx_text_letter(const char *text, unsigned *letter);

/* Replaces the decimal point of a number: C reads and writes that of the program's locale, while
 * people and files use '.'. */
void jx_text_swap_point(char *number, char from, char to);

/* Reads the whole text as a finite number. Returns 0 if it is not one. */
int jx_text_number(jx_text text, double *out);

/* Whether the text is nan, inf or infinity, ignoring case, with or without a sign. */
int jx_text_is_not_finite(jx_text text);

/* Writes the fewest digits, from 15 to 17, that read back as the same number, with '.' in every
 * locale; "nan", "inf" and "-inf" for those. */
#define JX_NUMBER_SIZE 32
void jx_text_write_number(double value, char out[JX_NUMBER_SIZE]);

/* Prepares a user's text for a message: as jx_text_make_plain does, and shortened. Returns `out`.
 */
enum { JX_SHOWN = 64 };
JATO_API const char *jx_text_show(const char *text, char out[JX_SHOWN]);

/* Copies a text for display, with a '?' for each character that is not plain (jato_letter_is_plain)
 * and each invalid byte. Cut to fit, but not inside of a character. Returns `out`. */
const char *jx_text_make_plain(const char *text, char *out, size_t size);

/* The same in place, for a text of several lines: line ends stay. */
void jx_text_clean_lines(char *text);

/* Whether the text contains control characters or invalid UTF-8. */
int jx_text_has_control(const char *text);

/* The edit distance: how many letters must be inserted, removed, changed or swapped. */
size_t jx_text_distance(jx_text a, const char *b);

/* The nearest of several names, if it is near enough to suggest. */
typedef struct jx_nearest {
  jx_text wanted;
  const char *name; /* NULL while none was near enough */
  size_t distance;
} jx_nearest;

JATO_API jx_nearest jx_nearest_to(jx_text wanted);
JATO_API void jx_nearest_offer(jx_nearest *nearest, const char *name);

/* The end of a message about an unknown name: `; did you mean "ring"?`, in `out`; or `otherwise`,
 * if no name was near. */
enum { JX_SUGGESTION = 128 };
const char *jx_nearest_suggest(const jx_nearest *nearest, const char *otherwise,
                               char out[JX_SUGGESTION]);
