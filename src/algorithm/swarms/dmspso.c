/* The dynamic multi-swarm: small independent swarms whose particles are regrouped every few
 * iterations. Liang and Suganthan, "Dynamic multi-swarm particle swarm optimizer", IEEE Swarm
 * Intelligence Symposium 2005, and "Dynamic multi-swarm particle swarm optimizer with local
 * search", CEC 2005: three particles in a swarm, regrouped every five iterations, and a single
 * swarm in the last tenth of the run; w = 0.729, c1 = c2 = 1.49445, velocities up to a fifth of the
 * box.
 *
 * The local search is quasi_newton, started at the best own best that has not been refined yet. The
 * papers refine a quarter of the swarms every 100 iterations; refining one more often is better
 * here, since it finishes an easy function early. When no own best is left to refine and the swarm
 * has stalled, the swarm restarts. */
#include "algorithm/swarms/flock.h"

#include <stdio.h>
#include <string.h>

#include "algorithm/submethod.h"
#include "algorithm/places.h"

/* Points of more coordinates are not refined: a step of the quadratic model costs their square,
 * which is 10^8 multiplications for 10,000 of them. */
#define REFINED_MOST 2000

enum { SIZE, MIX, REFINE, CAP, W, C1, C2, FINAL, VMAX, RESTART };

static const jato_parameter parameters[] = {
    [SIZE] = JX_WHOLE_ROW("size", 3, 1, 1e6, "particles in each of the small swarms"),
    [MIX] = JX_WHOLE_ROW("mix", 5, 1, 1e9, "iterations after which the small swarms are mixed"),
    [REFINE] =
        JX_WHOLE_ROW("refine", 5, 0, 1e9,
                     "iterations after which a best point is refined by quasi_newton; 0: never, "
                     "as with more than 2000 coordinates"),
    [CAP] = JX_WHOLE_ROW("cap", 1000, 1, 1e9, "evaluations of a refinement for each dimension"),
    [W] = JX_REAL_ROW("w", 0.729, 0, 1, "inertia weight"),
    [C1] = JX_REAL_ROW("c1", 1.49445, 0, 8, "pull towards the own best"),
    [C2] = JX_REAL_ROW("c2", 1.49445, 0, 8, "pull towards the guide"),
    [FINAL] =
        JX_REAL_ROW("final", 0.1, 0, 1, "part of the run, at its end, in which all are one swarm"),
    [VMAX] = JX_SPEED_ROW(0.2),
    [RESTART] = JX_RESTART_ROW(100),
};

typedef struct dmspso {
  jx_flock flock;
  size_t size;
  double mix, refine, cap, w, c1, c2, final;
  jx_search_setup setup; /* of refinements */
  jx_submethod submethod;

  /* The state, with the flock's and the refinement's. */
  uint64_t iterations;      /* of the swarm */
  uint64_t refined;         /* particle whose own best is being refined */
  jx_submethod_count count; /* of refinements */
  uint64_t *place, *at;     /* [count]: the place of a particle among all, and the particle at a
                               place; a small swarm has consecutive places */
  uint64_t *is_refined;     /* [count]: 1: its own best has been refined, or is being refined */
  double found;             /* the best rank of the refinement under way */
  double *start;            /* [n]: its start, in the user's box */
  double *found_x;          /* [n] */
} dmspso;

/* ---- The swarm ---- */

static void mix(dmspso *s)
{
  const jx_flock *flock = &s->flock;
  jx_flock_shuffle(flock, s->at);
  for (size_t k = 0; k < flock->count; k++) s->place[s->at[k]] = k;
}

static void prepare(jx_flock *flock)
{
  dmspso *s = (dmspso *)flock;
  if (s->iterations++ % (uint64_t)s->mix == 0) mix(s);
}

/* The best of its small swarm; the last swarm may be smaller than the others. */
static size_t guide_of(const dmspso *s, size_t i)
{
  const jx_flock *flock = &s->flock;
  if (jx_flock_progress(flock, 0) > 1 - s->final) return jx_flock_find_guide(flock, i);
  size_t first = (size_t)s->place[i] / s->size * s->size, guide = i;
  for (size_t k = first; k < first + s->size && k < flock->count; k++)
    if (flock->own_rank[s->at[k]] < flock->own_rank[guide]) guide = (size_t)s->at[k];
  return guide;
}

