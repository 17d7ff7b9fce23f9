/* Cells of one bit, 64 in a word of jk_index: bit q of word j is column 64 j + q. An item of a
 * work-group works on a strip of JK_STRIP words: one on a GPU; eight, which are an AVX-512
 * register, where a CPU runs the kernels. */
#ifndef JK_LATTICE_PACKED_WORDS_H
#define JK_LATTICE_PACKED_WORDS_H

#include "kernel/language.h"

#if JK_STRIP == 1
typedef jk_index jk_strip;
#define jk_strip_load(from) (*(from))
#define jk_strip_store(value, to) (*(to) = (value))
#elif defined(__OPENCL_C_VERSION__)
typedef ulong8 jk_strip;
#define jk_strip_load(from) vload8(0, from)
#define jk_strip_store(value, to) vstore8(value, 0, to)
#else
typedef jk_index jk_strip __attribute__((vector_size(8 * JK_STRIP)));
typedef jk_strip jk_strip_anywhere __attribute__((aligned(8), may_alias));
#define jk_strip_load(from) (*(const jk_strip_anywhere *)(from))
#define jk_strip_store(value, to) (*(jk_strip_anywhere *)(to) = (value))
#endif

/* What is one column to the left, and to the right, of each cell. */
JK_FN jk_strip jk_left_of(jk_strip here, jk_strip before) { return here << 1 | before >> 63; }
JK_FN jk_strip jk_right_of(jk_strip here, jk_strip after) { return here >> 1 | after << 63; }

/* Bits of `a` where those of `which` are 1, of `b` where they are 0. */
JK_FN jk_strip jk_choose(jk_strip which, jk_strip a, jk_strip b)
{
  return (which & a) | (~which & b);
}

/* Bit 1 of a + b + c. */
JK_FN jk_strip jk_majority(jk_strip a, jk_strip b, jk_strip c) { return (a & b) | (c & (a ^ b)); }

/* `one` where a bit of x is 1, `zero` where it is 0. Both are 0 or 1, and known to the compiler. */
JK_FN jk_strip jk_look_up(jk_strip x, int one, int zero)
{
  if (one == zero) return one ? ~(x ^ x) : x ^ x;
  return one ? x : ~x;
}

#endif
