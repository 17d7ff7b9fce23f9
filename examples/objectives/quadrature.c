/* The gallery's quadrature in parts: weights x(0..4) and nodes x(5..9) of a rule for integrals of
 * t^m ln t over [0, 1], which are -1/(m + 1)^2, m = 1..m_max; residual k is the relative error at
 * m = k + 1. data[0] is m_max, 15 at most, and 10 without data.
 *   jato minimize examples/objectives/quadrature.c --dim 10 --bounds 0:1 --algorithm lm
 * bench/finish measures how often and how fast that reaches 1e-15. */
JATO_RESIDUALS(x, n, k, data_count > 0 ? (int)data[0] : 10)
{
  real rule = 0;
  for (int i = 0; i < 5; i++) {
    real t = x(5 + i), t2 = t * t, t4 = t2 * t2, value = x(i) * log(t);
    int m = k + 1;
    value *= m & 1 ? t : 1;
    value *= m & 2 ? t2 : 1;
    value *= m & 4 ? t4 : 1;
    value *= m & 8 ? t4 * t4 : 1;
    rule += t > 0 ? value : 0;
  }
  return 1 + (real)((k + 2) * (k + 2)) * rule;
}
