/* Files of a text: written, and read back. */
#ifndef TEXT_FILE_H
#define TEXT_FILE_H

#include <stdio.h>
#include <string.h>

#include "check.h"

static inline void write_text(const char *path, const char *text)
{
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_true(fputs(text, stream) >= 0);
  assert_int_equal(fclose(stream), 0);
}

static inline void assert_text(const char *path, const char *text)
{
  char back[100] = "";
  FILE *stream = fopen(path, "rb");
  if (stream == NULL) fail_msg("%s is gone", path);
  size_t length = fread(back, 1, sizeof back - 1, stream);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(length, strlen(text));
  assert_string_equal(back, text);
}

#endif
