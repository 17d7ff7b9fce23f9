/* Text people type: numbers, names, and the nearest name to a wrong one. */
#pragma once

#include <stddef.h>

#include "jato/base.h"

/* A piece of a longer string; not ended by a zero. */
typedef struct jx_text {
  const char *start;
  size_t length;
} jx_text;

/* Letters of ASCII: isalpha and the like follow the program's locale. */
static inline int jx_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline int jx_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

JATO_API jx_text jx_text_of(const char *string);

/* How long the name is that the text begins with: a letter or _, then letters, digits and _; 0
 * where it begins with none. */
size_t jx_text_name_length(jx_text text);

/* The text without blanks, tabs and line ends on both sides. */
jx_text jx_text_trim(jx_text text);

int jx_text_equals(jx_text text, const char *string);

/* Whether `part` stands somewhere in `string`, in capitals or not. */
int jx_text_has_part(const char *string, const char *part);

/* The part of *rest before the first `mark`, and *rest moved behind it; all of it when there is
 * none. */
jx_text jx_text_cut(jx_text *rest, char mark);

/* The index of a word among `words`, which have one space between them, counted from 1; 0 where it
 * is none of them. */
int jx_text_index(jx_text word, const char *words);

/* How many bytes the letter of UTF-8 has that `text`, ended by a zero, begins with, and which one
 * it is. 0 bytes where it is none: cut off, longer than need be, a half of a pair of UTF-16, beyond
 * U+10FFFF. */
size_t jx_text_letter(const char *text, unsigned *letter);

/* Puts another mark for the decimal point of a number: what C reads and writes follows the
 * program's locale, what people type and files hold does not. */
void jx_text_swap_point(char *number, char from, char to);

/* The whole text as a finite number. Returns 0 when it is not one. */
int jx_text_number(jx_text text, double *out);

/* Whether it is nan, inf or infinity, in capitals or not, perhaps with a sign. */
int jx_text_is_not_finite(jx_text text);

/* Writes the fewest digits, of 15 to 17, that read back as the same number, with a point whatever
 * the locale; "nan", "inf" and "-inf" for those. */
#define JX_NUMBER_SIZE 32
void jx_text_write_number(double value, char out[JX_NUMBER_SIZE]);

/* A piece of the user's text for a message, as jx_text_make_plain makes it, cut where it is long.
 * Returns `out`. */
enum { JX_SHOWN = 64 };
JATO_API const char *jx_text_show(const char *text, char out[JX_SHOWN]);

/* Copies a text for people to see, with a '?' for each letter that is not plain
 * (jato_letter_is_plain) and each byte that is no letter. Cut to fit, not in the middle of a
 * letter. Returns `out`. */
const char *jx_text_make_plain(const char *text, char *out, size_t size);

/* The same in place, but for line ends, which stay: for a text of several lines. */
void jx_text_clean_lines(char *text);

/* Whether there is something in it that a terminal would obey, or that is no letter. */
int jx_text_has_control(const char *text);

/* How many letters must be put in, left out, changed or swapped to make one of the other. */
size_t jx_text_distance(jx_text a, const char *b);

/* Offers names one after the other and keeps the nearest one that is near enough to suggest. */
typedef struct jx_nearest {
  jx_text wanted;
  const char *name; /* NULL while none was near enough */
  size_t distance;
} jx_nearest;

JATO_API jx_nearest jx_nearest_to(jx_text wanted);
JATO_API void jx_nearest_offer(jx_nearest *nearest, const char *name);

/* What messages say behind a name that is unknown: `; did you mean "ring"?`, in `out`; or
 * `otherwise`, where none was near. */
enum { JX_SUGGESTION = 128 };
const char *jx_nearest_suggest(const jx_nearest *nearest, const char *otherwise,
                               char out[JX_SUGGESTION]);
