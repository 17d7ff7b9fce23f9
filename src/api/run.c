/* The public calls on runs; room `run` does the work. */
#include "api/options.h"
#include "api/warm.h"
#include "base/status.h"
#include "options/settings.h"
#include "run/evaluations/evaluations.h"
#include "run/ranks/ranks.h"
#include "run/core/spread.h"

#include <math.h>
#include <string.h>

jato_status jato_run_create(const jato_problem *problem, const jato_options *options,
                            jato_run **out, jato_error *error)
{
  jx_run_parts parts;
  jato_options own;
  JX_CLEAR_OUT(out, "run", error);
  if (problem == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "problem is NULL: there is nothing to minimise");
  JX_TRY(jx_options_read(options, &own, error));
  JX_TRY(jx_options_resolve(problem, &own, &parts, error));
  if (parts.warm_start != NULL)
    JX_TRY(jx_warm_check(problem, parts.warm_start, parts.checkpoints.forked, error));
  return jx_run_create(&parts, out, error);
}

static jato_status check_run(const jato_run *run, jato_error *error)
{
  if (run != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "run is NULL: create it with jato_run_create first");
}

jato_status jato_run_step(jato_run *run, uint64_t iterations, jato_stop *stop, jato_error *error)
{
  JX_TRY(check_run(run, error));
  JX_TRY(jx_run_enter(run, error));
  jato_status status = jx_run_advance(run, iterations, error);
  jx_run_leave(run);
  if (stop != NULL) *stop = run->stop;
  return status;
}

void jato_run_get_info_sized(const jato_run *run, double *x, jato_result *result)
{
  jato_result own;
  if (run == NULL) return;
  if (x != NULL) memcpy(x, run->best.x, run->parts.problem->dim * sizeof *x);
  if (result == NULL) return;
  jx_run_get_info(run, &own);
  jx_sized_write(&own, sizeof own, result);
}

void jato_run_constraints(const jato_run *run, double *c)
{
  if (run == NULL || c == NULL) return;
  memcpy(c, run->best.c, jx_problem_constraints(run->parts.problem) * sizeof *c);
}

static jato_status describe(jato_run *run, double *x, jato_result *result, jato_error *error)
{
  JX_TRY(jx_run_check_whole(run, error));
  JX_TRY(jx_run_end_as_saved(run, error));
  JX_TRY(jx_ranks_join(run, jx_evaluations_look(run, error), error));
  jato_run_get_info(run, x, result);
  return result != NULL ? jx_run_digest(run, &result->digest, error) : JATO_OK;
}

jato_status jato_run_result_sized(jato_run *run, double *x, jato_result *result, jato_error *error)
{
  jato_result own;
  JX_TRY(check_run(run, error));
  if (result != NULL) JX_TRY(jx_sized_check("jato_result", result, error));
  JX_TRY(jx_run_enter(run, error));
  jato_status status = describe(run, x, result != NULL ? &own : NULL, error);
  jx_run_leave(run);
  if (result != NULL && status == JATO_OK) jx_sized_write(&own, sizeof own, result);
  return status;
}

jato_status jato_run_particle(jato_run *run, uint64_t i, double *x, double *value,
                              jato_error *error)
{
  JX_TRY(check_run(run, error));
  if (i >= run->parts.particles)
    return jx_fail(error, JATO_E_ARGUMENT, "particle %llu: this run has particles 0 to %llu",
                   (unsigned long long)i, (unsigned long long)run->parts.particles - 1);
  JX_TRY(jx_points_read_one(run, i, x, value, error));
  if (value != NULL) *value = jx_shown_value(run->parts.options.maximize, *value);
  return JATO_OK;
}

bool jato_run_profile_sized(const jato_run *run, size_t index, jato_kernel_time *time)
{
  jato_kernel_time own;
  if (run == NULL || time == NULL || !jx_run_profile(run, index, &own)) return 0;
  jx_sized_write(&own, sizeof own, time);
  return 1;
}

double jato_run_diversity(jato_run *run)
{
  double diversity = NAN;
  if (run == NULL) return diversity;
  if (run->comm->size > 1) return run->diversity; /* ranks compute it together, for the trace */
  (void)jx_spread_diversity(run, &diversity, NULL);
  return diversity;
}

jato_status jato_problem_evaluate(const jato_problem *problem, const double *x, size_t n, double *f,
                                  const jato_options *options, jato_error *error)
{
  jx_run_parts parts;
  jato_options own, plain = jato_options_default();
  if (problem == NULL || x == NULL || f == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a problem, points x[n][dim] and room f[n] are needed");
  if (n == 0) return JATO_OK;
  plain.algorithm = "random";
  plain.particles = n;
  JX_TRY(jx_options_read(options, &own, error));
  plain.cache = own.cache;
  plain.compiler = own.compiler;
  plain.compile_seconds = own.compile_seconds;
  plain.temporary = own.temporary;
  plain.notice = own.notice;
  plain.notice_user = own.notice_user;
  plain.workers = own.workers;
  plain.timeout = own.timeout;
  plain.memory = own.memory;
  plain.cpu_seconds = own.cpu_seconds;
  plain.file_size = own.file_size;
  plain.sandbox = own.sandbox;
  plain.key = own.key;
  plain.setuid = own.setuid;
  plain.adopt_children = own.adopt_children;
  plain.allocator = own.allocator;
  JX_TRY(jx_options_resolve(problem, &plain, &parts, error));
  return jx_run_evaluate_at(&parts, x, f, error);
}

void jato_run_destroy(jato_run **run)
{
  if (run == NULL || *run == NULL) return;
  if (!(*run)->is_in_call) {
    jx_run_destroy(run);
    return;
  }
  jx_notice_send((*run)->parts.toolchain.notice, (*run)->parts.toolchain.notice_user,
                 "a run cannot be destroyed by a callback of its own, and goes on; return nonzero "
                 "from jato_options.progress to stop it");
}

jato_status jato_minimize_sized(const jato_problem *problem, const jato_options *options, double *x,
                                jato_result *result, jato_error *error)
{
  jato_run *run = NULL;
  jato_status status = JATO_OK;
  JX_TRY(jato_run_create(problem, options, &run, error));
  JX_TRY_DONE(jato_run_step(run, UINT64_MAX, NULL, error));
  JX_TRY_DONE(jato_run_result_sized(run, x, result, error));
done:
  jato_run_destroy(&run);
  return status;
}
