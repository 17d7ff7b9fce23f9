/* The recorder of contract/recorder.h for any format: rows and frames in memory, checkpoints handed
 * to a thread of its own or, where that cannot be, written at once. */
#ifndef JX_SCRIBE_H
#define JX_SCRIBE_H

#include "contract/recorder.h"
#include "record/format.h"

jato_status jx_scribe_create(const jx_format *format, const jx_recorder_config *wish,
                             jx_recorder **out, jato_error *error);

/* The rest is as the contract says. */
void jx_scribe_destroy(jx_recorder **recorder);
int jx_scribe_wants_row(const jx_recorder *recorder, uint64_t iteration);
int jx_scribe_wants_frame(const jx_recorder *recorder, uint64_t iteration);
void jx_scribe_row(jx_recorder *recorder, const jato_trace_row *row, const double *x);
size_t jx_scribe_frame_particles(const jx_recorder *recorder);
void jx_scribe_frame(jx_recorder *recorder, uint64_t iteration, const double *points);
jato_status jx_scribe_begin(jx_recorder *recorder, const jx_saved *saved, jato_error *error);
void *jx_scribe_room(jx_recorder *recorder);
jato_status jx_scribe_tile(jx_recorder *recorder, uint64_t number, const jx_tile *tile,
                           jato_error *error);

/* A failure that is returned is not answered by jx_scribe_saving again. */
jato_status jx_scribe_commit(jx_recorder *recorder, int wait, jato_error *error);
jx_saving jx_scribe_saving(jx_recorder *recorder, jato_error *error);

#endif
