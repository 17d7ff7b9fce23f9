/* A shared object that changes the rounding when it is loaded, and again whenever it is called. */
#include <fenv.h>

__attribute__((visibility("default"))) double jato_objective(const double *x, int n);

__attribute__((constructor)) static void load(void) { (void)fesetround(FE_UPWARD); }

double jato_objective(const double *x, int n)
{
  (void)n;
  (void)fesetround(FE_TONEAREST);
  volatile double value = x[0] * x[0] + x[0] / 3; /* before the next line */
  (void)fesetround(FE_UPWARD);
  return value;
}
