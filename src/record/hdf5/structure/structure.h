/* Whether the bytes of a run file are HDF5 as jato writes it, looked at before HDF5 is asked.
 *
 * HDF5 checks its metadata by checksums, and believes what it finds when they are right: a file
 * changed by hand, with its checksums made right, can make HDF5 1.10 crash, loop, or take all
 * memory. jato writes a small part of the format, always in the same way (docs/run-file.md):
 * superblock 3, object headers 2, links within the file, attributes and chunked datasets of a few
 * kinds of numbers. Everything that can be reached from the superblock must be of that part and
 * make sense; no two structures share a byte, so that nothing is its own child, read twice, or
 * larger than the file. Checksums are left to HDF5. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Fails with JATO_E_FILE, and words on what is not as jato writes it, and with JATO_E_MEMORY: it
 * takes no more memory than the file holds of metadata. */
jato_status jx_structure_check(int file, const jato_allocator *allocator, jato_error *error);
