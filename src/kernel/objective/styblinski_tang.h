/* Styblinski and Tang's function (Styblinski and Tang 1990): in every coordinate two valleys, the
 * left one deeper, so 2^n local minima. */
JK_OBJECTIVE(styblinski_tang)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n; i++) {
    real square = x(i) * x(i);
    sum += square * (square - R(16)) + R(5) * x(i);
  }
  return R(0.5) * sum;
}
