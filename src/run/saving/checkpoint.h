/* How a run is kept while it goes on: checkpoint.c. */
#pragma once

#include "run/run.h"

/* Keeps other runs from the file, or fails. */
jato_status jx_checkpoint_lock(jato_run *run, jato_error *error);

/* Signs what resuming would run, where there is a key. A run that cannot be signed goes on: its
 * file will be taken for somebody else's, and the caller gets a notice. */
void jx_checkpoint_sign(jato_run *run);

/* Makes the recorder that the parts ask for; record is NULL for a new run. */
jato_status jx_checkpoint_begin(jato_run *run, const jato_record *record, jato_error *error);
void jx_checkpoint_end(jato_run *run);

/* note: keeps what is worth keeping of an iteration, and begins a checkpoint where one is due;
 * stop: the last one. Both fail only where a checkpoint must be written and cannot. */
jato_status jx_checkpoint_note(jato_run *run, jato_error *error);
int jx_checkpoint_is_due(const jato_run *run); /* whether `note` would do something */
jato_status jx_checkpoint_look(jato_run *run, jato_error *error); /* between iterations */
jato_status jx_checkpoint_stop(jato_run *run, jato_error *error);
jato_status jx_checkpoint_save(jato_run *run, const char *path, jato_error *error);
