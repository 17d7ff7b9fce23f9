/* Runs: options, results, the one call, and the run step by step. */
#ifndef JATO_RUN_H
#define JATO_RUN_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Something a user should know although nothing failed: a damaged file of the cache was made again,
 * a slower compiler was taken. One sentence; valid during the call. */
typedef void (*jato_notice_fn)(const char *text, void *user);

/* Always start from jato_options_default(). Zero or NULL means "as the default says". */
typedef struct jato_options {
  const char *algorithm; /* "pso", "pso:topology=ring,radius=2", "random"; NULL means "pso" */
  const char *device;    /* "cpu", "cpu:threads=8", "opencl:0", "opencl:0+cpu"; NULL means "cpu" */
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

  /* How an objective given as source, and the programs of OpenCL and CUDA devices, are compiled. */
  const char *cache;      /* folder that keeps what was compiled, made when missing; NULL: none */
  const char *compiler;   /* of the cpu device; NULL: gcc, or clang, or cc, whichever is there */
  double compile_seconds; /* a compiler that takes longer is ended; 0 means 60 */

  jato_progress_fn progress;
  void *progress_user;
  jato_notice_fn notice;
  void *notice_user;
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
  double build_seconds; /* spent on compiling or loading programs, part of seconds */
  char algorithm[256];  /* with every parameter written out */
  char device[256];     /* as it was resolved */
  char built[256];      /* how a source was compiled, and whether over several lanes; "" without */
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

/* Evaluates every particle again where it stands, without moving it, so that the objective can be
 * timed by itself. The run can go on afterwards. Writes the pass's time to *seconds. Fails with
 * JATO_E_ARGUMENT for a function of the caller's. */
JATO_API jato_status jato_run_evaluate_pass(jato_run *run, double *seconds, jato_error *error);

/* Frees the run and sets *run to NULL. NULL and a pointer to NULL are both fine. */
JATO_API void jato_run_destroy(jato_run **run);

#ifdef __cplusplus
}
#endif
#endif
