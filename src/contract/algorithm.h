/* What a search supplies: it gives points and takes values, generation by generation. The run
 * drives it (run/core/loop.c), whatever computes the values: devices, functions, programs, the
 * caller.
 *
 * There are two kinds. A method that moves a swarm on devices never touches a particle: it fills a
 * plan when it is created (a motion of kernel/motion, neighbours) and gives the numbers of each
 * iteration. Any other method gives points x[count][dim], as many as it likes each time.
 *
 * A method is one file, or one of a folder, that fills jx_algorithm_ops, and one row in
 * algorithm/algorithms.def. Run files, resumption, `jato list`, refusals and the conformance tests
 * come from the table. */
#pragma once

#include "base/array.h"
#include "base/memory.h"
#include "base/spec.h"
#include "base/status.h"
#include "kernel/motion/motion_list.h"
#include "kernel/wall_list.h"

#include "jato/method.h"

/* What a method can do; `jato list algorithms` and refusals name it. */
enum {
  JX_ON_DEVICES = 1,     /* moves a swarm: fills a plan, and its generations are steps */
  JX_SAME_BITS = 2,      /* the same seed gives the same bits on every machine */
  JX_ONE_BY_ONE = 4,     /* a particle or point can go on alone, without its generation: orders
                            `particle` and `arrival` */
  JX_FOLLOWS_LIMITS = 8, /* the limits that a run begins with decide what it asks for: with others
                            it is another run, and one that goes on past them is like no other */
  JX_RESIDUALS = 16,     /* uses the parts of a sum of squares, and needs an objective that has
                            some */
  JX_FITS_BUDGET = 32    /* takes fewer particles than usual where evaluations are few and the user
                            does not say (api/budget.c) */
};
/* Those that are shown to users. */
#define JX_TRAITS_SHOWN (JX_FITS_BUDGET - 1)

#define JX_RADIUS_MAX 64 /* of a ring */
#define JX_NEIGHBOURS_MAX (2 * JX_RADIUS_MAX + 1)

/* What a method that moves a swarm needs of devices for a whole run. Filled once, by create. */
typedef struct jx_plan {
  int motion;            /* JK_MOTION_...: row of kernel/motion/motions.def */
  double limit;          /* largest |velocity| as a share of the box's width */
  int draws_by_particle; /* one random word for all coordinates of a particle, not one for each */

  /* Whose own best guides particle i: particles i + offset[k], counted round the swarm's end.
   * neighbours 0: the best of the run guides all. */
  size_t neighbours;
  int64_t offset[JX_NEIGHBOURS_MAX];

  /* Without neighbours: from one iteration that is a multiple of it to the next, each tile is a
   * sub-swarm that follows the best own best of its own particles, and one iteration of a tile can
   * come after the other while it is in the cache. 0: never. */
  uint64_t exchange;

  /* Not 0: without neighbours, the best of an iteration guides from the one after the next on, so
   * that ranks can compare theirs meanwhile. */
  int lag;
} jx_plan;

/* Whether tiles are isolated from each other in an iteration. */
static inline int jx_plan_isolates_tiles(const jx_plan *plan, uint64_t iteration)
{
  return plan->exchange > 1 && iteration % plan->exchange != 0;
}

/* What a motion keeps of each particle, by the columns of motions.def: bit m is that of motion m.
 */
enum {
  JX_MOTIONS_WITH_VELOCITY = 0
#define JK_MOTION(name, velocity, own, partners) | ((velocity) << JK_MOTION_##name)
#include "kernel/motion/motions.def"
#undef JK_MOTION
};
enum {
  JX_MOTIONS_WITH_OWN = 0
#define JK_MOTION(name, velocity, own, partners) | ((own) << JK_MOTION_##name)
#include "kernel/motion/motions.def"
#undef JK_MOTION
};
enum {
  JX_MOTIONS_WITH_PARTNERS = 0
#define JK_MOTION(name, velocity, own, partners) | ((partners) << JK_MOTION_##name)
#include "kernel/motion/motions.def"
#undef JK_MOTION
};
#define JX_HAS_VELOCITY(plan) ((JX_MOTIONS_WITH_VELOCITY >> (plan)->motion) & 1)
#define JX_HAS_OWN(plan) ((JX_MOTIONS_WITH_OWN >> (plan)->motion) & 1)

/* It looks at own bests of three particles of the whole swarm, which one device has to hold then;
 * the swarm has 4 to 2^32 particles. */
