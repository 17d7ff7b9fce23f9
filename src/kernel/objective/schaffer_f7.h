/* Schaffer's function F7 (Schaffer et al. 1989, over neighbouring pairs as in Hansen et al. 2009):
 * with s_i = sqrt(x_i^2 + x_{i+1}^2), the square of the mean of sqrt(s_i) (1 + sin^2(50 s_i^0.2)):
 * rings of waves that grow shorter and lower towards 0.
 * Both powers of s come from root = s^0.1 = exp(0.05 ln s^2), the first as root^5, the second as
 * root^2. The exponent is small, so jk_pow, which takes longer, would not be more exact. The square
 * of a sine is half the versine of twice its angle. */
JK_OBJECTIVE(schaffer_f7)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n - 1; i++) {
    real s2 = x(i) * x(i) + x(i + 1) * x(i + 1);
    real root = jk_exp(R(0.05) * jk_log(s2));
    real root2 = root * root;
    sum += root2 * root2 * root * (R(1) + R(0.5) * jk_versine_turns(R(50 / JK_PI) * root2));
  }
  real mean = sum / jk_to_real(n - 1);
  return mean * mean;
}
