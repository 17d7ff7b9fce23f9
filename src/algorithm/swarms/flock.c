#include "algorithm/swarms/flock.h"

#include <math.h>
#include <string.h>

#include "algorithm/places.h"
#include "math/vector.h"
#include "kernel/wall.h"

/* The largest number that random words can choose from. */
#define MOST ((uint64_t)1 << 28)

static const char *name_of(const jx_flock *flock) { return flock->head.ops->name; }

/* ---- Create ---- */

static void take_memory(jx_flock *flock)
{
  jx_pool *pool = &flock->head.pool;
  size_t count = flock->count, n = flock->n;
  flock->points = jx_pool_take(pool, count, n * sizeof *flock->points);
  flock->x = jx_pool_take(pool, count, n * sizeof *flock->x);
  flock->v = jx_pool_take(pool, count, n * sizeof *flock->v);
  flock->own = jx_pool_take(pool, count, n * sizeof *flock->own);
  flock->rank = jx_pool_take(pool, count, sizeof *flock->rank);
  flock->own_rank = jx_pool_take(pool, count, sizeof *flock->own_rank);
  flock->out_particle = jx_pool_take(pool, count, sizeof *flock->out_particle);
  flock->moves = jx_pool_take(pool, count, sizeof *flock->moves);
  flock->must_restart = jx_pool_take(pool, count, sizeof *flock->must_restart);
}

static void take_initial(jx_flock *flock, const jx_search_setup *setup)
{
  size_t count = jx_initial_points(setup, flock->count), n = flock->n;
  double *share = jx_pool_take(&flock->head.pool, count, n * sizeof *share);
  flock->initial_count = count;
  flock->initial = share;
  for (size_t k = 0; share != NULL && k < count * n; k++)
    share[k] = jx_share_of(setup->initial[k], flock->lower[k % n], flock->upper[k % n]);
}

/* Places a particle in the box, at rest and without a best. */
static void place(jx_flock *flock, size_t i)
{
  double *x = jx_flock_at(flock, flock->x, i), *v = jx_flock_at(flock, flock->v, i);
  jk_key key = jx_flock_key(flock, i);
  int is_given = i < flock->initial_count && flock->moves[i] == 0;
  for (size_t d = 0; d < flock->n; d++) {
    x[d] = is_given ? flock->initial[i * flock->n + d] : jx_draw_share(key, i, d, 0);
    v[d] = 0;
  }
  memcpy(jx_flock_at(flock, flock->own, i), x, flock->n * sizeof *x);
  flock->rank[i] = flock->own_rank[i] = (double)INFINITY;
  flock->must_restart[i] = 0;
  if (flock->rules->placed != NULL) flock->rules->placed(flock, i);
}

static jato_status check(const jx_search_setup *setup, const char *name, uint64_t least,
                         jato_error *error)
{
  unsigned long long particles = setup->particles;
  if (particles < least)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: a swarm of %llu is too small; take at least %llu particles", name,
                   particles, (unsigned long long)least);
  if (particles > MOST)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: more than 2^28 particles cannot be drawn from",
                   name);
  if (setup->wall == JK_WALL_none)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s: stays in the box, so it cannot do without walls; take walls reflect, or pso", name);
  return JATO_OK;
}

jato_status jx_flock_create(const jx_algorithm_ops *ops, const jx_flock_rules *rules,
                            const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  JX_TRY(check(setup, ops->name, rules->least, error));
  JX_TRY(jx_search_create(ops, setup, rules->bytes, out, error));
  jx_flock *flock = (jx_flock *)*out;
  flock->rules = rules;
  flock->n = setup->dim;
  flock->count = (size_t)setup->particles;
  flock->lower = setup->lower;
  flock->upper = setup->upper;
  flock->seed = setup->seed;
  flock->wall = setup->wall;
  flock->out_least = setup->one_by_one ? flock->count : 1;
  flock->speed = 1;
  flock->limits[0] = (double)setup->iterations;
  flock->limits[1] = (double)setup->evaluations;
  take_memory(flock);
  take_initial(flock, setup);
  return JATO_OK;
}

static jato_status place_all(jx_flock *flock, const double *topology, jato_error *error)
{
  JX_TRY(jx_search_check_pool(&flock->head.pool, name_of(flock), flock->count, flock->n, error));
  for (size_t i = 0; i < flock->count; i++) {
    flock->out_particle[i] = i;
    place(flock, i);
  }
  flock->out_count = flock->count;
  if (topology == NULL) return JATO_OK;
  return jx_topology_set(&flock->head.plan, name_of(flock), topology, flock->count, error);
}

