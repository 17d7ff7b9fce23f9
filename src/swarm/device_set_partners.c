/* Partners on other ranks. A particle's number decides its partners, so its rank asks the ranks
 * that hold them for their own bests. All ranks make a pass in the same number of pieces, a few
 * tiles at a time, so that the buffers are small compared with the swarm.
 *
 * A rank that has failed continues until all ranks agree at the beginning of a piece, or at the end
 * of the pass, so that no rank waits for it. */
#define JK_PRECISION 64 /* partners do not depend on it */

#include "swarm/device_set.h"

#include "kernel/partners.h"

#include <limits.h>
#include <math.h>

/* Bytes of all buffers below, unless a single tile takes more: a rank has 64 MiB besides its tiles,
 * of which the process itself and a sharded checkpoint take 35. */
#define MOST_BYTES ((size_t)24 << 20)

enum { PARTNERS = 3 };

struct jx_fetch {
  jx_pool pool; /* of the arrays below */
  uint64_t seed;
  uint64_t tiles, pieces; /* tiles of a piece, at most, and pieces of a pass */
  size_t lanes, asked; /* particles of a piece, and rows that others ask for meanwhile, at most */
  uint32_t *wanted;    /* [size]: rows that this rank wants from each rank */
  uint32_t *due;       /* [size]: rows that each rank wants from this one */
  size_t *out, *in;    /* [size]: bytes sent to each rank, and received from it */
  uint32_t *who;       /* [3 * lanes]: the particles this rank wants, in the order of ranks */
  uint32_t *which;     /* [lanes][3]: the partners of each particle, as indices into the above */
  uint32_t *whose;     /* [asked]: the particles that other ranks want */
  char *rows;          /* [asked][dim] reals: their own bests */
  char *fetched;       /* [3 * lanes][dim] reals: own bests of the particles this rank wants */
};

/* ---- Memory ---- */

/* Rows that a rank is asked for while each rank has a piece of `lanes` particles. Draws are uniform
 * and independent: more than 12 standard deviations above the mean has a probability below 1e-30,
 * and would end the run with an error. */
static size_t count_asked(const jx_device_set *devices, size_t lanes)
{
  double share = (double)jx_devices_most_tiles(devices) * (double)(devices->shape.tile_groups + 1) *
                 JK_LANES / (double)devices->shape.particles;
  double expected = PARTNERS * (double)devices->comm->size * (double)lanes * share;
  return (size_t)(expected + 12 * sqrt(expected)) + 64;
}

static size_t lanes_of(const jx_shape *shape, uint64_t tiles)
{
  uint64_t largest = shape->tile_groups + (shape->larger_tiles > 0 ? 1 : 0);
  return (size_t)(tiles * largest * JK_LANES);
}

/* Chooses the size and the number of pieces. */
static jato_status size_pieces(const jx_device_set *devices, jx_fetch *fetch, jato_error *error)
{
  const jx_shape *shape = &devices->shape;
  uint64_t most = jx_devices_most_tiles(devices);
  size_t row = shape->dim * shape->real_bytes, lanes = lanes_of(shape, 1);
  size_t bytes = PARTNERS * lanes * (row + 2 * sizeof(uint32_t)) +
                 count_asked(devices, lanes) * (row + 2 * sizeof(uint32_t));
  fetch->tiles = MOST_BYTES / bytes < most ? MOST_BYTES / bytes : most;
  if (fetch->tiles < 1) fetch->tiles = 1;
  fetch->pieces = (most + fetch->tiles - 1) / fetch->tiles;
  fetch->lanes = lanes_of(shape, fetch->tiles);
  fetch->asked = count_asked(devices, fetch->lanes);
  size_t rows = PARTNERS * fetch->lanes > fetch->asked ? PARTNERS * fetch->lanes : fetch->asked;
  if (rows < INT_MAX / row) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "particles of %zu dimensions are too large to be handed from rank to rank; take "
                 "one rank",
                 shape->dim);
}

void jx_devices_fetch_destroy(jx_device_set *devices)
{
  jx_fetch *fetch = devices->fetch;
  if (fetch == NULL) return;
  jx_comm_release_pool(devices->comm, &fetch->pool);
  jx_release(&devices->allocator, fetch);
  devices->fetch = NULL;
}

