#include "text/writer/line.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
