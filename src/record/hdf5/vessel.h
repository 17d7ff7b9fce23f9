/* A virtual file driver of HDF5 over a file descriptor that stays the caller's.
 *
 * Writes that fail are kept to ourselves: the first reason is remembered, later writes are dropped,
 * and HDF5 is told that all is well. It then closes the file in order, which it does not when a
 * write fails while it closes (1.10 leaks the file and crashes at the end of the process); whoever
 * wrote looks at write_failure afterwards. Reads that fail are told to HDF5 at once. Nothing is
 * locked. */
#ifndef JX_VESSEL_H
#define JX_VESSEL_H

#include "record/hdf5/library.h"

/* One use of a file: stays where it is while HDF5 has it open. */
typedef struct jx_vessel {
  H5FD_t head;  /* HDF5's own part; first */
  hid_t driver; /* 0: not registered */
  int file;
  int is_open;
  int write_failure, read_failure; /* errno of the first one; 0: none */
  haddr_t end_of_space;            /* what HDF5 has given out */
  haddr_t end_of_file;
} jx_vessel;

/* A property list to create or open a file with: through the vessel, whose `file` is set and whose
 * rest is 0. Negative where HDF5 fails. Any name may be given to the file. */
hid_t jx_vessel_access(jx_vessel *vessel);

/* To be called when the file is closed: HDF5 looks into the driver once more after it has given its
 * own hold of it up. */
void jx_vessel_release(jx_vessel *vessel);

#endif
