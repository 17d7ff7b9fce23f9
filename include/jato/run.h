/* Runs: results, jato_minimize, and the run step by step. */
#ifndef JATO_RUN_H
#define JATO_RUN_H

#include "options.h"
#include "problem.h"

JATO_C_BEGIN

/* ---- Results ----------------------------------------------------------------------------------
 */

/* Why a run ended. */
typedef enum jato_stop {
  JATO_STOP_NONE = 0, /* it has not ended and can be stepped */
  JATO_STOP_TARGET,
  JATO_STOP_ITERATIONS,
  JATO_STOP_EVALUATIONS,
  JATO_STOP_STALL,
  JATO_STOP_TIME,
  JATO_STOP_CALLBACK,
  JATO_STOP_FAILURE,  /* an evaluation failed, and jato_options.stop_on_failure is set; or too
                         many in a row did: jato_result.why has the words */
  JATO_STOP_CONVERGED /* the algorithm has nothing left to try, or its points have come together
                         (jato_options.no_converge): jato_result.why has the words */
} jato_stop;

/* "target", "iterations", ...: never NULL, always valid. */
JATO_API const char *jato_stop_name(jato_stop stop);

/* The result of a run. Holds no pointers into the run. */
typedef struct jato_result {
  size_t size; /* of this struct: set by the functions below, or, for those that end in _sized, by
                  their caller. The same holds for other structs that the library fills */
  double best; /* smallest value seen, of a run that maximises the largest, or a mean (`samples`);
                  +infinity (-infinity) if no value was finite or no point was feasible. With a
                  penalty, the value of the best point without it */
  double violation; /* of the constraints at the best point; 0 if all are met */
  jato_stop stop;
  uint64_t iterations;
  uint64_t evaluations;
  uint64_t nonfinite; /* values that were NaN or infinite */
  uint64_t failed;    /* evaluations that gave no value: see jato_run_failures */
  uint64_t waiting;   /* evaluations that are done, but not yet applied */
  uint64_t given;     /* points whose values were known before: jato_options.warm_start */
  uint64_t reused;    /* evaluations that were answered by an earlier one of the same point */
  uint64_t particles; /* as chosen */
  uint64_t seed;
  double seconds;  /* spent on the run up to its last iteration, including before it was resumed */
  uint64_t digest; /* hash of best, its position and the final swarm; 0 from jato_run_get_info() */
  uint64_t swarm_bytes; /* memory used by the swarm's tiles */
  double build_seconds; /* part of seconds: spent compiling or loading code */
  char algorithm[256];  /* with all parameters */
  char device[256];     /* as resolved */
  char built[256];      /* how a source was compiled, and whether it was vectorized; "" if none */
  char walls[32];
  char why[128]; /* the algorithm's own words where stop is JATO_STOP_CONVERGED; what the target was
                    where nobody asked for one; how many evaluations failed, where that stopped the
                    run; "" otherwise, and in what a run file says */
  char explanation[256]; /* of an algorithm that chooses: what it did last and why, in a sentence;
                            "" for any other, and in what a run file says */
  double standard_error; /* of best, where it is a mean: see `samples`; NaN otherwise, and with
                            fewer than two values */
  uint64_t samples; /* where values differed when points were evaluated again, and the algorithm
                       looks at that (`noisy`): values that best is the mean of; 0 otherwise: best
                       is the smallest value */
  uint64_t planned_iterations, planned_evaluations; /* the limits that the run began with, its own
                                                       where no limit was set; 0: none, and in what
                                                       a run file says (jato_record_info has them)
                                                     */
} jato_result;

/* What a kernel, or a kind of work, has cost so far, in seconds. */
typedef struct jato_kernel_time {
  size_t size;      /* of this struct, as that of jato_result */
  const char *name; /* always valid */
  uint64_t calls;
  double total, least, most; /* 0 before the first call, and where nobody asked for times */
} jato_kernel_time;

/* ---- One call ---------------------------------------------------------------------------------
 */

/* Minimises the problem, or with jato_options.maximize maximises it, and writes the best point to
 * x[dim] (may be NULL) and the rest to *result (may be NULL). options NULL means the defaults.
 * Fails as jato_run_create and jato_run_step do. */
JATO_API jato_status jato_minimize_sized(const jato_problem *problem, const jato_options *options,
                                         double *x, jato_result *result, jato_error *error);
