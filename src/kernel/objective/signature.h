/* How an objective is written:
 *
 *   JK_OBJECTIVE(sphere)
 *   {
 *     real sum = R(0);
 *     for (int i = 0; i < n; i++) sum += x(i) * x(i);
 *     return sum;
 *   }
 *
 * x(i) is coordinate i of the particle, n the number of coordinates, a the problem's parameter (0
 * for a problem without one). Rules of portable.h apply. n is at least 2 where the row says so in
 * its least dimension.
 *
 * For gcc to vectorise across particles,
 *   - keep to ONE loop over coordinates (loops of a constant, small count inside it are fine);
 *   - choose (`condition ? a : b`, and the functions of math.h but jk_cos_turns and
 *     jk_versine_turns, which do so) inside that loop only: behind it a choice stays a branch;
 *   - where a coordinate's number takes part, count it in a real beside i: converting an int to a
 *     double changes the width of a lane. */
#ifndef JK_SIGNATURE_H
#define JK_SIGNATURE_H

#include "../lanes.h"
#include "../math.h"
#include "../portable.h"

#define JK_PI 3.14159265358979323846

#define JK_OBJECTIVE(name) JK_OBJECTIVE_OF(name, 0)

/* The same for an objective that is written for one lane after the other (JK_LANE): where a CPU has
 * fewer particles than lanes, the others are not computed. */
#define JK_OBJECTIVE_BY_LANE(name) JK_OBJECTIVE_OF(name, 1)

#define JK_OBJECTIVE_OF(name, by_lane)    \
  enum { jk_by_lane_##name = (by_lane) }; \
  JK_FN real jk_f_##name(JK_IN const real *jk_x, int n, real a)

/* jk_x points at coordinate 0 of the particle or, where a real is 16 lanes, of its group. */
#define x(i) (jk_x[JK_STRIDE * (i)])

/* Says that an objective has no use for a name, without a warning. */
#define JK_UNUSED(name) (void)(name)

#endif
