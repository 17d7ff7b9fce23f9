/* Uniform random search: the floor every method must beat. Brooks, "A discussion of random methods
 * for seeking maxima", Operations Research 6 (1958). */
#include "algorithm/algorithms.h"

static jato_status random_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  JX_TRY(jx_search_create(&jx_random_ops, setup, sizeof **out, out, error));
  (*out)->plan.motion = JK_MOTION_uniform;
  return JATO_OK;
}

static jato_status random_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  (void)search;
  (void)generation;
  (void)error;
  return JATO_OK;
}

const jx_algorithm_ops jx_random_ops = {
    .name = "random",
    .summary = "uniform random search, the baseline every method must beat",
    .source = "Brooks 1958",
    .traits = JX_ON_DEVICES | JX_SAME_BITS | JX_ONE_BY_ONE,
    .create = random_create,
    .destroy = jx_search_destroy,
    .ask = random_ask,
};
