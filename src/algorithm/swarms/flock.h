/* A swarm in the host's memory, for methods whose particles use more than their own best and a
 * guide. It holds what these methods share: positions, velocities, own bests, walls, and the
 * restart when the best stops improving. A method adds how a particle moves (jx_flock_rules), its
 * parameters and, if it has any, further state.
 *
 * Coordinates are shares of the box, 0..1, and velocities are shares of its width. */
#pragma once

#include "algorithm/algorithms.h"
#include "algorithm/swarms/topology.h"

#ifndef JK_PRECISION
#define JK_PRECISION 64
#endif
#include "kernel/random.h"

typedef struct jx_flock jx_flock;

typedef struct jx_flock_rules {
  size_t bytes;   /* of the method's own struct */
  uint64_t least; /* particles it needs */

  /* Moves particle i: sets its velocity and position; the walls are applied afterwards. */
  void (*move)(jx_flock *flock, size_t i);

  /* Called before particles move, when all values of a generation have arrived, or as many one by
   * one. It may choose which particles move (flock->out_particle, flock->out_count); otherwise all
   * do. NULL: nothing to prepare. */
  void (*prepare)(jx_flock *flock);

  /* Called when the value at particle i's position has arrived; is_better: it improved its own
   * best. NULL: nothing to do. */
  void (*judged)(jx_flock *flock, size_t i, int is_better);

  /* Called when particle i was placed again. NULL: nothing to reset. */
  void (*placed)(jx_flock *flock, size_t i);
} jx_flock_rules;

/* The first member of each method's own struct. */
struct jx_flock {
  jx_search head; /* its plan holds the neighbours */
  const jx_flock_rules *rules;
  size_t n, count;             /* coordinates, particles */
  const double *lower, *upper; /* [n] */
  const double *initial;       /* [initial_count][n]: positions of the first particles, as shares */
  size_t initial_count;
  uint64_t seed;
  int wall;         /* JK_WALL_... */
  size_t out_least; /* particles that are out together, at least; all of them one by one */
  double speed;     /* largest |velocity| */
  double restart;   /* generations without an improvement after which it restarts; 0: never */
  double limits[2]; /* of generations and evaluations; 0: none */
  double *points;   /* [count][n]: the points that are out, in the user's box */

  /* The state. */
  uint64_t made;           /* evaluations */
  uint64_t idle;           /* evaluations since the best was found */
  uint64_t ended;          /* restarts */
  uint64_t best;           /* particle with the best own best */
  uint64_t out_count;      /* particles whose values have not arrived, and */
  uint64_t *out_particle;  /* [count]: their numbers */
  uint64_t *moves;         /* [count]: moves that a particle has made; its draws depend on it */
  uint64_t *must_restart;  /* [count]: 1: it is placed again instead of moving next */
  double *x, *v, *own;     /* [count][n] */
  double *rank, *own_rank; /* [count]: of x and of own */
};

/* Parameters that all have. */
#define JX_RESTART_ROW(usual)              \
  JX_WHOLE_ROW("restart", (usual), 0, 1e9, \
               "iterations without a better point after which the swarm begins again; 0: never")
#define JX_SPEED_ROW(usual) \
  JX_REAL_ROW("vmax", (usual), 1e-9, 1e9, "maximum velocity as a fraction of the box width")

/* Creates a flock of setup->particles. Fails with JATO_E_ARGUMENT for fewer particles than its
 * rules need, for more than 2^28 and for walls that let points out of the box, and with
 * JATO_E_MEMORY. The method then sets speed and restart, allocates its own arrays from the pool,
 * and calls jx_flock_begin. */
jato_status jx_flock_create(const jx_algorithm_ops *ops, const jx_flock_rules *rules,
                            const jx_search_setup *setup, jx_search **out, jato_error *error);

/* Places all particles. `topology` holds the values of the three rows of topology.h, or is NULL for
 * a swarm without neighbours. If an allocation has failed, or there are too few particles for the
 * topology, it destroys *search and fails. */
jato_status jx_flock_begin(jx_search **search, const double *topology, jato_error *error);

/* The operations of jx_algorithm_ops. The usual number of particles is 20 to 40; for methods for
 * many coordinates 30 and more, and 90 + dim / 10 from 100 coordinates on. */
uint64_t jx_flock_usual_particles(size_t dim);
uint64_t jx_flock_many_particles(size_t dim);
jato_status jx_flock_ask(jx_search *search, jx_generation *generation, jato_error *error);
jato_status jx_flock_tell(jx_search *search, const jx_generation *generation, jato_error *error);
jato_status jx_flock_tell_one(jx_search *search, size_t which, double rank, jato_error *error);
uint64_t jx_flock_restarts(const jx_search *search);
size_t jx_flock_state(jx_search *search, jx_array *arrays); /* a method appends its own */

#define JX_FLOCK_OPS                                                        \
  .destroy = jx_search_destroy, .ask = jx_flock_ask, .tell = jx_flock_tell, \
  .descents = jx_flock_restarts

/* For a method that also gets values one by one. */
#define JX_FLOCK_OPS_ONE_BY_ONE \
  JX_FLOCK_OPS, .tell_one = jx_flock_tell_one, .particles = jx_flock_usual_particles

/* ---- For rules ---- */

static inline double *jx_flock_at(const jx_flock *flock, double *array, size_t i)
{
  return array + i * flock->n;
}

/* The key of the draws of particle i's next move, and the random words for its coordinates. */
static inline jk_key jx_flock_key(const jx_flock *flock, size_t i)
{
  return jk_key_make(flock->seed, flock->moves[i]);
}
static inline jk_stream jx_flock_words(const jx_flock *flock, size_t i)
{
  return jk_stream_begin(jk_draw(jx_flock_key(flock, i), i, 0, JK_DRAW_MOVE));
}

/* The stream's next uniform number in [0, 1). */
static inline double jx_flock_uniform(jk_stream *stream)
{
  *stream = jk_stream_next(*stream);
  return (double)stream->d * 0x1p-32;
}

/* The particle k places after i; the last is followed by the first. */
static inline size_t jx_flock_neighbour(const jx_flock *flock, size_t i, int64_t k)
{
  int64_t count = (int64_t)flock->count, at = ((int64_t)i + k % count + count) % count;
  return (size_t)at;
}

/* Limits the velocity of particle i to the speed and adds it to the position. */
static inline void jx_flock_apply_velocity(const jx_flock *flock, size_t i)
{
  double *x = jx_flock_at(flock, flock->x, i), *v = jx_flock_at(flock, flock->v, i);
  for (size_t d = 0; d < flock->n; d++) {
    v[d] = jk_min(jk_max(v[d], -flock->speed), flock->speed);
    x[d] += v[d];
  }
}

/* Moves particle i by inertia: v' = w v + c1 r1 (own best - x) + c2 r2 (guide's own best - x), with
 * random numbers r for each coordinate. */
typedef struct jx_pulls {
  double w, c1, c2;
} jx_pulls;
void jx_flock_pull(const jx_flock *flock, size_t i, size_t guide, jx_pulls pulls);

/* The neighbour of i with the best own best. */
size_t jx_flock_find_guide(const jx_flock *flock, size_t i);

/* Sets order[count] to a random permutation, by Fisher and Yates's shuffle; the random words depend
 * on the number of evaluations. */
void jx_flock_shuffle(const jx_flock *flock, uint64_t *order);

/* Sets mean[n] to the mean position. */
void jx_flock_mean_position(const jx_flock *flock, double *mean);

/* The share of the nearer limit that is used up, 0..1; `otherwise` without a limit. */
double jx_flock_progress(const jx_flock *flock, double otherwise);
