/* A device set on one of several ranks: which tiles it holds, and the halos it exchanges. */
#include "swarm/device_set.h"

int jx_devices_has_ranks(const jx_device_set *devices)
{
  return devices->comm != NULL && devices->comm->size > 1;
}

jato_status jx_devices_assign_range(jx_device_set *devices, jato_error *error)
{
  devices->first_tile = 0;
  devices->tiles = devices->shape.tiles;
  if (!jx_devices_has_ranks(devices)) return JATO_OK;
  if (devices->shape.tiles < (uint64_t)devices->comm->size)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu particles make %llu tiles, too few for %d ranks; take more particles or "
                   "fewer ranks",
                   (unsigned long long)devices->shape.particles,
                   (unsigned long long)devices->shape.tiles, devices->comm->size);
  devices->first_tile = jx_comm_first(devices->comm, devices->shape.tiles, devices->comm->rank);
  devices->tiles = jx_comm_first(devices->comm, devices->shape.tiles, devices->comm->rank + 1) -
                   devices->first_tile;
  return JATO_OK;
}

int jx_devices_rank_of(const jx_device_set *devices, uint64_t tile)
{
  if (!jx_devices_has_ranks(devices)) return 0;
  uint64_t size = (uint64_t)devices->comm->size, each = devices->shape.tiles / size;
  uint64_t larger = devices->shape.tiles % size, of_larger = larger * (each + 1);
  return (int)(tile < of_larger ? tile / (each + 1) : larger + (tile - of_larger) / each);
}

/* Ranges differ by one tile at most, and the larger ones come first. */
uint64_t jx_devices_most_tiles(const jx_device_set *devices)
{
  return jx_comm_first(devices->comm, devices->shape.tiles, 1);
}

/* One of the four halos in devices->halo: to the previous rank, to the next, from the previous,
 * from the next. */
static char *halo_of(const jx_device_set *devices, size_t k)
{
  return devices->halo + k * jx_shape_halo_bytes(&devices->shape);
}

jato_status jx_devices_read_halo(jx_device_set *devices, jato_error *error)
{
  jx_device_part *first = &devices->part[0], *last = &devices->part[devices->count - 1];
  JX_TRY(first->ops->halo(first->swarm, JX_FIRST, 0, halo_of(devices, 0), error));
  return last->ops->halo(last->swarm, JX_LAST, 0, halo_of(devices, 1), error);
}

static int has_shared_halos(const jx_device_set *devices)
{
  return devices->neighbours && jx_devices_has_ranks(devices);
}

jato_status jx_devices_exchange_halos(jx_device_set *devices, jato_error *error)
{
  if (!has_shared_halos(devices)) return JATO_OK;
  jx_halo halo = {jx_shape_halo_bytes(&devices->shape), halo_of(devices, 0), halo_of(devices, 1),
                  halo_of(devices, 2), halo_of(devices, 3)};
  return devices->comm->ops->halo(devices->comm, &halo, error);
}

jato_status jx_devices_write_halo(jx_device_set *devices, jato_error *error)
{
  if (!has_shared_halos(devices)) return JATO_OK;
  jx_device_part *first = &devices->part[0], *last = &devices->part[devices->count - 1];
  JX_TRY(first->ops->halo(first->swarm, JX_FIRST, 1, halo_of(devices, 2), error));
  return last->ops->halo(last->swarm, JX_LAST, 1, halo_of(devices, 3), error);
}
