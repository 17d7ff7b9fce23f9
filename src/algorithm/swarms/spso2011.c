/* Standard PSO 2011: a move that does not depend on the direction of the axes.
 *
 * Clerc, "Standard particle swarm optimisation", 2012 (hal-00764996), 3.3; Zambrano-Bigiarini,
 * Clerc, Rojas, "Standard particle swarm optimisation 2011 at CEC-2013", CEC 2013, eq. 4 to 8:
 *   G  = x + c (own + guide - 2 x) / 3, or x + c (own - x) / 2 if the particle is its own guide
 *   x* = a point in the ball about G whose surface contains x: any direction, any share of the
 * radius v' = w v + x* - x,  x' = x + v'. A particle informs three others, which are drawn again
 * after an iteration that did not improve the best. At the bounds the paper reverses half of the
 * velocity; here the walls of the run decide. */
#include "algorithm/swarms/flock.h"

#include "kernel/normal.h"

#define INFORMED 3 /* K */

enum { TOPOLOGY, RADIUS, COLUMNS, W, C, RESTART };
enum { RANDOM = JX_TOPOLOGIES };

static const jato_parameter parameters[] = {
    [TOPOLOGY] =
        JX_CHOICE_ROW("topology", JX_TOPOLOGY_CHOICES " random", RANDOM,
                      "whose bests guide a particle: all, a ring, a grid with four neighbours, "
                      "or some that are drawn"),
    [RADIUS] = JX_RADIUS_ROW,
    [COLUMNS] = JX_COLUMNS_ROW,
    [W] = JX_REAL_ROW("w", 0.7213475204444817, 0, 1, "inertia weight: 1 / (2 ln 2)"),
    [C] = JX_REAL_ROW("c", 1.1931471805599454, 0, 4, "pull towards own best and guide: 1/2 + ln 2"),
    [RESTART] = JX_RESTART_ROW(100),
};

typedef struct spso2011 {
  jx_flock flock;
  double w, c;
  int is_random;
  double *toward; /* [n]: for the particle that moves: G - x, then its displacement */

  /* The state, with the flock's. */
  uint64_t drawn;  /* how many times informed particles were drawn */
  double best;     /* rank of the best when they were drawn or checked last */
  uint64_t *guide; /* [count] */
} spso2011;

/* The best of the particles that inform each one; the number of the draw decides which do. */
static void find_guides(jx_flock *flock)
{
  spso2011 *s = (spso2011 *)flock;
  double best = flock->own_rank[flock->best];
  if (!(best < s->best)) s->drawn++;
  s->best = best;
  for (size_t i = 0; i < flock->count; i++) s->guide[i] = i;
  jk_key key = jk_key_make(flock->seed, s->drawn);
  for (size_t j = 0; j < flock->count; j++) {
    jk_block words = jk_draw(key, j, 0, JK_DRAW_PARTNERS);
    for (int k = 0; k < INFORMED; k++) {
      size_t i = jk_word_scale(words.w[k], (jk_word1)flock->count);
      if (flock->own_rank[j] < flock->own_rank[s->guide[i]]) s->guide[i] = j;
    }
  }
}

static void prepare(jx_flock *flock)
{
  if (((spso2011 *)flock)->is_random) find_guides(flock);
}

/* Fills toward[n] with a point of the ball of this radius about 0, by a normal draw. */
static void draw_in_ball(spso2011 *s, size_t i, double radius)
{
  jx_flock *flock = &s->flock;
  jk_key key = jx_flock_key(flock, i);
  double square = 0;
  for (size_t d = 0; d < flock->n; d++) {
    s->toward[d] = jk_normals_of(jk_draw(key, i, (jk_word1)d, JK_DRAW_NORMAL)).a;
    square += s->toward[d] * s->toward[d];
  }
  jk_stream words = jx_flock_words(flock, i);
  double scale = square > 0 ? radius * jx_flock_uniform(&words) / jk_sqrt(square) : 0;
  for (size_t d = 0; d < flock->n; d++) s->toward[d] *= scale;
}

static void spso2011_move(jx_flock *flock, size_t i)
{
  spso2011 *s = (spso2011 *)flock;
  size_t informer = s->is_random ? (size_t)s->guide[i] : jx_flock_find_guide(flock, i);
  const double *own = jx_flock_at(flock, flock->own, i), *x = jx_flock_at(flock, flock->x, i),
               *guide = jx_flock_at(flock, flock->own, informer);
  double *v = jx_flock_at(flock, flock->v, i), square = 0;
  for (size_t d = 0; d < flock->n; d++) {
    double g =
        informer != i ? s->c * (own[d] + guide[d] - 2 * x[d]) / 3 : s->c * (own[d] - x[d]) / 2;
    v[d] = s->w * v[d] + g;
    square += g * g;
  }
  draw_in_ball(s, i, jk_sqrt(square));
  for (size_t d = 0; d < flock->n; d++) v[d] += s->toward[d];
  jx_flock_apply_velocity(flock, i);
}

static const jx_flock_rules rules = {
    .bytes = sizeof(spso2011), .least = 2, .move = spso2011_move, .prepare = prepare};

static jato_status spso2011_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_spso2011_ops, &rules, setup, out, error));
  spso2011 *s = (spso2011 *)*out;
  jx_flock *flock = &s->flock;
  s->w = value[W];
  s->c = value[C];
  s->is_random = value[TOPOLOGY] == RANDOM;
  flock->restart = value[RESTART];
  s->toward = jx_pool_take(&flock->head.pool, flock->n, sizeof *s->toward);
  s->guide = jx_pool_take(&flock->head.pool, flock->count, sizeof *s->guide);
  return jx_flock_begin(out, s->is_random ? NULL : value + TOPOLOGY, error);
}

static size_t spso2011_state(jx_search *search, jx_array *arrays)
{
  spso2011 *s = (spso2011 *)search;
  size_t count = jx_flock_state(search, arrays);
  arrays[count++] = (jx_array){"drawn", JX_COUNTS, 1, 1, &s->drawn, JX_TALLY};
  arrays[count++] = (jx_array){"seen", JX_DOUBLES, 1, 1, &s->best, JX_RANK};
  arrays[count++] =
      (jx_array){"guide", JX_COUNTS, 1, s->flock.count, s->guide, JX_INDEX(s->flock.count)};
  return count;
}

const jx_algorithm_ops jx_spso2011_ops = {
    .name = "spso2011",
    .summary = "standard PSO 2011: moves in balls, whichever way the axes lie",
    .source = "Clerc 2012; Zambrano-Bigiarini, Clerc and Rojas 2013",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .create = spso2011_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = spso2011_state,
};
