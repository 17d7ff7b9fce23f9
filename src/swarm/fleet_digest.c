/* The digest of a swarm as it stands: population/fingerprint.h says what is in it. */
#include "population/fingerprint.h"
#include "swarm/fleet.h"

static jato_status hash_tile(jx_fleet *fleet, uint64_t t, uint64_t *hash, jato_error *error)
{
  jx_tile tile;
  JX_TRY(jx_fleet_map(fleet, fleet->first_tile + t, JX_HAS_LASTING, &tile, error));
  *hash = jx_fingerprint_of_tile(&fleet->shape, &tile);
  return JATO_OK;
}

static jato_status add_tiles(jx_fleet *fleet, jx_digest *digest, jato_error *error)
{
  for (uint64_t t = 0; t < fleet->tiles; t++) {
    uint64_t hash = 0;
    JX_TRY(hash_tile(fleet, t, &hash, error));
    jx_digest_add_u64(digest, hash);
  }
  return JATO_OK;
}

/* ---- Over ranks ---- */

/* Of the tiles held here: [tiles]. */
static jato_status hash_tiles(jx_fleet *fleet, uint64_t *hashes, jato_error *error)
{
  if (hashes == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the hashes of %llu tiles",
                   (unsigned long long)fleet->tiles);
  for (uint64_t t = 0; t < fleet->tiles; t++) JX_TRY(hash_tile(fleet, t, &hashes[t], error));
  return JATO_OK;
}

static jato_status pass_on(jx_fleet *fleet, const uint64_t *hashes, jx_digest *digest,
                           jato_error *error)
{
  jx_comm *comm = fleet->comm;
  for (int rank = 0; rank < comm->size; rank++) {
    for (uint64_t t = 0; rank == comm->rank && t < fleet->tiles; t++)
      jx_digest_add_u64(digest, hashes[t]);
    JX_TRY(comm->ops->share(comm, rank, digest, sizeof *digest, error));
  }
  return JATO_OK;
}

/* All ranks hash their tiles at the same time; then the digest goes from one to the next. */
static jato_status add_tiles_of_all(jx_fleet *fleet, jx_digest *digest, jato_error *error)
{
  unsigned flags = 0;
  uint64_t *hashes = jx_allocate(&fleet->allocator, (size_t)fleet->tiles, sizeof *hashes);
  jato_status status = hash_tiles(fleet, hashes, error);
  status = fleet->comm->ops->agree(fleet->comm, status, &flags, error);
  if (status == JATO_OK) status = pass_on(fleet, hashes, digest, error);
  jx_release(&fleet->allocator, hashes);
  return status;
}

jato_status jx_fleet_digest(jx_fleet *fleet, jx_digest *digest, jato_error *error)
{
  return jx_fleet_has_ranks(fleet) ? add_tiles_of_all(fleet, digest, error)
                                   : add_tiles(fleet, digest, error);
}