#define JX_HAS_PARTNERS(plan) ((JX_MOTIONS_WITH_PARTNERS >> (plan)->motion) & 1)

/* Steps of one pass, one behind the other (jx_step.then); more than one only where tiles are apart
 * in all but the first. */
#define JX_STEPS_MOST 64

/* The numbers of one iteration of a swarm, in the meaning of the plan's motion. */
typedef struct jx_step {
  uint64_t iteration; /* 1, 2, ...; the swarm is placed before */
  double weight[JK_WEIGHTS];
  const struct jx_step *then; /* made in the same pass, tile by tile: tiles are apart in it. NULL:
                                 nothing more; searches leave it alone */
} jx_step;

/* A rank beyond this is that of a point without a value, or outside of the constraints: nothing can
 * be subtracted from it. It is where ranks of feasible points end (space/rank.c). */
#define JX_VALUE_MOST 1e300

/* What is evaluated together. The run fills `number` before it asks, and `rank` and `best` before
 * it tells. */
typedef struct jx_generation {
  uint64_t number; /* 0, 1, ...; of a swarm the iteration, from 1 on */
  size_t count;    /* points; may differ from generation to generation, never 0 */
  jx_step step;    /* of a swarm: what moves it; the run has set its iteration */
  const double *x; /* [count][dim], in the search's box; the method's memory, as it is until it is
                      asked again. NULL for a swarm */
  const double *rank; /* [count]: what is to be minimised, never NaN, +infinity where there is no
                         value. NULL for a swarm, whose devices have judged */
  const double *value, *violation; /* [count]: of a problem with equalities among its constraints,
                                      and of a method that estimates: the values themselves, NaN
                                      without one, and by how much the constraints are missed; NULL
                                      otherwise */
  const double *residual; /* [count][residuals]: as the objective gave them, NaN where it gave none;
                             their number is the same for every point. NULL without JX_RESIDUALS */
  size_t residuals;
  double best; /* the smallest rank of the run so far; +infinity without one */
} jx_generation;

/* How a search ends. */
enum jx_end {
  JX_GOES_ON,
  JX_ENDED,    /* it has nothing more to try, wherever it is */
  JX_CONVERGED /* and it has seen that its best point is a minimum of its surroundings */
};

/* What a search estimates of its best point where values differ from call to call. */
typedef struct jx_estimate {
  const double *x;               /* [dim]: the method's memory, valid until its next tell */
  double rank, value, violation; /* means */
  double error;                  /* standard error of `value`; NaN of a single one */
  uint64_t samples;              /* values that they are means of; not 0 */
} jx_estimate;

typedef struct jx_algorithm_ops jx_algorithm_ops;

/* A method that is not jato's: "plugin:path=FILE,..." loads it from a file, which is asked for or
 * trusted before; "plugin:method=NAME,..." is one of the calling program. */
#define JX_PLUGIN "plugin"
#define JX_PLUGIN_OF_CALLER JX_PLUGIN ":method="

/* Whether a spec has code loaded, which is not done unasked. */
static inline int jx_algorithm_is_loaded(const char *spec)
{
  return spec != NULL && jx_text_equals(jx_spec_name(spec), JX_PLUGIN) &&
         strncmp(spec, JX_PLUGIN_OF_CALLER, strlen(JX_PLUGIN_OF_CALLER)) != 0;
}

/* The head of a search; each method's own begins with it. */
typedef struct jx_search {
  const jx_algorithm_ops *ops;
  jx_pool pool; /* of all its memory */
  jx_plan plan; /* of a swarm */
} jx_search;

/* What create may look at. Pointers are valid while it runs, but for those that say otherwise. */
typedef struct jx_search_setup {
  uint64_t particles; /* of the swarm, or of the first generation; not 0 */
  size_t dim;
  const double *lower, *upper; /* [dim]: the box; they outlive the search */
  const double *cells;   /* [dim]: equal cells of a coordinate in which nothing changes, for whole
                            numbers; 0: it has none. NULL: none has any. They outlive the search */
  const double *initial; /* [initial_count][dim]: where the user would begin, the best first; NULL
                            without */
  size_t initial_count;  /* 0 counts as 1 */
  uint64_t seed;
  uint64_t iterations, evaluations; /* the run's limits; 0 where it has none */
  int has_equalities; /* among the constraints: generations will have value and violation */
  int one_by_one;     /* points are reported by tell_one, in the orders `particle` and `arrival` */
  int wall;           /* JK_WALL_...: what happens at the bounds, for methods whose points have a
                         velocity */
  double epsilon;     /* of the numbers in which points are evaluated, as DBL_EPSILON; 0: double */
  const jx_values *values;   /* of the parameters, in the table's order */
  const jato_method *method; /* of the calling program (jato_options.method); NULL: none */
  jato_allocator allocator;

  /* Makes a search inside of this one: by a spec such as "cmaes:sigma=0.1", with the members above
   * as they are to be for the child (values are read from the spec; particles 0: the method's usual
   * number). */
  jato_status (*make)(const char *spec, const struct jx_search_setup *child, jx_search **out,
                      jato_error *error);
} jx_search_setup;

