/* The history of a run: rows of its trace, and frames of some particles' positions, each in a
 * jx_thinned_list. */
#pragma once

#include "contract/record_info.h"
#include "population/shape.h"
#include "record/history/thinned.h"

typedef struct jx_trace {
  jx_thinned_list rows;   /* an item is a jato_trace_row and double x[dim] */
  jx_thinned_list frames; /* an item is a uint64_t and double points[frame_particles][2] */
  size_t dim, frame_particles;
} jx_trace;

/* Takes memory for all that is ever kept of a swarm of this shape, with about so many frames. Fails
 * with JATO_E_MEMORY; the trace can then be destroyed all the same. */
jato_status jx_trace_create(const jx_shape *shape, uint64_t frames, const jato_allocator *allocator,
                            jx_trace *trace, jato_error *error);
void jx_trace_destroy(const jato_allocator *allocator, jx_trace *trace);

/* Takes over the rows and frames of a run that is resumed, at its beginning. */
void jx_trace_go_on(jx_trace *trace, const jx_record_info *so_far);

void jx_trace_add_row(jx_trace *trace, const jato_trace_row *row, const double *x);
void jx_trace_add_frame(jx_trace *trace, uint64_t iteration, const double *points);

/* Bytes that the arrays of jx_trace_lay take at most. */
size_t jx_trace_bytes(const jx_trace *trace);

/* Copies rows and frames to `memory` and lets *info point to them. Where there is no row of the
 * iteration of `last`, that one is added, with the place info->x. */
void jx_trace_lay(const jx_trace *trace, const jato_trace_row *last, void *memory,
                  jx_record_info *info);
