/* Equal charges on the unit sphere (Thomson 1904): the sum over all pairs of 1 / distance. Charge k
 * has the coordinates z and phi, its height and its longitude, from which the square of the
 * distance is (z - z')^2 + (s - s')^2 + 2 s s' (1 - cos(phi - phi')) with s = sqrt(1 - z^2): a sum
 * of what is never negative, 0 where two charges meet, for which the value is infinite. */
JK_OBJECTIVE(thomson)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 2; i < n; i += 2) {
    real side = jk_sqrt((R(1) - x(i)) * (R(1) + x(i)));
    for (int j = 0; j < i; j += 2) {
      real other = jk_sqrt((R(1) - x(j)) * (R(1) + x(j)));
      real up = x(i) - x(j), out = side - other;
      real turn = jk_versine_turns((x(i + 1) - x(j + 1)) * R(0.5 / JK_PI));
      sum += R(1) / jk_sqrt(up * up + out * out + R(2) * side * other * turn);
    }
  }
  return sum;
}
