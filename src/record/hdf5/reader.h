/* Reading a run file; the contract is that of contract/format.h. */
#pragma once

#include "contract/format.h"

jato_status jx_hdf5_open(int file, const jato_allocator *allocator, jx_reader **out,
                         jx_record_content *content, jato_error *error);
void jx_hdf5_close_reader(jx_reader **reader);
jato_status jx_hdf5_rows(jx_reader *reader, jato_record_field field, uint64_t first, uint64_t count,
                         void *out, jato_error *error);
