/* Uniform random search: the floor every method must beat. Brooks, "A discussion of random methods
 * for seeking maxima", Operations Research 6 (1958). */
#include "algorithm/algorithms.h"

static jato_status random_setup(void *state, const jx_setup *setup, jx_plan *plan,
                                jato_error *error)
{
  (void)state;
  (void)setup;
  (void)error;
  plan->motion = JK_MOTION_uniform;
  return JATO_OK;
}

static void random_ask(const void *state, jx_step *step)
{
  (void)state;
  (void)step;
}

const jx_algorithm_ops jx_random_ops = {
    .name = "random",
    .summary = "uniform random search, the floor every method must beat",
    .source = "Brooks 1958",
    .particles = 64,
    .setup = random_setup,
    .ask = random_ask,
};
