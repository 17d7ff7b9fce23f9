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

/* A swarm, its random stream and its limits. Two runs share nothing but their problem. */
typedef struct jato_run jato_run;

/* How a run stands. Pointers are valid during the call that hands it over. */
typedef struct jato_progress {
  uint64_t iteration;   /* moves made; 0 after the first evaluation of the swarm */
  uint64_t evaluations; /* objective values computed, the non-finite ones included */
  uint64_t nonfinite;   /* how many of them were NaN or infinite */
  uint64_t failed;      /* how many gave no value at all: see jato_run_failures */
  double best;          /* smallest value so far; +infinity while no value was finite */
  double violation;     /* of its constraints; with the rules of feasibility, best is +infinity
                           while it is above 0 */
  double seconds;       /* spent on the run so far, before a resumption too */
  double fraction; /* 0..1: how far iterations, evaluations or seconds are used up; NaN without */
  jato_run *run;   /* to be looked at (jato_run_peek, jato_run_diversity), not to be stepped */
} jato_progress;

/* Called after each iteration, and between them about ten times a second while evaluations outside
 * of devices are waited for, on the thread that steps the run. Return 0 to go on, anything else
 * to stop with JATO_STOP_CALLBACK. */
typedef int (*jato_progress_fn)(const jato_progress *progress, void *user);

/* Something a user should know although nothing failed: a damaged file of the cache was made again,
 * a slower compiler was taken. One sentence; valid during the call. */
typedef void (*jato_notice_fn)(const char *text, void *user);

/* What happens in a run besides its iterations. */
typedef enum jato_event_kind {
  JATO_EVENT_IMPROVED = 0, /* a better best */
  JATO_EVENT_SAVING,       /* a checkpoint is begun; text is its file */
  JATO_EVENT_SAVED,        /* a checkpoint is on the disk; text is its file */
  JATO_EVENT_SAVE_FAILED,  /* it is not; text says why. The checkpoint before it is still there */
  JATO_EVENT_STOPPED /* a limit was reached, or the caller stopped it: jato_run_peek says why */
} jato_event_kind;

typedef struct jato_event {
  jato_event_kind kind;
  jato_progress progress;
  const char *text; /* "" where nothing is said of it above */
} jato_event;

/* Called on the thread that steps the run, between iterations. Pointers are valid during the call.
 */
typedef void (*jato_event_fn)(const jato_event *event, void *user);

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
  uint64_t evaluations; /* used up to the last one: the last iteration may be cut short */
  uint64_t stall;       /* iterations in a row without a better best */
  double seconds;       /* looked at between iterations; of a resumed run since then */
  double target;        /* stop once best <= target; NaN (the default) means no target */

  /* Objectives that are evaluated outside of devices: functions, programs, shared objects, ask and
   * tell. Only `order` decides the result. */
  const char *order;  /* in which outcomes are applied, and so when particles move; NULL: iteration.
                         "iteration": all together, when the last particle of an iteration is there.
                         "particle": one after the other in the order of particles, each moving at
                         once: nobody waits for the slowest of an iteration, and the result is the
                         same for any number of workers.
                         "arrival": as they come; the order is kept in the run file, and
                         jato_run_replay follows it */
  unsigned workers;   /* evaluations at a time; 0 means 1, and for a function that is concurrent as
                         many threads as the device has */
  double timeout;     /* seconds an evaluation may take; 0: any; programs and workers only */
  unsigned retries;   /* how often an evaluation that failed is tried again */
  int adopt_children; /* not 0: this process is one that children of children come to when they
                         lose their parents (PR_SET_CHILD_SUBREAPER) and has no others than those of
                         evaluations: what an evaluation leaves behind is ended, wherever it hid */
  int stop_on_failure; /* not 0: one that failed for good stops the run, with JATO_STOP_FAILURE;
                          otherwise it counts as worst */

  /* How an objective given as source, and the programs of OpenCL and CUDA devices, are compiled. */
  const char *cache;      /* folder that keeps what was compiled, made when missing; NULL: none */
  const char *compiler;   /* of the cpu device; NULL: gcc, or clang, or cc, whichever is there */
  double compile_seconds; /* a compiler that takes longer is ended; 0 means 60 */

  /* Keeping the run: see record.h. */
  const char *save;  /* run file; NULL: nothing is kept */
  double checkpoint; /* seconds between checkpoints; 0 means 30, infinity: only where it stops */
  unsigned keep;   /* earlier checkpoints that stay beside it, as save.1, save.2, ...; 0 means 1 */
  uint64_t frames; /* positions over time, for a moving picture; about so many; 0: none */
  int must_save;   /* not 0: a checkpoint that cannot be written ends the run with JATO_E_FILE;
                      otherwise it goes on, and notice and event are told once */

  jato_progress_fn progress;
  void *progress_user;
  jato_event_fn event;
  void *event_user;
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
  JATO_STOP_CALLBACK,
  JATO_STOP_FAILURE,  /* an evaluation failed, and jato_options.stop_on_failure is set */
  JATO_STOP_CONVERGED /* the algorithm has nothing more to try: its steps have become too small */
} jato_stop;

/* "target", "iterations", ...: never NULL, valid for ever. */
JATO_API const char *jato_stop_name(jato_stop stop);

/* What a run found. Filled by value: it holds no pointers into the run. */
typedef struct jato_result {
  double best;      /* smallest value seen; +infinity when no value was finite, or no point kept all
                       constraints. With a penalty, the value of the best place without it */
  double violation; /* of the constraints at the best place; 0 where all are kept */
  jato_stop stop;
  uint64_t iterations;
  uint64_t evaluations;
  uint64_t nonfinite; /* values that were NaN or infinite */
  uint64_t failed;    /* evaluations that gave no value: see jato_run_failures */
  uint64_t waiting;   /* evaluations that are over, but whose turn to be applied has not come */
  uint64_t particles; /* as chosen */
  uint64_t seed;
  double seconds;       /* spent on the run up to its last iteration, before a resumption too */
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

/* Writes f[i], the objective at each of the n points x[n][dim], in double precision on the CPU. NaN
 * and infinite values are written as they are. options: only how a source is compiled is looked at;
 * NULL means the defaults. Fails as jato_run_create does. */
JATO_API jato_status jato_problem_evaluate(const jato_problem *problem, const double *x, size_t n,
                                           double *f, const jato_options *options,
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
