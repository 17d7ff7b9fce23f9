/* The history of a run: rows of its trace, and frames of some particles' positions, each in a
 * jx_history. */
#ifndef JX_TRAIL_H
#define JX_TRAIL_H

#include "contract/recorder.h"
#include "record/history.h"

typedef struct jx_trail {
  jx_history rows;   /* an item is a jato_trace_row and double x[dim] */
  jx_history frames; /* an item is a uint64_t and double points[frame_particles][2] */
  size_t dim, frame_particles;
} jx_trail;

/* Takes memory for all that is ever kept, and begins with what wish->so_far holds. Fails with
 * JATO_E_MEMORY; the trail can then be destroyed all the same. */
jato_status jx_trail_create(const jx_recorder_config *wish, jx_trail *trail, jato_error *error);
void jx_trail_destroy(const jato_allocator *allocator, jx_trail *trail);

void jx_trail_add_row(jx_trail *trail, const jato_trace_row *row, const double *x);
void jx_trail_add_frame(jx_trail *trail, uint64_t iteration, const double *points);

/* Bytes that the arrays of jx_trail_lay take at most. */
size_t jx_trail_bytes(const jx_trail *trail);

/* Copies rows and frames to `memory` and lets *info point to them. Where there is no row of the
 * iteration of `last`, that one is added, with the place info->x. */
void jx_trail_lay(const jx_trail *trail, const jato_trace_row *last, void *memory,
                  jato_record_info *info);

#endif
