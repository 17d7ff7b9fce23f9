/* A fleet that is one of several: which tiles it holds, and what it tells the others. */
#include "swarm/fleet.h"

int jx_fleet_has_ranks(const jx_fleet *fleet)
{
  return fleet->comm != NULL && fleet->comm->size > 1;
}

jato_status jx_fleet_take_range(jx_fleet *fleet, jato_error *error)
{
  fleet->first_tile = 0;
  fleet->tiles = fleet->shape.tiles;
  if (!jx_fleet_has_ranks(fleet)) return JATO_OK;
  if (fleet->shape.tiles < (uint64_t)fleet->comm->size)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu particles make %llu tiles, too few for %d ranks; take more particles or "
                   "fewer ranks",
                   (unsigned long long)fleet->shape.particles,
                   (unsigned long long)fleet->shape.tiles, fleet->comm->size);
  fleet->first_tile = jx_comm_first(fleet->comm, fleet->shape.tiles, fleet->comm->rank);
  fleet->tiles =
      jx_comm_first(fleet->comm, fleet->shape.tiles, fleet->comm->rank + 1) - fleet->first_tile;
  return JATO_OK;
}

int jx_fleet_rank_of(const jx_fleet *fleet, uint64_t tile)
{
  if (!jx_fleet_has_ranks(fleet)) return 0;
  uint64_t size = (uint64_t)fleet->comm->size, each = fleet->shape.tiles / size;
  uint64_t larger = fleet->shape.tiles % size, of_larger = larger * (each + 1);
  return (int)(tile < of_larger ? tile / (each + 1) : larger + (tile - of_larger) / each);
}

/* Parts differ by one at most, and the larger ones come first. */
uint64_t jx_fleet_most_tiles(const jx_fleet *fleet)
{
  return jx_comm_first(fleet->comm, fleet->shape.tiles, 1);
}

/* Of the four edges in fleet->edge: to the rank before, to that behind, from before, from behind.
 */
static char *edge_of(const jx_fleet *fleet, size_t k)
{
  return fleet->edge + k * jx_shape_edge_bytes(&fleet->shape);
}

jato_status jx_fleet_read_seams(jx_fleet *fleet, jato_error *error)
{
  jx_part *first = &fleet->part[0], *last = &fleet->part[fleet->count - 1];
  JX_TRY(first->ops->edge(first->swarm, JX_FIRST, 0, edge_of(fleet, 0), error));
  return last->ops->edge(last->swarm, JX_LAST, 0, edge_of(fleet, 1), error);
}

static int has_seams(const jx_fleet *fleet)
{
  return fleet->neighbours && jx_fleet_has_ranks(fleet);
}

jato_status jx_fleet_meet(jx_fleet *fleet, jato_error *error)
{
  if (!has_seams(fleet)) return JATO_OK;
  jx_halo halo = {jx_shape_edge_bytes(&fleet->shape), edge_of(fleet, 0), edge_of(fleet, 1),
                  edge_of(fleet, 2), edge_of(fleet, 3)};
  return fleet->comm->ops->halo(fleet->comm, &halo, error);
}

jato_status jx_fleet_take_seams(jx_fleet *fleet, jato_error *error)
{
  if (!has_seams(fleet)) return JATO_OK;
  jx_part *first = &fleet->part[0], *last = &fleet->part[fleet->count - 1];
  JX_TRY(first->ops->edge(first->swarm, JX_FIRST, 1, edge_of(fleet, 2), error));
  return last->ops->edge(last->swarm, JX_LAST, 1, edge_of(fleet, 3), error);
}
