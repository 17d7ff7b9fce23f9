/* The Fletcher-32 checksum that HDF5 keeps with a chunk, in code that vectorises: HDF5's own goes
 * through the bytes one pair at a time. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* How many bytes the checksum of a chunk takes behind its data. */
#define JX_FLETCHER_BYTES 4

/* Over pairs of bytes, the first one most significant; an odd last byte counts as one followed by a
 * zero. */
uint32_t jx_fletcher32(const void *data, size_t bytes);

/* Writes the checksum of data[bytes] behind it, as HDF5 stores it: least significant byte first. */
void jx_fletcher32_append(unsigned char *data, size_t bytes);
