#include "run/ranks/ranks.h"

#include "base/clock.h"
#include "run/ranks/workers.h"

#include <string.h>

static int are_several(const jato_run *run) { return run->comm->size > 1; }

/* ---- Beginning ---- */

static void add_text(jx_digest *digest, const char *text)
{
  if (text != NULL) jx_digest_add(digest, text, strlen(text) + 1);
}

static void add_problem(jx_digest *digest, const jato_problem *problem)
{
  const jx_objective *objective = &problem->objective;
  add_text(digest, problem->name);
  add_text(digest, objective->kernel);
  add_text(digest, objective->source);
  add_text(digest, objective->study);
  jx_digest_add_u64(digest, (uint64_t)objective->kind);
  jx_digest_add(digest, &objective->parameter, sizeof objective->parameter);
  if (objective->data_count > 0)
    jx_digest_add(digest, objective->data, objective->data_count * sizeof *objective->data);
  jx_digest_add_u64(digest, problem->dim);
  jx_digest_add(digest, problem->lower, problem->dim * sizeof *problem->lower);
  jx_digest_add(digest, problem->upper, problem->dim * sizeof *problem->upper);
}

/* Covers all that decides what a run does, and when it stops. */
static uint64_t hash_of_settings(const jx_run_parts *parts)
{
  const jx_limits *limits = &parts->limits;
  const jx_evaluating *evaluating = &parts->evaluating;
  char spec[1024];
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                spec, sizeof spec);
  add_text(&digest, spec);
  add_text(&digest, parts->walls);
  add_text(&digest, parts->checkpoints.path);
  add_text(&digest, parts->checkpoints.journal);
  add_text(&digest, parts->warm_start);
  add_problem(&digest, parts->problem);
  const uint64_t counts[] = {(uint64_t)parts->precision,
                             parts->particles,
                             limits->iterations,
                             limits->evaluations,
                             limits->stall,
                             parts->planned_iterations,
                             parts->planned_evaluations,
                             (uint64_t)evaluating->order,
                             evaluating->retries,
                             (uint64_t)evaluating->stop_on_failure,
                             (uint64_t)evaluating->reuses,
                             evaluating->failures_in_row,
                             (uint64_t)parts->checkpoints.no_journal,
                             parts->checkpoints.frames};
  jx_digest_add(&digest, counts, sizeof counts);
  jx_digest_add(&digest, &limits->seconds, sizeof limits->seconds);
  jx_digest_add(&digest, &limits->target, sizeof limits->target);
  return jx_digest_end(&digest);
}

jato_status jx_ranks_refuse(const jato_run *run, const char *what, jato_error *error)
{
  if (run->comm == NULL || !are_several(run)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s goes with one rank so far, and there are %d; start it without mpirun, or with "
                 "-n 1 (docs/cluster.md says what is spread over ranks)",
                 what, run->comm->size);
}

jato_status jx_ranks_begin(jato_run *run, jato_error *error)
{
  jx_run_parts *parts = &run->parts;
  const jx_comm_ops *ops = run->comm->ops;
  if (!are_several(run)) return JATO_OK;
  uint64_t own = hash_of_settings(parts), first = own;
  JX_TRY(ops->broadcast(run->comm, 0, &parts->seed, sizeof parts->seed, error));
  JX_TRY(ops->broadcast(run->comm, 0, &first, sizeof first, error));
  if (own != first)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this rank was asked for another run than rank 0; all ranks take the same "
                   "problem and the same options");
  run->pieces = jx_pool_take(&run->pool, (size_t)run->comm->size, sizeof *run->pieces);
  if (run->pieces == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for ranks");
  if (parts->evaluating.host_objective && parts->evaluating.ops == NULL)
    return jx_ranks_refuse(run, "an objective that the caller evaluates", error);
  return JATO_OK;
}

jato_status jx_ranks_join(jato_run *run, jato_status status, jato_error *error)
{
  unsigned flags = 0;
  return are_several(run) ? run->comm->ops->agree(run->comm, status, &flags, error) : status;
}

