/* The public jato_record, for any format. */
#ifndef JX_RUN_FILE_H
#define JX_RUN_FILE_H

#include "contract/recorder.h"
#include "record/format.h"

jato_status jx_record_open(const jx_format *format, const jato_record_request *request,
                           jato_record **out, jato_error *error);

/* The rest is as contract/recorder.h says. */
void jx_record_close(jato_record **record);
const jato_record_info *jx_record_describe(const jato_record *record);
jato_status jx_record_read_tile(jato_record *record, const jx_shape *shape, uint64_t number,
                                const jx_tile *tile, jato_error *error);
jato_status jx_record_particles(jato_record *record, jato_record_field field, uint64_t first,
                                uint64_t count, double *out, jato_error *error);

#endif
