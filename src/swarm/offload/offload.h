/* Everything a device of contract/grid.h needs to be a device of contract/device.h: it holds the
 * swarm's tiles in the device's memory and runs the kernels of kernel/grid over them.
 *
 * A device writes a function that hands its own jx_grid_ops to jx_grid_swarm_create, and takes the
 * rest of its jx_device_ops from JX_GRID_SWARM_OPERATIONS. */
#ifndef JX_GRID_SWARM_GRID_H
#define JX_GRID_SWARM_GRID_H

#include "swarm/engine.h"
#include "contract/device.h"
#include "program/program.h"

/* `ops` outlives the swarm. The other operations are as contract/device.h says. */
jato_status jx_grid_swarm_create(const jx_grid_ops *ops, jx_language language,
                                 const jx_order *order, jx_swarm **out, jato_error *error);
void jx_grid_swarm_destroy(jx_swarm **swarm);
jato_status jx_grid_swarm_launch(jx_swarm *swarm, const jx_step *step, const double *guide,
                                 jato_error *error);
jato_status jx_grid_swarm_collect(jx_swarm *swarm, jx_found *found, jato_error *error);
jato_status jx_grid_swarm_read_particle(jx_swarm *swarm, uint64_t particle, double *x,
                                        double *value, jato_error *error);
jato_status jx_grid_swarm_map_tile(jx_swarm *swarm, uint64_t number, unsigned fields, jx_tile *tile,
                                   jato_error *error);
jato_status jx_grid_swarm_unmap_tile(jx_swarm *swarm, uint64_t number, unsigned written,
                                     jato_error *error);
jato_status jx_grid_swarm_copy_tiles(jx_swarm *swarm, void *to, jato_error *error);
jato_status jx_grid_swarm_edge(jx_swarm *swarm, jx_side side, int incoming, void *edge,
                               jato_error *error);
jato_status jx_grid_swarm_time_pass(jx_swarm *swarm, int what, uint64_t *bytes, jato_error *error);

#define JX_GRID_SWARM_OPERATIONS                                                  \
  .destroy = jx_grid_swarm_destroy, .launch = jx_grid_swarm_launch,               \
  .collect = jx_grid_swarm_collect, .read_particle = jx_grid_swarm_read_particle, \
  .map_tile = jx_grid_swarm_map_tile, .unmap_tile = jx_grid_swarm_unmap_tile,     \
  .copy_tiles = jx_grid_swarm_copy_tiles, .edge = jx_grid_swarm_edge,             \
  .time_pass = jx_grid_swarm_time_pass

#endif
