/* Rosenbrock's valley (Rosenbrock 1960, in the sum over neighbouring pairs of De Jong 1975): a
 * curved, narrow floor that leads to (1, ..., 1). */
JK_OBJECTIVE(rosenbrock)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n - 1; i++) {
    real off_parabola = x(i + 1) - x(i) * x(i);
    real off_one = R(1) - x(i);
    sum += R(100) * off_parabola * off_parabola + off_one * off_one;
  }
  return sum;
}
