/* The digest of a run: XXH64 over the best value, its position, and the digest of each tile in
 * order. It does not depend on threads, devices or ranks: tiles follow from the size of the swarm
 * only, and a rank can hash its own tiles. Numbers are hashed as the bytes of IEEE 754, the least
 * significant first; tiles as they are in memory, which is the same on every little-endian machine.
 *
 * Use: begin, add every tile in order, then jx_digest_end. */
#pragma once

#include "base/digest.h"
#include "population/shape.h"

void jx_fingerprint_begin(jx_digest *digest, double best, const double *x, size_t dim);

/* Adds numbers of 8 bytes that an algorithm keeps, before the tiles: doubles or whole numbers. */
void jx_fingerprint_array(jx_digest *digest, const void *numbers, size_t count);

/* The hash of a tile whose own bests are flushed, without its field JX_BEST_IS_HERE;
 * jx_fingerprint_tile adds it to the digest. */
uint64_t jx_fingerprint_of_tile(const jx_shape *shape, const jx_tile *tile);
void jx_fingerprint_tile(jx_digest *digest, const jx_shape *shape, const jx_tile *tile);
