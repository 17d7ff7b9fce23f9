/* How far a function of src/kernel/math.h or math_more.h is from the truth that MPFR finds at 200
 * bits. Compiled once for each precision. */
#ifndef MATH_TRUTH_H
#define MATH_TRUTH_H

#include <mpfr.h>

#include "check.h"
#include "kernel/math.h"
#include "kernel/math_more.h"

#define TRUTH_BITS 200
#define EXPONENT_TOP (JK_BIAS + 1)               /* 2^EXPONENT_TOP is the first number too large */
#define EXPONENT_LOW (1 - JK_BIAS - JK_MANTISSA) /* 2^EXPONENT_LOW is the smallest subnormal */
#define FLUSH_BELOW (R(2.0) * R(JK_SMALLEST_NORMAL))

/* Those of math_more.h begin with EXP2, its functions of two arguments with ATAN2. */
typedef enum subject_id {
  EXP,
  LOG,
  SIN,
  COS,
  SIN_TURNS,
  COS_TURNS,
  VERSINE_TURNS,
  POW,
  EXP2,
  EXP10,
  LOG2,
  LOG10,
  EXPM1,
  LOG1P,
  SINH,
  COSH,
  TANH,
  TAN,
  ASIN,
  ACOS,
  ATAN,
  CBRT,
  ERF,
  ATAN2,
  HYPOT,
  FMOD
} subject_id;

/* A function under test. */
typedef struct subject {
  subject_id id;
  const char *name;
  double bound[2]; /* ulp, in float and in double; the tables in the headers say the same */
  int flushes;     /* whether a result below twice the smallest normal number may be 0 */
} subject;

/* The largest error of one subject so far, and where. */
typedef struct measure {
  const subject *of;
  double worst;
  double x, y;
  long points;
  mpfr_t mx, my, truth, got, ulp;
} measure;

void measure_begin(measure *m, const subject *of);

/* Takes the error at (x, y) into account; functions of one argument do not look at y. */
void measure_point(measure *m, real x, real y);

/* The next of an even sequence in [0, 1), by Splitmix64: the points must not come from the
 * generator under test elsewhere. */
double measure_uniform(uint64_t *state);

/* `points` points even in [low, high]. */
void measure_range(measure *m, double low, double high, int points);

/* Points +-2^e with e even in [low, high): tiny and huge arguments alike. */
void measure_exponents(measure *m, int low, int high, int points);

/* The reals next to x and -x on both sides, a few of them. */
void measure_around(measure *m, double x);

/* The reals closest to multiples of pi/2 up to `limit`: in float all, in double a sample, and 29
 * times a power of two, which a search over all multiples up to 1e7 found to come closest. */
void measure_quarters(measure *m, double limit);

/* Prints the largest error and fails when it is above the subject's bound. */
void measure_end(measure *m);

#endif
