/* A point to be found: off (100 size + 1) / 10, with off the squared distance from the point
 * whose coordinates are all `at` (the parameter a), and size the squared distance from 0. Where
 * the point is not 0, a second, shallow valley lies at 0 itself. */
JK_OBJECTIVE(target)
{
  real off = R(0), size = R(0);
  for (int i = 0; i < n; i++) {
    real d = x(i) - a;
    off += d * d;
    size += x(i) * x(i);
  }
  return R(0.1) * off * (R(100) * size + R(1));
}
