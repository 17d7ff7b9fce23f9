/* The digest of a swarm as it stands: population/fingerprint.h says what is in it. */
#include "population/fingerprint.h"
#include "swarm/fleet.h"

/* Hashes of the tiles held here: [tiles]. */
static jato_status hash_tiles(jx_fleet *fleet, uint64_t *hashes, jato_error *error)
{
  for (uint64_t t = 0; t < fleet->tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(fleet, fleet->first_tile + t, JX_HAS_LASTING, &tile, error));
    hashes[t] = jx_fingerprint_of_tile(&fleet->shape, &tile);
  }
  return JATO_OK;
}

static void add_hashes(jx_digest *digest, const uint64_t *hashes, uint64_t count)
{
  for (uint64_t t = 0; t < count; t++) jx_digest_add_u64(digest, hashes[t]);
}

/* All ranks hash their tiles at the same time; then the digest goes from one to the next. */
static jato_status pass_on(jx_fleet *fleet, const uint64_t *hashes, jx_digest *digest,
                           jato_error *error)
{
  jx_comm *comm = fleet->comm;
  for (int rank = 0; rank < comm->size; rank++) {
    if (rank == comm->rank) add_hashes(digest, hashes, fleet->tiles);
    JX_TRY(comm->ops->share(comm, rank, digest, sizeof *digest, error));
  }
  return JATO_OK;
}

jato_status jx_fleet_digest(jx_fleet *fleet, jx_digest *digest, jato_error *error)
{
  unsigned flags = 0;
  jato_status status = JATO_E_MEMORY;
  uint64_t *hashes = jx_allocate(&fleet->allocator, (size_t)fleet->tiles, sizeof *hashes);
  if (hashes != NULL)
    status = hash_tiles(fleet, hashes, error);
  else
    (void)jx_fail(error, status, "not enough memory for the hashes of %llu tiles",
                  (unsigned long long)fleet->tiles);
  if (jx_fleet_has_ranks(fleet))
    status = fleet->comm->ops->agree(fleet->comm, status, &flags, error);
  if (status == JATO_OK && jx_fleet_has_ranks(fleet))
    status = pass_on(fleet, hashes, digest, error);
  else if (status == JATO_OK && hashes != NULL)
    add_hashes(digest, hashes, fleet->tiles);
  jx_release(&fleet->allocator, hashes);
  return status;
}
