/* What the kernels of a simulation cost, for bench/plasma:
 *
 *   plasma SPEC DEVICE STEPS
 *
 * prints the units of a step and the least seconds that a step took, and a line for each kernel:
 * its name, and the least seconds that all its calls of a step took. */
#include <stdio.h>
#include <stdlib.h>

#include "jato/simulate.h"

#define MOST_KERNELS 16

static double lesser(double a, double b) { return a < b ? a : b; }

/* Seconds of a step, and of each kernel in it: the least so far. */
typedef struct least {
  double step, kernel[MOST_KERNELS];
} least;

static jato_status step(jato_simulation *plasma, least *found, jato_error *error)
{
  jato_kernel_time time;
  double before[MOST_KERNELS], began = jato_simulation_get_info(plasma)->seconds;
  for (size_t i = 0; i < MOST_KERNELS && jato_simulation_kernel(plasma, i, &time); i++)
    before[i] = time.total;
  jato_status status = jato_simulation_step(plasma, 1, error);
  if (status != JATO_OK) return status;
  found->step = lesser(found->step, jato_simulation_get_info(plasma)->seconds - began);
  for (size_t i = 0; i < MOST_KERNELS && jato_simulation_kernel(plasma, i, &time); i++)
    found->kernel[i] = lesser(found->kernel[i], time.total - before[i]);
  return JATO_OK;
}

int main(int count, char **words)
{
  jato_simulation *plasma = NULL;
  jato_error error;
  jato_kernel_time time;
  least found = {.step = 1e9};
  if (count != 4) return 2;
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = words[2], .timed = 1};
  for (int i = 0; i < MOST_KERNELS; i++) found.kernel[i] = 1e9;
  jato_status status = jato_simulation_create(words[1], &options, &plasma, &error);
  for (int left = atoi(words[3]); left > 0 && status == JATO_OK; left--)
    status = step(plasma, &found, &error);
  if (status != JATO_OK) {
    (void)fprintf(stderr, "%s\n", error.text);
  } else {
    printf("%.17g %.9g\n", jato_simulation_get_info(plasma)->work, found.step);
    for (size_t i = 0; i < MOST_KERNELS && jato_simulation_kernel(plasma, i, &time); i++)
      printf("%s %.9g\n", time.name, found.kernel[i]);
  }
  jato_simulation_destroy(&plasma);
  return status != JATO_OK;
}