jato_status jx_flock_begin(jx_search **search, const double *topology, jato_error *error)
{
  jato_status status = place_all((jx_flock *)*search, topology, error);
  if (status != JATO_OK) (*search)->ops->destroy(search);
  return status;
}

uint64_t jx_flock_usual_particles(size_t dim) { return dim < 40 ? 20 + (uint64_t)dim / 2 : 40; }

uint64_t jx_flock_many_particles(size_t dim)
{
  return dim < 100 ? 30 + 7 * (uint64_t)dim / 10 : 90 + (uint64_t)dim / 10;
}

/* ---- Ask ---- */

static void write_point(jx_flock *flock, size_t k)
{
  const double *x = jx_flock_at(flock, flock->x, (size_t)flock->out_particle[k]);
  double *point = flock->points + k * flock->n;
  for (size_t d = 0; d < flock->n; d++)
    point[d] = jx_into_box(x[d], flock->lower[d], flock->upper[d]);
}

jato_status jx_flock_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_flock *flock = (jx_flock *)search;
  (void)error;
  for (size_t k = 0; k < flock->out_count; k++) write_point(flock, k);
  generation->count = (size_t)flock->out_count;
  generation->x = flock->points;
  return JATO_OK;
}

/* ---- Move ---- */

void jx_flock_pull(const jx_flock *flock, size_t i, size_t guide, jx_pulls pulls)
{
  const double *x = jx_flock_at(flock, flock->x, i), *own = jx_flock_at(flock, flock->own, i),
               *best = jx_flock_at(flock, flock->own, guide);
  double *v = jx_flock_at(flock, flock->v, i);
  jk_stream words = jx_flock_words(flock, i);
  for (size_t d = 0; d < flock->n; d++) {
    double pull = pulls.c1 * jx_flock_uniform(&words) * (own[d] - x[d]);
    v[d] = pulls.w * v[d] + pull + pulls.c2 * jx_flock_uniform(&words) * (best[d] - x[d]);
  }
  jx_flock_apply_velocity(flock, i);
}

/* ---- Tell ---- */

static void judge(jx_flock *flock, size_t i, double rank)
{
  int is_better = rank < flock->own_rank[i];
  flock->made++;
  flock->idle++;
  flock->rank[i] = rank;
  if (is_better) {
    flock->own_rank[i] = rank;
    memcpy(jx_flock_at(flock, flock->own, i), jx_flock_at(flock, flock->x, i),
           flock->n * sizeof *flock->own);
    if (rank < flock->own_rank[flock->best] || i == flock->best) {
      flock->best = i;
      flock->idle = 0;
    }
  }
  if (flock->rules->judged != NULL) flock->rules->judged(flock, i, is_better);
}

/* When the best value stagnates, all particles are placed again; the run keeps the best point. */
static void begin_again_if_stalled(jx_flock *flock)
{
  if (flock->restart == 0 || (double)flock->idle < flock->restart * (double)flock->out_count)
    return;
  for (size_t i = 0; i < flock->count; i++) {
    flock->must_restart[i] = 1;
    flock->own_rank[i] = (double)INFINITY;
  }
  flock->idle = 0;
  flock->ended++;
}

static void keep_in_box(jx_flock *flock, size_t i)
{
  double *x = jx_flock_at(flock, flock->x, i), *v = jx_flock_at(flock, flock->v, i);
  jk_key key = jx_flock_key(flock, i);
  for (size_t d = 0; d < flock->n; d++) {
    if (x[d] >= 0 && x[d] <= 1) continue;
    jk_block b = jk_draw(key, i, (jk_word1)d, JK_DRAW_WALL);
    jk_moved m = {.x = isnan(x[d]) ? 0.5 : x[d], .v = isnan(v[d]) ? 0 : v[d]};
    m = jk_wall(flock->wall, m, 0, 1, jk_fine_uniform(b.w[0], b.w[1]));
    x[d] = m.x;
    v[d] = m.v;
  }
}

static void advance(jx_flock *flock, size_t i)
{
  flock->moves[i]++;
  if (flock->must_restart[i] != 0) {
    place(flock, i);
    return;
  }
  flock->rules->move(flock, i);
  keep_in_box(flock, i);
}

/* A flock that restarts moves all its particles, whatever the rules would choose. */
static void prepare(jx_flock *flock)
{
  int all = flock->must_restart[0] != 0;
  if (all) {
    for (size_t i = 0; i < flock->count; i++) flock->out_particle[i] = i;
    flock->out_count = flock->count;
  } else if (flock->rules->prepare != NULL) {
    flock->rules->prepare(flock);
  }
}

