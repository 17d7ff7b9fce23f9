/* Zakharov's function (as printed by Rahnamayan et al. 2007): a bowl bent upwards, to the fourth
 * power, along the one direction (1, 2, ..., n). */
JK_OBJECTIVE(zakharov)
{
  JK_UNUSED(a);
  real squares = R(0), along = R(0), half_number = R(0);
  for (int i = 0; i < n; i++) {
    half_number += R(0.5);
    squares += x(i) * x(i);
    along += half_number * x(i);
  }
  real along2 = along * along;
  return squares + along2 + along2 * along2;
}
