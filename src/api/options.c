/* Resolves the names in options. */
#define _POSIX_C_SOURCE 200809L

#include "api/options.h"

#include "api/budget.h"
#include "api/choose.h"
#include "record/files/rotate.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_COMPILE_SECONDS 60
#define DEFAULT_CHECKPOINT_SECONDS 30

/* A sum of squares can be minimised, but not maximised. */
static jato_status check_goal(const jato_problem *problem, const jato_options *options,
                              jato_error *error)
{
  if (!options->maximize || !problem->objective.has_residuals) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "maximize: the objective is a sum of squared residuals, which can only be "
                 "minimised; leave it out, or return a value instead of residuals");
}

/* Reads the devices of a run, such as "opencl:0+cpu". */
static jato_status resolve_devices(const char *specs, jx_run_parts *parts, jato_error *error)
{
  jx_text rest = jx_text_of(specs);
  for (int is_last = 0; !is_last;) {
    char spec[256];
    jx_text one = jx_text_cut(&rest, '+');
    is_last = one.start + one.length == rest.start; /* no + follows */
    if (parts->device_count == JX_DEVICES_MAX)
      return jx_fail(error, JATO_E_ARGUMENT, "device %s: a run takes at most %d devices", specs,
                     JX_DEVICES_MAX);
    if (one.length >= sizeof spec)
      return jx_fail(error, JATO_E_ARGUMENT, "device %.60s...: too long", specs);
    memcpy(spec, one.start, one.length);
    spec[one.length] = '\0';
    jx_device_choice *choice = &parts->devices[parts->device_count++];
    JX_TRY(jx_registry_device(spec, &choice->ops, error));
    JX_TRY(jx_spec_read(spec, choice->ops->parameters, &choice->values, error));
  }
  return JATO_OK;
}

static jx_toolchain toolchain_of(const jato_options *options)
{
  return (jx_toolchain){.cache = options->cache,
                        .compiler = options->compiler,
                        .seconds = options->compile_seconds > 0 ? options->compile_seconds
                                                                : DEFAULT_COMPILE_SECONDS,
                        .temporary = options->temporary,
                        .notice = options->notice,
                        .notice_user = options->notice_user};
}

static jato_status resolve_checkpoints(const jato_options *options, jx_checkpoint_plan *plan,
                                       jato_error *error)
{
  if (!(options->checkpoint >= 0))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "checkpoint is %g; seconds between checkpoints are 0 (30) or more",
                   options->checkpoint);
  if (options->keep_checkpoints > JX_KEEP_MOST)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "keep_checkpoints is %u; at most %d earlier checkpoints can stay",
                   options->keep_checkpoints, JX_KEEP_MOST);
  *plan = (jx_checkpoint_plan){
      .format = jx_registry_format(),
      .path = options->save,
      .key = options->key,
      .every = options->checkpoint > 0 ? options->checkpoint : DEFAULT_CHECKPOINT_SECONDS,
      .keep = options->keep_checkpoints > 0 ? options->keep_checkpoints : 1,
      .frames = options->record_frames,
      .shards = options->shards,
      .must_save = options->must_save,
      .forked = options->save_forked,
      .journal = options->journal,
      .no_journal = options->no_journal,
      .resume_journal = options->resume_journal,
      .must_be_new = options->save_new};
  return JATO_OK;
}

/* The address of N in cpu:threads=N, which is 0 by default; NULL for a device of another kind. */
static double *threads_of_choice(jx_device_choice *choice)
{
  if (choice->ops->in_process == NULL) return NULL;
  return jx_spec_value(choice->ops->parameters, &choice->values, "threads");
}

/* The number of threads for a function that several may call at once: the most that move the swarm,
 * since devices of this process compute one after the other. */
static size_t threads_of(const jx_run_parts *parts)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  double asked = 0;
  for (size_t i = 0; i < parts->device_count; i++) {
    jx_device_choice choice = parts->devices[i];
    const double *threads = threads_of_choice(&choice);
    if (threads != NULL) asked = fmax(asked, *threads);
  }
  return asked > 0 ? (size_t)asked : cores > 0 ? (size_t)cores : 1;
}

size_t jx_options_runs_at_once(const jx_run_parts *parts)
{
  const jx_objective *objective = &parts->problem->objective;
  for (size_t i = 0; i < parts->device_count; i++)
    if (parts->devices[i].ops->in_process == NULL) return 1;
  return !parts->evaluating.host_objective || objective->concurrent ? threads_of(parts) : 1;
}

void jx_options_limit_to_one_thread(jx_run_parts *parts)
{
  for (size_t i = 0; i < parts->device_count; i++) {
    double *threads = threads_of_choice(&parts->devices[i]);
    if (threads != NULL) *threads = 1;
  }
  parts->evaluating.workers = 1;
}

jx_program_limits jx_options_limits(const jato_options *options)
{
  return (jx_program_limits){.memory = options->memory,
                             .file_size = options->file_size,
                             .cpu_seconds = options->cpu_seconds,
                             .sandbox = options->sandbox,
                             .setuid = options->setuid};
}

/* Values of programs are reused, since they take time; for functions, the caller decides. */
static int is_reusing(const jx_objective *objective, const jato_options *options)
{
  if (options->repeat_points) return 0;
  return options->warm_start != NULL || options->reuse_points ||
         objective->kind == JX_OBJECTIVE_COMMAND || objective->kind == JX_OBJECTIVE_OBJECT;
}

