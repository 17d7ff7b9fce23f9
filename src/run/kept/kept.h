/* What is kept of single evaluations outside of devices: a row of each in the run's journal, and
 * outcomes by point, so that none is evaluated twice. Nothing here changes a bit of a run whose
 * objective answers alike whenever it is asked. */
#pragma once

#include "contract/problem.h"
#include "record/journal/journal.h"
#include "run/slots.h"
#include "run/kept/known.h"

/* Called when the run has its file, where it has one. resumed: the run file that it goes on from;
 * NULL: it begins. */
jato_status jx_kept_begin(jato_run *run, const char *resumed, jato_error *error);
void jx_kept_end(jato_run *run);

/* An outcome that was judged; sets when it began, and whether it is the last try of its evaluation:
 * it has a finite value, or no more retries. */
void jx_kept_note(jato_run *run, jx_outcome *outcome);
jato_status jx_kept_look(jato_run *run, jato_error *error); /* now and then */

/* Whether a point that was handed out is to be evaluated. If not, its outcome is known and in
 * *outcome, or, where *waits is not 0, another slot's will be its own. */
int jx_kept_is_new(jato_run *run, const jato_trial *trial, jx_outcome *outcome, int *waits);

/* Nothing is being evaluated any more. */
void jx_kept_recall(jato_run *run);
