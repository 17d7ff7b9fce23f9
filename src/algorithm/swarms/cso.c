/* The competitive swarm: particles are paired, the worse one of a pair learns from the better one,
 * and only those that have learned are evaluated. There are no own bests. Cheng and Jin, "A
 * competitive swarm optimizer for large scale optimization", IEEE Transactions on Cybernetics 45
 * (2015) 191-204, eq. 6 and 7: v' = r1 v + r2 (winner - x) + phi r3 (mean of the swarm - x),  x' =
 * x + v'. */
#include "algorithm/swarms/flock.h"

#include "kernel/math.h"

enum { PHI, RESTART };

static const jato_parameter parameters[] = {
    [PHI] =
        JX_REAL_ROW("phi", -1, -1, 8,
                    "pull towards the swarm's mean; -1: by the size of the swarm, as in the paper"),
    [RESTART] = JX_RESTART_ROW(500),
};

typedef struct cso {
  jx_flock flock;
  double phi;
  double *mean;     /* [n]: of all positions, before any particle moves */
  uint64_t *winner; /* [count]: for a particle that moves, the winner of its pair */
} cso;

/* With an odd number of particles, one is left without a partner. */
static void pair_particles(jx_flock *flock)
{
  cso *s = (cso *)flock;
  if (s->phi > 0) jx_flock_mean_position(flock, s->mean);
  jx_flock_shuffle(flock, flock->out_particle);
  flock->out_count = flock->count / 2;
  for (size_t k = 0; k < flock->out_count; k++) {
    size_t a = (size_t)flock->out_particle[2 * k], b = (size_t)flock->out_particle[2 * k + 1];
    int first_wins = flock->rank[a] <= flock->rank[b];
    flock->out_particle[k] = first_wins ? b : a;
    s->winner[flock->out_particle[k]] = first_wins ? a : b;
  }
}

static void cso_move(jx_flock *flock, size_t i)
{
  const cso *s = (const cso *)flock;
  const double *x = jx_flock_at(flock, flock->x, i),
               *winner = jx_flock_at(flock, flock->x, (size_t)s->winner[i]);
  double *v = jx_flock_at(flock, flock->v, i);
  jk_stream words = jx_flock_words(flock, i);
  for (size_t d = 0; d < flock->n; d++) {
    double r1 = jx_flock_uniform(&words), r2 = jx_flock_uniform(&words);
    v[d] = r1 * v[d] + r2 * (winner[d] - x[d]);
    if (s->phi > 0) v[d] += s->phi * jx_flock_uniform(&words) * (s->mean[d] - x[d]);
  }
  jx_flock_apply_velocity(flock, i);
}

/* The middle of the range that eq. 25 and 26 give for a swarm of this size, 0 for small swarms; it
 * is 0.1, 0.15 and 0.2 for 250, 500 and 1000 particles, as in the paper. */
static double usual_phi(size_t count)
{
  double decades = jk_log((double)count) / jk_log(10.0);
  return count <= 100 ? 0 : jk_max(0, 0.205 * decades - 0.405);
}

/* About the paper's: 100 in 100 dimensions, 250 in 500, 500 in 1000, 1000 in 2000. */
static uint64_t cso_particles(size_t dim)
{
  if (dim < 100) return jx_flock_many_particles(dim);
  return dim < 2000 ? 50 + 9 * (uint64_t)dim / 20 : 950;
}

static const jx_flock_rules rules = {
    .bytes = sizeof(cso), .least = 2, .move = cso_move, .prepare = pair_particles};

static jato_status cso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_cso_ops, &rules, setup, out, error));
  cso *s = (cso *)*out;
  jx_flock *flock = &s->flock;
  s->phi = value[PHI] < 0 ? usual_phi(flock->count) : value[PHI];
  flock->restart = value[RESTART];
  s->mean = jx_pool_take(&flock->head.pool, flock->n, sizeof *s->mean);
  s->winner = jx_pool_take(&flock->head.pool, flock->count, sizeof *s->winner);
  return jx_flock_begin(out, NULL, error);
}

const jx_algorithm_ops jx_cso_ops = {
    .name = "cso",
    .summary = "competitive swarm, for many coordinates: losers learn from winners",
    .source = "Cheng and Jin 2015",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FITS_BUDGET,
    .particles = cso_particles,
    .create = cso_create,
    JX_FLOCK_OPS,
    .state = jx_flock_state,
};