static jato_status take_memory(jx_device_set *devices, jx_fetch *fetch, jato_error *error)
{
  jx_pool *pool = &fetch->pool;
  size_t size = (size_t)devices->comm->size, row = devices->shape.dim * devices->shape.real_bytes;
  fetch->wanted = jx_pool_take(pool, size, sizeof *fetch->wanted);
  fetch->due = jx_pool_take(pool, size, sizeof *fetch->due);
  fetch->out = jx_pool_take(pool, size, sizeof *fetch->out);
  fetch->in = jx_pool_take(pool, size, sizeof *fetch->in);
  fetch->who = jx_pool_take(pool, PARTNERS * fetch->lanes, sizeof *fetch->who);
  fetch->which = jx_pool_take(pool, PARTNERS * fetch->lanes, sizeof *fetch->which);
  fetch->whose = jx_pool_take(pool, fetch->asked, sizeof *fetch->whose);
  fetch->rows = jx_pool_take(pool, fetch->asked, row);
  fetch->fetched = jx_pool_take(pool, PARTNERS * fetch->lanes, row);
  if (jx_pool_is_whole(pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu own bests of other ranks",
                 PARTNERS * fetch->lanes);
}

jato_status jx_devices_fetch_create(jx_device_set *devices, jx_swarm_config *config,
                                    jato_error *error)
{
  if (!JX_HAS_PARTNERS(config->plan) || !jx_devices_has_ranks(devices)) return JATO_OK;
  jx_fetch *fetch = devices->fetch = jx_allocate(&devices->allocator, 1, sizeof *fetch);
  if (fetch == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a swarm");
  fetch->pool.allocator = devices->allocator;
  fetch->seed = config->seed;
  JX_TRY(size_pieces(devices, fetch, error));
  JX_TRY(take_memory(devices, fetch, error));
  config->fetched = PARTNERS * fetch->lanes;
  config->asked = fetch->asked;
  return JATO_OK;
}

/* ---- Which particles this rank needs ---- */

static int rank_of(const jx_device_set *devices, uint32_t particle)
{
  return jx_devices_rank_of(devices, jx_shape_find(&devices->shape, particle).tile);
}

/* Draws the partners of `lanes` particles from `first` on and sorts them by rank. */
static void draw_partners(const jx_device_set *devices, uint64_t iteration, uint64_t first,
                          size_t lanes)
{
  jx_fetch *fetch = devices->fetch;
  jk_key key = jk_key_make(fetch->seed, iteration);
  uint32_t others = (uint32_t)(devices->shape.particles - 1), *place = fetch->due, before = 0;
  for (int rank = 0; rank < devices->comm->size; rank++) fetch->wanted[rank] = 0;
  for (size_t i = 0; i < lanes; i++) {
    jk_partners drawn =
        jk_draw_partners(key, (uint32_t)(first + i), others, (int)devices->shape.dim);
    for (size_t k = 0; k < PARTNERS; k++) {
      fetch->which[i * PARTNERS + k] = drawn.partner[k];
      fetch->wanted[rank_of(devices, drawn.partner[k])]++;
    }
  }
  for (int rank = 0; rank < devices->comm->size; before += fetch->wanted[rank++])
    place[rank] = before;
  for (size_t i = 0; i < PARTNERS * lanes; i++) {
    uint32_t particle = fetch->which[i];
    fetch->which[i] = place[rank_of(devices, particle)]++;
    fetch->who[fetch->which[i]] = particle;
  }
}

/* ---- Exchange with other ranks ---- */

static size_t sum_of(const jx_device_set *devices, const uint32_t *counts)
{
  size_t sum = 0;
  for (int rank = 0; rank < devices->comm->size; rank++) sum += counts[rank];
  return sum;
}

static void measure_bytes(const jx_device_set *devices, const uint32_t *counts, size_t each,
                          size_t *bytes)
{
  for (int rank = 0; rank < devices->comm->size; rank++) bytes[rank] = counts[rank] * each;
}

/* Exchanges the measured numbers of bytes. */
static jato_status swap(jx_device_set *devices, const void *out, void *in, jato_error *error)
{
  jx_swap what = {out, devices->fetch->out, in, devices->fetch->in};
  return devices->comm->ops->swap(devices->comm, &what, error);
}

/* Exchanges one count with each rank. */
static jato_status swap_counts(jx_device_set *devices, jato_error *error)
{
  jx_fetch *fetch = devices->fetch;
  for (int rank = 0; rank < devices->comm->size; rank++)
    fetch->out[rank] = fetch->in[rank] = sizeof *fetch->wanted;
  return swap(devices, fetch->wanted, fetch->due, error);
}

/* Ranks tell each other how many rows they want, and whether they have failed so far (own). They
 * fail together. */
static jato_status agree(jx_device_set *devices, jato_status own, jato_error *error)
{
  jx_fetch *fetch = devices->fetch;
  unsigned flags = 0;
  JX_TRY(swap_counts(devices, error));
  size_t due = sum_of(devices, fetch->due);
  if (own == JATO_OK && due > fetch->asked)
    own = jx_fail(error, JATO_E_MEMORY, "other ranks want %zu own bests, and there is room for %zu",
                  due, fetch->asked);
  return devices->comm->ops->agree(devices->comm, own, &flags, error);
}

/* Fails if communication fails; *own gets the status of this rank's part. */
static jato_status fetch_rows(jx_device_set *devices, jato_status *own, jato_error *error)
{
  jx_fetch *fetch = devices->fetch;
  jx_device_part *part = &devices->part[0];
  size_t row = devices->shape.dim * devices->shape.real_bytes;
  measure_bytes(devices, fetch->wanted, sizeof *fetch->who, fetch->out);
  measure_bytes(devices, fetch->due, sizeof *fetch->who, fetch->in);
  JX_TRY(swap(devices, fetch->who, fetch->whose, error));
  *own = part->ops->read_bests(part->swarm, fetch->whose, sum_of(devices, fetch->due), fetch->rows,
                               error);
  measure_bytes(devices, fetch->due, row, fetch->out);
  measure_bytes(devices, fetch->wanted, row, fetch->in);
  return swap(devices, fetch->rows, fetch->fetched, *own == JATO_OK ? error : NULL);
}

jato_status jx_devices_skip_pass(jx_device_set *devices, jato_status own, jato_error *error)
{
  if (devices->fetch == NULL) return own;
  draw_partners(devices, 0, 0, 0);
  return agree(devices, own, error);
}

/* ---- A pass ---- */

/* Particles from..to - 1; none if to <= from. */
typedef struct range {
  uint64_t from, to;
} range;

/* The lanes of whole groups. */
static size_t lanes_in(range particles)
{
  if (particles.to <= particles.from) return 0;
  return (size_t)((particles.to - particles.from + JK_LANES - 1) / JK_LANES * JK_LANES);
}

/* The particles of a piece that are among `all`. */
static range cut_piece(const jx_device_set *devices, uint64_t piece, range all)
{
  const jx_shape *shape = &devices->shape;
  uint64_t end = devices->first_tile + devices->tiles;
  uint64_t first = devices->first_tile + piece * devices->fetch->tiles;
  uint64_t last = first + devices->fetch->tiles;
  range cut = {jx_shape_first(shape, first < end ? first : end),
               jx_shape_first(shape, last < end ? last : end)};
  if (all.to == 0) return cut;
  if (cut.from < all.from) cut.from = all.from;
  if (cut.to > all.to) cut.to = all.to;
  return cut;
}

/* A pass over the particles whose partners were fetched. */
static jato_status pass_over(jx_device_set *devices, const jx_step *step, const double *guide,
                             range particles, jx_pass_result *found, jato_error *error)
{
  const jx_fetch *fetch = devices->fetch;
  jx_device_part *part = &devices->part[0];
  jx_pass_result one;
  jx_fetched fetched = {particles.from, lanes_in(particles), fetch->which, fetch->fetched};
  JX_TRY(part->ops->set_partners(part->swarm, &fetched, error));
  jx_devices_limit_particles(devices, particles.from, particles.to);
  JX_TRY(jx_devices_pass_once(devices, step, guide, &one, error));
  double before = found->seconds;
  jx_pass_result_join(found, &one);
  found->seconds = before + one.seconds;
  return JATO_OK;
}

static jato_status pass_over_all(jx_device_set *devices, const jx_step *step, const double *guide,
                                 range all, jx_pass_result *found, jato_error *error)
{
  jx_device_part *part = &devices->part[0];
  jato_status own = part->ops->flush_all_bests(part->swarm, error);
  for (uint64_t piece = 0; piece < devices->fetch->pieces; piece++) {
    range particles = cut_piece(devices, piece, all);
    size_t lanes = lanes_in(particles);
    draw_partners(devices, step->iteration, particles.from, own == JATO_OK ? lanes : 0);
    JX_TRY(agree(devices, own, error));
    JX_TRY(fetch_rows(devices, &own, error));
    if (own == JATO_OK && lanes > 0) own = pass_over(devices, step, guide, particles, found, error);
  }
  return own;
}

jato_status jx_devices_pass_fetching(jx_device_set *devices, const jx_step *step,
                                     const double *guide, jx_pass_result *found, jato_error *error)
{
  const jx_swarm *swarm = devices->part[0].swarm;
  range all = {swarm->from, swarm->to};
  *found = JX_FOUND_NOTHING;
  jato_status status = pass_over_all(devices, step, guide, all, found, error);
  jx_devices_limit_particles(devices, all.from, all.to);
  return status;
}
