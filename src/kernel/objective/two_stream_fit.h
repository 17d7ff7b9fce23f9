/* Which two beams were these? Three waves are displaced at once, and f is how far their growth,
 * each as F of two_stream, is from what was measured, in the root of the mean square. Measured was
 * a plasma of this code with v0 = 0.31 and share = 0.35. */
#ifndef JK_TWO_STREAM_FIT_H
#define JK_TWO_STREAM_FIT_H

#include "two_stream.h"

JK_FN real jk_growth_off(real power, jk_number measured)
{
  real off = jk_log(power) * R(1.0 / 40) - R(measured);
  return off * off;
}

JK_OBJECTIVE_BY_LANE(two_stream_fit)
{
  real v0 = x(0), share = x(1), first = R(0), second = R(0), third = R(0);
  JK_UNUSED(n);
  JK_UNUSED(a);
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    jk_number power[3];
    jk_two_streams(JK_LANE(v0, lane), JK_LANE(share, lane), 3, power);
    JK_LANE(first, lane) = power[0];
    JK_LANE(second, lane) = power[1];
    JK_LANE(third, lane) = power[2];
  }
  real sum = jk_growth_off(first, JK_N(0.12092864627431739));
  sum += jk_growth_off(second, JK_N(0.24964000059215891));
  sum += jk_growth_off(third, JK_N(0.10135230650099085));
  return jk_sqrt(sum * R(1.0 / 3));
}

#endif
