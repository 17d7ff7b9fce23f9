/* Comprehensive learning: each coordinate learns from another particle's best, which keeps the
 * swarm diverse for long and suits functions with many minima. Liang, Qin, Suganthan, Baskar, IEEE
 * Transactions on Evolutionary Computation 10 (2006) 281-295, eq. 5: v' = w v + c r (own of the
 * exemplar - x),  x' = x + v', where w falls from 0.9 to 0.4 in the course of the run. The paper
 * lets a particle leave the box without evaluating it until it returns; here the walls keep it
 * inside. */
#include "algorithm/swarms/learners.h"

enum { W, W_END, C, PATIENCE, VMAX, RESTART };

static const jato_parameter parameters[] = {
    [W] = JX_REAL_ROW("w", 0.9, 0, 1, "inertia weight at the start"),
    [W_END] =
        JX_REAL_ROW("w_end", 0.4, 0, 1,
                    "inertia weight at the end; without a limit, the run keeps the mean of both"),
    [C] = JX_REAL_ROW("c", 1.49445, 0, 8, "pull towards exemplars"),
    [PATIENCE] = JX_PATIENCE_ROW(7),
    [VMAX] = JX_SPEED_ROW(0.2),
    [RESTART] = JX_RESTART_ROW(0),
};

typedef struct clpso {
  jx_learners learners;
  double w, w_end, c;
} clpso;

static void clpso_move(jx_flock *flock, size_t i)
{
  clpso *s = (clpso *)flock;
  const double *x = jx_flock_at(flock, flock->x, i);
  double *v = jx_flock_at(flock, flock->v, i);
  double w = s->w + (s->w_end - s->w) * jx_flock_progress(flock, 0.5);
  jk_stream words = jx_flock_words(flock, i);
  jx_learners_choose(&s->learners, i, flock->count);
  for (size_t d = 0; d < flock->n; d++)
    v[d] = w * v[d] +
           s->c * jx_flock_uniform(&words) * (jx_learners_exemplar(&s->learners, i, d) - x[d]);
  jx_flock_apply_velocity(flock, i);
}

static const jx_flock_rules rules = {.bytes = sizeof(clpso),
                                     .least = 2,
                                     .move = clpso_move,
                                     .judged = jx_learners_judged,
                                     .placed = jx_learners_placed};

static jato_status clpso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_learners_create(&jx_clpso_ops, &rules, setup, value + PATIENCE, out, error));
  clpso *s = (clpso *)*out;
  s->w = value[W];
  s->w_end = value[W_END];
  s->c = value[C];
  return JATO_OK;
}

const jx_algorithm_ops jx_clpso_ops = {
    .name = "clpso",
    .summary = "comprehensive learning swarm: coordinates learn from different bests",
    .source = "Liang, Qin, Suganthan and Baskar 2006",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FOLLOWS_LIMITS | JX_FITS_BUDGET,
    .create = clpso_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = jx_learners_state,
};