/* Whether it is the same checkpoint; others may have been written while the ranks were looking. */
jato_status jx_ranks_check_record(jato_run *run, const jx_record_info *info, jato_error *error)
{
  uint64_t own[] = {info->result.iterations, info->result.digest}, first[2];
  if (!are_several(run)) return JATO_OK;
  memcpy(first, own, sizeof own);
  JX_TRY(run->comm->ops->broadcast(run->comm, 0, first, sizeof first, error));
  if (memcmp(own, first, sizeof own) == 0) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s: this rank sees iteration %llu, and rank 0 iteration %llu; all ranks need the "
                 "same file system, and no other run may save to the file",
                 info->path, (unsigned long long)own[0], (unsigned long long)first[0]);
}

/* ---- Evaluations of the host ---- */

static int has_workers(const jato_run *run) { return are_several(run) && run->evaluator != NULL; }

jato_status jx_ranks_create_evaluator(jato_run *run, jato_error *error)
{
  jx_evaluating *evaluating = &run->parts.evaluating;
  jx_evaluator_config config = jx_run_evaluator_config(&run->parts);
  if (!are_several(run)) return evaluating->ops->create(&config, &run->evaluator, error);
  const jx_evaluator_ops *own = evaluating->ops;
  evaluating->ops = jx_workers_ops(own);
  return jx_workers_create(own, &config, run->comm, &run->evaluator, error);
}

jato_status jx_ranks_meet(jato_run *run, jato_error *error)
{
  return has_workers(run) ? jx_workers_meet(run->evaluator, error) : JATO_OK;
}

double jx_ranks_clock(const jato_run *run)
{
  return has_workers(run) ? jx_workers_clock(run->evaluator) : jx_clock_seconds();
}

jato_status jx_ranks_values(jato_run *run, const double *x, size_t count, double *f, double *r,
                            jato_error *error)
{
  jx_comm *comm = run->comm;
  size_t dim = run->parts.problem->dim, residuals = run->batch.residuals;
  size_t first = (size_t)jx_comm_first(comm, count, comm->rank);
  size_t own = (size_t)jx_comm_first(comm, count, comm->rank + 1) - first;
  jato_status status = JATO_OK;
  if (own > 0 && r != NULL)
    jx_devices_residuals(&run->devices, x + first * dim, own, f + first, r + first * residuals);
  else if (own > 0)
    status = jx_devices_values(&run->devices, x + first * dim, own, f + first, error);
  if (!are_several(run)) return status;
  JX_TRY(jx_ranks_join(run, status, error));
  JX_TRY(jx_workers_gather(comm, f, count, sizeof *f, run->pieces, error));
  if (r == NULL) return JATO_OK;
  return jx_workers_gather(comm, r, count, residuals * sizeof *r, run->pieces, error);
}

/* Whether all ranks have what rank 0 has. */
static jato_status compare(jato_run *run, uint64_t own, int *is_same, jato_error *error)
{
  uint64_t first = own;
  JX_TRY(run->comm->ops->broadcast(run->comm, 0, &first, sizeof first, error));
  *is_same = own == first;
  return JATO_OK;
}

/* For a method without the same bits everywhere: each rank asks its own. */
static jato_status check_points(jato_run *run, jato_error *error)
{
  const jx_generation *asked = &run->asked;
  int is_same = 1;
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, asked->x, asked->count * run->parts.problem->dim * sizeof *asked->x);
  JX_TRY(compare(run, jx_digest_end(&digest), &is_same, error));
  if (is_same) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s gives this rank other points than rank 0: take an algorithm with the same "
                 "bits everywhere (`jato list algorithms`), or machines of one kind",
                 run->parts.algorithm->name);
}

jato_status jx_ranks_check_points(jato_run *run, jato_error *error)
{
  int needs_look = are_several(run) && (run->parts.algorithm->traits & JX_SAME_BITS) == 0;
  return needs_look ? jx_ranks_join(run, check_points(run, error), error) : JATO_OK;
}

