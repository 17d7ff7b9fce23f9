/* Schwefel's sines (Schwefel 1981, problem 2.26): the second-best valleys lie far from the best,
 * which stands near a corner of the box, so local trends lead away from it.
 * The constant is the largest value of x sin(sqrt(|x|)) in the box, often printed as 418.9829:
 * with all its digits the minimum is 0. It is taken from each term, where the terms are still
 * small. sqrt(|x|) is counted in turns, with the division by 2 pi under the root, where it rounds
 * less. */
JK_OBJECTIVE(schwefel)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n; i++) {
    real turns = jk_sqrt(jk_abs(x(i)) * R(0.25 / (JK_PI * JK_PI)));
    sum += R(418.98288727243370627) - x(i) * jk_sin_turns(turns);
  }
  return sum;
}
