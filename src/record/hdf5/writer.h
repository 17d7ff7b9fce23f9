/* Writing a run file; the contract is that of contract/format.h. */
#pragma once

#include "contract/format.h"

jato_status jx_hdf5_begin(int file, const jx_record_content *content, const jx_shape *shape,
                          const jato_allocator *allocator, jx_writer **out, jato_error *error);
jato_status jx_hdf5_tile(jx_writer *writer, uint64_t number, const jx_tile *tile,
                         jato_error *error);
jato_status jx_hdf5_end(jx_writer **writer, jato_error *error);
void jx_hdf5_abandon(jx_writer **writer);
