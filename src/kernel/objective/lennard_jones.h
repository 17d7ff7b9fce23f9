/* Atoms that attract each other from afar and repel each other nearby (Lennard-Jones 1924): the sum
 * over all pairs of 4 (1/r^12 - 1/r^6), in units of the depth of one pair and of the distance at
 * which its energy is 0. Atom k has the coordinates 3k, 3k + 1 and 3k + 2. As a product of 1/r^6
 * and 1/r^6 - 1 it is plus infinity where two atoms meet, never infinity minus infinity. */
JK_OBJECTIVE(lennard_jones)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 3; i < n; i += 3) {
    for (int j = 0; j < i; j += 3) {
      real dx = x(i) - x(j), dy = x(i + 1) - x(j + 1), dz = x(i + 2) - x(j + 2);
      real inverse2 = R(1) / (dx * dx + dy * dy + dz * dz);
      real inverse6 = inverse2 * inverse2 * inverse2;
      sum += R(4) * inverse6 * (inverse6 - R(1));
    }
  }
  return sum;
}
