#include "algorithm/cmaes/parameters.h"

#include "algorithm/algorithms.h"

jato_status jx_cmaes_check(const jx_search_setup *setup, const char *method, jato_error *error)
{
  if (setup->particles < 2)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: needs at least 2 particles to compare", method);
  if (setup->particles > SIZE_MAX / 64)
    return jx_search_no_memory(method, setup->particles, setup->dim, error);
  return JATO_OK;
}

jx_descent_setup jx_cmaes_descent_setup(const jx_search_setup *setup, jx_pool *pool)
{
  const double *value = setup->values->value;
  return (jx_descent_setup){.n = setup->dim,
                            .lambda = (size_t)setup->particles,
                            .lower = setup->lower,
                            .upper = setup->upper,
                            .seed = setup->seed,
                            .covariance = JX_COVARIANCE_FULL,
                            .active = value[JX_CMAES_ACTIVE] == 0,
                            .bounds = JX_BOUNDS_FOLD,
                            .impatient = value[JX_CMAES_RESTARTS] != JX_RESTARTS_NONE,
                            .tolx = value[JX_CMAES_TOLX],
                            .tolfun = value[JX_CMAES_TOLFUN],
                            .pool = pool};
}

jx_restarts jx_cmaes_restarts(const jx_search_setup *setup)
{
  const double *value = setup->values->value;
  return (jx_restarts){.policy = (int)value[JX_CMAES_RESTARTS],
                       .n = setup->dim,
                       .lambda = (size_t)setup->particles,
                       .sigma = value[JX_CMAES_SIGMA],
                       .lower = setup->lower,
                       .upper = setup->upper,
                       .seed = setup->seed};
}