static void dmspso_move(jx_flock *flock, size_t i)
{
  const dmspso *s = (const dmspso *)flock;
  jx_flock_pull(flock, i, guide_of(s, i), (jx_pulls){s->w, s->c1, s->c2});
}

static void judged(jx_flock *flock, size_t i, int is_better)
{
  if (is_better) ((dmspso *)flock)->is_refined[i] = 0;
}

static void placed(jx_flock *flock, size_t i) { ((dmspso *)flock)->is_refined[i] = 0; }

static const jx_flock_rules rules = {.bytes = sizeof(dmspso),
                                     .least = 2,
                                     .move = dmspso_move,
                                     .prepare = prepare,
                                     .judged = judged,
                                     .placed = placed};

/* ---- Refinements ---- */

static jato_status make_submethod(dmspso *s, jato_error *error)
{
  char spec[64];
  s->setup.initial = s->start;
  s->setup.initial_count = 1;
  (void)snprintf(spec, sizeof spec, "quasi_newton:restarts=no,cap=%.0f", s->cap);
  return jx_submethod_begin(&s->submethod, spec, &s->setup, error);
}

/* The best own best with a value that has not been refined; the number of particles without one. */
static size_t unrefined(const dmspso *s)
{
  const jx_flock *flock = &s->flock;
  size_t found = flock->count;
  for (size_t i = 0; i < flock->count; i++) {
    if (s->is_refined[i] != 0 || !(flock->own_rank[i] < JX_VALUE_MOST)) continue;
    if (found == flock->count || flock->own_rank[i] < flock->own_rank[found]) found = i;
  }
  return found;
}

static jato_status refine_if_due(dmspso *s, jato_error *error)
{
  const jx_flock *flock = &s->flock;
  if (s->refine == 0 || s->iterations == 0 || s->iterations % (uint64_t)s->refine != 0)
    return JATO_OK;
  size_t i = unrefined(s);
  if (i == flock->count) return JATO_OK;
  const double *own = jx_flock_at(flock, flock->own, i);
  for (size_t d = 0; d < flock->n; d++)
    s->start[d] = jx_into_box(own[d], flock->lower[d], flock->upper[d]);
  memcpy(s->found_x, s->start, flock->n * sizeof *s->start);
  s->found = flock->own_rank[i];
  s->refined = i;
  s->is_refined[i] = 1;
  return make_submethod(s, error);
}

/* Its result becomes the own best of the particle at which it started. */
static void end_refinement(dmspso *s)
{
  jx_flock *flock = &s->flock;
  size_t i = (size_t)s->refined;
  double *own = jx_flock_at(flock, flock->own, i);
  jx_submethod_retire(&s->submethod);
  if (!(s->found < flock->own_rank[i])) return;
  for (size_t d = 0; d < flock->n; d++)
    own[d] = jx_share_of(s->found_x[d], flock->lower[d], flock->upper[d]);
  flock->own_rank[i] = s->found;
  if (s->found <= flock->own_rank[flock->best]) {
    flock->best = i;
    flock->idle = 0;
  }
}

static jato_status tell_refinement(dmspso *s, const jx_generation *generation, jato_error *error)
{
  size_t n = s->flock.n;
  for (size_t k = 0; k < generation->count; k++) {
    if (!(generation->rank[k] < s->found)) continue;
    s->found = generation->rank[k];
    memcpy(s->found_x, generation->x + k * n, n * sizeof *s->found_x);
  }
  s->flock.made += generation->count;
  JX_TRY(jx_submethod_tell(&s->submethod, generation, error));
  if (jx_submethod_is_done(&s->submethod) != JX_GOES_ON) end_refinement(s);
  return JATO_OK;
}

/* ---- The search ---- */

static void dmspso_destroy(jx_search **search)
{
  dmspso *s = (dmspso *)*search;
  if (s != NULL) jx_submethod_release(&s->submethod);
  jx_search_destroy(search);
}

static jato_status dmspso_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  dmspso *s = (dmspso *)search;
  jx_submethod_release_retired(&s->submethod);
  if (s->submethod.search == NULL) return jx_flock_ask(search, generation, error);
  return jx_submethod_ask(&s->submethod, generation, error);
}

static jato_status dmspso_tell(jx_search *search, const jx_generation *generation,
                               jato_error *error)
{
  dmspso *s = (dmspso *)search;
  if (s->submethod.search != NULL) return tell_refinement(s, generation, error);
  JX_TRY(jx_flock_tell(search, generation, error));
  return refine_if_due(s, error);
}

