/* The digest of a run: XXH64 over the best value, its position, and the digest of each tile in
 * order. Nothing in it depends on threads, devices or ranks: tiles follow from the swarm's size
 * alone, and a rank can hash its own. Numbers are hashed as the bytes of IEEE 754, the least
 * significant first; tiles as they lie in memory, which is the same on every little-endian machine.
 */
#include "run/run.h"

#include "base/digest.h"

#include <string.h>

_Static_assert(sizeof(double) == 8, "doubles are hashed as eight bytes");

static void add_double(jx_digest *digest, double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  jx_digest_add_u64(digest, bits);
}

/* Rows of the last, partly filled group: only lanes that hold a particle. */
static void add_partial_group(jx_digest *digest, const jx_shape *shape, const char *group,
                              size_t group_bytes, size_t present)
{
  for (size_t row = 0; row < group_bytes; row += shape->row_bytes)
    jx_digest_add(digest, group + row, present * shape->real_bytes);
}

static uint64_t tile_digest(const jx_shape *shape, const jx_tile *tile)
{
  static const jx_field fields[] = {JX_POSITION, JX_VELOCITY, JX_OWN, JX_VALUE};
  jx_digest digest;
  size_t full = tile->particles / JK_LANES;
  jx_digest_begin(&digest);
  for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
    size_t group_bytes = shape->group_bytes[fields[k]];
    const char *start = tile->field[fields[k]];
    jx_digest_add(&digest, start, full * group_bytes);
    if (full < tile->groups)
      add_partial_group(&digest, shape, start + full * group_bytes, group_bytes,
                        tile->particles % JK_LANES);
  }
  return jx_digest_end(&digest);
}

jato_status jx_run_fingerprint(jato_run *run, uint64_t *out, jato_error *error)
{
  const unsigned fields =
      JX_HAS(JX_POSITION) | JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN) | JX_HAS(JX_VALUE);
  const jx_shape *shape = &run->fleet.shape;
  jx_digest digest;
  jx_digest_begin(&digest);
  add_double(&digest, run->best);
  for (size_t d = 0; d < shape->dim; d++) add_double(&digest, run->best_x[d]);
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(&run->fleet, t, fields, &tile, error));
    jx_digest_add_u64(&digest, tile_digest(shape, &tile));
  }
  *out = jx_digest_end(&digest);
  return JATO_OK;
}
