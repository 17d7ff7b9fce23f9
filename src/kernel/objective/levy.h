/* Levy's function (Levy and Montalvo 1985, in the form of Laguna and Marti 2005):
 *   w_i = 1 + (x_i - 1) / 4,
 *   f = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1))
 *       + (w_n - 1)^2 (1 + sin^2(2 pi w_n)).
 * The square of a sine is half the versine of twice its angle: with u = w - 1, of u turns in the
 * first term, of u + 1/pi in the sum, and of 2 u in the last. `left` counts the terms to come as
 * a real: on a condition on i, gcc would split the loop in two. */
JK_OBJECTIVE(levy)
{
  JK_UNUSED(a);
  real sum = R(0), left = jk_to_real(n);
  for (int i = 0; i < n; i++) {
    left -= R(1);
    real u = R(0.25) * (x(i) - R(1));
    real turns = left > R(0) ? u + R(1.0 / JK_PI) : u + u;
    real weight = left > R(0) ? R(5) : R(0.5);
    sum += u * u * (R(1) + weight * jk_versine_turns(turns));
  }
  return sum + R(0.5) * jk_versine_turns(R(0.25) * (x(0) - R(1)));
}
