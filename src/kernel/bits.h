/* Words of 64 cells, of one lane: random words, and the number of ones in a word. */
#ifndef JK_BITS_H
#define JK_BITS_H

#include "portable.h"

/* Steele, Lea and Flood 2014: number `place`, from 0, of splitmix64 with seed 1. */
JK_FN jk_index jk_split_mix(int place)
{
  jk_index z = 1 + (jk_index)(place + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

JK_FN int jk_count_bits(jk_index bits)
{
  bits = bits - (bits >> 1 & 0x5555555555555555u);
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int)(bits * 0x0101010101010101u >> 56);
}

#endif
