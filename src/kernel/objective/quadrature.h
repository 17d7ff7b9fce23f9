/* w ln t, but 0 at t = 0, where t^m ln t is 0 for every m >= 1. NaN, the worst value, for t < 0. */
JK_FN real jk_quadrature_start(real w, real t) { return t == R(0) ? R(0) : w * jk_log(t); }

/* Weights w_k and nodes t_k, k = 1..5, of a rule that integrates t^m ln t over [0, 1], whose
 * value is -1/(m + 1)^2, for m = 1..m_max (the parameter a): the mean over m of the relative
 * error |1 + (m + 1)^2 sum_k w_k t_k^m ln t_k|. Coordinates 0..4 are the weights, 5..9 the nodes.
 * The loop runs over all ten m and leaves out those above m_max: its count must not depend on a
 * lane. */
JK_OBJECTIVE(quadrature)
{
  JK_UNUSED(n);
  real term0 = jk_quadrature_start(x(0), x(5));
  real term1 = jk_quadrature_start(x(1), x(6));
  real term2 = jk_quadrature_start(x(2), x(7));
  real term3 = jk_quadrature_start(x(3), x(8));
  real term4 = jk_quadrature_start(x(4), x(9));
  real sum = R(0);
  for (int m = 1; m <= 10; m++) {
    term0 *= x(5);
    term1 *= x(6);
    term2 *= x(7);
    term3 *= x(8);
    term4 *= x(9);
    real rule = (term0 + term1) + (term2 + term3) + term4;
    real error = jk_abs(R(1) + jk_to_real((m + 1) * (m + 1)) * rule);
    sum += jk_to_real(m) <= a ? error : R(0);
  }
  return sum / a;
}
