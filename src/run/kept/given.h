/* Points whose values were known before the run began (jato_options.warm_start): from the journal
 * of another run, or from a table. They count as evaluated, and the best of them are where the
 * search begins. A run keeps them in its own journal, and takes them from there when it is resumed.
 */
#pragma once

#include "run/run.h"

/* What the rows of the run's journal are about. */
jx_journal_shape jx_given_shape(const jato_run *run);

/* Before the search is made: reads them, and chooses where it begins. Nothing where none are given.
 * Fails with JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_given_load(jato_run *run, jato_error *error);
void jx_given_destroy(jato_run *run);

/* Of a run that begins: they are known, in its journal, and the best of them is its best. */
void jx_given_begin(jato_run *run);

/* A point of the first generation: one of those that it was given is known, even where a method's
 * own arithmetic has moved it by a rounding. */
void jx_given_recognise(jato_run *run, const double *x, const double *values);
