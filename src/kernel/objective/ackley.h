/* 1 - e^-u for 0 <= u <= 80, with all its digits near u = 0. As in jk_exp, e^-u = 2^k (1 + q)
 * with q in about [-0.3, 0.42]; then 1 - e^-u = (1 - 2^k) - 2^k q, which is -q where k = 0.
 * It chooses nothing, so it may stand after a loop over coordinates (see signature.h). */
JK_FN real jk_one_minus_exp(real u)
{
  real rounded = u * R(-JK_LOG2_E) + R(JK_SCALE_ROUNDER);
  real k = rounded - R(JK_SCALE_ROUNDER);
  real high = -u - k * R(JK_LN2_HIGH);
  real low = k * R(JK_LN2_LOW);
  real r = high - low;
  real q = high + (r * r * jk_exp_tail(r) - low);
  real power = jk_scale(R(1), rounded);
  return (R(1) - power) - power * q;
}

/* Ackley's funnel (Ackley 1987, for n coordinates Baeck 1996): a nearly flat, rippled plain with
 * one deep, pointed hole at 0.
 *
 * -20 exp(-0.2 sqrt(mean x^2)) - exp(mean cos(2 pi x)) + 20 + e is written as two differences
 * that are zero at 0, so that the tip of the hole is not lost to rounding. A mean square of 10^5
 * is far enough for the first exponential to vanish beside 1, and keeps it in the domain of
 * jk_one_minus_exp. */
JK_OBJECTIVE(ackley)
{
  JK_UNUSED(a);
  real count = jk_to_real(n);
  real limit = R(1e5) * count;
  real squares = R(0), ripples = R(0);
  for (int i = 0; i < n; i++) {
    real sum = squares + x(i) * x(i);
    squares = limit < sum ? limit : sum;
    ripples += jk_versine_turns(x(i));
  }
  real funnel = jk_one_minus_exp(R(0.2) * jk_sqrt(squares / count));
  return R(20) * funnel + R(2.7182818284590452354) * jk_one_minus_exp(ripples / count);
}
