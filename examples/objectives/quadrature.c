/* The gallery's quadrature in parts: weights x(0..4) and nodes x(5..9) of a rule for integrals of
 * t^m ln t over [0, 1], which are -1/(m + 1)^2, m = 1..m_max; residual k is the relative error at
 * m = k + 1. data[0] is m_max, 10 at most, and 10 without data.
 *   jato minimize examples/objectives/quadrature.c --dim 10 --bounds 0:1 --algorithm lm
 * bench/finish measures how often and how fast that reaches 1e-15. */
static real part(real w, real t, int m)
{
  real value = w * log(t);
  for (int i = 0; i < 10; i++) value *= i < m ? t : 1;
  return t > 0 ? value : 0;
}

JATO_RESIDUALS(x, n, k, data_count > 0 ? (int)data[0] : 10)
{
  real rule = part(x(0), x(5), k + 1) + part(x(1), x(6), k + 1) + part(x(2), x(7), k + 1) +
              part(x(3), x(8), k + 1) + part(x(4), x(9), k + 1);
  return 1 + (real)((k + 2) * (k + 2)) * rule;
}
