/* The diversity of a swarm, from a sample: whole groups, evenly spaced, so that few lines of memory
 * are read for each coordinate. Sums are made in the order of particles, and the sample follows
 * from the shape alone: same seed, same bits. */
#include "swarm/device_set.h"

#include "population/reals.h"

#include <math.h>
#include <string.h>

#define SAMPLED_GROUPS 16
#define SAMPLED_TILES 16

typedef struct sampling {
  uint64_t tiles; /* in the sample */
  size_t groups;  /* of each of them, at most */
} sampling;

static sampling choose(const jx_shape *shape)
{
  uint64_t tiles = shape->tiles < SAMPLED_TILES ? shape->tiles : SAMPLED_TILES;
  return (sampling){tiles, (size_t)(SAMPLED_GROUPS / tiles)};
}

static size_t groups_of(const jx_tile *tile, const sampling *sample)
{
  return tile->groups < sample->groups ? tile->groups : sample->groups;
}

/* Coordinate d of lane number i of the sample's part of a tile; 0 past the last one. */
static int read_coordinate(const jx_shape *shape, const jx_tile *tile, const sampling *sample,
                           size_t i, size_t d, double *x)
{
  size_t taken = groups_of(tile, sample);
  if (taken == 0) return 0;
  size_t group = i / JK_LANES * tile->groups / taken, lane = i % JK_LANES;
  if (group * JK_LANES + lane >= tile->particles) return 0;
  const char *row =
      tile->field[JX_POSITION] + group * shape->group_bytes[JX_POSITION] + d * shape->row_bytes;
  *x = jx_real_at(row, lane, shape->real_bytes);
  return 1;
}

/* Sums over the sample, for each coordinate, of the distance from the first particle and of its
 * square. The spread about the mean follows from them in one pass and without losing digits, since
 * the first particle is no farther from the mean than the others. */
typedef struct sums {
  double *origin, *distance, *square; /* [dim] */
  double *count;                      /* of particles; ranks send it with the other sums */
} sums;

static void add_tile(const jx_shape *shape, const jx_tile *tile, const sampling *sample, sums *all)
{
  size_t lanes = groups_of(tile, sample) * JK_LANES, count = 0;
  for (size_t d = 0; d < shape->dim; d++) {
    if (*all->count == 0) (void)read_coordinate(shape, tile, sample, 0, d, &all->origin[d]);
    count = 0;
    for (size_t i = 0; i < lanes; i++) {
      double x = 0;
      if (!read_coordinate(shape, tile, sample, i, d, &x)) continue;
      all->distance[d] += x - all->origin[d];
      all->square[d] += (x - all->origin[d]) * (x - all->origin[d]);
      count++;
    }
  }
  *all->count += (double)count;
}

static uint64_t tile_of(const jx_device_set *devices, const sampling *sample, uint64_t k)
{
  return k * devices->shape.tiles / sample->tiles;
}

/* Adds the sample's tiles that are held here. */
static jato_status add_own_tiles(jx_device_set *devices, const sampling *sample, sums *all,
                                 jato_error *error)
{
  for (uint64_t k = 0; k < sample->tiles; k++) {
    jx_tile tile;
    uint64_t number = tile_of(devices, sample, k);
    if (!jx_devices_holds(devices, number)) continue;
    JX_TRY(jx_devices_map(devices, number, JX_HAS(JX_POSITION), &tile, error));
    add_tile(&devices->shape, &tile, sample, all);
  }
  return JATO_OK;
}

/* Passes the sums from rank to rank, in the order of tiles: among thousands of ranks only the few
 * that hold a tile of the sample take part. */
static jato_status add_tiles_of_all(jx_device_set *devices, const sampling *sample, sums *all,
                                    jato_error *error)
{
  jx_comm *comm = devices->comm;
  jato_status status = JATO_OK;
  unsigned flags = 0;
  int last = -1;
  for (uint64_t k = 0; k < sample->tiles; k++) {
    int rank = jx_devices_rank_of(devices, tile_of(devices, sample, k));
    if (rank == last) continue;
    last = rank;
    if (rank == comm->rank) status = add_own_tiles(devices, sample, all, error);
    /* all of them are one array */
    size_t bytes = JX_DEVICES_SPREAD(devices->shape.dim) * sizeof *all->origin;
    JX_TRY(comm->ops->broadcast(comm, rank, all->origin, bytes, error));
  }
  return comm->ops->agree(comm, status, &flags, error);
}

jato_status jx_devices_diversity(jx_device_set *devices, const jato_problem *problem, double *work,
                                 double *diversity, jato_error *error)
{
  const jx_shape *shape = &devices->shape;
  sampling sample = choose(shape);
  sums all = {work, work + shape->dim, work + 2 * shape->dim, work + 3 * shape->dim};
  double total = 0;
  *diversity = NAN;
  memset(work, 0, JX_DEVICES_SPREAD(shape->dim) * sizeof *work);
  JX_TRY(jx_devices_has_ranks(devices) ? add_tiles_of_all(devices, &sample, &all, error)
                                       : add_own_tiles(devices, &sample, &all, error));
  for (size_t d = 0; d < shape->dim; d++) {
    double width = problem->upper[d] - problem->lower[d];
    double mean = all.distance[d] / *all.count;
    total += (all.square[d] / *all.count - mean * mean) / (width * width);
  }
  *diversity = sqrt(fmax(total, 0) / (double)shape->dim);
  return JATO_OK;
}
