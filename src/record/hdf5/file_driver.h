/* A virtual file driver of HDF5 over a file descriptor that stays the caller's.
 *
 * Writes that fail are hidden from HDF5: the first reason is remembered, later writes are dropped,
 * and all of them report success. It then closes the file in order, which it does not when a
 * write fails while it closes (1.10 leaks the file and crashes at the end of the process); the
 * writer looks at write_failure afterwards. Reads that fail are reported to HDF5 at once, and so
 * are those behind the end of a file that is only read. Nothing is locked. */
#pragma once

#include "record/hdf5/library.h"

/* One use of a file: stays where it is while HDF5 has it open. */
typedef struct jx_file_driver {
  H5FD_t head; /* HDF5's own part; first */
  hid_t id;    /* 0: not registered */
  int file;
  int is_open, may_write;
  int write_failure, read_failure; /* errno of the first one; 0: none */
  int is_cut_off;                  /* it is only read, and ends before what was to be read */
  haddr_t end_of_space;            /* what HDF5 has given out */
  haddr_t end_of_file;
  int is_marked;
  char first[8]; /* of a file that is being written, where JX_UNFINISHED stands until the end */
} jx_file_driver;

/* A property list to create or open a file with: through the driver, whose `file` is set and whose
 * rest is 0. Negative where HDF5 fails. Any name may be given to the file. */
hid_t jx_file_driver_access(jx_file_driver *driver);

/* For a file that was written and closed: it is whole, and begins as HDF5 does. Returns 0 where
 * that cannot be written, or something could not before. */
int jx_file_driver_finish(jx_file_driver *driver);

/* To be called when the file is closed: HDF5 looks into the driver once more after it has given its
 * own hold of it up. */
void jx_file_driver_release(jx_file_driver *driver);
