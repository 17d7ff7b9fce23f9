/* The addresses of tiles and groups, and the layout of each thread's working memory. */
#include "swarm/cpu/swarm.h"

#include <string.h>

jx_tile jx_cpu_tile(const jx_cpu_swarm *swarm, uint64_t number)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t before = (size_t)(number - swarm->head.first_tile) * shape->tile_bytes;
  return jx_shape_tile_at(shape, (char *)swarm->tiles.data + before, number);
}

jx_cpu_group jx_cpu_group_of(const jx_cpu_swarm *swarm, const jx_tile *tile, size_t group)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t before = group * JK_LANES;
  size_t left = tile->particles - before;
  return (jx_cpu_group){
      .x = tile->field[JX_POSITION] + group * shape->group_bytes[JX_POSITION],
      .v = tile->field[JX_VELOCITY] + group * shape->group_bytes[JX_VELOCITY],
      .own = tile->field[JX_OWN] + group * shape->group_bytes[JX_OWN],
      .value = tile->field[JX_VALUE] + group * shape->group_bytes[JX_VALUE],
      .best_is_here = tile->field[JX_BEST_IS_HERE] + group * shape->group_bytes[JX_BEST_IS_HERE],
      .first = tile->first + before,
      .present = left < JK_LANES ? (int)left : JK_LANES,
      .copied_dim = swarm->copied_dim,
  };
}

void jx_cpu_clear_best_is_here(const jx_cpu_swarm *swarm, const jx_tile *tile, size_t group)
{
  size_t bytes = swarm->head.shape.group_bytes[JX_BEST_IS_HERE];
  memset(tile->field[JX_BEST_IS_HERE] + group * bytes, 0, bytes);
}

/* Returns the next piece, on a cache line's boundary. */
static void *cut_array(char *base, size_t *used, size_t bytes)
{
  void *piece = base == NULL ? NULL : base + *used;
  *used += (bytes + JX_CACHE_LINE - 1) / JX_CACHE_LINE * JX_CACHE_LINE;
  return piece;
}

size_t jx_cpu_scratch_lay(const jx_cpu_swarm *swarm, void *base, jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t groups = (size_t)((shape->groups + shape->tiles - 1) / shape->tiles);
  size_t with_halo = groups + 2 * swarm->halo_groups;
  size_t lanes = groups * JK_LANES;
  size_t rows = shape->dim * shape->row_bytes;
  size_t used = 0;
  *scratch = (jx_cpu_scratch){0};
  scratch->f = cut_array(base, &used, groups * shape->row_bytes);
  if (swarm->plan->neighbours > 0 || swarm->plan->exchange > 1)
    scratch->guide = cut_array(base, &used, rows);
  if (swarm->plan->neighbours > 0) {
    scratch->snapshot = cut_array(base, &used, with_halo * rows);
    scratch->values = cut_array(base, &used, with_halo * JK_LANES * sizeof(double));
    scratch->from = cut_array(base, &used, lanes * sizeof(size_t));
  }
  if (swarm->has_partners) {
    scratch->partners = cut_array(base, &used, JX_CPU_PARTNERS * rows);
    scratch->drawn = cut_array(base, &used, JX_CPU_DRAWN * sizeof *scratch->drawn);
  }
  if (swarm->head.profile != NULL)
    scratch->spent = cut_array(base, &used, JX_WORKS * sizeof(double));
  /* Whole pages, so that no two threads write to the same line or prefetch each other's. */
  return (used + 4095) / 4096 * 4096;
}

jx_cpu_scratch jx_cpu_scratch_of(const jx_cpu_swarm *swarm, int thread)
{
  jx_cpu_scratch scratch;
  char *base = (char *)swarm->scratch.data + (size_t)thread * swarm->scratch_bytes;
  (void)jx_cpu_scratch_lay(swarm, base, &scratch);
  return scratch;
}

void jx_cpu_for_tiles(const jx_cpu_swarm *swarm, jx_range_fn fn, void *work)
{
  swarm->ops->in_process->run_ranges(swarm->device, swarm->head.tiles, fn, work);
}

void jx_cpu_note_spent(jx_cpu_swarm *swarm, jx_work work)
{
  double sum = 0;
  if (swarm->head.profile == NULL) return;
  for (int t = 0; t < swarm->threads; t++) {
    double *spent = jx_cpu_scratch_of(swarm, t).spent;
    if (spent == NULL) return;
    sum += spent[work];
    spent[work] = 0;
  }
  jx_profile_note(swarm->head.profile, work, sum);
}

void jx_cpu_flush_bests(const jx_cpu_swarm *swarm, const jx_tile *tile)
{
  for (size_t g = 0; g < tile->groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, tile, g);
    swarm->level.kernels->flush_bests(&group, (int)swarm->head.shape.dim);
  }
}
