/* Evaluations outside of devices, spread over ranks: an evaluator like any other, that has one of
 * the problem's own on each rank. All ranks submit the same points and get the same outcomes in the
 * same order; each evaluates its part of them. */
#pragma once

#include "contract/comm.h"
#include "contract/evaluator.h"

/* What calls them: an evaluator that takes many points at once where `own` does. */
const jx_evaluator_ops *jx_workers_ops(const jx_evaluator_ops *own);

/* own: of the problem, and made here. Says nothing to other ranks, so that it may fail alone. */
jato_status jx_workers_create(const jx_evaluator_ops *own, const jx_evaluator_config *config,
                              jx_comm *comm, jx_evaluator **out, jato_error *error);

/* Called by all ranks before the first point: how many points each can have at a time. */
jato_status jx_workers_meet(jx_evaluator *workers, jato_error *error);

/* Rank 0's clock at the last exchange: the same on all ranks. */
double jx_workers_clock(const jx_evaluator *workers);

/* Called by all ranks: data[count] of `bytes` each, of which every rank has its own. work: [size].
 */
jato_status jx_workers_gather(jx_comm *comm, void *data, size_t count, size_t bytes, size_t *work,
                              jato_error *error);
