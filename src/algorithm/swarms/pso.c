/* Particle swarm optimisation.
 *
 * Kennedy and Eberhart, "Particle swarm optimization", ICNN 1995: the swarm.
 * Shi and Eberhart, "A modified particle swarm optimizer", CEC 1998: inertia, falling linearly.
 * Eberhart and Shi, "Tracking and optimizing dynamic systems with particle swarms", CEC 2001:
 * random inertia. Ratnaweera, Halgamuge, Watson, "Self-organizing hierarchical particle swarm
 * optimizer with time-varying acceleration coefficients", IEEE TEC 8 (2004), eq. 4 and 5: pulls
 * that change linearly, from c1 = 2.5 and c2 = 0.5 to c1 = 0.5 and c2 = 2.5. Clerc and Kennedy,
 * "The particle swarm: explosion, stability, and convergence", IEEE TEC 6 (2002), eq. 4.15:
 * constriction. Kennedy and Mendes, "Population structure and particle swarm performance", CEC
 * 2002: neighbourhoods. */
#include "algorithm/algorithms.h"

#include <math.h>

#include "algorithm/swarms/topology.h"

#define JK_PRECISION 64
#include "kernel/random.h"

/* clang-format off */
enum { TOPOLOGY, RADIUS, COLUMNS, INERTIA, W, W_END, SPAN, C1, C2, PULLS, C1_END, C2_END, VMAX,
       DRAWS, EXCHANGE, LAG };
/* clang-format on */
enum inertia { CONSTANT, LINEAR, RANDOM, CONSTRICTION };

static const jato_parameter parameters[] = {
    [TOPOLOGY] = JX_TOPOLOGY_ROW(JX_GLOBAL),
    [RADIUS] = JX_RADIUS_ROW,
    [COLUMNS] = JX_COLUMNS_ROW,
    [INERTIA] = JX_CHOICE_ROW(
        "inertia", "constant linear random constriction", 0,
        "constant w; linear from w to w_end; random in 0.5..1; constriction of c1 + c2"),
    [W] = JX_REAL_ROW("w", 0.729, -2, 2, "inertia weight, or its start"),
    [W_END] = JX_REAL_ROW("w_end", 0.4, -2, 2, "linear: final inertia weight"),
    [SPAN] = JX_WHOLE_ROW("span", 0, 0, 1e15,
                          "linear: iterations from start to end; 0: the run's iteration limit"),
    [C1] = JX_REAL_ROW("c1", 1.494, 0, 8, "pull towards the particle's own best"),
    [C2] = JX_REAL_ROW("c2", 1.494, 0, 8, "pull towards the guide"),
    [PULLS] = JX_CHOICE_ROW("pulls", "constant linear", 0,
                            "constant c1 and c2; linear from c1 and c2 to c1_end and c2_end"),
    [C1_END] = JX_REAL_ROW("c1_end", 0.5, 0, 8, "linear pulls: final pull towards the own best"),
    [C2_END] = JX_REAL_ROW("c2_end", 2.5, 0, 8, "linear pulls: final pull towards the guide"),
    [VMAX] = JX_REAL_ROW("vmax", 0.2, 1e-9, 1e9, "maximum velocity as a fraction of the box width"),
    [DRAWS] = JX_CHOICE_ROW("draws", "coordinate particle", 0,
                            "random weights per coordinate, or two per particle"),
    [EXCHANGE] = JX_WHOLE_ROW(
        "exchange", 1, 1, 1e6,
        "global: iterations from one in which the best of all guides to the next; "
        "between them sub-swarms follow their own: 32, or more of 1024 particles each"),
    [LAG] = JX_WHOLE_ROW("lag", 0, 0, 1,
                         "global: 1: the best of an iteration guides one iteration later, so that "
                         "ranks compare theirs while they go on"),
};

typedef struct pso {
  jx_search head;
  double w, w_end, c1, c2;
  double c1_end, c2_end; /* equal to c1 and c2 where these are constant */
  uint64_t span, seed;
  enum inertia inertia;
} pso;

/* Eq. 4.15 with kappa = 1: chi = 2 / (phi - 2 + sqrt(phi^2 - 4 phi)). */
static jato_status constrict(pso *swarm, jato_error *error)
{
  double phi = swarm->c1 + swarm->c2;
  if (!(phi > 4))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: constriction needs c1 + c2 > 4, not %g; take c1=2.05,c2=2.05", phi);
  double chi = 2 / (phi - 2 + sqrt(phi * phi - 4 * phi));
  swarm->w = chi;
  swarm->c1 = swarm->c1_end = swarm->c1 * chi;
  swarm->c2 = swarm->c2_end = swarm->c2 * chi;
  return JATO_OK;
}

