/* Rastrigin's egg box (Rastrigin 1974, for n coordinates Muehlenbein et al. 1991): a bowl under a
 * regular grid of local minima, one near every point of whole coordinates.
 * 10 n - 10 sum cos(2 pi x_i) is summed as 10 (1 - cos(2 pi x_i)), which keeps its digits near 0.
 */
JK_OBJECTIVE(rastrigin)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n; i++) sum += x(i) * x(i) + R(10) * jk_versine_turns(x(i));
  return sum;
}
