/* jato: the best parameters of a function that gives no derivative.
 *
 * Reading order: status and errors, problems, options, the one-call jato_minimize(), the run
 * object, and the catalogue of what this build contains.
 *
 * The library never prints, exits, or reads the environment, and keeps no mutable global state.
 * Strings and arrays given to it are copied. Different threads may use different objects freely;
 * one object is for one thread at a time. Sizes are in elements, times in seconds. */
#ifndef JATO_JATO_H
#define JATO_JATO_H

#include <stddef.h>
#include <stdint.h>

#define JATO_VERSION_MAJOR 0
#define JATO_VERSION_MINOR 1
#define JATO_VERSION_PATCH 0

#if defined(__GNUC__)
#define JATO_API __attribute__((visibility("default")))
#else
#define JATO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0": the version of the library that is loaded, which may differ from the header's. */
JATO_API const char *jato_version(void);

/* ---- Status and errors ------------------------------------------------------------------------
 */

/* Whether a call did what was asked. Why a run ended is another matter: see jato_stop. */
typedef enum jato_status {
  JATO_OK = 0,
  JATO_E_ARGUMENT = -1,  /* a value is missing, malformed or out of range */
  JATO_E_NAME = -2,      /* no algorithm, problem, device, wall or parameter has that name */
  JATO_E_MEMORY = -3,    /* memory could not be had */
  JATO_E_NOT_BUILT = -4, /* this build does not contain what was named */
  JATO_E_DEVICE = -5,    /* the device is not there or failed */
  JATO_E_OBJECTIVE = -6  /* the user's objective asked to end the run with an error */
} jato_status;

/* What went wrong, in words: what was asked, what was found, what to do. The caller owns it and may
 * pass NULL wherever one is taken. It is written only when a call fails. */
typedef struct jato_error {
  jato_status status;
  char text[512];
} jato_error;

/* "argument", "name", ...: the status as a word; never NULL, valid for ever. */
JATO_API const char *jato_status_name(jato_status status);

/* ---- Memory -----------------------------------------------------------------------------------
 */

/* Where the library takes memory from. Both functions are called with `user`; `allocate` returns
 * NULL when it has none, and memory fit for any type otherwise. Called by one thread at a time per
 * object. */
typedef struct jato_allocator {
  void *(*allocate)(size_t bytes, void *user);
  void (*release)(void *memory, void *user);
  void *user;
} jato_allocator;

/* ---- Problems ---------------------------------------------------------------------------------
 */

/* A box and an objective to minimise over it. Never changed by a run; it must outlive the runs made
 * from it. */
typedef struct jato_problem jato_problem;

/* Writes f[i] for each of the n points of x, whose shape is [n][dim]: one point after the other.
 * A value that is NaN or infinite counts as worst and never ends a run.
 * Return 0; anything else ends the run with JATO_E_OBJECTIVE.
 * One call at a time, unless the problem was made concurrent. */
typedef int (*jato_batch_fn)(const double *x, size_t n, size_t dim, double *f, void *user);

/* The value at one point x[dim]. NaN and infinity count as worst. */
typedef double (*jato_point_fn)(const double *x, size_t dim, void *user);

/* A problem of the gallery by name, with parameters if it has any: "rastrigin",
 * "quadrature:m_max=5". dim 0 takes the problem's own dimension (10 where it has none). Fails with
 * JATO_E_NAME, JATO_E_ARGUMENT, JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_problem_from_gallery(const char *spec, size_t dim,
                                               const jato_allocator *allocator, jato_problem **out,
                                               jato_error *error);

/* A function of the caller's. Set `batch` or `point`, and leave the rest 0 where it is not needed.
 */
typedef struct jato_function {
  jato_batch_fn batch;
  jato_point_fn point;
  void *user;                      /* handed to every call */
  int concurrent;                  /* not 0: several threads may call it at once */
  const jato_allocator *allocator; /* memory for the problem; copied; NULL means malloc and free */
} jato_function;

/* A problem from the caller's function over the box lower[dim]..upper[dim] (both copied).
 * Fails with JATO_E_ARGUMENT when there is no function, when lower[i] < upper[i] does not hold or
 * when a bound is not finite, and with JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_problem_from_function(const jato_function *function, size_t dim,
                                                const double *lower, const double *upper,
                                                jato_problem **out, jato_error *error);

/* Gives the problem another box, lower[dim]..upper[dim] (copied), before any run is made from it.
 * Its known minimum stays known only when the place of it is known and inside. Fails as
 * jato_problem_from_function does, and then changes nothing. */
