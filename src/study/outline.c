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