struct jx_algorithm_ops {
  const char *name;
  const char *summary;
  const char *source; /* the paper */
  const char *absent; /* why it cannot be used: its library is not in this build, nor what follows
                         here; NULL for one that can */
  jx_parameter_table parameters;

  /* Reads a spec whose parameters are not all in the table, checks it, and fills values->written
   * with all of them. method: as in jx_search_setup. NULL: the table has them all. */
  jato_status (*read)(const char *spec, const jato_method *method, jx_values *values,
                      jato_error *error);
  unsigned traits;
  int state_version; /* for run files: one more when the state means something else, or when the
                      * same state goes on in other bits */

  /* Particles where the user does not say; NULL: 64. */
  uint64_t (*particles)(size_t dim);

  /* Takes all memory it will need for generations of this size. Fails with JATO_E_ARGUMENT for
   * parameters that do not go together, and with JATO_E_MEMORY. */
  jato_status (*create)(const jx_search_setup *setup, jx_search **out, jato_error *error);
  void (*destroy)(jx_search **search);

  /* The next generation. Changes nothing that `state` lists: asked again, after a resumption, it
   * gives the same bits. */
  jato_status (*ask)(jx_search *search, jx_generation *generation, jato_error *error);

  /* All values of the generation that was asked for last. NULL for a method that does not look. */
  jato_status (*tell)(jx_search *search, const jx_generation *generation, jato_error *error);

  /* Instead of tell, if the setup said one_by_one: the rank of point `which` of the generation
   * is known. Another point takes its place, there in
   * generation->x. It is asked for a generation once, and again after a resumption. */
  jato_status (*tell_one)(jx_search *search, size_t which, double rank, jato_error *error);

  /* Whether it has something more to try: enum jx_end; *why then says so in a few words. NULL:
   * always. Called between a tell and an ask. */
  int (*is_done)(const jx_search *search, const char **why);

  /* For a method that begins again and again: how many of its descents have ended. NULL: it does
   * not tell. */
  uint64_t (*descents)(const jx_search *search);

  /* What it does now and why: returns a number for it, which is another one when it has changed its
   * mind, and writes the sentence to text[size], unless text is NULL. NULL: the method's name says
   * it. */
  unsigned (*explain)(const jx_search *search, char *text, size_t size);

  /* For a method that evaluates points more than once: what it would end with, which is then the
   * run's best, instead of the smallest value. Returns 0 while it has no reason for that, since no
   * value has differed. NULL: the smallest value is the best. */
  int (*estimate)(const jx_search *search, jx_estimate *estimate);

  /* For a method with others inside: their names, with commas between, and which of them, counted
   * from 1, found the best point so far; 0: none. NULL: it has none inside. */
  const char *submethods;
  unsigned (*best_submethod)(const jx_search *search);

  /* Lists the arrays that decide what it will ask for, at most JX_ARRAYS_MOST, with what their
   * numbers may be; returns how many. A run file holds them and puts them back, by
   * run/restore.c. NULL: nothing but the setup decides. */
  size_t (*state)(jx_search *search, jx_array *arrays);

  /* Makes room for arrays of other sizes, those of a file: called before they are put back. Their
   * numbers are not checked yet: it reads none of them, but by jx_array_restore. NULL: sizes never
   * change. */
  jato_status (*resize)(jx_search *search, const jato_array *arrays, size_t count,
                        jato_error *error);

  /* Called when all arrays are put back, each within its bounds, and before anything else looks at
   * them: names of the arrays that contradict each other, as in "\"held\" and \"finalists\""; NULL
   * where none do. NULL: bounds say it all. */
  const char *(*contradiction)(const jx_search *search);
};
