/* Differential evolution: rand/1/bin, best/1/bin and current-to-best/1/bin.
 *
 * Storn and Price, "Differential evolution - a simple and efficient heuristic for global
 * optimization over continuous spaces", Journal of Global Optimization 11 (1997) 341-359: eq. 2 the
 * mutant, eq. 3 and 4 the trial; a trial replaces its parent if it is better, not if it is equal. F
 * = 0.5 is their first choice, and CR = 0.9 what they advise to try first, to see whether a quick
 * solution is possible; a small CR suits functions that are sums over coordinates.
 *
 * The position of a particle is its trial, its own best the parent; kernel/motion/difference.h
 * moves it, or difference_to_best.h where the best of the run takes part. */
#include "algorithm/algorithms.h"

enum { F, CR, MUTATION };
enum mutation { RAND, BEST, CURRENT_TO_BEST };

static const jato_parameter parameters[] = {
    [F] = JX_REAL_ROW("f", 0.5, 0, 2,
                      "scale of the difference of two others that is added to a third"),
    [CR] = JX_REAL_ROW("cr", 0.9, 0, 1,
                       "probability that a coordinate comes from the mutant; one always does"),
    [MUTATION] =
        JX_CHOICE_ROW("mutation", "rand best current_to_best", 0,
                      "what the difference is added to: a third, the best of the run, or the "
                      "parent and f of its way to the best"),
};

typedef struct de {
  jx_search head;
  double f, cr, lambda; /* lambda: the share of its way to the best that a parent moves */
} de;

/* The paper advises 5 to 10 particles for each coordinate; fewer are faster, but get stuck. */
static uint64_t de_particles(size_t dim)
{
  uint64_t particles = 10 * (uint64_t)dim;
  if (particles < 20) return 20;
  return particles < 1000 ? particles : 1000;
}

static jato_status check(const jx_search_setup *setup, jato_error *error)
{
  if (setup->particles < 4)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "de: a trial is made of its parent and three others: take at least 4 particles");
  if (setup->particles > (uint64_t)1 << 32)
    return jx_fail(error, JATO_E_ARGUMENT, "de: more than 2^32 particles cannot be drawn from");
  return JATO_OK;
}

static jato_status de_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  *out = NULL;
  JX_TRY(check(setup, error));
  JX_TRY(jx_search_create(&jx_de_ops, setup, sizeof(de), out, error));
  de *search = (de *)*out;
  search->f = setup->values->value[F];
  search->cr = setup->values->value[CR];
  enum mutation mutation = (enum mutation)setup->values->value[MUTATION];
  search->lambda = mutation == BEST ? 1 : search->f;
  search->head.plan.motion = mutation == RAND ? JK_MOTION_difference : JK_MOTION_difference_to_best;
  return JATO_OK;
}

/* The motion expects a whole number below 2^24; see kernel/motion/difference.h. */
static jato_status de_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  const de *d = (const de *)search;
  (void)error;
  generation->step.weight[0] = d->f;
  generation->step.weight[1] = d->cr * 16777216;
  generation->step.weight[2] = d->lambda;
  return JATO_OK;
}

const jx_algorithm_ops jx_de_ops = {
    .name = "de",
    .summary = "differential evolution: trial points from differences of others",
    .source = "Storn and Price 1997",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_ON_DEVICES | JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .state_version = 2, /* 1: all random words from Threefry */
    .particles = de_particles,
    .create = de_create,
    .destroy = jx_search_destroy,
    .ask = de_ask,
};
