/* Several bodies at once: jk_bodies holds a number of each of JK_BODIES bodies. One where an item
 * of a GPU has a body, or JK_VECTORS is 0; a register where a CPU runs the kernels. */
#ifndef JK_GRAVITY_LANES_H
#define JK_GRAVITY_LANES_H

#include "kernel/language.h"

#if !JK_VECTORS
#define JK_BODIES 1
#define JK_ABREAST 1
typedef real jk_bodies;
typedef jk_int jk_bodies_int;
#define jk_bodies_load(from) (*(from))
#define jk_bodies_store(value, to) (*(to) = (value))
#define jk_bodies_as_int(a) jk_as_int(a)
#define jk_bodies_as_real(a) jk_as_real(a)
#define jk_where_positive(what, value) ((what) > R(0) ? (value) : R(0))

#elif defined(__OPENCL_C_VERSION__)
#define JK_ABREAST 1 /* PoCL: 16 % more than two */
#if JK_PRECISION == 32
#define JK_BODIES 16
typedef float16 jk_bodies;
typedef int16 jk_bodies_int;
#define jk_bodies_load(from) vload16(0, from)
#define jk_bodies_store(value, to) vstore16(value, 0, to)
#define jk_bodies_as_int(a) as_int16(a)
#define jk_bodies_as_real(a) as_float16(a)
#else
#define JK_BODIES 8
typedef double8 jk_bodies;
typedef long8 jk_bodies_int;
#define jk_bodies_load(from) vload8(0, from)
#define jk_bodies_store(value, to) vstore8(value, 0, to)
#define jk_bodies_as_int(a) as_long8(a)
#define jk_bodies_as_real(a) as_double8(a)
#endif

#else
/* Vectors as wide as the registers: wider ones go through memory with gcc. */
#if defined(__AVX512F__)
#define JK_BODIES_BYTES 64
#define JK_ABREAST 2 /* of 32 registers each has six, for where it is and what pulls it */
#elif defined(__AVX__)
#define JK_BODIES_BYTES 32
#define JK_ABREAST 1
#else
#define JK_BODIES_BYTES 16
#define JK_ABREAST 1
#endif
#define JK_BODIES (JK_BODIES_BYTES / (JK_PRECISION / 8))
typedef real jk_bodies __attribute__((vector_size(JK_BODIES_BYTES)));
typedef jk_int jk_bodies_int __attribute__((vector_size(JK_BODIES_BYTES)));
typedef jk_bodies jk_bodies_anywhere __attribute__((aligned(JK_PRECISION / 8), may_alias));
#define jk_bodies_load(from) (*(const jk_bodies_anywhere *)(from))
#define jk_bodies_store(value, to) (*(jk_bodies_anywhere *)(to) = (value))
#define jk_bodies_as_int(a) ((jk_bodies_int)(a))
#define jk_bodies_as_real(a) ((jk_bodies)(a))
#endif

#if JK_VECTORS
/* A comparison of vectors has all bits where it is true. */
#define jk_where_positive(what, value) jk_bodies_as_real(jk_bodies_as_int(value) & ((what) > R(0)))
#endif

/* square^(-3/2), of 1e-24 to 1e24. No root and no division, whose one unit of a CPU all lanes would
 * wait for: half the bits, subtracted, are the logarithm of a first guess y of square^(-1/2), times
 * a factor. A step y (k - square y^2) is Newton's, for a k of three times the factor's square, and
 * doubles the digits. A parabola in v = square y^2, which is nearly v^(-3/2), completes y^3.
 *
 * The guess leaves v between 0.6267 and 0.7125 in float. k is what makes the ends of v (k - v)^2
 * equal, so that v is between 1.1948 and 1.1985 then, and (v + cut)^2 + rest fits to 3e-9 of it.
 * (In double, after two steps, to 1.5e-17.) The guess's factor is such that the parabola begins
 * with 1 v^2: v is about (15/8)^(2/7). Rounding makes the error 3.7 units in the last place at most
 * for float, 4 for double: sim/tests/simulator/gravity. */
JK_FN jk_bodies jk_inverse_cube(jk_bodies square)
{
#if JK_PRECISION == 32
  jk_bodies y = jk_bodies_as_real(JK_I(0x5f1037e1) - (jk_bodies_as_int(square) >> 1));
  y = y * (R(0x1.00f3d2p+1) - (square * y) * y);
  jk_bodies cut = R(-0x1.ace9a0p+0) + square * (y * y);
  return (y * (y * y)) * (R(0x1.11c1f0p-1) + cut * cut);
#else
  jk_bodies y = jk_bodies_as_real(JK_I(0x5fe018d866a3f423) - (jk_bodies_as_int(square) >> 1));
  y = y * (R(0x1.a778826c400b6p+0) - (square * y) * y);
  y = y * (R(0x1.00d45f528c814p+1) - (square * y) * y);
  jk_bodies cut = R(-0x1.ace983ab57119p+0) + square * (y * y);
  return (y * (y * y)) * (R(0x1.11c2269474d3ep-1) + cut * cut);
#endif
}

#endif
