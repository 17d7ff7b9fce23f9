/* Differential evolution with self-adapting parameters: jDE.
 *
 * Brest, Greiner, Boskovic, Mernik, Zumer, "Self-adapting control parameters in differential
 * evolution: a comparative study on numerical benchmark problems", IEEE Transactions on
 * Evolutionary Computation 10 (2006) 646-657. Each parent has its own F and CR. A trial draws new
 * ones now and then; they stay with the trial if it replaces its parent.
 *
 * The mutation of the paper is rand/1. best/1 is that of Storn and Price, and current-to-pbest/1
 * that of Zhang and Sanderson, "JADE", IEEE Transactions on Evolutionary Computation 13 (2009)
 * 945-958, without an archive. A trial that is as good as its parent replaces it. */
#include "algorithm/algorithms.h"

#include <math.h>

#define JK_PRECISION 64
#include "algorithm/evolution/parents.h"
#include "kernel/partners.h"
#include "kernel/portable.h"

enum { MUTATION, F, CR, TAU_F, TAU_CR, F_LEAST, P };
enum mutation { RAND, BEST, CURRENT_TO_PBEST };

static const jato_parameter parameters[] = {
    [MUTATION] =
        JX_CHOICE_ROW("mutation", "rand best current_to_pbest", 0,
                      "what the difference of two others is added to: another parent, the best "
                      "one, or the parent on its way to one of the best"),
    [F] = JX_REAL_ROW("f", 0.5, 0, 1, "scale of differences at first"),
    [CR] = JX_REAL_ROW("cr", 0.9, 0, 1,
                       "probability that a coordinate comes from the mutant, at first"),
    [TAU_F] = JX_REAL_ROW("tau_f", 0.1, 0, 1,
                          "probability that a trial draws a new f; 0: all keep the first"),
    [TAU_CR] = JX_REAL_ROW("tau_cr", 0.1, 0, 1,
                           "probability that a trial draws a new cr; 0: all keep the first"),
    [F_LEAST] = JX_REAL_ROW("f_least", 0.1, 0, 1, "smallest f that is drawn; the largest is 1"),
    [P] = JX_REAL_ROW("p", 0.11, 0, 1,
                      "current_to_pbest: fraction of the population that are the best, 2 at least"),
};

typedef struct jde {
  jx_search head;
  jx_parents parents;
  enum mutation mutation;
  double tau_f, tau_cr, f_least, p;

  double *f, *cr;             /* [most]: of the parents; the state, with that of the parents */
  double *trial_f, *trial_cr; /* [most]: of the generation that is out */
} jde;

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  jde *j = (jde *)search;
  const double *value = setup->values->value;
  JX_TRY(jx_parents_create(search, setup, &j->parents, error));
  size_t most = j->parents.most;
  j->f = jx_pool_take(&search->pool, most, sizeof *j->f);
  j->cr = jx_pool_take(&search->pool, most, sizeof *j->cr);
  j->trial_f = jx_pool_take(&search->pool, most, sizeof *j->trial_f);
  j->trial_cr = jx_pool_take(&search->pool, most, sizeof *j->trial_cr);
  JX_TRY(jx_search_check_pool(&search->pool, "jde", most, setup->dim, error));
  for (size_t i = 0; i < most; i++) {
    j->f[i] = value[F];
    j->cr[i] = value[CR];
  }
  j->mutation = (enum mutation)value[MUTATION];
  j->tau_f = value[TAU_F];
  j->tau_cr = value[TAU_CR];
  j->f_least = value[F_LEAST];
  j->p = value[P];
  return JATO_OK;
}

/* As many as `de` uses. */
static uint64_t jde_particles(size_t dim) { return jx_de_ops.particles(dim); }

static jato_status jde_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_jde_ops, setup, sizeof(jde), set_up, out, error);
}

static double chance(jk_block b, int half) { return jk_fine_uniform(b.w[half], b.w[half + 1]); }

