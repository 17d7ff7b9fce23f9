/* Griewank's function (Griewank 1981): a wide bowl under a fine ripple whose wavelength grows with
 * the number of the coordinate.
 * `below` is 1 - prod cos(x_i / sqrt(i)) over the coordinates so far. With v = 1 - cos(...), which
 * keeps its digits near 0, a factor more makes it 1 - (1 - below)(1 - v) = below + (v - below v).
 * The loop counts down from n, because from the constant 1 gcc works out the first root beforehand,
 * which leaves a loop that it cannot vectorise. */
JK_OBJECTIVE(griewank)
{
  JK_UNUSED(a);
  real bowl = R(0), below = R(0), number = jk_to_real(n);
  for (int i = n - 1; i >= 0; i--) {
    real v = jk_versine_turns(x(i) * R(0.5 / JK_PI) / jk_sqrt(number));
    bowl += x(i) * x(i);
    below += v - below * v;
    number -= R(1);
  }
  return bowl * R(1.0 / 4000.0) + below;
}
