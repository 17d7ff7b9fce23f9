/* The objective of the host at points of the caller's, once each: nothing is tried again. */
#include "run/run.h"

#include <math.h>
#include <string.h>

/* Values of points in pieces that the evaluator takes at once. */
static jato_status evaluate_pieces(jato_run *run, const double *x, double *f, jato_error *error)
{
  jx_batch *batch = &run->batch;
  size_t dim = run->parts.problem->dim;
  for (uint64_t first = 0; first < run->parts.particles; first += batch->room) {
    uint64_t left = run->parts.particles - first;
    size_t count = left < batch->room ? (size_t)left : batch->room;
    memcpy(batch->x, x + first * dim, count * dim * sizeof *x);
    JX_TRY(jx_run_batch_values(run, count, error));
    for (size_t i = 0; i < count; i++)
      f[first + i] = batch->fate[i] == JATO_FATE_OK ? batch->f[i] : NAN;
  }
  return JATO_OK;
}

/* Points one by one, as many at a time as the evaluator takes. */
static jato_status evaluate_singly(jato_run *run, const double *x, double *f, jato_error *error)
{
  const jx_evaluator_ops *ops = run->parts.evaluating.ops;
  const jx_space *space = run->parts.problem->space;
  size_t dim = run->parts.problem->dim, count = run->trials.count;
  for (size_t next = 0, over = 0; over < count;) {
    for (; next < count && next - over < ops->capacity(run->evaluator); next++) {
      jx_space_values(space, x + next * dim, run->trials.values);
      JX_TRY(ops->submit(run->evaluator, next, run->trials.values, error));
    }
    jx_finished finished;
    int got = 0;
    JX_TRY(ops->wait(run->evaluator, 1, &finished, &got, error));
    if (!got) continue;
    f[finished.id] = finished.fate == JATO_FATE_OK ? finished.f : NAN;
    over++;
  }
  return JATO_OK;
}

jato_status jx_run_evaluate_on_host(jato_run *run, const double *x, double *f, jato_error *error)
{
  if (run->evaluator == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "this problem has no objective: its caller evaluates");
  return jx_run_by_batch(run) ? evaluate_pieces(run, x, f, error)
                              : evaluate_singly(run, x, f, error);
}
