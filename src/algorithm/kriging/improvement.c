/* With z = (best - mean) / deviation the expected improvement is deviation h(z), h(z) = phi(z) + z
 * Phi(z) (Jones, Schonlau, Welch, "Efficient global optimization of expensive black-box functions",
 * 1998). For z < -3 this sum cancels; phi, Phi and h are the first repeated integrals of the normal
 * density, whose ratios follow from r_k = 1 / (t + (k + 1) r_k+1), t = -z, evaluated backwards
 * without cancellation. */
#include "algorithm/kriging/improvement.h"

#define JK_PRECISION 64
#include "kernel/math_more.h"

#define LOG_ROOT_TWO_PI 0.91893853320467274178
#define ROOT_HALF 0.70710678118654752440
#define DIRECT (-3)
#define TERMS 40

jx_improvement jx_expected_improvement(double best, double mean, double deviation)
{
  double z = (best - mean) / deviation, log_density = -0.5 * z * z - LOG_ROOT_TWO_PI;
  if (z > DIRECT) {
    double density = jk_exp(log_density), below = 0.5 + 0.5 * jk_erf(z * ROOT_HALF);
    double h = density + z * below;
    return (jx_improvement){jk_log(deviation * h), -below / (deviation * h),
                            density / (deviation * h)};
  }
  double t = -z, ratio[2] = {0, 0};
  double r = 1 / (0.5 * t + jk_sqrt(0.25 * t * t + TERMS + 1));
  for (int k = TERMS; k >= 0; k--) {
    r = 1 / (t + (k + 1) * r);
    if (k < 2) ratio[k] = r;
  }
  return (jx_improvement){jk_log(deviation * (ratio[0] * ratio[1])) + log_density,
                          -1 / (deviation * ratio[1]), 1 / (deviation * (ratio[0] * ratio[1]))};
}