static inline jato_status jato_minimize(const jato_problem *problem, const jato_options *options,
                                        double *x, jato_result *result, jato_error *error)
{
  if (result != NULL) result->size = sizeof *result;
  return jato_minimize_sized(problem, options, x, result, error);
}

/* ---- The run, step by step --------------------------------------------------------------------
 */

/* The callbacks of a run, its objective among them, may look at the run (jato_run_get_info and
 * others that take a const run, jato_run_diversity). Calls that change it, or take its digest, fail
 * with JATO_E_ARGUMENT there: jato_run_step, _result, _save, _ask and _tell; jato_run_recall does
 * nothing. A callback may change the rounding mode, or how its thread computes in other ways: that
 * is restored when it returns, and changes no bit of the run. */

/* Creates a run: allocates all memory it will ever need, places the swarm and evaluates it once.
 * Fails with JATO_E_ARGUMENT, JATO_E_NAME, JATO_E_NOT_BUILT, JATO_E_DEVICE, JATO_E_MEMORY,
 * JATO_E_OBJECTIVE; then *out is NULL. On success *out belongs to the caller. */
JATO_API jato_status jato_run_create(const jato_problem *problem, const jato_options *options,
                                     jato_run **out, jato_error *error);

/* Makes up to `iterations` further iterations, fewer if a limit is reached, and writes why the
 * run ended, or JATO_STOP_NONE, to *stop (may be NULL). Allocates nothing. Stepping an ended run
 * does nothing. */
JATO_API jato_status jato_run_step(jato_run *run, uint64_t iterations, jato_stop *stop,
                                   jato_error *error);

/* The result so far, without the digest; x[dim] may be NULL. Costs nothing. */
JATO_API void jato_run_get_info_sized(const jato_run *run, double *x, jato_result *result);
static inline void jato_run_get_info(const jato_run *run, double *x, jato_result *result)
{
  if (result != NULL) result->size = sizeof *result;
  jato_run_get_info_sized(run, x, result);
}

/* The constraints at the best point, c[constraint_count]: NaN where they are not known, as no point
 * has a value yet, or the run was resumed from a file that does not have them. */
JATO_API void jato_run_constraints(const jato_run *run, double *c);

/* The same with the digest; this reads the whole swarm once. result may be NULL, too. */
JATO_API jato_status jato_run_result_sized(jato_run *run, double *x, jato_result *result,
                                           jato_error *error);
static inline jato_status jato_run_result(jato_run *run, double *x, jato_result *result,
                                          jato_error *error)
{
  if (result != NULL) result->size = sizeof *result;
  return jato_run_result_sized(run, x, result, error);
}

/* Copies particle i's position to x[dim], and the best value it has seen itself to *value; both may
 * be NULL. Fails with JATO_E_ARGUMENT if i is not less than the number of particles. */
JATO_API jato_status jato_run_particle(jato_run *run, uint64_t i, double *x, double *value,
                                       jato_error *error);

/* Row number `index` of where the time of this run has gone since it was created or resumed;
 * returns false past the last one, and for a run without jato_options.profile. Rows are the kinds
 * of work that were done: "place", "move", "evaluate", "judge", each a call for every pass of the
 * cpu device, with the seconds of all its threads together; "place, evaluate, judge" and "move,
 * evaluate, judge" for devices where they are one kernel; "own bests, guides", "best", "edges",
 * "copies", "method" (asked and told) and, for evaluations by other processes, "wait for
 * evaluations". */
JATO_API bool jato_run_profile_sized(const jato_run *run, size_t index, jato_kernel_time *time);
static inline bool jato_run_profile(const jato_run *run, size_t index, jato_kernel_time *time)
{
  if (time != NULL) time->size = sizeof *time;
  return jato_run_profile_sized(run, index, time);
}

/* Writes f[i], the objective at each of the n points x[n][dim], in double precision on the CPU. NaN
 * and infinite values are written as they are. Of the options, only those on compiling are used;
 * NULL means the defaults. Fails as jato_run_create does. */
JATO_API jato_status jato_problem_evaluate(const jato_problem *problem, const double *x, size_t n,
                                           double *f, const jato_options *options,
                                           jato_error *error);

/* Frees the run and sets *run to NULL. NULL and a pointer to NULL are allowed. Called from a
 * callback of the run itself it does nothing but call jato_options.notice. */
JATO_API void jato_run_destroy(jato_run **run);

JATO_C_END
#endif
