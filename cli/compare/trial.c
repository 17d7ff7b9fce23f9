#include "compare/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/progress.h"

/* Evaluations with the same number share a row: each has its own up to 2047, and then so many as
 * agree in their first eleven bits. */
static uint64_t bucket_of(uint64_t evaluations)
{
  uint64_t shift = 0;
  for (; evaluations >= 2048; evaluations >>= 1) shift++;
  return shift << 11 | evaluations;
}

/* The row behind the last one; NULL without memory. */
static jato_improvement *make_row(cli_trial *trial)
{
  if (trial->rows == NULL || trial->row_count == trial->row_room) {
    size_t room = trial->row_room == 0 ? 64 : 2 * trial->row_room;
    jato_improvement *rows = realloc(trial->rows, room * sizeof *rows);
    if (rows == NULL) return NULL;
    trial->rows = rows;
    trial->row_room = room;
  }
  return &trial->rows[trial->row_count++];
}

double cli_trial_cost(const cli_trial *trial, double value)
{
  return trial->maximize ? -value : value;
}

bool cli_trial_add(cli_trial *trial, uint64_t evaluations, double best)
{
  jato_improvement *last = trial->row_count > 0 ? &trial->rows[trial->row_count - 1] : NULL;
  double before = last != NULL ? cli_trial_cost(trial, last->best) : INFINITY;
  if (!(cli_trial_cost(trial, best) < before)) return true;
  bool shared = last != NULL && bucket_of(last->evaluations) == bucket_of(evaluations);
  jato_improvement *row = shared ? last : make_row(trial);
  if (row != NULL) *row = (jato_improvement){evaluations, best};
  return row != NULL;
}

void cli_trial_forget(cli_trial *trial)
{
  free(trial->rows);
  trial->rows = NULL;
  trial->row_count = trial->row_room = 0;
  trial->done = false;
}

/* ---- The run ---- */

typedef struct watched {
  cli_trial *trial;
  const cli_trial_watcher *watcher;
  bool no_memory;
} watched;

/* A point that violates a constraint is no result, whatever its value. */
static double feasible(const cli_trial *trial, double best, double violation)
{
  return violation > 0 ? cli_trial_cost(trial, INFINITY) : best;
}

static int on_progress(const jato_progress *now, void *user)
{
  watched *run = user;
  double best = feasible(run->trial, now->best, now->violation);
  if (!cli_trial_add(run->trial, now->evaluations, best)) run->no_memory = true;
  run->watcher->see(now->fraction, now->seconds, run->watcher->user);
  return run->no_memory || cli_interrupted() ? 1 : 0;
}

/* What there is now, at the beginning and at the end. */
static void look(watched *run, const jato_run *of)
{
  jato_result result;
  cli_trial *trial = run->trial;
  jato_run_get_info(of, NULL, &result);
  trial->best = feasible(trial, result.best, result.violation);
  trial->evaluations = result.evaluations;
  trial->stop = result.stop;
  if (!cli_trial_add(trial, result.evaluations, trial->best)) run->no_memory = true;
}

jato_status cli_trial_perform(cli_trial *trial, const jato_problem *problem,
                              const jato_options *options, const cli_trial_watcher *watcher,
                              jato_error *error)
{
  jato_run *run = NULL;
  watched seen = {trial, watcher, false};
  jato_options chosen = *options;
  chosen.seed = trial->seed;
  chosen.progress = on_progress;
  chosen.progress_user = &seen;
  jato_status status = jato_run_create(problem, &chosen, &run, error);
  if (status == JATO_OK) {
    look(&seen, run);
    status = jato_run_step(run, UINT64_MAX, NULL, error);
  }
  if (status == JATO_OK) look(&seen, run);
  jato_run_destroy(&run);
  if (status == JATO_OK && seen.no_memory) {
    snprintf(error->text, sizeof error->text, "not enough memory for what a run found");
    status = error->status = JATO_E_MEMORY;
  }
  trial->done = status == JATO_OK && trial->stop != JATO_STOP_CALLBACK;
  if (!trial->done) cli_trial_forget(trial);
  return status;
}
