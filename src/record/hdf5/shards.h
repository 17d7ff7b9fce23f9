/* Which shards a swarm lies in. */
#pragma once

#include "record/hdf5/get.h"

/* Writes them, where there are some. Returns 0 where HDF5 fails. */
int jx_put_shards(hid_t file, const jx_attributes *attributes);

/* Reads them into attributes->shards: names and ranges are those that jato writes, whatever the
 * file says. */
jato_status jx_get_shards(jx_input *input, jx_attributes *attributes, jato_error *error);
