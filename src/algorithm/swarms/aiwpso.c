/* A swarm whose inertia follows its success. Nickabadi, Ebadzadeh, Safabakhsh, "A novel particle
 * swarm optimization algorithm with adaptive inertia weight", Applied Soft Computing 11 (2011)
 * 3658-3670, eq. 6 to 8: w = w_least + (w_most - w_least) (share of particles that have just
 * improved), v' = w v + c1 r1 (own - x) + c2 r2 (guide - x),  x' = x + v'. A swarm that makes
 * progress keeps its speed; one that does not slows down. */
#include "algorithm/swarms/flock.h"

enum { TOPOLOGY, RADIUS, COLUMNS, W_LEAST, W_MOST, C1, C2, VMAX, RESTART };

static const jato_parameter parameters[] = {
    [TOPOLOGY] = JX_TOPOLOGY_ROW(JX_RING),
    [RADIUS] = JX_RADIUS_ROW,
    [COLUMNS] = JX_COLUMNS_ROW,
    [W_LEAST] = JX_REAL_ROW("w_least", 0, 0, 1, "inertia weight when no particle became better"),
    [W_MOST] = JX_REAL_ROW("w_most", 1, 0, 2, "inertia weight when all particles became better"),
    [C1] = JX_REAL_ROW("c1", 2, 0, 8, "pull towards the own best"),
    [C2] = JX_REAL_ROW("c2", 2, 0, 8, "pull towards the guide"),
    [VMAX] = JX_SPEED_ROW(0.2),
    [RESTART] = JX_RESTART_ROW(100),
};

typedef struct aiwpso {
  jx_flock flock;
  double w_least, w_most, c1, c2;

  /* The state, with the flock's. */
  double w;
  uint64_t better; /* particles that became better since w was set */
} aiwpso;

static void judged(jx_flock *flock, size_t i, int is_better)
{
  (void)i;
  if (is_better) ((aiwpso *)flock)->better++;
}

static void set_inertia(jx_flock *flock)
{
  aiwpso *s = (aiwpso *)flock;
  double share = (double)s->better / (double)flock->count;
  s->w = s->w_least + (s->w_most - s->w_least) * share;
  s->better = 0;
}

static void aiwpso_move(jx_flock *flock, size_t i)
{
  const aiwpso *s = (const aiwpso *)flock;
  jx_flock_pull(flock, i, jx_flock_find_guide(flock, i), (jx_pulls){s->w, s->c1, s->c2});
}

static const jx_flock_rules rules = {.bytes = sizeof(aiwpso),
                                     .least = 2,
                                     .move = aiwpso_move,
                                     .prepare = set_inertia,
                                     .judged = judged};

static jato_status aiwpso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_aiwpso_ops, &rules, setup, out, error));
  aiwpso *s = (aiwpso *)*out;
  s->w_least = value[W_LEAST];
  s->w = s->w_most = value[W_MOST];
  s->c1 = value[C1];
  s->c2 = value[C2];
  s->flock.speed = value[VMAX];
  s->flock.restart = value[RESTART];
  return jx_flock_begin(out, value + TOPOLOGY, error);
}

static size_t aiwpso_state(jx_search *search, jx_array *arrays)
{
  aiwpso *s = (aiwpso *)search;
  size_t count = jx_flock_state(search, arrays);
  arrays[count++] = (jx_array){"w", JX_DOUBLES, 1, 1, &s->w, JX_FINITE};
  arrays[count++] = (jx_array){"better", JX_COUNTS, 1, 1, &s->better, JX_TALLY};
  return count;
}

const jx_algorithm_ops jx_aiwpso_ops = {
    .name = "aiwpso",
    .summary = "swarm whose inertia follows its success",
    .source = "Nickabadi, Ebadzadeh and Safabakhsh 2011",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .create = aiwpso_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = aiwpso_state,
};
