#include "study/outline.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t jx_outline_child(const jx_outline *outline, size_t parent, const char *key)
{
  size_t at = outline->nodes[parent].first_child;
  while (at != 0 && (outline->nodes[at].key == NULL || strcmp(outline->nodes[at].key, key) != 0))
    at = outline->nodes[at].next;
  return at;
}

jato_status jx_outline_fail(const jx_outline *outline, size_t node, jato_error *error,
                            const char *format, ...)
{
  char words[1024];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  size_t line = node < outline->count ? outline->nodes[node].line : 1;
  return jx_fail(error, JATO_E_ARGUMENT, "%s:%zu: %s", outline->name, line, words);
}

const char *jx_outline_show(const char *text, char out[JX_SHOWN])
{
  const char dots[] = "...";
  size_t length = strlen(text), most = JX_SHOWN - sizeof dots;
  size_t kept = length < most ? length : most;
  /* Not in the middle of a letter: bytes 10xxxxxx go on with one. */
  while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80) kept--;
  for (size_t i = 0; i < kept; i++)
    out[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7F ? '?' : text[i];
  memcpy(out + kept, kept < length ? dots : "", kept < length ? sizeof dots : 1);
  return out;
}
