/* Your own function: the half-litre tin can that needs the least tin, in cm. Its height and radius
 * are free; a can that is too small has no price, so it returns NaN. */
#include <jato/jato.h>

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979

static double price(const double *x, size_t dim, void *user)
{
  const double height = x[0], radius = x[1], volume = *(const double *)user;
  (void)dim;
  if (PI * radius * radius * height < volume) return NAN;
  return 2 * PI * radius * (radius + height);
}

int main(void)
{
  const double lower[] = {1, 1}, upper[] = {30, 15};
  double volume = 500, x[2];
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error;

  jato_status status = jato_problem_from_function(
      &(jato_function){JATO_FUNCTION_INIT, .point = price, .user = &volume}, 2, lower, upper,
      &problem, &error);
  if (status == JATO_OK) status = jato_minimize(problem, NULL, x, &result, &error);
  jato_problem_destroy(&problem);
  if (status != JATO_OK) {
    fprintf(stderr, "%s: %s\n", jato_status_name(status), error.text);
    return 1;
  }
  printf("best %.3f cm^2 of tin: height %.3f cm, radius %.3f cm\n", result.best, x[0], x[1]);
  /* The best can is as high as it is wide: 3 (2 pi V^2)^(1/3) of tin. */
  return fabs(result.best - 3 * cbrt(2 * PI * volume * volume)) < 1e-3 ? 0 : 1;
}
