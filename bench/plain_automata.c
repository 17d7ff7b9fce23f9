/* The plain loops that bench/automata compares kernels with: a byte for each cell, no vectors by
 * hand.
 *
 *   plain_automata totalistic SIDE STEPS | elementary WIDTH STEPS
 *
 * prints the cells that it made in a second. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Code 976: 1 where a block of nine has four ones, or six and more. */
static void anneal(const unsigned char *from, unsigned char *to, size_t side)
{
  for (size_t y = 0; y < side; y++) {
    const unsigned char *above = from + (y + side - 1) % side * side;
    const unsigned char *here = from + y * side, *below = from + (y + 1) % side * side;
    for (size_t x = 0; x < side; x++) {
      size_t left = x == 0 ? side - 1 : x - 1, right = x + 1 == side ? 0 : x + 1;
      int sum = above[left] + above[x] + above[right] + here[left] + here[x] + here[right] +
                below[left] + below[x] + below[right];
      to[y * side + x] = (unsigned char)(976 >> sum & 1);
    }
  }
}

static void rule_30(const unsigned char *from, unsigned char *to, size_t width)
{
  for (size_t x = 0; x < width; x++)
    to[x] = from[x == 0 ? width - 1 : x - 1] ^ (from[x] | from[x + 1 == width ? 0 : x + 1]);
}

int main(int count, char **words)
{
  if (count != 4) return 2;
  int plane = strcmp(words[1], "totalistic") == 0;
  size_t side = strtoull(words[2], NULL, 10), cells = plane ? side * side : side;
  long steps = strtol(words[3], NULL, 10);
  unsigned char *from = malloc(cells), *to = malloc(cells);
  if (from == NULL || to == NULL) return 1;
  for (size_t i = 0; i < cells; i++) from[i] = (unsigned char)(i * 2654435761u >> 13 & 1);
  double began = now();
  for (long i = 0; i < steps; i++) {
    (plane ? anneal : rule_30)(from, to, side);
    unsigned char *other = from;
    from = to;
    to = other;
  }
  printf("%g\n", (double)cells * (double)steps / (now() - began));
  free(from);
  free(to);
  return 0;
}
