/* Particle swarm optimisation.
 *
 * Kennedy and Eberhart, "Particle swarm optimization", ICNN 1995: the swarm.
 * Shi and Eberhart, "A modified particle swarm optimizer", CEC 1998: inertia, falling linearly.
 * Eberhart and Shi, "Tracking and optimizing dynamic systems with particle swarms", CEC 2001:
 * random inertia. Clerc and Kennedy, "The particle swarm: explosion, stability, and convergence",
 * IEEE TEC 6 (2002), eq. 4.15: constriction. Kennedy and Mendes, "Population structure and particle
 * swarm performance", CEC 2002: neighbourhoods. */
#include "algorithm/algorithms.h"

#include <math.h>
#include <string.h>

#define JK_PRECISION 64
#include "kernel/random.h"

enum { TOPOLOGY, RADIUS, COLUMNS, INERTIA, W, W_END, SPAN, C1, C2, VMAX, DRAWS };
enum topology { GLOBAL, RING, VONNEUMANN };
enum inertia { CONSTANT, LINEAR, RANDOM, CONSTRICTION };

static const jato_parameter parameters[] = {
    [TOPOLOGY] = {.name = "topology",
                  .help =
                      "whose bests guide a particle: all, a ring, or a grid with four neighbours",
                  .choices = "global ring vonneumann"},
    [RADIUS] = {.name = "radius",
                .help = "ring: neighbours on each side",
                .fallback = 1,
                .smallest = 1,
                .largest = JX_RADIUS_MAX,
                .whole = 1},
    [COLUMNS] = {.name = "columns",
                 .help = "vonneumann: grid columns; 0: square root of the swarm size, at most 32",
                 .largest = 512,
                 .whole = 1},
    [INERTIA] =
        {.name = "inertia",
         .help = "constant w; linear from w to w_end; random in 0.5..1; constriction of c1 + c2",
         .choices = "constant linear random constriction"},
    [W] = {.name = "w",
           .help = "inertia weight, or its start",
           .fallback = 0.729,
           .smallest = -2,
           .largest = 2},
    [W_END] = {.name = "w_end",
               .help = "linear: final inertia weight",
               .fallback = 0.4,
               .smallest = -2,
               .largest = 2},
    [SPAN] = {.name = "span",
              .help = "linear: iterations from w to w_end; 0: the run's iteration limit",
              .largest = 1e15,
              .whole = 1},
    [C1] = {.name = "c1",
            .help = "pull towards the particle's own best",
            .fallback = 1.494,
            .largest = 8},
    [C2] = {.name = "c2", .help = "pull towards the guide", .fallback = 1.494, .largest = 8},
    [VMAX] = {.name = "vmax",
              .help = "maximum velocity as a fraction of the box width",
              .fallback = 0.2,
              .smallest = 1e-9,
              .largest = 1e9},
    [DRAWS] = {.name = "draws",
               .help = "random weights per coordinate, or two per particle",
               .choices = "coordinate particle"},
};

typedef struct pso {
  jx_search head;
  double w, w_end, c1, c2;
  uint64_t span, seed;
  enum inertia inertia;
} pso;

static jato_status set_ring(jx_plan *plan, const jx_search_setup *setup, jato_error *error)
{
  int radius = (int)setup->values->value[RADIUS];
  if (setup->particles <= 2 * (uint64_t)radius)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: a ring of radius %d needs more than %d particles; this swarm has %llu",
                   radius, 2 * radius, (unsigned long long)setup->particles);
  for (int offset = -radius; offset <= radius; offset++) plan->offset[plan->neighbours++] = offset;
  return JATO_OK;
}

/* The grid is rolled up with a twist: the end of a row is followed by the start of the next one and
 * the end of the swarm by its start, so any number of particles makes a grid without a rim. */
static jato_status set_grid(jx_plan *plan, const jx_search_setup *setup, jato_error *error)
{
  int64_t columns = (int64_t)setup->values->value[COLUMNS];
  if (columns == 0) {
    columns = (int64_t)sqrt((double)setup->particles);
    if (columns > 32) columns = 32;
  }
  if (columns < 2 || setup->particles < 2 * (uint64_t)columns)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "pso: a grid of %lld columns needs at least 2 columns and 2 rows; this swarm has %llu "
        "particles",
        (long long)columns, (unsigned long long)setup->particles);
  const int64_t offsets[] = {-columns, -1, 0, 1, columns};
  memcpy(plan->offset, offsets, sizeof offsets);
  plan->neighbours = sizeof offsets / sizeof offsets[0];
  return JATO_OK;
}

