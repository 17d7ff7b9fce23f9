/* Problems of the gallery of which an evaluation takes a fifth of a millisecond or more, as it runs
 * a simulation: tests that go through all rows ask fewer evaluations of these. */
#ifndef DEAR_H
#define DEAR_H

#include <stddef.h>
#include <string.h>

static inline int is_dear(const char *problem)
{
  static const char *const names[] = {"two_stream", "two_stream_fit", "density_rule"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i], problem) == 0) return 1;
  return 0;
}

#endif
