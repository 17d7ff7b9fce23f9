/* The digest of a run: XXH64 over the best value, its position, and the digest of each tile in
 * order. Nothing in it depends on threads, devices or ranks: tiles follow from the swarm's size
 * alone, and a rank can hash its own. Numbers are hashed as the bytes of IEEE 754, the least
 * significant first; tiles as they lie in memory, which is the same on every little-endian machine.
 *
 * Begin, every tile in order, then jx_digest_end. */
#pragma once

#include "base/digest.h"
#include "population/shape.h"

void jx_fingerprint_begin(jx_digest *digest, double best, const double *x, size_t dim);

/* Numbers of 8 bytes that an algorithm keeps, before the tiles: doubles or whole numbers. */
void jx_fingerprint_array(jx_digest *digest, const void *numbers, size_t count);

/* A tile whose own bests are flushed; its field JX_BEST_IS_HERE is not looked at. Its hash is added
 * by jx_digest_add_u64. */
uint64_t jx_fingerprint_of_tile(const jx_shape *shape, const jx_tile *tile);
void jx_fingerprint_tile(jx_digest *digest, const jx_shape *shape, const jx_tile *tile);