jato_status jx_ranks_check_known(jato_run *run, jato_error *error)
{
  int is_same = 1;
  if (!are_several(run)) return JATO_OK;
  JX_TRY(compare(run, jx_value_cache_digest(&run->evaluated.cache), &is_same, error));
  if (is_same) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "this rank reads other evaluations than rank 0 in the journal or the table that "
                 "the run begins with; all ranks need the same file system");
}

/* ---- A film of the swarm ---- */

static int holder_of(const jato_run *run, size_t k, size_t count)
{
  uint64_t particle = k * run->asked.count / count;
  return jx_devices_rank_of(&run->devices, jx_shape_find(&run->devices.shape, particle).tile);
}

void jx_ranks_own_samples(const jato_run *run, size_t count, int rank, size_t *first, size_t *own)
{
  *first = 0;
  *own = count;
  if (!jx_devices_has_ranks(&run->devices)) return;
  while (*first < count && holder_of(run, *first, count) < rank) ++*first;
  *own = 0;
  while (*first + *own < count && holder_of(run, *first + *own, count) == rank) ++*own;
}

jato_status jx_ranks_share_samples(jato_run *run, jato_status status, size_t count, double *points,
                                   jato_error *error)
{
  jx_comm *comm = run->comm;
  JX_TRY(jx_ranks_join(run, status, error));
  if (!jx_run_has_swarm(run) || !jx_devices_has_ranks(&run->devices)) return JATO_OK;
  for (int rank = 0; rank < comm->size; rank++) {
    size_t first = 0, some = 0;
    jx_ranks_own_samples(run, count, rank, &first, &some);
    if (some > 0)
      JX_TRY(
          comm->ops->broadcast(comm, rank, points + 2 * first, 2 * some * sizeof *points, error));
  }
  return JATO_OK;
}

/* ---- Every iteration ---- */

jato_stop jx_ranks_limit(const jato_run *run)
{
  return are_several(run) ? jx_limits_reached_by_work(run) : jx_limits_reached(run);
}

jx_best_reduction jx_ranks_reduction(const jato_run *run, jato_status status,
                                     const jx_pass_result *found, double known, double *x)
{
  return (jx_best_reduction){.status = status,
                             .found = *found,
                             .known = known,
                             .x = x,
                             .dim = run->parts.problem->dim,
                             .in_float = jx_run_in_float(&run->parts)};
}

enum { CALLER_STOPS = 1, TIME_IS_OVER = 2, CHECKPOINT_IS_DUE = 4 };

unsigned jx_ranks_wishes(jato_run *run, jato_stop *limit)
{
  unsigned flags = 0;
  if (run->stop == JATO_STOP_CALLBACK) flags |= CALLER_STOPS;
  if (*limit == JATO_STOP_TIME) flags |= TIME_IS_OVER;
  if (run->comm->rank == 0 && run->seconds >= run->checkpoint.due) flags |= CHECKPOINT_IS_DUE;
  if (flags & CALLER_STOPS) run->stop = JATO_STOP_NONE;
  if (flags & TIME_IS_OVER) *limit = JATO_STOP_NONE;
  return flags;
}

void jx_ranks_grant(jato_run *run, unsigned flags, jato_stop *limit)
{
  run->checkpoint.is_wanted = (flags & CHECKPOINT_IS_DUE) != 0;
  if (flags & CALLER_STOPS) jx_run_stop(run, JATO_STOP_CALLBACK);
  /* Limits that are looked at before the clock are the same on all ranks. */
  int is_later = *limit == JATO_STOP_NONE || *limit == JATO_STOP_CONVERGED;
  if ((flags & TIME_IS_OVER) && is_later) *limit = JATO_STOP_TIME;
}

jato_status jx_ranks_agree(jato_run *run, jato_status status, jato_stop *limit, jato_error *error)
{
  unsigned flags = jx_ranks_wishes(run, limit);
  JX_TRY(run->comm->ops->agree(run->comm, status, &flags, error));
  jx_ranks_grant(run, flags, limit);
  return JATO_OK;
}
