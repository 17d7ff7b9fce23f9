/* Michalewicz's canyons (Michalewicz 1992) with m = 10: -sum sin(x_i) sin^20(i x_i^2 / pi), flat
 * but for n! narrow crossings. The square of a sine is half the versine of twice its angle.
 * A power so small that it would be a subnormal number costs a processor more than all the rest.
 * The squares are therefore raised to 2^-10 (2^-95 in double), their tenth power to 2^-100
 * (2^-950), by max(s, c) = (s + c + |s - c|) / 2: a choice gcc would move behind the products. */
JK_OBJECTIVE(michalewicz)
{
  JK_UNUSED(a);
  real least = R(JK_PRECISION == 32 ? 0x1p-10 : 0x1p-95);
  real sum = R(0), number = R(0);
  for (int i = 0; i < n; i++) {
    number += R(1);
    real sin2 = R(0.5) * jk_versine_turns(number * (x(i) * x(i)) * R(1.0 / (JK_PI * JK_PI)));
    real seen = R(0.5) * ((sin2 + least) + jk_abs(sin2 - least));
    real sin4 = seen * seen;
    real sin8 = sin4 * sin4;
    sum -= jk_sin_turns(x(i) * R(0.5 / JK_PI)) * (sin8 * sin8 * sin4);
  }
  return sum;
}
