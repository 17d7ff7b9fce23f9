#include "algorithm/swarms/topology.h"

#include <math.h>
#include <string.h>

static jato_status set_ring(jx_plan *plan, const char *method, int radius, uint64_t particles,
                            jato_error *error)
{
  if (particles <= 2 * (uint64_t)radius)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: a ring of radius %d needs more than %d particles; this swarm has %llu",
                   method, radius, 2 * radius, (unsigned long long)particles);
  for (int offset = -radius; offset <= radius; offset++) plan->offset[plan->neighbours++] = offset;
  return JATO_OK;
}

/* The grid is rolled up with a twist: the end of a row is followed by the start of the next one,
 * and the end of the swarm by its start, so any number of particles makes a grid without edges. */
static jato_status set_grid(jx_plan *plan, const char *method, int64_t columns, uint64_t particles,
                            jato_error *error)
{
  if (columns == 0) {
    columns = (int64_t)sqrt((double)particles);
    if (columns > 32) columns = 32;
  }
  if (columns < 2 || particles < 2 * (uint64_t)columns)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s: a grid of %lld columns needs at least 2 columns and 2 rows; this swarm has %llu "
        "particles",
        method, (long long)columns, (unsigned long long)particles);
  const int64_t offsets[] = {-columns, -1, 0, 1, columns};
  memcpy(plan->offset, offsets, sizeof offsets);
  plan->neighbours = sizeof offsets / sizeof offsets[0];
  return JATO_OK;
}

jato_status jx_topology_set(jx_plan *plan, const char *method, const double *rows,
                            uint64_t particles, jato_error *error)
{
  plan->neighbours = 0;
  if (rows[0] == JX_RING) return set_ring(plan, method, (int)rows[1], particles, error);
  if (rows[0] == JX_VONNEUMANN) return set_grid(plan, method, (int64_t)rows[2], particles, error);
  return JATO_OK;
}
