/* Rosenbrock's valley, written plainly:
 *   jato minimize examples/objectives/valley.c --dim 10 --bounds -5:5 */
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    real off_parabola = x(i + 1) - x(i) * x(i);
    real off_one = 1 - x(i);
    sum += 100 * off_parabola * off_parabola + off_one * off_one;
  }
  return sum;
}
