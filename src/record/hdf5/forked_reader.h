/* The same reading, done in forks of this process: forked.h. HDF5 is never called here, so that
 * what it does when memory runs out costs a fork. The fork that opens a file puts what it holds
 * into memory that both share; rows of the swarm come by many at a time, each time by a fork that
 * opens the file again. */
#pragma once

#include "contract/format.h"

jato_status jx_hdf5_open_forked(int file, const jato_allocator *allocator, jx_reader **out,
                                jx_record_content *content, jato_error *error);
void jx_hdf5_close_forked(jx_reader **reader);
jato_status jx_hdf5_rows_forked(jx_reader *reader, jato_record_field field, uint64_t first,
                                uint64_t count, void *out, jato_error *error);
