/* Counter-based random numbers: Threefry-4x32 with 12 rounds (Salmon, Moraes, Dror, Shaw, "Parallel
 * random numbers: as easy as 1, 2, 3", SC11), the smallest round count its authors found to pass
 * BigCrush.
 *
 * A draw depends on (seed, iteration, purpose, particle, coordinate) and on nothing else: no state
 * outlives a move, so threads, devices, ranks and a resumed run all see the same numbers.
 * The body is ours, because Random123's headers are neither OpenCL C 1.2 vectors nor `real`-width
 * aware; tests/unit/kernel/test_random.c proves it equal to Random123's, bit for bit. */
#ifndef JK_RANDOM_H
#define JK_RANDOM_H

#include "portable.h"

/* What a draw is for. Two purposes never share a number. The values are part of a run's definition:
 * changing one changes every digest. */
#define JK_DRAW_POSITION 0u /* where a particle starts */
#define JK_DRAW_VELOCITY 1u /* how it starts to move */
#define JK_DRAW_MOVE 2u     /* the weights of one move */
#define JK_DRAW_WALL 3u     /* a new position for a coordinate that left the box */
#define JK_DRAW_SWARM 4u    /* a number all particles share in an iteration */
#define JK_DRAW_NORMAL 5u   /* a step drawn from a normal distribution */
#define JK_DRAW_PARTNERS 6u /* the partners of a particle */
#define JK_DRAW_SHIFT 15u   /* where in its box a shifted problem has its minimum */

typedef struct jk_key {
  jk_word1 k[5]; /* four key words and their parity, the key schedule of Threefish */
} jk_key;

typedef struct jk_block {
  jk_word w[4];
} jk_block;

JK_FN jk_key jk_key_make(jk_index seed, jk_index iteration)
{
  jk_key key;
  key.k[0] = (jk_word1)seed;
  key.k[1] = (jk_word1)(seed >> 32);
  key.k[2] = (jk_word1)iteration;
  key.k[3] = (jk_word1)(iteration >> 32);
  key.k[4] = 0x1BD11BDAu ^ key.k[0] ^ key.k[1] ^ key.k[2] ^ key.k[3];
  return key;
}

#define JK_ROTL(a, bits) (((a) << (bits)) | ((a) >> (32 - (bits))))

/* Two of the four words mix with the other two; rounds alternate which pairs meet. */
#define JK_MIX(a, b, bits) \
  a += b;                  \
  b = JK_ROTL(b, bits) ^ a;

#define JK_TWO_ROUNDS(r0, r1, r2, r3) \
  JK_MIX(x0, x1, r0)                  \
  JK_MIX(x2, x3, r1)                  \
  JK_MIX(x0, x3, r2)                  \
  JK_MIX(x2, x1, r3)

#define JK_ADD_KEY(i, a, b, c, d) \
  x0 += key.k[a];                 \
  x1 += key.k[b];                 \
  x2 += key.k[c];                 \
  x3 += key.k[d] + (i);

/* Threefry-4x32-12 of the counter (c0, c1, c2, c3). Only c0 differs from lane to lane, so what the
 * first two rounds do before it has reached all four words is done once for all lanes. */
JK_FN jk_block jk_threefry(jk_key key, jk_word c0, jk_word1 c1, jk_word1 c2, jk_word1 c3)
{
  jk_block out;
  jk_word1 s1 = c1 + key.k[1], s2 = c2 + key.k[2], s3 = c3 + key.k[3];
  JK_MIX(s2, s3, 26)
  jk_word x0 = c0 + (key.k[0] + s1);
  jk_word x1 = x0 ^ JK_ROTL(s1, 10);
  x0 += s3;
  jk_word x3 = x0 ^ JK_ROTL(s3, 11);
  jk_word x2 = x1 + s2;
  x1 = JK_ROTL(x1, 21) ^ x2;
  JK_TWO_ROUNDS(13, 27, 23, 5)
  JK_ADD_KEY(1u, 1, 2, 3, 4)
  JK_TWO_ROUNDS(6, 20, 17, 11)
  JK_TWO_ROUNDS(25, 10, 18, 20)
  JK_ADD_KEY(2u, 2, 3, 4, 0)
  JK_TWO_ROUNDS(10, 26, 11, 21)
  JK_TWO_ROUNDS(13, 27, 23, 5)
  JK_ADD_KEY(3u, 3, 4, 0, 1)
  out.w[0] = x0;
  out.w[1] = x1;
  out.w[2] = x2;
  out.w[3] = x3;
  return out;
}

/* The 128 bits of one particle; `block` tells draws of one purpose apart, such as coordinates. */
JK_FN jk_block jk_draw(jk_key key, jk_index particle, jk_word1 block, jk_word1 purpose)
{
  return jk_threefry(key, (jk_word)((jk_word1)particle), (jk_word1)(particle >> 32), block,
                     purpose);
}

/* The words of a particle's coordinates in one move, one after the other: Jenkins' small generator
 * ("A small noncryptographic PRNG", 2007; rotations 27 and 17), started again for every particle
 * and iteration from 128 bits of Threefry, which take the place of its warming up. A step costs 7
 * operations where a quarter of a Threefry block costs 20. Its map of states is one to one, so the
 * first four words are as independent as the block they come from; tests/unit/kernel/test_stream.c
 * and tests/random/dieharder look at more, in the orders in which a swarm uses them. */
typedef struct jk_stream {
  jk_word a, b, c, d;
} jk_stream;

JK_FN jk_stream jk_stream_begin(jk_block start)
{
  jk_stream s;
  s.a = start.w[0];
  s.b = start.w[1];
  s.c = start.w[2];
  s.d = start.w[3];
  return s;
}

/* The stream behind its next word, which is then its d. */
JK_FN jk_stream jk_stream_next(jk_stream s)
{
  jk_word e = s.a - JK_ROTL(s.b, 27);
  s.a = s.b ^ JK_ROTL(s.c, 17);
  s.b = s.c + s.d;
  s.c = s.d + e;
  s.d = e + s.a;
  return s;
}

/* One number in [0, 1) with all the bits a real can use there: 24 of the first word in float,
 * 53 of both words in double. */
JK_FN real jk_fine_uniform(jk_word high, jk_word low)
{
#if JK_PRECISION == 32
  (void)low;
  return jk_word_to_real(high >> 8) * R(1.0 / 16777216);
#else
  return (jk_word_to_real(high >> 5) * R(67108864.0) + jk_word_to_real(low >> 6)) *
         R(1.0 / 9007199254740992.0);
#endif
}

#endif
