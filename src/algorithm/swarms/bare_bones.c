/* Bare bones: a swarm without velocities. Kennedy, "Bare bones particle swarms", IEEE Swarm
 * Intelligence Symposium 2003: each coordinate is drawn from a normal distribution centred between
 * the own best and the guide's, with their distance as its deviation; in the second version a
 * coordinate keeps the value of its own best with a probability of one half. */
#include "algorithm/swarms/flock.h"

#include "kernel/normal.h"

enum { TOPOLOGY, RADIUS, COLUMNS, KEEP, RESTART };

static const jato_parameter parameters[] = {
    [TOPOLOGY] = JX_TOPOLOGY_ROW(JX_RING),
    [RADIUS] = JX_RADIUS_ROW,
    [COLUMNS] = JX_COLUMNS_ROW,
    [KEEP] = JX_REAL_ROW("keep", 0.5, 0, 1, "chance of a coordinate to stay at its own best"),
    [RESTART] = JX_RESTART_ROW(100),
};

typedef struct bare_bones {
  jx_flock flock;
  double keep;
} bare_bones;

/* A particle that is its own guide would never move again; it uses the distance to a neighbour. */
static void bare_bones_move(jx_flock *flock, size_t i)
{
  const double keep = ((const bare_bones *)flock)->keep;
  size_t guide = jx_flock_find_guide(flock, i);
  size_t other = guide != i ? guide : jx_flock_neighbour(flock, i, 1);
  const double *own = jx_flock_at(flock, flock->own, i),
               *middle = jx_flock_at(flock, flock->own, guide),
               *far = jx_flock_at(flock, flock->own, other);
  double *x = jx_flock_at(flock, flock->x, i);
  jk_key key = jx_flock_key(flock, i);
  jk_stream words = jx_flock_words(flock, i);
  for (size_t d = 0; d < flock->n; d++) {
    x[d] = own[d];
    if (jx_flock_uniform(&words) < keep) continue;
    double normal = jk_normals_of(jk_draw(key, i, (jk_word1)d, JK_DRAW_NORMAL)).a;
    x[d] = (own[d] + middle[d]) / 2 + jk_abs(own[d] - far[d]) * normal;
  }
}

static const jx_flock_rules rules = {
    .bytes = sizeof(bare_bones), .least = 2, .move = bare_bones_move};

static jato_status bare_bones_create(const jx_search_setup *setup, jx_search **out,
                                     jato_error *error)
{
  const double *value = setup->values->value;
  JX_TRY(jx_flock_create(&jx_bare_bones_ops, &rules, setup, out, error));
  bare_bones *b = (bare_bones *)*out;
  b->keep = value[KEEP];
  b->flock.restart = value[RESTART];
  return jx_flock_begin(out, value + TOPOLOGY, error);
}

const jx_algorithm_ops jx_bare_bones_ops = {
    .name = "bare_bones",
    .summary = "swarm without velocities: normal draws between own bests",
    .source = "Kennedy 2003",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE | JX_FITS_BUDGET,
    .create = bare_bones_create,
    JX_FLOCK_OPS_ONE_BY_ONE,
    .state = jx_flock_state,
};
