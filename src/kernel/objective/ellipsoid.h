/* Ellipsoid: a bowl whose curvatures run from 1 to 10^6 evenly on a logarithmic scale, the
 * separable ellipsoid of the BBOB suite (Hansen et al. 2009, f2) without its shift and
 * oscillation. The weight 10^(6 i / (n - 1)) is taken afresh for every coordinate: a running
 * product would gather the rounding errors of n multiplications. 13.8... is ln 10^6. */
JK_OBJECTIVE(ellipsoid)
{
  JK_UNUSED(a);
  real step = R(13.815510557964274104) / jk_to_real(n - 1);
  real sum = R(0), number = R(0);
  for (int i = 0; i < n; i++) {
    sum += jk_exp(step * number) * (x(i) * x(i));
    number += R(1);
  }
  return sum;
}
