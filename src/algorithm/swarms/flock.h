/* A swarm in the host's memory, for methods whose particles look at more than their own best and a
 * guide. What they share is here: places, velocities, own bests, walls, and a new start where the
 * best no longer gets better. A method adds how a particle moves (jx_flock_rules), its parameters
 * and, if it has any, further state.
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

  /* Gives particle i a new velocity and place; walls come after it. */
  void (*move)(jx_flock *flock, size_t i);

  /* Before particles move: all values of a generation are there, or as many in single steps. It may
   * choose which particles move (flock->who, flock->out); otherwise all do. NULL: nothing to
   * prepare. */
  void (*prepare)(jx_flock *flock);

  /* The value of particle i's place is there, and may have made it its own best. NULL: nothing. */
  void (*judged)(jx_flock *flock, size_t i, int is_better);

  /* Particle i was placed again. NULL: nothing to forget. */
  void (*placed)(jx_flock *flock, size_t i);
} jx_flock_rules;

/* Each method's own struct begins with it. */
struct jx_flock {
  jx_search head; /* its plan has the neighbours */
  const jx_flock_rules *rules;
  size_t n, count;             /* coordinates, particles */
  const double *lower, *upper; /* [n] */
  const double *initial;       /* [initial_count][n]: where the first particles begin, as shares */
  size_t initial_count;
  uint64_t seed;
  int wall;         /* JK_WALL_... */
  size_t out_least; /* particles that are out together, at least; one by one all are */
  double speed;     /* largest |velocity| */
  double restart;   /* generations without a better best after which it begins again; 0: never */
  double limits[2]; /* of generations and evaluations; 0: none */
  double *points;   /* [count][n]: what is out, in the user's box */

  /* The state. */
  uint64_t made;           /* evaluations */
  uint64_t idle;           /* of them since the best was found */
  uint64_t ended;          /* times it has begun again */
  uint64_t best;           /* particle with the best own best */
  uint64_t out;            /* particles whose values are awaited, and their numbers */
  uint64_t *who;           /* [count] */
  uint64_t *moves;         /* [count]: that a particle has made; its draws depend on it */
  uint64_t *anew;          /* [count]: not 0: it is placed again before it moves on */
  double *x, *v, *own;     /* [count][n] */
  double *rank, *own_rank; /* [count]: of x and of own */
};

/* Rows of parameters that all have. */
#define JX_RESTART_ROW(usual)              \
  JX_WHOLE_ROW("restart", (usual), 0, 1e9, \
               "iterations without a better point after which the swarm begins again; 0: never")
#define JX_SPEED_ROW(usual) \
  JX_REAL_ROW("vmax", (usual), 1e-9, 1e9, "maximum velocity as a fraction of the box width")

/* Makes a flock of setup->particles. Fails with JATO_E_ARGUMENT for fewer particles than its rules
 * need, more than 2^28, and walls that let points out of the box; and with JATO_E_MEMORY. The
 * method then sets speed and restart, takes its own arrays from the pool, and calls jx_flock_begin.
 */
jato_status jx_flock_create(const jx_algorithm_ops *ops, const jx_flock_rules *rules,
                            const jx_search_setup *setup, jx_search **out, jato_error *error);

/* Places all particles; they have neighbours by the three rows of topology.h, or none for NULL.
 * If an allocation has failed, or the particles are too few for the topology, it destroys *search
 * and fails. */
jato_status jx_flock_begin(jx_search **search, const double *topology, jato_error *error);

/* The operations of jx_algorithm_ops. Usually there are 20 to 40 particles; in methods for many
 * coordinates 30 and more, and from 100 coordinates on 90 + dim / 10. */
uint64_t jx_flock_usual(size_t dim);
uint64_t jx_flock_many(size_t dim);
jato_status jx_flock_ask(jx_search *search, jx_generation *generation, jato_error *error);
jato_status jx_flock_tell(jx_search *search, const jx_generation *generation, jato_error *error);
jato_status jx_flock_tell_one(jx_search *search, size_t which, double rank, jato_error *error);
uint64_t jx_flock_ended(const jx_search *search);
size_t jx_flock_state(jx_search *search, jx_array *arrays); /* a method appends its own */

#define JX_FLOCK_OPS                                                        \
  .destroy = jx_search_destroy, .ask = jx_flock_ask, .tell = jx_flock_tell, \
  .descents = jx_flock_ended

/* ---- For rules ---- */

static inline double *jx_flock_at(const jx_flock *flock, double *array, size_t i)
{
  return array + i * flock->n;
}

/* The key of particle i's draws in its next move, and the words of its coordinates. */
static inline jk_key jx_flock_key(const jx_flock *flock, size_t i)
{
  return jk_key_make(flock->seed, flock->moves[i]);
}
static inline jk_stream jx_flock_words(const jx_flock *flock, size_t i)
{
  return jk_stream_begin(jk_draw(jx_flock_key(flock, i), i, 0, JK_DRAW_MOVE));
}

/* The stream's next number in [0, 1). */
static inline double jx_flock_chance(jk_stream *stream)
{
  *stream = jk_stream_next(*stream);
  return (double)stream->d * 0x1p-32;
}

/* The particle k places further round the flock. */
static inline size_t jx_flock_round(const jx_flock *flock, size_t i, int64_t k)
{
  int64_t count = (int64_t)flock->count, at = ((int64_t)i + k % count + count) % count;
  return (size_t)at;
}

/* Particle i goes on by its velocity, which is kept within the speed. */
static inline void jx_flock_fly(const jx_flock *flock, size_t i)
{
  double *x = jx_flock_at(flock, flock->x, i), *v = jx_flock_at(flock, flock->v, i);
  for (size_t d = 0; d < flock->n; d++) {
    v[d] = jk_min(jk_max(v[d], -flock->speed), flock->speed);
    x[d] += v[d];
  }
}

/* The velocity of a swarm by inertia: v' = w v + c1 r1 (own best - x) + c2 r2 (guide's own best -
 * x), with numbers r of each coordinate; then particle i goes on by it. */
typedef struct jx_pulls {
  double w, c1, c2;
} jx_pulls;
void jx_flock_pull(const jx_flock *flock, size_t i, size_t guide, jx_pulls pulls);

/* Whose own best is the best among the neighbours of i. */
size_t jx_flock_guide(const jx_flock *flock, size_t i);

/* mean[n] of all places. */
void jx_flock_mean(const jx_flock *flock, double *mean);

/* How much of the limit that is nearer is over, 0..1; `otherwise` without a limit. */
double jx_flock_share(const jx_flock *flock, double otherwise);
