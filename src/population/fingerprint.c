#include "population/fingerprint.h"

#include <string.h>

_Static_assert(sizeof(double) == 8, "doubles are hashed as eight bytes");

static void add_double(jx_digest *digest, double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  jx_digest_add_u64(digest, bits);
}

void jx_fingerprint_begin(jx_digest *digest, double best, const double *x, size_t dim)
{
  jx_digest_begin(digest);
  add_double(digest, best);
  for (size_t d = 0; d < dim; d++) add_double(digest, x[d]);
}

void jx_fingerprint_array(jx_digest *digest, const void *numbers, size_t count)
{
  const unsigned char *bytes = numbers;
  for (size_t i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
    jx_digest_add_u64(digest, bits);
  }
}

/* Adds the rows of the last, partly filled group: only lanes with a particle. */
static void add_partial_group(jx_digest *digest, const jx_shape *shape, const char *group,
                              size_t group_bytes, size_t present)
{
  for (size_t row = 0; row < group_bytes; row += shape->row_bytes)
    jx_digest_add(digest, group + row, present * shape->real_bytes);
}

uint64_t jx_fingerprint_of_tile(const jx_shape *shape, const jx_tile *tile)
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

void jx_fingerprint_tile(jx_digest *digest, const jx_shape *shape, const jx_tile *tile)
{
  jx_digest_add_u64(digest, jx_fingerprint_of_tile(shape, tile));
}
