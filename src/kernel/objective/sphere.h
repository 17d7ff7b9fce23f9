/* Sphere: the smoothest bowl; what the speed of a step is measured on. */
JK_OBJECTIVE(sphere)
{
  JK_UNUSED(a);
  real sum = R(0);
  for (int i = 0; i < n; i++) sum += x(i) * x(i);
  return sum;
}
