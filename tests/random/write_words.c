/* Writes the random words of moves to standard output, without end, in one of the orders in which
 * a swarm uses them: tests/random/dieharder looks at them.
 *   write_words coordinate|particle|iteration [SEED]
 * names what changes fastest. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JK_PRECISION 32
#include "kernel/random.h"

enum { DIM = 64, COUNT = 4096 /* of particles, or iterations */ };

/* The words of one particle in one iteration. */
static void draw(uint64_t seed, uint64_t iteration, uint64_t particle, uint32_t words[DIM])
{
  jk_stream s = jk_stream_begin(jk_draw(jk_key_make(seed, iteration), particle, 0, JK_DRAW_MOVE));
  for (int d = 0; d < DIM; d++) {
    s = jk_stream_next(s);
    words[d] = s.d;
  }
}

/* False when the output has no reader any more. */
static int put(const uint32_t *words, size_t count)
{
  return fwrite(words, sizeof *words, count, stdout) == count;
}

static void by_coordinate(uint64_t seed)
{
  uint32_t words[DIM];
  for (uint64_t iteration = 1;; iteration++)
    for (uint64_t particle = 0; particle < COUNT; particle++) {
      draw(seed, iteration, particle, words);
      if (!put(words, DIM)) return;
    }
}

/* Column after column of words[COUNT][DIM]. False as above. */
static int put_columns(uint32_t words[COUNT][DIM])
{
  static uint32_t column[COUNT];
  for (int d = 0; d < DIM; d++) {
    for (int i = 0; i < COUNT; i++) column[i] = words[i][d];
    if (!put(column, COUNT)) return 0;
  }
  return 1;
}

static void by_particle(uint64_t seed)
{
  static uint32_t words[COUNT][DIM];
  for (uint64_t iteration = 1;; iteration++) {
    for (uint64_t particle = 0; particle < COUNT; particle++)
      draw(seed, iteration, particle, words[particle]);
    if (!put_columns(words)) return;
  }
}

static void by_iteration(uint64_t seed)
{
  static uint32_t words[COUNT][DIM];
  for (uint64_t particle = 0;; particle++) {
    for (uint64_t iteration = 0; iteration < COUNT; iteration++)
      draw(seed, iteration + 1, particle, words[iteration]);
    if (!put_columns(words)) return;
  }
}

int main(int count, char **arguments)
{
  const char *order = count > 1 ? arguments[1] : "";
  uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  if (strcmp(order, "coordinate") == 0)
    by_coordinate(seed);
  else if (strcmp(order, "particle") == 0)
    by_particle(seed);
  else if (strcmp(order, "iteration") == 0)
    by_iteration(seed);
  else {
    fprintf(stderr, "usage: write_words coordinate|particle|iteration [SEED]\n");
    return 2;
  }
  return 0;
}
