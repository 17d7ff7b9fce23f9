/* How far a function of src/kernel/math.h is from the truth that MPFR finds at 200 bits. Compiled
 * once for each precision. */
#ifndef MATH_TRUTH_H
#define MATH_TRUTH_H

#include <mpfr.h>

#include "check.h"
#include "kernel/math.h"

#define TRUTH_BITS 200
#define EXPONENT_TOP (JK_BIAS + 1)               /* 2^EXPONENT_TOP is the first number too large */
#define EXPONENT_LOW (1 - JK_BIAS - JK_MANTISSA) /* 2^EXPONENT_LOW is the smallest subnormal */
#define FLUSH_BELOW (R(2.0) * R(JK_SMALLEST_NORMAL))

typedef enum subject_id { EXP, LOG, SIN, COS, SIN_TURNS, COS_TURNS, VERSINE_TURNS, POW } subject_id;

/* A function under test. */
typedef struct subject {
  subject_id id;
  const char *name;
  double bound[2]; /* ulp, in float and in double; the table in math.h says the same */
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

/* Prints the largest error and fails when it is above the subject's bound. */
void measure_end(measure *m);

#endif
