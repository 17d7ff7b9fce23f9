JATO_OBJECTIVE(x, n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (x(i) - data[i]) * (x(i) - data[i]);
  return sum;
}
