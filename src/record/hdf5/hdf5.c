/* The format as others see it. */
#include "record/formats.h"
#include "record/hdf5/forked_reader.h"
#include "record/hdf5/library.h"
#include "record/hdf5/reader.h"
#include "record/hdf5/writer.h"

static int is_thread_safe(void)
{
  hbool_t safe = 0;
  return H5is_library_threadsafe(&safe) >= 0 && safe;
}

/* The same for both readers. */
#define WRITING                                                                               \
  .name = "hdf5", .state = "built", .is_thread_safe = is_thread_safe, .begin = jx_hdf5_begin, \
  .tile = jx_hdf5_tile, .end = jx_hdf5_end, .abandon = jx_hdf5_abandon

static const jx_format_ops read_forked = {WRITING, .open = jx_hdf5_open_forked,
                                          .close = jx_hdf5_close_forked,
                                          .rows = jx_hdf5_rows_forked};

const jx_format_ops jx_hdf5_ops = {WRITING, .open = jx_hdf5_open, .close = jx_hdf5_close_reader,
                                   .rows = jx_hdf5_rows, .forked = &read_forked};
