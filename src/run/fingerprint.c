/* The digest of a run as it stands: population/fingerprint.h says what is in it. */
#include "run/run.h"

#include "population/fingerprint.h"

jato_status jx_run_fingerprint(jato_run *run, uint64_t *out, jato_error *error)
{
  const jx_shape *shape = &run->fleet.shape;
  jx_digest digest;
  jx_fingerprint_begin(&digest, run->best, run->best_x, shape->dim);
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(&run->fleet, t, JX_HAS_LASTING, &tile, error));
    jx_fingerprint_tile(&digest, shape, &tile);
  }
  *out = jx_digest_end(&digest);
  return JATO_OK;
}
