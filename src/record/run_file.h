/* The public jato_record: a run file of any format that was opened and found sound. */
#pragma once

#include "contract/format.h"
#include "record/files/rotate.h"

/* As the public calls of these names; record and request are not NULL. What users are shown, which
 * jato_record_get_info returns, is jx_record_shown. */
jato_status jx_record_open(const jx_format_ops *format, const jato_record_request *request,
                           jato_record **out, jato_error *error);
void jx_record_close(jato_record **record);
const jx_record_info *jx_record_get_info(const jato_record *record);
const jato_record_info *jx_record_shown(const jato_record *record);
jato_status jx_record_particles(jato_record *record, jato_record_field field, uint64_t first,
                                uint64_t count, double *out, jato_error *error);

/* The path it was asked for by, whichever of its checkpoints it is. */
void jx_record_asked_path(const jato_record *record, jx_name *out);

/* Whether no run has put another file in its place since it was opened. */
int jx_record_is_current(const jato_record *record);

/* Whether what resuming it would run may be run: there is nothing, or the user made it here, or has
 * said so. */
int jx_record_may_run(const jato_record *record);

/* Whether the user made it here, but with a jato that did not sign what confines its programs. */
int jx_record_is_outdated(const jato_record *record);

/* What users are not shown. */
const jx_outcomes *jx_record_outcomes(const jato_record *record);

/* Fills the fields of a tile, [group][dim][lane] as population/shape.h has it: position, velocity,
 * own, value; none is fresh; ghosts repeat the last particle. shape must be that of the run. */
jato_status jx_record_read_tile(jato_record *record, const jx_shape *shape, uint64_t number,
                                const jx_tile *tile, jato_error *error);
