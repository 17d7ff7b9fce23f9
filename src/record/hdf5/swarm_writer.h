/* The swarm of a file being written. Its datasets are chunked along particles, a chunk for each
 * tile where tiles are all of one size, and a chunk goes out as one piece: turned into rows, summed
 * up and handed to the driver, past HDF5's buffers and its slower filter. */
#pragma once

#include "base/memory.h"
#include "record/hdf5/contents.h"

/* How a swarm is cut: [rows][coordinates], the last ones padded with zeros. Rows are whole groups
 * unless one chunk holds all particles; coordinates are all, unless that would make even a single
 * group's chunk too large, and then rows are one group. */
typedef struct jx_cut {
  size_t rows, coordinates;
} jx_cut;

typedef struct jx_swarm_writer {
  jx_shape shape;
  jx_cut cut;
  hid_t set[JX_SWARM_DATASETS];            /* below 0: the swarm does not have that field */
  unsigned char *chunk[JX_SWARM_DATASETS]; /* [rows][coordinates] and a checksum */
  uint64_t first;                          /* particle of the chunk that is being filled */
  size_t filled;                           /* its rows that are */
} jx_swarm_writer;

/* Takes memory for one chunk of each field. Returns 0 when there is none; release in any case. */
int jx_swarm_writer_reserve(const jato_allocator *allocator, const jx_shape *shape,
                            jx_swarm_writer *swarm);
void jx_swarm_writer_release(const jato_allocator *allocator, jx_swarm_writer *swarm);

/* Makes the empty datasets of the fields. Returns 0 where HDF5 fails. */
int jx_swarm_writer_make_sets(hid_t file, jx_swarm_writer *swarm);

/* Writes the chunks that the next tile completes. Returns 0 where HDF5 fails. */
int jx_swarm_writer_tile(jx_swarm_writer *swarm, const jx_tile *tile);