/* A linear change needs to know when it ends. */
static jato_status set_span(pso *swarm, const jx_search_setup *setup, jato_error *error)
{
  const double *value = setup->values->value;
  swarm->span = value[SPAN] > 0 ? (uint64_t)value[SPAN] : setup->iterations;
  if (swarm->span > 0 || (swarm->inertia != LINEAR && value[PULLS] == 0)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "pso: linear %s needs span=N, or a limit of iterations to change over",
                 swarm->inertia == LINEAR ? "inertia" : "pulls");
}

static jato_status set_pulls(pso *swarm, const jx_search_setup *setup, jato_error *error)
{
  const double *value = setup->values->value;
  int linear = value[PULLS] > 0;
  swarm->c1 = swarm->c1_end = value[C1];
  swarm->c2 = swarm->c2_end = value[C2];
  if (linear && swarm->inertia == CONSTRICTION)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: constriction needs a constant c1 + c2; take pulls=constant, "
                   "or inertia=linear");
  if (linear) {
    swarm->c1_end = value[C1_END];
    swarm->c2_end = value[C2_END];
  }
  return swarm->inertia == CONSTRICTION ? constrict(swarm, error) : JATO_OK;
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  const double *value = setup->values->value;
  pso *swarm = (pso *)search;
  jx_plan *plan = &search->plan;
  swarm->inertia = (enum inertia)value[INERTIA];
  swarm->w = value[W];
  swarm->w_end = value[W_END];
  swarm->seed = setup->seed;
  plan->motion = JK_MOTION_swarm;
  plan->limit = value[VMAX];
  plan->draws_by_particle = value[DRAWS] > 0;
  JX_TRY(set_span(swarm, setup, error));
  JX_TRY(set_pulls(swarm, setup, error));
  plan->exchange = (uint64_t)value[EXCHANGE];
  if (plan->exchange > 1 && value[TOPOLOGY] != JX_GLOBAL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: exchange is for topology=global; in others the neighbours exchange bests");
  if (plan->exchange > 1 && setup->one_by_one)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "pso: exchange keeps iterations together; take --order iteration, or exchange=1");
  plan->lag = value[LAG] > 0;
  if (plan->lag && (value[TOPOLOGY] != JX_GLOBAL || plan->exchange > 1))
    return jx_fail(error, JATO_E_ARGUMENT, "pso: lag is for topology=global and exchange=1");
  return jx_topology_set(plan, "pso", value + TOPOLOGY, setup->particles, error);
}

static jato_status pso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_pso_ops, setup, sizeof(pso), set_up, out, error);
}

/* The share of the span that is over. */
static double done_at(const pso *swarm, uint64_t iteration)
{
  return iteration < swarm->span ? (double)iteration / (double)swarm->span : 1;
}

static double inertia_at(const pso *swarm, uint64_t iteration)
{
  if (swarm->inertia == LINEAR)
    return swarm->w + (swarm->w_end - swarm->w) * done_at(swarm, iteration);
  if (swarm->inertia == RANDOM) {
    jk_block b = jk_draw(jk_key_make(swarm->seed, iteration), 0, 0, JK_DRAW_SWARM);
    return 0.5 + 0.5 * jk_fine_uniform(b.w[0], b.w[1]);
  }
  return swarm->w;
}

/* A constant pull has equal ends, and is returned unchanged to the last bit. */
static double pull_at(const pso *swarm, uint64_t iteration, double start, double end)
{
  return start == end ? start : start + (end - start) * done_at(swarm, iteration);
}

/* The motion draws whole numbers below 65536; see kernel/motion/swarm.h. */
static jato_status pso_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  const pso *swarm = (const pso *)search;
  jx_step *step = &generation->step;
  (void)error;
  step->weight[0] = inertia_at(swarm, step->iteration);
  step->weight[1] = pull_at(swarm, step->iteration, swarm->c1, swarm->c1_end) / 65536;
  step->weight[2] = pull_at(swarm, step->iteration, swarm->c2, swarm->c2_end) / 65536;
  return JATO_OK;
}

const jx_algorithm_ops jx_pso_ops = {
    .name = "pso",
    .summary = "particle swarm with inertia or constriction, and neighbourhoods",
    .source = "Kennedy and Eberhart 1995; Shi and Eberhart 1998; Clerc and Kennedy 2002",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_ON_DEVICES | JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .state_version = 3, /* 1: velocities without grains; 2: all random words from Threefry */
    .create = pso_create,
    .destroy = jx_search_destroy,
    .ask = pso_ask,
};