jato_status jx_flock_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  jx_flock *flock = (jx_flock *)search;
  (void)error;
  for (size_t k = 0; k < generation->count; k++)
    judge(flock, (size_t)flock->out_particle[k], generation->rank[k]);
  begin_again_if_stalled(flock);
  prepare(flock);
  for (size_t k = 0; k < flock->out_count; k++) advance(flock, (size_t)flock->out_particle[k]);
  return JATO_OK;
}

/* A value that arrives after a restart belongs to a point from before it: it is only counted. */
jato_status jx_flock_tell_one(jx_search *search, size_t which, double rank, jato_error *error)
{
  jx_flock *flock = (jx_flock *)search;
  (void)error;
  if (flock->must_restart[which] == 0)
    judge(flock, which, rank);
  else
    flock->made++;
  begin_again_if_stalled(flock);
  if (flock->rules->prepare != NULL && flock->made % flock->count == 0)
    flock->rules->prepare(flock);
  advance(flock, which);
  write_point(flock, which);
  return JATO_OK;
}

uint64_t jx_flock_restarts(const jx_search *search) { return ((const jx_flock *)search)->ended; }

size_t jx_flock_state(jx_search *search, jx_array *arrays)
{
  jx_flock *f = (jx_flock *)search;
  const jx_array list[] = {
      {"made", JX_COUNTS, 1, 1, &f->made, JX_TALLY},
      {"idle", JX_COUNTS, 1, 1, &f->idle, JX_TALLY},
      {"ended", JX_COUNTS, 1, 1, &f->ended, JX_TALLY},
      {"best", JX_COUNTS, 1, 1, &f->best, JX_INDEX(f->count)},
      {"out", JX_COUNTS, 1, 1, &f->out_count, JX_COUNT_IN(f->out_least, f->count)},
      {"who", JX_COUNTS, 1, f->count, f->out_particle, JX_INDEX(f->count)},
      {"moves", JX_COUNTS, 1, f->count, f->moves, JX_TALLY},
      {"anew", JX_COUNTS, 1, f->count, f->must_restart, JX_FLAG},
      {"x", JX_DOUBLES, f->count, f->n, f->x, JX_SHARE},
      {"v", JX_DOUBLES, f->count, f->n, f->v, JX_ANY_DOUBLE},
      {"own", JX_DOUBLES, f->count, f->n, f->own, JX_SHARE},
      {"rank", JX_DOUBLES, 1, f->count, f->rank, JX_RANK},
      {"own_rank", JX_DOUBLES, 1, f->count, f->own_rank, JX_RANK},
  };
  return JX_PUT_ARRAYS(arrays, list);
}

/* ---- For rules ---- */

/* Ties go to the particle itself, then to the first neighbour in the order of offsets. */
size_t jx_flock_find_guide(const jx_flock *flock, size_t i)
{
  const jx_plan *plan = &flock->head.plan;
  size_t guide = i;
  if (plan->neighbours == 0)
    return flock->own_rank[flock->best] < flock->own_rank[i] ? (size_t)flock->best : i;
  for (size_t k = 0; k < plan->neighbours; k++) {
    size_t other = jx_flock_neighbour(flock, i, plan->offset[k]);
    if (flock->own_rank[other] < flock->own_rank[guide]) guide = other;
  }
  return guide;
}

void jx_flock_shuffle(const jx_flock *flock, uint64_t *order)
{
  jk_key key = jk_key_make(flock->seed, flock->made);
  for (size_t i = 0; i < flock->count; i++) order[i] = i;
  for (size_t i = flock->count - 1; i > 0; i--) {
    size_t other = jk_word_scale(jk_draw(key, i, 0, JK_DRAW_PARTNERS).w[0], (jk_word1)(i + 1));
    uint64_t kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
}

void jx_flock_mean_position(const jx_flock *flock, double *mean)
{
  for (size_t d = 0; d < flock->n; d++) mean[d] = 0;
  for (size_t i = 0; i < flock->count; i++)
    jx_add(flock->n, 1, jx_flock_at(flock, flock->x, i), mean);
  for (size_t d = 0; d < flock->n; d++) mean[d] /= (double)flock->count;
}

double jx_flock_progress(const jx_flock *flock, double otherwise)
{
  double generations = (double)flock->made / (double)flock->count, share = -1;
  if (flock->limits[0] > 0) share = generations / flock->limits[0];
  if (flock->limits[1] > 0) share = jk_max(share, (double)flock->made / flock->limits[1]);
  if (share < 0) return otherwise;
  return share < 1 ? share : 1;
}
