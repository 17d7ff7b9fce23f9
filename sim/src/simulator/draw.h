/* What a simulator draws at random for its start: the same on every machine. */
#pragma once

#include <stdint.h>

/* Its state grows by the same number with every word. */
#define JX_DRAW_STEP UINT64_C(0x9e3779b97f4a7c15)

/* Steele, Lea and Flood 2014: splitmix64. */
static inline uint64_t jx_draw_word(uint64_t *state)
{
  uint64_t z = *state += JX_DRAW_STEP;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* The first 53 bits of a word, as a number in [0, 1). */
static inline double jx_draw_number(uint64_t *state)
{
  return (double)(jx_draw_word(state) >> 11) * 0x1p-53;
}
