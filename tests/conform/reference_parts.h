/* A reference swarm from the inside: numbers of one precision, draws and walls. Part of
 * reference_swarm.c. */
#ifndef REFERENCE_PARTS_H
#define REFERENCE_PARTS_H

#include "reference_swarm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <Random123/threefry.h>

#if JK_PRECISION == 32
typedef float number;
#define OPS reference_float
#else
typedef double number;
#define OPS reference_double
#endif

/* What a random number is for, as src/kernel/random.h numbers it. */
enum purpose { FOR_POSITION, FOR_VELOCITY, FOR_MOVE, FOR_WALL, FOR_SWARM, FOR_PARTNERS = 6 };

typedef struct particle {
  number *x, *v, *own; /* [dim] each */
  number value;        /* the best seen */
} particle;

struct reference_swarm {
  reference_options options;
  number *lower, *upper, *limit; /* [dim] */
  particle *now, *before;        /* [particles]: `before` is the swarm of the previous iteration */
  double *best_x;                /* [dim] */
  double best;
  uint64_t iteration, nonfinite;
};

static void *zeroed(size_t count, size_t size)
{
  void *memory = calloc(count, size);
  if (memory == NULL) abort();
  return memory;
}

static threefry4x32_ctr_t draw(const reference_swarm *s, uint64_t who, uint32_t block,
                               enum purpose purpose)
{
  uint64_t seed = s->options.seed, iteration = s->iteration;
  threefry4x32_ctr_t counter = {{(uint32_t)who, (uint32_t)(who >> 32), block, purpose}};
  threefry4x32_key_t key = {
      {(uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)iteration, (uint32_t)(iteration >> 32)}};
  return threefry4x32_R(12, counter, key);
}

static uint32_t turned(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

/* The word of coordinate d in a move: Jenkins' generator, as on his page, from a block of Threefry.
 */
static uint32_t move_word(const reference_swarm *s, uint64_t who, size_t d)
{
  threefry4x32_ctr_t start = draw(s, who, 0, FOR_MOVE);
  uint32_t a = start.v[0], b = start.v[1], c = start.v[2], e = start.v[3];
  for (size_t k = 0; k <= d; k++) {
    uint32_t mixed = a - turned(b, 27);
    a = b ^ turned(c, 17);
    b = c + e;
    c = e + mixed;
    e = mixed + a;
  }
  return e;
}

/* The upper 53 bits of the upper 27 of one word and the upper 26 of the next, as a fraction. */
static double double_chance(threefry4x32_ctr_t words)
{
  uint64_t mantissa = (uint64_t)(words.v[0] >> 5) << 26 | words.v[1] >> 6;
  return ldexp((double)mantissa, -53);
}

static number chance(const reference_swarm *s, uint64_t i, size_t d, enum purpose purpose)
{
  threefry4x32_ctr_t words = draw(s, i, (uint32_t)d, purpose);
  if (sizeof(number) == sizeof(double)) return (number)double_chance(words);
  return (number)ldexp((double)(words.v[0] >> 8), -24);
}

static number within(number x, number low, number high)
{
  if (!(x > low)) return low;
  if (!(x < high)) return high;
  return x;
}

/* A uniform place in the box. */
static number place(const reference_swarm *s, size_t d, number u)
{
  return within(s->lower[d] + u * (s->upper[d] - s->lower[d]), s->lower[d], s->upper[d]);
}

static void meet_wall(const reference_swarm *s, uint64_t i, size_t d, number *x, number *v)
{
  number low = s->lower[d], high = s->upper[d], width = high - low;
  if (*x >= low && *x <= high) return;
  number wall = *x < low ? low : high;
  switch (s->options.wall) {
  case CLAMP: *x = wall; break;
  case REFLECT:
    *x = within(wall + (wall - *x), low, high);
    *v = -*v;
    break;
  case PERIODIC:
    *x = within(*x - (number)floor((double)((*x - low) / width)) * width, low, high);
    break;
  case ABSORB:
    *x = wall;
    *v = 0;
    break;
  case RESAMPLE:
    *x = place(s, d, chance(s, i, d, FOR_WALL));
    *v = 0;
    break;
  case NONE: break;
  }
}

#endif
