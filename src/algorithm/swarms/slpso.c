/* The social-learning swarm: in each coordinate a particle imitates any particle that is better,
 * and the mean of the swarm. There are no own bests; the best particle stays where it is and is not
 * evaluated again. Cheng and Jin, "A social learning particle swarm optimization algorithm for
 * scalable optimization", Information Sciences 291 (2015) 43-60, eq. 2 to 6: v' = r1 v + r2 (a
 * better one - x) + epsilon r3 (mean - x),  x' = x + v',  epsilon = beta n / M, with a probability
 * that is smaller for better particles: (1 - (i - 1) / m)^(alpha ln ceil(n / M)), i = 1 for the
 * worst one. M = 100, m = M + n / 10 particles. */
#include "algorithm/swarms/flock.h"

#include "algorithm/sort.h"
#include "kernel/math.h"

#define BASE 100.0 /* M */

enum { ALPHA, BETA, RESTART };

static const jato_parameter parameters[] = {
    [ALPHA] = JX_REAL_ROW("alpha", 0.5, 0, 8,
                          "how much less better particles learn, in more than 100 dimensions"),
    [BETA] = JX_REAL_ROW("beta", 0.01, 0, 8,
                         "pull towards the swarm's mean, for each dimension and 100"),
    [RESTART] = JX_RESTART_ROW(500),
};

typedef struct slpso {
  jx_flock flock;
  double epsilon, power;
  double *mean;     /* [n]: of all positions, before any particle moves */
  jx_ranked *order; /* [count]: the best first */
  size_t *better;   /* [count]: how many are better */
} slpso;

/* Particles learn from the worst to the best: those that they imitate have not moved yet. */
static void choose_learners(jx_flock *flock)
{
  slpso *s = (slpso *)flock;
  size_t count = flock->count;
  jx_flock_mean_position(flock, s->mean);
  jx_sort_by_rank(s->order, flock->rank, count);
  jk_key key = jk_key_make(flock->seed, flock->made);
  flock->out_count = 0;
  for (size_t k = count; k-- > 1;) {
    size_t i = s->order[k].index;
    jk_block words = jk_draw(key, i, 0, JK_DRAW_PARTNERS);
    double chance = s->power > 0 ? jk_pow((double)(k + 1) / (double)count, s->power) : 1;
    s->better[i] = k;
    if (jk_fine_uniform(words.w[0], words.w[1]) <= chance)
      flock->out_particle[flock->out_count++] = i;
  }
  if (flock->out_count == 0) flock->out_particle[flock->out_count++] = s->order[count - 1].index;
}

static void slpso_move(jx_flock *flock, size_t i)
{
  const slpso *s = (const slpso *)flock;
  const double *x = jx_flock_at(flock, flock->x, i);
  double *v = jx_flock_at(flock, flock->v, i), better = (double)s->better[i];
  jk_stream words = jx_flock_words(flock, i);
  for (size_t d = 0; d < flock->n; d++) {
    size_t shown = s->order[(size_t)(jx_flock_uniform(&words) * better)].index;
    double r1 = jx_flock_uniform(&words), r2 = jx_flock_uniform(&words);
    double r3 = jx_flock_uniform(&words), to = flock->x[shown * flock->n + d];
    v[d] = r1 * v[d] + r2 * (to - x[d]) + s->epsilon * r3 * (s->mean[d] - x[d]);
  }
  jx_flock_apply_velocity(flock, i);
}

static const jx_flock_rules rules = {
    .bytes = sizeof(slpso), .least = 2, .move = slpso_move, .prepare = choose_learners};

static jato_status slpso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_slpso_ops, &rules, setup, out, error));
  slpso *s = (slpso *)*out;
  jx_flock *flock = &s->flock;
  double n = (double)flock->n;
  s->epsilon = value[BETA] * n / BASE;
  s->power = value[ALPHA] * jk_log(jk_max(1, jk_floor((n + BASE - 1) / BASE)));
  flock->restart = value[RESTART];
  s->mean = jx_pool_take(&flock->head.pool, flock->n, sizeof *s->mean);
  s->order = jx_pool_take(&flock->head.pool, flock->count, sizeof *s->order);
  s->better = jx_pool_take(&flock->head.pool, flock->count, sizeof *s->better);
  return jx_flock_begin(out, NULL, error);
}

const jx_algorithm_ops jx_slpso_ops = {
    .name = "slpso",
    .summary = "social-learning swarm, for many coordinates: imitates all that are better",
    .source = "Cheng and Jin 2015",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FITS_BUDGET,
    .particles = jx_flock_many_particles,
    .create = slpso_create,
    JX_FLOCK_OPS,
    .state = jx_flock_state,
};
