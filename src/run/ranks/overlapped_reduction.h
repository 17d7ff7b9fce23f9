/* A best that reaches the search one iteration late (jx_plan.lag): ranks compare what they have
 * found while they make the next iteration. What the others found, and whether one of them wants to
 * stop, takes effect an iteration later, on one rank as on many, so that the bits are the same. */
#pragma once

#include "run/run.h"

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
 * ranks before they do anything else together, and before anybody looks. */
jato_status jx_overlap_end(jato_run *run, jato_error *error);
