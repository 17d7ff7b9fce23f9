/* The parameters that cmaes shares with methods built on its descents, and what they set up. They
 * are the first rows of the table of such a method; its own rows follow. */
#pragma once

#include "algorithm/cmaes/descent.h"
#include "algorithm/cmaes/restarts.h"

enum {
  JX_CMAES_SIGMA,
  JX_CMAES_ACTIVE,
  JX_CMAES_TOLX,
  JX_CMAES_TOLFUN,
  JX_CMAES_RESTARTS,
  JX_CMAES_SHARED /* how many there are */
};

/* The rows; sigma and policy (JX_RESTARTS_...) are the defaults of the method. */
#define JX_CMAES_ROWS(sigma, policy)                                                               \
  [JX_CMAES_SIGMA] =                                                                               \
      JX_REAL_ROW("sigma", sigma, 1e-9, 10, "initial step size as a fraction of the box width"),   \
  [JX_CMAES_ACTIVE] =                                                                              \
      JX_CHOICE_ROW("active", "yes no", 0, "also learn from bad points where not to go"),          \
  [JX_CMAES_TOLX] =                                                                                \
      JX_REAL_ROW("tolx", 1e-12, 0, 1, "stop when all steps are this fraction of the first"),      \
  [JX_CMAES_TOLFUN] =                                                                              \
      JX_REAL_ROW("tolfun", 1e-12, 0, 1e9,                                                         \
                  "stop when values over many generations differ by no more than this"),           \
  [JX_CMAES_RESTARTS] = JX_CHOICE_ROW("restarts", "none ipop bipop", policy,                       \
                                      "restart elsewhere instead of stopping: with twice as many " \
                                      "points each time (ipop), or also with few (bipop)")

/* Checks that generations of setup->particles can be learned from. Fails with JATO_E_ARGUMENT and
 * JATO_E_MEMORY; the message names the method. */
jato_status jx_cmaes_check(const jx_search_setup *setup, const char *method, jato_error *error);

/* The setup of the first descent, which allocates from the pool; it folds at the bounds and has a
 * full covariance unless the method changes that. */
jx_descent_setup jx_cmaes_descent_setup(const jx_search_setup *setup, jx_pool *pool);

jx_restarts jx_cmaes_restarts(const jx_search_setup *setup);
