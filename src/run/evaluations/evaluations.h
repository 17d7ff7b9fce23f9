/* Single evaluations outside of devices: a row of each in the run's journal, and outcomes by point,
 * so that none is evaluated twice. Nothing here changes a bit of a run whose objective answers
 * alike whenever it is asked. Other folders include no other header of this one. */
#pragma once

#include "run/evaluations/types.h"

/* Called when the run has its file, where it has one. resumed: the run file that it goes on from;
 * NULL: it begins. */
jato_status jx_evaluations_begin(jato_run *run, const char *resumed, jato_error *error);
void jx_evaluations_end(jato_run *run);

/* An outcome that was judged; sets when it began, and whether it is the last try of its evaluation:
 * it has a finite value, or no more retries. */
void jx_evaluations_note(jato_run *run, jx_outcome *outcome);
jato_status jx_evaluations_look(jato_run *run, jato_error *error); /* now and then */

/* Whether a point that was handed out is to be evaluated. If not, its outcome is known and in
 * *outcome, or, where *waits is not 0, another slot's will be its own. */
int jx_evaluations_is_new(jato_run *run, const jato_trial *trial, jx_outcome *outcome, int *waits);

/* Nothing is being evaluated any more. */
void jx_evaluations_recall(jato_run *run);

/* ---- warm_start.c ---- */

/* What the rows of the run's journal are about. */
jx_journal_shape jx_run_journal_shape(const jato_run *run);

/* Before the search is made: reads them, and chooses where it begins. Nothing where none are given.
 * Fails with JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_warm_start_load(jato_run *run, jato_error *error);

/* For a run that begins: they are known, in its journal, and the best of them is its best. */
void jx_warm_start_begin(jato_run *run);

/* A point of the first generation: one of those that it was given is known, even where a method's
 * own arithmetic has moved it by a rounding. */
void jx_warm_start_recognise(jato_run *run, const double *x, const double *values);
