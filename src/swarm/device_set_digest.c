/* The digest of the current swarm; population/fingerprint.h says what it covers. */
#include "population/fingerprint.h"
#include "swarm/device_set.h"

static jato_status hash_tile(jx_device_set *devices, uint64_t t, uint64_t *hash, jato_error *error)
{
  jx_tile tile;
  JX_TRY(jx_devices_map(devices, devices->first_tile + t, JX_HAS_LASTING, &tile, error));
  *hash = jx_fingerprint_of_tile(&devices->shape, &tile);
  return JATO_OK;
}

static jato_status add_tiles(jx_device_set *devices, jx_digest *digest, jato_error *error)
{
  for (uint64_t t = 0; t < devices->tiles; t++) {
    uint64_t hash = 0;
    JX_TRY(hash_tile(devices, t, &hash, error));
    jx_digest_add_u64(digest, hash);
  }
  return JATO_OK;
}

/* ---- Over ranks ---- */

/* Hashes of the tiles held here: [tiles]. */
static jato_status hash_tiles(jx_device_set *devices, uint64_t *hashes, jato_error *error)
{
  if (hashes == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the hashes of %llu tiles",
                   (unsigned long long)devices->tiles);
  for (uint64_t t = 0; t < devices->tiles; t++) JX_TRY(hash_tile(devices, t, &hashes[t], error));
  return JATO_OK;
}

static jato_status pass_on(jx_device_set *devices, const uint64_t *hashes, jx_digest *digest,
                           jato_error *error)
{
  jx_comm *comm = devices->comm;
  for (int rank = 0; rank < comm->size; rank++) {
    for (uint64_t t = 0; rank == comm->rank && t < devices->tiles; t++)
      jx_digest_add_u64(digest, hashes[t]);
    JX_TRY(comm->ops->broadcast(comm, rank, digest, sizeof *digest, error));
  }
  return JATO_OK;
}

/* All ranks hash their tiles in parallel; then the digest is passed from rank to rank. */
static jato_status add_tiles_of_all(jx_device_set *devices, jx_digest *digest, jato_error *error)
{
  unsigned flags = 0;
  uint64_t *hashes = jx_allocate(&devices->allocator, (size_t)devices->tiles, sizeof *hashes);
  jato_status status = hash_tiles(devices, hashes, error);
  status = devices->comm->ops->agree(devices->comm, status, &flags, error);
  if (status == JATO_OK) status = pass_on(devices, hashes, digest, error);
  jx_release(&devices->allocator, hashes);
  return status;
}

jato_status jx_devices_digest(jx_device_set *devices, jx_digest *digest, jato_error *error)
{
  return jx_devices_has_ranks(devices) ? add_tiles_of_all(devices, digest, error)
                                       : add_tiles(devices, digest, error);
}
