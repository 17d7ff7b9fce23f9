/* An objective as C source, which is compiled for any device, including OpenCL and CUDA ones. It
 * fits a decay to measurements, which it reads as data[0], data[1], ... */
#include <jato/jato.h>

#include <math.h>
#include <stdio.h>

static const char text[] = "JATO_OBJECTIVE(x, n)\n"
                           "{\n"
                           "  real sum = 0;\n"
                           "  for (int k = 0; k < data_count / 2; k++) {\n"
                           "    real model = x(0) * exp(-x(1) * data[2 * k]) + x(n - 1);\n"
                           "    sum += sq(model - data[2 * k + 1]);\n"
                           "  }\n"
                           "  return sum;\n"
                           "}\n";

int main(void)
{
  /* Time and value of 3 exp(-0.5 t) + 1, without noise. */
  const double lower[] = {0, 0, 0}, upper[] = {10, 5, 10};
  double data[16], x[3];
  for (int k = 0; k < 8; k++) {
    data[2 * k] = k;
    data[2 * k + 1] = 3 * exp(-0.5 * k) + 1;
  }
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error;
  options.device = "cpu"; /* or "opencl:0": the result is the same */
  options.particles = 500;
  jato_source source = {JATO_SOURCE_INIT, .text = text, .name = "decay.c", .data = data,
                        .data_count = 16};
  jato_status status = jato_problem_from_source(&source, 3, lower, upper, &problem, &error);
  if (status == JATO_OK) status = jato_minimize(problem, &options, x, &result, &error);
  jato_problem_destroy(&problem);
  if (status != JATO_OK) {
    fprintf(stderr, "%s: %s\n", jato_status_name(status), error.text);
    return 1;
  }
  printf("best %.3g: %.4f exp(-%.4f t) + %.4f\n", result.best, x[0], x[1], x[2]);
  printf("%s, %.2f s\n", result.built, result.build_seconds);
  return fabs(x[0] - 3) + fabs(x[1] - 0.5) + fabs(x[2] - 1) < 1e-3 ? 0 : 1;
}