/* Eq. 4.15 with kappa = 1: chi = 2 / (phi - 2 + sqrt(phi^2 - 4 phi)). */
static jato_status constrict(pso *swarm, jato_error *error)
{
  double phi = swarm->c1 + swarm->c2;
  if (!(phi > 4))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: constriction needs c1 + c2 > 4, not %g; take c1=2.05,c2=2.05", phi);
  double chi = 2 / (phi - 2 + sqrt(phi * phi - 4 * phi));
  swarm->w = chi;
  swarm->c1 *= chi;
  swarm->c2 *= chi;
  return JATO_OK;
}

static jato_status set_inertia(pso *swarm, const jx_search_setup *setup, jato_error *error)
{
  if (swarm->inertia == CONSTRICTION) return constrict(swarm, error);
  if (swarm->inertia == LINEAR && swarm->span == 0) swarm->span = setup->iterations;
  if (swarm->inertia == LINEAR && swarm->span == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "pso: linear inertia needs span=N, or a limit of iterations to fall over");
  return JATO_OK;
}

static jato_status set_up(pso *swarm, const jx_search_setup *setup, jato_error *error)
{
  const double *value = setup->values->value;
  jx_plan *plan = &swarm->head.plan;
  swarm->inertia = (enum inertia)value[INERTIA];
  swarm->w = value[W];
  swarm->w_end = value[W_END];
  swarm->span = (uint64_t)value[SPAN];
  swarm->c1 = value[C1];
  swarm->c2 = value[C2];
  swarm->seed = setup->seed;
  plan->motion = JK_MOTION_swarm;
  plan->limit = value[VMAX];
  plan->draws_by_particle = value[DRAWS] > 0;
  JX_TRY(set_inertia(swarm, setup, error));
  if (value[TOPOLOGY] == RING) return set_ring(plan, setup, error);
  if (value[TOPOLOGY] == VONNEUMANN) return set_grid(plan, setup, error);
  return JATO_OK;
}

static jato_status pso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  JX_TRY(jx_search_create(&jx_pso_ops, setup, sizeof(pso), out, error));
  jato_status status = set_up((pso *)*out, setup, error);
  if (status != JATO_OK) jx_search_destroy(out);
  return status;
}

static double inertia_at(const pso *swarm, uint64_t iteration)
{
  if (swarm->inertia == LINEAR) {
    double done = iteration < swarm->span ? (double)iteration / (double)swarm->span : 1;
    return swarm->w + (swarm->w_end - swarm->w) * done;
  }
  if (swarm->inertia == RANDOM) {
    jk_block b = jk_draw(jk_key_make(swarm->seed, iteration), 0, 0, JK_DRAW_SWARM);
    return 0.5 + 0.5 * jk_fine_uniform(b.w[0], b.w[1]);
  }
  return swarm->w;
}

/* The motion's draws are whole numbers below 65536; see kernel/motion/swarm.h. */
static jato_status pso_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  const pso *swarm = (const pso *)search;
  jx_step *step = &generation->step;
  (void)error;
  step->weight[0] = inertia_at(swarm, step->iteration);
  step->weight[1] = swarm->c1 / 65536;
  step->weight[2] = swarm->c2 / 65536;
  return JATO_OK;
}

const jx_algorithm_ops jx_pso_ops = {
    .name = "pso",
    .summary = "particle swarm with inertia or constriction, and neighbourhoods",
    .source = "Kennedy and Eberhart 1995; Shi and Eberhart 1998; Clerc and Kennedy 2002",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_ON_DEVICES | JX_SAME_BITS | JX_ONE_BY_ONE,
    .state_version = 3, /* 1: velocities without grains; 2: all random words from Threefry */
    .create = pso_create,
    .destroy = jx_search_destroy,
    .ask = pso_ask,
};
