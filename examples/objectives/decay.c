/* Least squares: amplitude, rate and level of a decay, fitted to pairs of time and value.
 *   jato minimize examples/objectives/decay.c --dim 3 --bounds 0:10 \
 *     --data examples/objectives/decay.txt
 * The objective is the sum of the squares of all residuals; k counts them. */
JATO_RESIDUALS(x, n, k, data_count / 2)
{
  real time = data[2 * k], value = data[2 * k + 1];
  return x(0) * exp(-x(1) * time) + x(2) - value;
}