JATO_API jato_status jato_problem_set_box(jato_problem *problem, const double *lower,
                                          const double *upper, jato_error *error);

/* What is known of a problem. Pointers are valid as long as the problem. */
typedef struct jato_problem_info {
  const char *name; /* "quadrature:m_max=5"; "callback" for a function of the caller's */
  size_t dim;
  const double *lower; /* [dim] */
  const double *upper; /* [dim] */
  double minimum;      /* the known minimum over the box; NaN where none is known */
  const char *source;  /* where the minimum comes from; "" where none is known */
} jato_problem_info;

JATO_API jato_problem_info jato_problem_describe(const jato_problem *problem);

/* Where the known minimum is: writes x[dim] and returns 1, or returns 0 where that is not known. */
JATO_API int jato_problem_minimizer(const jato_problem *problem, double *x);

/* Frees the problem and sets *problem to NULL. NULL and a pointer to NULL are both fine. */
JATO_API void jato_problem_destroy(jato_problem **problem);

/* ---- Options ----------------------------------------------------------------------------------
 */

typedef enum jato_precision { JATO_DOUBLE = 0, JATO_FLOAT = 1 } jato_precision;

/* How a run stands. Pointers are valid during the call that hands it over. */
typedef struct jato_progress {
  uint64_t iteration;   /* moves made; 0 after the first evaluation of the swarm */
  uint64_t evaluations; /* objective values computed, the non-finite ones included */
  uint64_t nonfinite;   /* how many of them were NaN or infinite */
  double best;          /* smallest value so far; +infinity while no value was finite */
  double seconds;       /* since the run was created */
  double fraction; /* 0..1: how far iterations, evaluations or seconds are used up; NaN without */
} jato_progress;

/* Called after each iteration, on the thread that steps the run. Return 0 to go on, anything else
 * to stop with JATO_STOP_CALLBACK. */
typedef int (*jato_progress_fn)(const jato_progress *progress, void *user);

/* Always start from jato_options_default(). Zero or NULL means "as the default says". */
typedef struct jato_options {
  const char *algorithm; /* "pso", "pso:topology=ring,radius=2", "random"; NULL means "pso" */
  const char *device;    /* "cpu", "cpu:threads=8"; NULL means "cpu" */
  const char *walls; /* "reflect", "clamp", ...: what happens at the box; NULL means "reflect" */
  jato_precision precision;
  uint64_t particles; /* 0 lets the algorithm choose */
  uint64_t seed;      /* the whole run follows from (problem, options, seed) */

  /* Limits; a run ends at the first one reached. With none set but a target, 1000
   * iterations. */
  uint64_t iterations;  /* moves of the whole swarm */
  uint64_t evaluations; /* never exceeded: an iteration that would pass it is not begun */
  uint64_t stall;       /* iterations in a row without a better best */
  double seconds;       /* looked at between iterations */
  double target;        /* stop once best <= target; NaN (the default) means no target */

  jato_progress_fn progress;
  void *progress_user;
  const jato_allocator *allocator; /* copied; NULL means malloc and free */
} jato_options;

JATO_API jato_options jato_options_default(void);

/* ---- Results ----------------------------------------------------------------------------------
 */

/* Why a run ended. */
typedef enum jato_stop {
  JATO_STOP_NONE = 0, /* it has not: it can be stepped on */
  JATO_STOP_TARGET,
  JATO_STOP_ITERATIONS,
  JATO_STOP_EVALUATIONS,
  JATO_STOP_STALL,
  JATO_STOP_TIME,
  JATO_STOP_CALLBACK
} jato_stop;

/* "target", "iterations", ...: never NULL, valid for ever. */
JATO_API const char *jato_stop_name(jato_stop stop);

/* What a run found. Filled by value: it holds no pointers into the run. */
typedef struct jato_result {
  double best; /* smallest value seen; +infinity when no value was finite */
  jato_stop stop;
  uint64_t iterations;
  uint64_t evaluations;
  uint64_t nonfinite; /* values that were NaN or infinite */
  uint64_t particles; /* as chosen */
  uint64_t seed;
  double seconds;       /* from creation to the end of the last iteration */
  uint64_t digest;      /* hash of best, its position and the final swarm; 0 from jato_run_peek() */
  uint64_t swarm_bytes; /* memory of the swarm's tiles */
  char algorithm[256];  /* with every parameter written out */
  char device[128];
  char walls[32];
} jato_result;

