/* Many runs in one call: the seeds of one problem, or one swarm for each of many data sets. */
#ifndef JATO_MANY_H
#define JATO_MANY_H

#include "run.h"

JATO_C_BEGIN

/* One of the runs. Never gets more members. */
typedef struct jato_task {
  const jato_problem *problem; /* borrowed during the call; several tasks may have the same one */
  uint64_t seed;
} jato_task;

/* Minimises every task as jato_minimize would with its problem and seed, bit for bit, and writes
 * the best points to x[count][dim] (may be NULL) and the rest to results[count]. All problems have
 * the same number of variables.
 *
 * On the cpu, each run stays on one thread with its swarm in that core's cache, and as many runs
 * are made side by side as the device has threads (cpu:threads=N, or all cores): for many small
 * runs this is faster than one after the other, where all threads share each iteration. On OpenCL
 * and CUDA a pass makes many runs, a work-group for each, where they are swarms that follow the
 * best of their run (pso with topology=global and exchange=1) without a limit of seconds, of the
 * same kernel or C source: data, boxes and parameters may differ. Their `seconds` are those of the
 * runs they were made with. All other runs on such devices, and those of objectives that only one
 * thread may call, are made one after the other: for C source, name a cache folder in the options,
 * since otherwise each of them compiles it.
 *
 * Of the options (NULL: the defaults), seed, profile and event are not used, and save must be NULL.
 * progress is called by one thread at a time, not always the caller's, about ten times a second and
 * at the end: `iteration` is the number of runs that have ended, `fraction` their share,
 * evaluations, nonfinite and failed are theirs together, best is the smallest of them, and run is
 * NULL. If it returns nonzero, runs under way stop with JATO_STOP_CALLBACK, and those not begun
 * have JATO_STOP_NONE and no evaluations.
 *
 * Fails as jato_minimize does; of several runs that fail, the error is that of the first. The size
 * of the first result is that of all of them. */
JATO_API jato_status jato_minimize_many_sized(const jato_task *tasks, size_t count,
                                              const jato_options *options, double *x,
                                              jato_result *results, jato_error *error);
static inline jato_status jato_minimize_many(const jato_task *tasks, size_t count,
                                             const jato_options *options, double *x,
                                             jato_result *results, jato_error *error)
{
  if (results != NULL && count > 0) results[0].size = sizeof *results;
  return jato_minimize_many_sized(tasks, count, options, x, results, error);
}

JATO_C_END
#endif
