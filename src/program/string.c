/* A growing text. The caller's allocator cannot enlarge a block, so a text that grows is moved to a
 * block of twice the size. */
#include "program/string.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FIRST_ROOM ((size_t)1024)

static int make_room(jx_string *string, size_t more)
{
  if (more >= SIZE_MAX / 4 || string->length >= SIZE_MAX / 4) return 0;
  size_t wanted = string->length + more + 1;
  if (string->text != NULL && wanted <= string->room) return 1;
  size_t room = string->room > FIRST_ROOM ? string->room : FIRST_ROOM;
  while (room < wanted) room *= 2;
  char *text = jx_allocate(&string->allocator, room, 1);
  if (text == NULL) return 0;
  if (string->length > 0) memcpy(text, string->text, string->length);
  jx_release(&string->allocator, string->text);
  string->text = text;
  string->room = room;
  return 1;
}

int jx_string_add(jx_string *string, const char *text, size_t length)
{
  if (!make_room(string, length)) return 0;
  if (length > 0) memcpy(string->text + string->length, text, length);
  string->length += length;
  string->text[string->length] = '\0';
  return 1;
}

int jx_string_print(jx_string *string, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0 || !make_room(string, (size_t)length)) return 0;
  va_start(arguments, format);
  (void)vsnprintf(string->text + string->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  string->length += (size_t)length;
  return 1;
}

void jx_string_release(jx_string *string)
{
  if (string->text != NULL) jx_release(&string->allocator, string->text);
  *string = (jx_string){0};
}
