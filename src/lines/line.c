#include "lines/lines.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void jx_line_clear(jx_line *line)
{
  line->length = 0;
  line->failed = 0;
  if (line->text != NULL) line->text[0] = '\0';
}

void jx_line_release(jx_line *line)
{
  free(line->text);
  *line = (jx_line){0};
}

/* Makes room for `more` characters and the zero behind them. */
static int make_room(jx_line *line, size_t more)
{
  if (line->failed) return 0;
  if (more < line->room - line->length) return 1;
  size_t room = line->room < 128 ? 128 : line->room;
  while (room - line->length <= more && room <= SIZE_MAX / 2) room *= 2;
  char *text = room - line->length > more ? realloc(line->text, room) : NULL;
  if (text == NULL) {
    line->failed = 1;
    return 0;
  }
  line->text = text;
  line->room = room;
  return 1;
}

void jx_line_add(jx_line *line, const char *text, size_t length)
{
  if (!make_room(line, length)) return;
  if (length > 0) memcpy(line->text + line->length, text, length);
  line->length += length;
  line->text[line->length] = '\0';
}

void jx_line_print(jx_line *line, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length < 0) line->failed = 1;
  if (length >= 0 && make_room(line, (size_t)length)) {
    (void)vsnprintf(line->text + line->length, (size_t)length + 1, format, again);
    line->length += (size_t)length;
  }
  va_end(again);
  va_end(arguments);
}

/* Adds one character of a quoted text; returns how many bytes of it are done. */
static size_t quote_character(jx_line *line, const char *text)
{
  static const char plain[] = "\"\\\b\f\n\r\t", escaped[] = "\"\\bfnrt";
  unsigned letter;
  size_t bytes = jx_text_letter(text, &letter);
  const char *at = strchr(plain, text[0]);
  if (at != NULL) {
    char pair[2] = {'\\', escaped[at - plain]};
    jx_line_add(line, pair, 2);
  } else if (bytes == 0) {
    jx_line_add(line, "\xEF\xBF\xBD", 3);
  } else if (letter < 0x20 || (letter >= 0x7F && letter < 0xA0)) { /* a terminal would obey it */
    jx_line_print(line, "\\u%04x", letter);
  } else {
    jx_line_add(line, text, bytes);
  }
  return bytes > 0 ? bytes : 1;
}

void jx_line_quote(jx_line *line, const char *text)
{
  jx_line_add(line, "\"", 1);
  while (*text != '\0') text += quote_character(line, text);
  jx_line_add(line, "\"", 1);
}

void jx_line_number(jx_line *line, double number)
{
  char text[JX_NUMBER_SIZE] = "null";
  if (isfinite(number)) jx_text_write_number(number, text);
  jx_line_add(line, text, strlen(text));
}

void jx_line_values(jx_line *line, const jx_space *space, const double *values)
{
  for (size_t i = 0; i < space->given.variable_count; i++) {
    const char *choice = jx_space_choice(space, i, values[i]);
    jx_line_print(line, "%s\"%s\": ", i == 0 ? "{" : ", ", space->given.variables[i].name);
    if (choice != NULL)
      jx_line_quote(line, choice);
    else
      jx_line_number(line, values[i]);
  }
  jx_line_add(line, "}", 1);
}
