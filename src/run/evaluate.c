/* The objective at points of the caller's: they are put where particles stand, and evaluated there.
 */
#include "run/run.h"

#include "population/reals.h"

#include <string.h>

/* Copies between the tile and rows: positions in, values out. Ghosts repeat the last point. */
static void place(const jx_shape *shape, const jx_tile *tile, const double *x)
{
  for (size_t i = 0; i < tile->groups * JK_LANES; i++) {
    size_t from = i < tile->particles ? i : tile->particles - 1;
    const double *point = x + (tile->first + from) * shape->dim;
    double *column = (double *)(void *)tile->field[JX_POSITION] +
                     i / JK_LANES * shape->dim * JK_LANES + i % JK_LANES;
    for (size_t d = 0; d < shape->dim; d++) column[d * JK_LANES] = point[d];
  }
}

jato_status jx_run_evaluate(const jx_run_parts *parts, const double *x, double *f,
                            jato_error *error)
{
  jato_status status = JATO_OK;
  jato_run *run = NULL;
  uint64_t bytes = 0;
  JX_TRY(jx_run_prepare(parts, &run, error));
  const jx_shape *shape = &run->fleet.shape;
  if (parts->evaluating.by_host) {
    status = jx_run_evaluate_on_host(run, x, f, error);
    goto done;
  }
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile;
    JX_TRY_DONE(jx_fleet_map(&run->fleet, t, 0, &tile, error));
    place(shape, &tile, x);
    JX_TRY_DONE(jx_fleet_unmap(&run->fleet, t, JX_HAS(JX_POSITION), error));
  }
  JX_TRY_DONE(jx_fleet_time(&run->fleet, JX_VALUES, &bytes, error));
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile;
    JX_TRY_DONE(jx_fleet_map(&run->fleet, t, JX_HAS(JX_VALUE), &tile, error));
    memcpy(f + tile.first, tile.field[JX_VALUE], tile.particles * sizeof *f);
  }
done:
  jx_run_destroy(&run);
  return status;
}
