/* A run that several ranks make together: each holds a range of the swarm's tiles; or, where the
 * host evaluates, all hold the whole swarm and each evaluates a part of it. All of them make the
 * same calls. With one rank nothing here does anything. */
#pragma once

#include "record/files/shard_files.h"
#include "run/run.h"

/* Called by all ranks before they make anything: the seed is that of rank 0. Fails on its own where
 * ranks were asked for different runs, or for what takes one rank. */
jato_status jx_ranks_begin(jato_run *run, jato_error *error);

/* The evaluator of the problem; of several ranks, one that has it on each (workers.h). Fails on its
 * own. meet: called by all ranks when each has its own. */
jato_status jx_ranks_create_evaluator(jato_run *run, jato_error *error);
jato_status jx_ranks_meet(jato_run *run, jato_error *error);

/* A clock that all ranks read alike, between points that are evaluated. */
double jx_ranks_clock(const jato_run *run);

/* The limit that is reached; of several ranks, but for the clock's: see jx_ranks_agree. */
jato_stop jx_ranks_limit(const jato_run *run);

/* Called by all ranks when the search was asked: all fail where a method without the same bits
 * everywhere gives one of them other points than rank 0. */
jato_status jx_ranks_check_points(jato_run *run, jato_error *error);

/* Called by all ranks: the values of points x[count][dim] by kernels, and where r is not NULL their
 * residuals; each computes its part. */
jato_status jx_ranks_values(jato_run *run, const double *x, size_t count, double *f, double *r,
                            jato_error *error);

/* Called by all ranks: fails on its own where this one knows other evaluations than rank 0. */
jato_status jx_ranks_check_known(jato_run *run, jato_error *error);

/* Fails for what takes one rank: `what` needs the whole swarm. */
jato_status jx_ranks_refuse(const jato_run *run, const char *what, jato_error *error);

/* Called by all ranks at the end of an iteration: they fail together, where `status` of one is not
 * JATO_OK, and stop together, where the clock or the caller of one says so. *limit is the limit
 * that this rank has reached. */
jato_status jx_ranks_agree(jato_run *run, jato_status status, jato_stop *limit, jato_error *error);

/* What this rank brings to the reduction at the end of a pass, without flags: *found, with its
 * position in x[dim], which stays the caller's; of interest is what is smaller than `known`. */
jx_best_reduction jx_ranks_reduction(const jato_run *run, jato_status status,
                                     const jx_pass_result *found, double known, double *x);

/* The same in two parts. wishes: what this rank says to the others; where its clock or its caller
 * would end the run it has not ended yet, neither by run->stop nor by *limit. grant: what they have
 * said. */
unsigned jx_ranks_wishes(jato_run *run, jato_stop *limit);
void jx_ranks_grant(jato_run *run, unsigned flags, jato_stop *limit);

/* Called by all ranks: where the status of one is not JATO_OK, all fail as it does. */
jato_status jx_ranks_join(jato_run *run, jato_status status, jato_error *error);

/* Called by all ranks: fails on its own where this one has read another checkpoint than rank 0. */
jato_status jx_ranks_check_record(jato_run *run, const jx_record_info *info, jato_error *error);

/* Which of `count` particles at the same distances `rank` holds. */
void jx_ranks_own_samples(const jato_run *run, size_t count, int rank, size_t *first, size_t *own);

/* Called by all ranks: completes points[count][2], of which each has read those it holds. status:
 * of that. */
jato_status jx_ranks_share_samples(jato_run *run, jato_status status, size_t count, double *points,
                                   jato_error *error);

/* saving.c. Called by all ranks, of which there are several: hands the whole swarm to the recorder
 * of rank 0, tile by tile. status: of what came before, on this rank. They fail together. */
jato_status jx_ranks_hand_over(jato_run *run, jx_recorder *recorder, jato_status status,
                               jato_error *error);

/* ---- shards.c: a checkpoint in which each rank writes its own tiles; called by all ranks ---- */

/* Begins as {0}. */
typedef struct jx_shard_save {
  jx_shard_stem stem;
  uint64_t *parts;  /* [size][JX_SHARD_COLUMNS]; of rank 0 */
  jx_shards shards; /* for the run file, which rank 0 writes then */
} jx_shard_save;

/* Writes the swarm and adds it to the digest. They fail together. `end` follows in any case. */
jato_status jx_ranks_write_shards(jato_run *run, jx_shard_save *save, jx_digest *digest,
                                  jato_error *error);

/* status: how the checkpoint went, with the run file. */
void jx_ranks_end_shards(jato_run *run, jx_shard_save *save, jato_status status);

/* ---- overlapped_reduction.c ----
 *
 * A best that reaches the search one iteration late (jx_plan.lag): ranks compare what they have
 * found while they make the next iteration. What the others found, and whether one of them wants to
 * stop, takes effect an iteration later, on one rank as on many, so that the bits are the same. */

/* Whether the best of this generation comes late; that of the first one does not. */
int jx_overlap_is_due(const jato_run *run);

/* At the end of an iteration: what was found in the one before becomes the guide. Called by all
 * ranks; fails on all where one has failed in that one. */
jato_status jx_overlap_follow(jato_run *run, jato_error *error);

/* Then: what this rank has found in this one, or how it failed, and what it wishes; x[dim] is taken
 * from run->candidate. After a failure, jx_overlap_end has to follow. *limit is what this rank has
 * reached: what depends on its clock or caller is taken out of it and becomes a wish; what wishes
 * of the iteration before have come true is put in. Called by all ranks. */
jato_status jx_overlap_begin(jato_run *run, jato_status status, const jx_pass_result *found,
                             jato_stop *limit, jato_error *error);

/* Ends the comparison, if one is open: run->best is that of all ranks then. To be called by all
 * ranks before they do anything else together, and before the caller looks. */
jato_status jx_overlap_end(jato_run *run, jato_error *error);
