/* Whole files of a test: kept in memory, compared and copied. The including file defines
 * _GNU_SOURCE before everything. */
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include "scratch.h"

#include <string.h>

/* All bytes of a file. */
typedef struct content {
  size_t length;
  char bytes[200000];
} content;

static inline const char *beside(scratch *s, const char *name, const char *ending, char *path)
{
  (void)snprintf(path, 300, "%s/%s%s", s->folder, name, ending);
  return path;
}

static inline void read_whole(const char *path, content *out)
{
  FILE *stream = fopen(path, "rb");
  if (stream == NULL) fail_msg("%s is gone", path);
  out->length = fread(out->bytes, 1, sizeof out->bytes, stream);
  assert_int_equal(fclose(stream), 0);
}

static inline void assert_unchanged(const char *path, const content *before)
{
  static content now;
  read_whole(path, &now);
  assert_int_equal(now.length, before->length);
  assert_memory_equal(now.bytes, before->bytes, now.length);
}

static inline void copy(const char *from, const char *to)
{
  static content all;
  read_whole(from, &all);
  FILE *stream = fopen(to, "wb");
  assert_int_equal(fwrite(all.bytes, 1, all.length, stream), all.length);
  assert_int_equal(fclose(stream), 0);
}

#endif