static jato_status resolve_evaluating(const jato_problem *problem, const jato_options *options,
                                      jx_run_parts *parts, jato_error *error)
{
  const jx_objective *objective = &problem->objective;
  jx_evaluating *evaluating = &parts->evaluating;
  if (!(options->timeout >= 0))
    return jx_fail(error, JATO_E_ARGUMENT, "timeout is %g; a limit of time is 0 (none) or more",
                   options->timeout);
  if (!(options->cpu_seconds >= 0))
    return jx_fail(error, JATO_E_ARGUMENT, "cpu_seconds is %g; a limit of time is 0 (none) or more",
                   options->cpu_seconds);
  *evaluating = (jx_evaluating){.ops = jx_registry_evaluator(objective->kind),
                                .host_objective = JX_IS_HOST_OBJECTIVE(objective),
                                .workers = options->workers,
                                .timeout = options->timeout > 0 ? options->timeout : INFINITY,
                                .limits = jx_options_limits(options),
                                .retries = options->retries,
                                .stop_on_failure = options->stop_on_failure,
                                .failures_in_row = options->failures_in_row,
                                .adopts = options->adopt_children,
                                .reuses = is_reusing(objective, options)};
  if (options->sandbox && objective->kind != JX_OBJECTIVE_COMMAND)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "sandbox works only with programs, and this objective runs inside of this process");
  if (options->order != NULL)
    JX_TRY(jx_apply_order_read(options->order, &evaluating->order, error));
  if (!evaluating->host_objective) {
    evaluating->order = JX_BY_ITERATION;
    return JATO_OK;
  }
  if (evaluating->order != JX_BY_ITERATION && !(parts->algorithm->traits & JX_ONE_BY_ONE))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s needs all values of a generation before it continues; use the order "
                   "iteration, or an algorithm that works point by point (`jato list "
                   "algorithms`)",
                   parts->algorithm->name);
  if (evaluating->workers == 0) evaluating->workers = objective->concurrent ? threads_of(parts) : 1;
  return JATO_OK;
}

jato_status jx_options_make_search(const char *spec, const jx_search_setup *asked, jx_search **out,
                                   jato_error *error)
{
  const jx_algorithm_ops *ops = NULL;
  jx_values values;
  jx_search_setup setup = *asked;
  JX_TRY(jx_registry_method(spec, asked->method, &ops, &values, error));
  setup.values = &values;
  if (setup.particles == 0) setup.particles = values.particles;
  if (setup.particles == 0) setup.particles = jx_budget_usual_particles(ops, setup.dim);
  return ops->create(&setup, out, error);
}

jato_status jx_options_resolve(const jato_problem *problem, const jato_options *options,
                               jx_run_parts *parts, jato_error *error)
{
  const jato_options usual = jato_options_default();
  const char *device = options->device != NULL ? options->device : usual.device;
  const char *walls = options->walls != NULL ? options->walls : usual.walls;
  jx_choice choice = jx_choose(problem, options);
  *parts = (jx_run_parts){.problem = problem,
                          .options = *options,
                          .chosen = choice.because,
                          .comm = options->ranks ? jx_registry_ranks() : jx_registry_comm(),
                          .patience =
                              options->rank_timeout > 0 ? options->rank_timeout : JX_RANK_SECONDS,
                          .make_search = jx_options_make_search,
                          .method = options->method,
                          .precision = options->precision,
                          .seed = options->seed,
                          .warm_start = options->warm_start,
                          .toolchain = toolchain_of(options),
                          .progress = options->progress,
                          .progress_user = options->progress_user,
                          .event = options->event,
                          .event_user = options->event_user,
                          .allocator = jx_allocator_or_default(options->allocator)};
  if (options->precision != JATO_DOUBLE && options->precision != JATO_FLOAT)
    return jx_fail(error, JATO_E_ARGUMENT, "precision is %d; take JATO_DOUBLE or JATO_FLOAT",
                   (int)options->precision);
  JX_TRY(check_goal(problem, options, error));
  JX_TRY(jx_registry_method(choice.algorithm, options->method, &parts->algorithm,
                            &parts->algorithm_values, error));
  JX_TRY(resolve_devices(device, parts, error));
  (void)snprintf(parts->device, sizeof parts->device, "%s", device);
  JX_TRY(resolve_evaluating(problem, options, parts, error));
  JX_TRY(resolve_checkpoints(options, &parts->checkpoints, error));
  JX_TRY(jx_registry_walls(walls, &parts->wall, &parts->walls, error));
  return jx_budget_resolve(options, parts, error);
}

/* ---- Names alone ---- */

jato_status jx_options_check_algorithm(const char *spec, jato_error *error)
{
  const jx_algorithm_ops *ops = NULL;
  jx_values values;
  JX_TRY(jx_registry_algorithm(spec, &ops, error));
  if (ops->read != NULL) return JATO_OK; /* what it would have loaded is loaded by its run */
  return jx_spec_read(spec, ops->parameters, &values, error);
}

jato_status jx_options_check_device(const char *specs, jato_error *error)
{
  jx_run_parts parts = {0};
  return resolve_devices(specs, &parts, error);
}

jato_status jx_options_check_walls(const char *name, jato_error *error)
{
  int wall;
  const char *known;
  return jx_registry_walls(name, &wall, &known, error);
}