static jx_array start_array(const dmspso *s)
{
  return (jx_array){"start", JX_DOUBLES, 1, s->flock.n, s->start, JX_FINITE};
}

static size_t dmspso_state(jx_search *search, jx_array *arrays)
{
  dmspso *s = (dmspso *)search;
  size_t all = s->flock.count, count = jx_flock_state(search, arrays);
  const jx_array list[] = {
      {"iterations", JX_COUNTS, 1, 1, &s->iterations, JX_TALLY},
      {"refined", JX_COUNTS, 1, 1, &s->refined, JX_INDEX(all)},
      {"refinements", JX_COUNTS, 1, JX_SUBMETHOD_COUNTS, &s->count, JX_TALLY},
      {"place", JX_COUNTS, 1, all, s->place, JX_INDEX(all)},
      {"at", JX_COUNTS, 1, all, s->at, JX_INDEX(all)},
      {"is_refined", JX_COUNTS, 1, all, s->is_refined, JX_FLAG},
      {"found", JX_DOUBLES, 1, 1, &s->found, JX_RANK},
      {"found_x", JX_DOUBLES, 1, s->flock.n, s->found_x, JX_FINITE},
      start_array(s),
  };
  count += JX_PUT_ARRAYS(arrays + count, list);
  return count + jx_submethod_state(&s->submethod, arrays + count);
}

static jato_status dmspso_resize(jx_search *search, const jato_array *arrays, size_t count,
                                 jato_error *error)
{
  dmspso *s = (dmspso *)search;
  const jx_array start = start_array(s);
  jx_submethod_retire(&s->submethod);
  JX_TRY(jx_array_restore(&start, arrays, count, error));
  if (!jx_submethod_is_among(&s->submethod, arrays, count)) return JATO_OK;
  JX_TRY(make_submethod(s, error));
  return jx_submethod_resize(&s->submethod, arrays, count, error);
}

/* Before the first move no particle has a position. */
static const char *dmspso_contradiction(const jx_search *search)
{
  const dmspso *s = (const dmspso *)search;
  for (size_t k = 0; s->iterations > 0 && k < s->flock.count; k++)
    if (s->place[s->at[k]] != k) return "\"place\" and \"at\"";
  return jx_submethod_contradiction(&s->submethod);
}

static jato_status dmspso_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_dmspso_ops, &rules, setup, out, error));
  dmspso *s = (dmspso *)*out;
  jx_flock *flock = &s->flock;
  jx_pool *pool = &flock->head.pool;
  s->size = (size_t)value[SIZE];
  s->mix = value[MIX];
  s->refine = flock->n <= REFINED_MOST ? value[REFINE] : 0;
  s->cap = value[CAP];
  s->w = value[W];
  s->c1 = value[C1];
  s->c2 = value[C2];
  s->final = value[FINAL];
  s->submethod = (jx_submethod){.name = "refinement", .count = &s->count};
  s->setup = *setup;
  s->setup.particles = 1;
  s->setup.iterations = s->setup.evaluations = 0;
  flock->speed = value[VMAX];
  flock->restart = value[RESTART];
  s->start = jx_pool_take(pool, flock->n, sizeof *s->start);
  s->found_x = jx_pool_take(pool, flock->n, sizeof *s->found_x);
  s->place = jx_pool_take(pool, flock->count, sizeof *s->place);
  s->at = jx_pool_take(pool, flock->count, sizeof *s->at);
  s->is_refined = jx_pool_take(pool, flock->count, sizeof *s->is_refined);
  return jx_flock_begin(out, NULL, error);
}

static uint64_t dmspso_particles(size_t dim)
{
  (void)dim;
  return 40;
}

const jx_algorithm_ops jx_dmspso_ops = {
    .name = "dmspso",
    .summary = "many small swarms that are mixed, and refined by quasi_newton",
    .source = "Liang and Suganthan 2005",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FOLLOWS_LIMITS,
    .particles = dmspso_particles,
    .create = dmspso_create,
    .destroy = dmspso_destroy,
    .ask = dmspso_ask,
    .tell = dmspso_tell,
    .descents = jx_flock_restarts,
    .state = dmspso_state,
    .resize = dmspso_resize,
    .contradiction = dmspso_contradiction,
};
