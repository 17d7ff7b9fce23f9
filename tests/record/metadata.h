/* Metadata of HDF5 files of versions 1.10 and later: where it is, and its checksums. Written apart
 * from the reader that it tests, and more trustful: it takes what a file says as it is. */
#ifndef TESTS_METADATA_H
#define TESTS_METADATA_H

#include <stddef.h>
#include <stdint.h>

/* A block with a checksum, which is its last four bytes but in a block of a heap. */
typedef struct metadata_block {
  size_t start, count;
} metadata_block;

/* Makes all checksums right, of what the blocks say of themselves and of each other; what is not
 * within the file is left as it is. Returns how many blocks there are; the first `most` of them go
 * to blocks, which may be NULL. */
size_t metadata_mend(uint8_t *bytes, size_t count, metadata_block *blocks, size_t most);

/* Puts a good seal behind the bytes; there must be room for it. Returns its length. */
size_t metadata_seal(uint8_t *bytes, size_t count);

#endif
