/* Heterogeneous comprehensive learning: one part of the swarm explores, the other exploits. Lynn
 * and Suganthan, "Heterogeneous comprehensive learning particle swarm optimization with enhanced
 * exploration and exploitation", Swarm and Evolutionary Computation 24 (2015) 11-24, eq. 7 and 8:
 *   first part:   v' = w v + c r (exemplar - x), with exemplars of the first part only
 *   second part:  v' = w v + c1 r1 (exemplar - x) + c2 r2 (best - x), with exemplars of all
 * In the course of the run w goes from 0.99 to 0.2, c from 3 to 1.5, c1 from 2.5 to 0.5 and c2 from
 * 0.5 to 2.5. Exemplars are chosen as in clpso, after 5 moves without an improvement. */
#include "algorithm/swarms/learners.h"

enum { EXPLORERS, PATIENCE, VMAX, RESTART };

static const jato_parameter parameters[] = {
    [EXPLORERS] = JX_REAL_ROW("explorers", 0.375, 0, 1, "part of the swarm that explores"),
    [PATIENCE] = JX_PATIENCE_ROW(5),
    [VMAX] = JX_SPEED_ROW(0.2),
    [RESTART] = JX_RESTART_ROW(0),
};

typedef struct hclpso {
  jx_learners learners;
  size_t explorers; /* the first ones */
} hclpso;

static double between(double start, double end, double share)
{
  return start + (end - start) * share;
}

static void hclpso_move(jx_flock *flock, size_t i)
{
  hclpso *s = (hclpso *)flock;
  int explores = i < s->explorers;
  const double *x = jx_flock_at(flock, flock->x, i),
               *best = jx_flock_at(flock, flock->own, (size_t)flock->best);
  double *v = jx_flock_at(flock, flock->v, i), share = jx_flock_progress(flock, 0.5);
  double w = between(0.99, 0.2, share), c2 = explores ? 0 : between(0.5, 2.5, share);
  double c1 = explores ? between(3, 1.5, share) : between(2.5, 0.5, share);
  jk_stream words = jx_flock_words(flock, i);
  jx_learners_choose(&s->learners, i, explores ? s->explorers : flock->count);
  for (size_t d = 0; d < flock->n; d++) {
    double to_exemplar = jx_learners_exemplar(&s->learners, i, d) - x[d], to_best = best[d] - x[d];
    double pull = c1 * jx_flock_uniform(&words) * to_exemplar;
    v[d] = w * v[d] + pull + c2 * jx_flock_uniform(&words) * to_best;
  }
  jx_flock_apply_velocity(flock, i);
}

static const jx_flock_rules rules = {.bytes = sizeof(hclpso),
                                     .least = 2,
                                     .move = hclpso_move,
                                     .judged = jx_learners_judged,
                                     .placed = jx_learners_placed};

static jato_status hclpso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_learners_create(&jx_hclpso_ops, &rules, setup, value + PATIENCE, out, error));
  hclpso *s = (hclpso *)*out;
  s->explorers = (size_t)(value[EXPLORERS] * (double)s->learners.flock.count);
  return JATO_OK;
}

const jx_algorithm_ops jx_hclpso_ops = {
    .name = "hclpso",
    .summary = "comprehensive learning swarm of explorers and exploiters",
    .source = "Lynn and Suganthan 2015",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FOLLOWS_LIMITS | JX_FITS_BUDGET,
    .create = hclpso_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = jx_learners_state,
};