/* The paper's rules of F and CR, with its four numbers rand_1 to rand_4. */
static void draw_parameters(jde *j, jk_key key, size_t i)
{
  jk_block a = jk_draw(key, i, 1, JK_DRAW_PARTNERS), b = jk_draw(key, i, 2, JK_DRAW_PARTNERS);
  double f = j->f_least + chance(a, 0) * (1 - j->f_least);
  j->trial_f[i] = chance(a, 2) < j->tau_f ? f : j->f[i];
  j->trial_cr[i] = chance(b, 2) < j->tau_cr ? chance(b, 0) : j->cr[i];
}

static void make_trial(jde *j, jk_key key, size_t i, size_t best)
{
  jx_parents *parents = &j->parents;
  jk_partners partners =
      jk_draw_partners(key, (jk_word)i, (jk_word1)parents->most - 1, (int)parents->n);
  const double *other[3];
  for (int k = 0; k < 3; k++) other[k] = jx_parents_at(parents, partners.partner[k]);
  draw_parameters(j, key, i);
  jx_mutation m = {.base = other[0],
                   .plus = other[1],
                   .minus = other[2],
                   .f = j->trial_f[i],
                   .cr = j->trial_cr[i],
                   .forced = partners.forced};
  if (j->mutation == BEST) m.base = jx_parents_at(parents, parents->order[0].index);
  if (j->mutation == CURRENT_TO_PBEST) {
    size_t which = jk_word_scale(jk_draw(key, i, 3, JK_DRAW_PARTNERS).w[0], best);
    m.base = jx_parents_at(parents, i);
    m.to = jx_parents_at(parents, parents->order[which].index);
  }
  jx_parents_cross(parents, key, i, &m);
}

static jato_status jde_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jde *j = (jde *)search;
  jx_parents *parents = &j->parents;
  (void)error;
  jx_parents_fill_generation(parents, generation);
  if (parents->generation == 0) return JATO_OK;
  jk_key key = jx_parents_key(parents);
  size_t best = (size_t)floor(j->p * (double)parents->most + 0.5);
  if (j->mutation != RAND) jx_parents_sort(parents);
  for (size_t i = 0; i < parents->most; i++) make_trial(j, key, i, best < 2 ? 2 : best);
  return JATO_OK;
}

static jato_status jde_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  jde *j = (jde *)search;
  jx_parents *parents = &j->parents;
  int adapts = parents->generation > 0;
  (void)error;
  for (size_t i = 0; i < parents->most; i++) {
    if (generation->rank[i] > parents->rank[i]) continue;
    jx_parents_replace(parents, i, generation->rank[i]);
    if (adapts) j->f[i] = j->trial_f[i];
    if (adapts) j->cr[i] = j->trial_cr[i];
  }
  parents->generation++;
  return JATO_OK;
}

static size_t jde_state(jx_search *search, jx_array *arrays)
{
  jde *j = (jde *)search;
  jx_parents *parents = &j->parents;
  size_t most = parents->most;
  const jx_array list[] = {
      {"generation", JX_COUNTS, 1, 1, &parents->generation, JX_TALLY},
      {"x", JX_DOUBLES, most, parents->n, parents->x, JX_IN_BOX(parents->lower, parents->upper)},
      {"rank", JX_DOUBLES, 1, most, parents->rank, JX_RANK},
      {"f", JX_DOUBLES, 1, most, j->f, JX_SHARE},
      {"cr", JX_DOUBLES, 1, most, j->cr, JX_SHARE},
  };
  return JX_PUT_ARRAYS(arrays, list);
}

const jx_algorithm_ops jx_jde_ops = {
    .name = "jde",
    .summary = "jDE, differential evolution where each particle adapts its own parameters",
    .source = "Brest et al. 2006",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FITS_BUDGET,
    .state_version = 1,
    .particles = jde_particles,
    .create = jde_create,
    .destroy = jx_search_destroy,
    .ask = jde_ask,
    .tell = jde_tell,
    .state = jde_state,
};
