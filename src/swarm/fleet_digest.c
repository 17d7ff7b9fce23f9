/* The digest of a swarm as it stands: population/fingerprint.h says what is in it. */
#include "population/fingerprint.h"
#include "swarm/fleet.h"

jato_status jx_fleet_digest(jx_fleet *fleet, jx_digest *digest, jato_error *error)
{
  for (uint64_t t = 0; t < fleet->shape.tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(fleet, t, JX_HAS_LASTING, &tile, error));
    jx_fingerprint_tile(digest, &fleet->shape, &tile);
  }
  return JATO_OK;
}
