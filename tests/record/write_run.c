/* Writes the made-up run of sample.h, for tests/record/check_run.py to read.
 *
 * usage: write_run FILE PRECISION PARTICLES DIM MOVES KIND ROWS FRAMES DATA STATE */
#include "record/sample.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t number(const char *text) { return (size_t)strtoull(text, NULL, 10); }

int main(int count, char **words)
{
  sample made;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  if (count != 11) return 2;
  sample_make(
      &(sample_config){.precision = strcmp(words[2], "float") == 0 ? JATO_FLOAT : JATO_DOUBLE,
                       .particles = number(words[3]),
                       .dim = number(words[4]),
                       .moves = (int)number(words[5]),
                       .kind = (jato_record_kind)number(words[6]),
                       .rows = number(words[7]),
                       .frames = number(words[8]),
                       .data = number(words[9]),
                       .state = number(words[10])},
      &made);
  int file = open(words[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
  jato_status status = file < 0 ? JATO_E_FILE : sample_write(&made, file, &allocator, &error);
  if (file >= 0 && close(file) != 0) status = JATO_E_FILE;
  sample_free(&made);
  if (status != JATO_OK) fprintf(stderr, "write_run: %s\n", error.text);
  return status == JATO_OK ? 0 : 1;
}