/* ---- The one call -----------------------------------------------------------------------------
 */

/* Minimises the problem and writes the best position to x[dim] (may be NULL) and the rest to
 * *result (may be NULL). options NULL means the defaults. Fails as jato_run_create and
 * jato_run_step do. */
JATO_API jato_status jato_minimize(const jato_problem *problem, const jato_options *options,
                                   double *x, jato_result *result, jato_error *error);

/* ---- The run, step by step --------------------------------------------------------------------
 */

/* A swarm, its random stream and its limits. Two runs share nothing but their problem. */
typedef struct jato_run jato_run;

/* Creates a run: takes all memory it will ever need, places the swarm and evaluates it once.
 * Fails with JATO_E_ARGUMENT, JATO_E_NAME, JATO_E_NOT_BUILT, JATO_E_DEVICE, JATO_E_MEMORY,
 * JATO_E_OBJECTIVE; then *out is NULL. On success *out belongs to the caller. */
JATO_API jato_status jato_run_create(const jato_problem *problem, const jato_options *options,
                                     jato_run **out, jato_error *error);

/* Makes at most `iterations` further iterations, fewer when a limit is reached, and writes why the
 * run ended, or JATO_STOP_NONE, to *stop (may be NULL). Allocates nothing. Stepping an ended run
 * does nothing. */
JATO_API jato_status jato_run_step(jato_run *run, uint64_t iterations, jato_stop *stop,
                                   jato_error *error);

/* How the run stands, without the digest; x[dim] may be NULL. Costs nothing. */
JATO_API void jato_run_peek(const jato_run *run, double *x, jato_result *result);

/* The same with the digest, which reads the whole swarm once. */
JATO_API jato_status jato_run_result(jato_run *run, double *x, jato_result *result,
                                     jato_error *error);

/* Copies particle i's position to x[dim], and the best value it has itself seen to *value; both may
 * be NULL. Fails with JATO_E_ARGUMENT when i is not below the number of particles. */
JATO_API jato_status jato_run_particle(jato_run *run, uint64_t i, double *x, double *value,
                                       jato_error *error);

/* Runs the bare loop the speed of a step is measured against: one pass over the swarm's own memory
 * with the run's own threads that reads position, velocity and own best and writes position and
 * velocity, with three multiplications and additions a coordinate. It spoils the swarm: the run can
 * only be measured or destroyed afterwards. Writes the pass's time to *seconds and the bytes it
 * moved to *bytes. Fails with JATO_E_ARGUMENT for an algorithm that keeps no velocities. */
JATO_API jato_status jato_run_bare_pass(jato_run *run, double *seconds, uint64_t *bytes,
                                        jato_error *error);

/* Frees the run and sets *run to NULL. NULL and a pointer to NULL are both fine. */
JATO_API void jato_run_destroy(jato_run **run);

/* ---- The catalogue: what this build contains ---------------------------------------------------
 */

typedef enum jato_kind {
  JATO_KIND_ALGORITHM = 0,
  JATO_KIND_PROBLEM,
  JATO_KIND_DEVICE,
  JATO_KIND_WALLS
} jato_kind;

/* One parameter of an algorithm, problem or device. */
typedef struct jato_parameter {
  const char *name;
  const char *help;
  const char *choices; /* "global ring vonneumann" for a choice; NULL for a number */
  double fallback;     /* the default: a number, or the place of a choice counted from 0 */
  double smallest;
  double largest; /* smallest..largest, both allowed */
  int whole;      /* nonzero: whole numbers only */
} jato_parameter;

/* One row. All pointers are valid for ever. */
typedef struct jato_entry {
  const char *name;
  const char *summary;
  const char *source; /* paper, or where a minimum comes from; "" without one */
  const char *state;  /* "built", "not in this build", ... */
  const jato_parameter *parameters;
  size_t parameter_count;
  double lower, upper; /* problems: the box; otherwise 0 */
} jato_entry;

/* Fills *entry with row `index` of a kind and returns 1; returns 0 past the last row. */
JATO_API int jato_catalogue(jato_kind kind, size_t index, jato_entry *entry);

#ifdef __cplusplus
}
#endif
#endif
