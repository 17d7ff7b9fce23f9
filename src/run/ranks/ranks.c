#include "run/ranks/ranks.h"

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
  jx_digest_add_u64(digest, (uint64_t)objective->kind);
  jx_digest_add(digest, &objective->parameter, sizeof objective->parameter);
  if (objective->data_count > 0)
    jx_digest_add(digest, objective->data, objective->data_count * sizeof *objective->data);
  jx_digest_add_u64(digest, problem->dim);
  jx_digest_add(digest, problem->lower, problem->dim * sizeof *problem->lower);
  jx_digest_add(digest, problem->upper, problem->dim * sizeof *problem->upper);
}

/* Of all that decides what a run does, and when it stops. */
static uint64_t hash_of_settings(const jx_run_parts *parts)
{
  const jx_limits *limits = &parts->limits;
  char spec[1024];
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                spec, sizeof spec);
  add_text(&digest, spec);
  add_text(&digest, parts->walls);
  add_text(&digest, parts->checkpoints.path);
  add_problem(&digest, parts->problem);
  const uint64_t counts[] = {
      (uint64_t)parts->precision, parts->particles, limits->iterations,
      limits->evaluations,        limits->stall,    parts->planned_iterations,
      parts->planned_evaluations};
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

/* One that gives points is asked by each rank for the same ones; residuals are those of one. */
static jato_status check_method(const jato_run *run, jato_error *error)
{
  const jx_algorithm_ops *algorithm = run->parts.algorithm;
  if (!(algorithm->traits & JX_SAME_BITS))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s may give other points on other machines, and there are %d ranks; take an "
                   "algorithm with the same bits everywhere (`jato list algorithms`), or one rank",
                   algorithm->name, run->comm->size);
  return algorithm->traits & JX_RESIDUALS ? jx_ranks_refuse(run, algorithm->name, error) : JATO_OK;
}

jato_status jx_ranks_begin(jato_run *run, jato_error *error)
{
  jx_run_parts *parts = &run->parts;
  const jx_comm_ops *ops = run->comm->ops;
  if (!are_several(run)) return JATO_OK;
  uint64_t own = hash_of_settings(parts), first = own;
  JX_TRY(ops->share(run->comm, 0, &parts->seed, sizeof parts->seed, error));
  JX_TRY(ops->share(run->comm, 0, &first, sizeof first, error));
  if (own != first)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this rank was asked for another run than rank 0; all ranks take the same "
                   "problem and the same options");
  if (parts->evaluating.host_objective)
    return jx_ranks_refuse(run, "an objective that is no kernel or C source", error);
  if (parts->warm_start != NULL)
    return jx_ranks_refuse(run, "a run that begins with what others have found", error);
  if (parts->checkpoints.frames != 0)
    return jx_ranks_refuse(run, "a film of the swarm (--frames)", error);
  return check_method(run, error);
}

jato_status jx_ranks_join(jato_run *run, jato_status status, jato_error *error)
{
  unsigned flags = 0;
  return are_several(run) ? run->comm->ops->agree(run->comm, status, &flags, error) : status;
}

/* Of the same checkpoint; others may have been written while the ranks were looking. */
jato_status jx_ranks_check_record(jato_run *run, const jato_record_info *info, jato_error *error)
{
  uint64_t own[] = {info->result.iterations, info->result.digest}, first[2];
  if (!are_several(run)) return JATO_OK;
  memcpy(first, own, sizeof own);
  JX_TRY(run->comm->ops->share(run->comm, 0, first, sizeof first, error));
  if (memcmp(own, first, sizeof own) == 0) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s: this rank sees iteration %llu, and rank 0 iteration %llu; all ranks need the "
                 "same file system, and no other run may save to the file",
                 info->path, (unsigned long long)own[0], (unsigned long long)first[0]);
}

/* ---- Every iteration ---- */

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
