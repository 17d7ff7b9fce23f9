/* The lightest spring that bears its load (Arora 1989): wire diameter, coil diameter, number of
 * coils. A spring that breaks a rule has no weight, so it returns INFINITY.
 *   jato minimize examples/objectives/spring.c --dim 3 --bounds 0.05:2,0.25:1.3,2:15 --particles 1k
 * The best known spring weighs 0.012665. */
JATO_OBJECTIVE(x, n)
{
  real wire = x(0), coil = x(1), coils = x(2);
  real deflection = 1 - coil * coil * coil * coils / (71785 * wire * wire * wire * wire);
  real stress = (4 * coil * coil - wire * coil) /
                    (12566 * (coil * wire * wire * wire - wire * wire * wire * wire)) +
                1 / (5108 * wire * wire) - 1;
  real surge = 1 - 140.45 * wire / (coil * coil * coils);
  real width = (wire + coil) / 1.5 - 1;
  real worst = fmax(fmax(deflection, stress), fmax(surge, width));
  real weight = (coils + 2) * coil * wire * wire;
  return worst <= 0 ? weight : INFINITY;
}
