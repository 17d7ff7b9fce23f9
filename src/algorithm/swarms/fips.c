/* The fully informed swarm: every neighbour pulls, not only the best one. Mendes, Kennedy, Neves,
 * "The fully informed particle swarm: simpler, maybe better", IEEE Transactions on Evolutionary
 * Computation 8 (2004) 204-210, eq. 3 and 4 with equal weights:
 *   v' = chi (v + sum over the K neighbours of phi / K r_k (own_k - x)),  x' = x + v'. */
#include "algorithm/swarms/flock.h"

enum { TOPOLOGY, RADIUS, COLUMNS, PHI, CHI, VMAX, RESTART };

static const jato_parameter parameters[] = {
    [TOPOLOGY] = JX_TOPOLOGY_ROW(JX_RING),
    [RADIUS] = JX_RADIUS_ROW,
    [COLUMNS] = JX_COLUMNS_ROW,
    [PHI] = JX_REAL_ROW("phi", 4.1, 0, 16, "pull of all neighbours together"),
    [CHI] = JX_REAL_ROW("chi", 0.7298, 0, 1, "part of velocity and pull that is kept"),
    [VMAX] = JX_SPEED_ROW(0.5),
    [RESTART] = JX_RESTART_ROW(100),
};

typedef struct fips {
  jx_flock flock;
  double chi, phi;
} fips;

static void fips_move(jx_flock *flock, size_t i)
{
  const fips *f = (const fips *)flock;
  const jx_plan *plan = &flock->head.plan;
  const double *x = jx_flock_at(flock, flock->x, i);
  double *v = jx_flock_at(flock, flock->v, i);
  size_t neighbours = plan->neighbours != 0 ? plan->neighbours : flock->count;
  jk_stream words = jx_flock_words(flock, i);
  for (size_t k = 0; k < neighbours; k++) {
    size_t other = plan->neighbours != 0 ? jx_flock_neighbour(flock, i, plan->offset[k]) : k;
    const double *own = jx_flock_at(flock, flock->own, other);
    for (size_t d = 0; d < flock->n; d++)
      v[d] += f->phi / (double)neighbours * jx_flock_uniform(&words) * (own[d] - x[d]);
  }
  for (size_t d = 0; d < flock->n; d++) v[d] *= f->chi;
  jx_flock_apply_velocity(flock, i);
}

static const jx_flock_rules rules = {.bytes = sizeof(fips), .least = 2, .move = fips_move};

static jato_status fips_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_fips_ops, &rules, setup, out, error));
  fips *f = (fips *)*out;
  f->chi = value[CHI];
  f->phi = value[PHI];
  f->flock.speed = value[VMAX];
  f->flock.restart = value[RESTART];
  return jx_flock_begin(out, value + TOPOLOGY, error);
}

const jx_algorithm_ops jx_fips_ops = {
    .name = "fips",
    .summary = "fully informed swarm: all neighbours pull",
    .source = "Mendes, Kennedy and Neves 2004",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .create = fips_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = jx_flock_state,
};
