/* The kernels of a device with memory of its own: what a host builds, fills and calls.
 *
 * One work-group of JK_HERE_LOCAL items works on one tile; an item carries JK_WIDTH lanes and
 * strides over the slots of the tile, JK_WIDTH lanes of a group each. The global size is the number
 * of work-groups times JK_HERE_LOCAL.
 *
 * clang-format off
 *
 * Buffers (number = jk_number: float or double)
 *   tiles     number [tile][JK_HERE_TILE]      the swarm, laid as in population/shape.h
 *   table     jk_tile [tile]                   first particle, groups, particles; slots.h: 16 bytes
 *   box       number [5][JK_DIM]               lower, upper, least_v, most_v, rounder
 *   guide     number [JK_DIM]                  the guide of all; not looked at with neighbours
 *   guides    number [tile][JK_DIM]            guides of tiles that are on their own
 *   weights   number [steps][4]                w0..w3 of each step
 *   data      number [data_count]              the objective's own numbers
 *   records   jk_record [tile]                 particle, nonfinite, step, value; slots.h: 32 bytes
 *   best      jk_record, number [JK_DIM]       the best record, and where its particle is; with
 *                                              JK_HERE_EXCHANGE its own best
 *   offsets   int [JK_HERE_NEIGHBOURS]         the neighbours of particle i are i + offset
 *   locations uint [tile][largest groups][16]  where each lane's guide is; guides.h
 *   halo      number [2][reach][1 + JK_DIM]    value and own best of the `reach` particles before
 *                                              the first one held, then of those behind the last
 *   halo_out  number [2][reach][1 + JK_DIM]    the same of the first, then of the last ones held
 * A buffer that a program does not read or write may be any buffer.
 *
 * Kernels and their arguments in order. Scalars: seed, iteration, swarm, from, to ulong; a, w0..w3
 * number; tile_count uint; reach, data_count, steps int.
 *   jk_swarm_place        tiles table box data records seed a data_count
 *   jk_swarm_pass         tiles table box guide locations halo data records seed iteration w0 w1 w2
 *                         w3 from to a tile_count reach data_count
 *   jk_swarm_steps        tiles table box guide guides weights data records seed iteration from to
 *                         a steps data_count; instead of pass, with JK_HERE_EXCHANGE
 *   jk_swarm_best         tiles table records best tile_count: ONE work-group
 *   jk_swarm_evaluate     tiles table data records a data_count keeps
 *   jk_swarm_flush_bests  tiles table offsets halo locations swarm tile_count reach
 *   jk_swarm_halo         tiles table halo_out tile_count reach: TWO work-groups
 *   jk_swarm_bare         tiles table
 *   jk_swarm_batch        batched_runs.h; instead of all others, with JK_HERE_BATCH
 * All but best and halo run with one work-group for each tile held. swarm is the number of
 * particles of the whole swarm, not only of those held here. flush_bests is there with neighbours
 * or partners only, halo with neighbours, bare with JK_HERE_HAS_VELOCITY.
 *
 * With partners of which others hold some (not JK_HERE_WHOLE), locations has the first particle
 * that takes part, then [particle][3] rows of halo, number [row][JK_DIM]: their partners' own
 * bests. And
 *   jk_swarm_rows         tiles locations halo_out count first_tile; both counts uint
 * copies own bests, 64 rows in a work-group, of the particles whose numbers are in locations, uint
 * [count], to halo_out, number [count][JK_DIM]. An iteration is then flush_bests once, and rows,
 * pass and best for a few tiles at a time.
 *
 * One iteration: flush_bests (where it is there), pass, best; iteration 0: place, best. halo runs
 * behind pass or place, and the host has filled halo before the next flush_bests.
 *
 * Macros that the host defines
 *   JK_PRECISION         32 or 64
 *   JK_WIDTH             1, or 16 for an OpenCL device that is a CPU
 *   JK_DIM               coordinates of a particle
 *   JK_HERE_LOCAL        a power of two; at width 1 at least 32 in CUDA, 16 in OpenCL (language.h)
 *   JK_HERE_MOTION       the motion's name, a row of motions.def: swarm, uniform, difference
 *   JK_HERE_WALL         the wall's number, JK_WALL_...
 *   JK_HERE_HAS_VELOCITY 1 when the motion has a velocity and a guide; JK_HERE_HAS_OWN own bests
 *   JK_HERE_HAS_PARTNERS 1 when it looks at three others: of the whole swarm, of JK_HERE_TILES
 *                        tiles and JK_HERE_OTHERS particles besides each one
 *   JK_HERE_BY_PARTICLE  1 when a particle draws one word for all its coordinates
 *   JK_HERE_TURNED       1 when the largest value is wanted: -f is judged
 *   JK_HERE_NEIGHBOURS   number of offsets; 0: one guide for all
 *   JK_HERE_EXCHANGE     tiles are on their own in iterations that are no multiples of it; 0, 1:
 *                        never
 *   JK_HERE_WHOLE        1 when this device holds the whole swarm: halo is not looked at
 *   JK_HERE_BATCH         1 when there are many swarms that know nothing of each other
 *   JK_HERE_TILE         numbers of a tile: tile_bytes / real_bytes of the shape
 *   JK_HERE_VELOCITY     field_start / real_bytes; this and JK_HERE_OWN where the motion has them
 *   JK_HERE_OWN JK_HERE_VALUE JK_HERE_BEST_IS_HERE
 *
 * clang-format on
 *
 * The text that defines jk_evaluate comes last, behind objective/signature.h. */
#ifndef JK_OFFLOAD_KERNELS_H
#define JK_OFFLOAD_KERNELS_H

#include "apart.h"
#include "batched_runs.h"
#include "neighbours.h"
#include "sweep.h"

#if !JK_HERE_BATCH

JK_KERNEL jk_swarm_place(JK_OUT_NUMBERS tiles, JK_IN_TABLE table, JK_IN_NUMBERS box,
                         JK_IN_NUMBERS data, JK_GLOBAL jk_record *JK_RESTRICT records,
                         jk_index seed, jk_number a, int data_count)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  jk_push push = {jk_key_make(seed, 0), {{0, 0, 0, 0}}, box};
  jk_around nobody = {tiles, tiles, JK_GROUP, 0, 0};
  jk_sweep sweep = {jk_tile_start(tiles, JK_GROUP),
                    table[JK_GROUP],
                    JK_ITEM,
                    push,
                    nobody,
                    0,
                    0,
                    data,
                    data_count,
                    a,
                    1};
  jk_record best = jk_group_best(jk_haul_record(jk_sweep_tile(&sweep), sweep.tile), shared);
  if (JK_ITEM == 0) records[JK_GROUP] = best;
}

#if JK_HERE_EXCHANGE > 1
/* One iteration of a tile after the other, while it is in a cache: all of them but the first are
 * such that tiles are on their own. */
JK_KERNEL jk_swarm_steps(JK_OUT_NUMBERS tiles, JK_IN_TABLE table, JK_IN_NUMBERS box,
                         JK_IN_NUMBERS guide, JK_OUT_NUMBERS guides, JK_IN_NUMBERS weights,
                         JK_IN_NUMBERS data, JK_GLOBAL jk_record *JK_RESTRICT records,
                         jk_index seed, jk_index iteration, jk_index from, jk_index to, jk_number a,
                         int steps, int data_count)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  jk_tile whole = table[JK_GROUP], tile = jk_tile_cut(whole, from, to);
  JK_GLOBAL jk_number *start = jk_tile_start(tiles, JK_GROUP);
  JK_GLOBAL jk_number *own = guides + (size_t)JK_GROUP * JK_DIM;
  jk_around nobody = {tiles, tiles, JK_GROUP, 0, 0};
  jk_record all = jk_record_none();
  for (int k = 0; k < steps; k++) {
    jk_index now = iteration + (jk_index)k;
    int apart = now % JK_HERE_EXCHANGE != 0, w = 4 * k;
    jk_push push = {jk_key_make(seed, now),
                    {{weights[w], weights[w + 1], weights[w + 2], weights[w + 3]}},
                    box};
    jk_sweep sweep = {start, tile, JK_ITEM, push, nobody, guide, 0, data, data_count, a, 0};
    if (apart) jk_guide_apart(start, whole, own, shared);
    if (apart) sweep.guide = own;
    jk_record best = jk_group_best(jk_haul_record(jk_sweep_tile(&sweep), tile), shared);
    best.step = (jk_index)k;
    all = jk_record_join(all, best);
    JK_BARRIER();
  }
  if (JK_ITEM == 0) records[JK_GROUP] = all;
}
#else
JK_KERNEL jk_swarm_pass(JK_OUT_NUMBERS tiles, JK_IN_TABLE table, JK_IN_NUMBERS box,
                        JK_IN_NUMBERS guide, JK_GLOBAL const jk_word1 *JK_RESTRICT locations,
                        JK_IN_NUMBERS halo, JK_IN_NUMBERS data,
                        JK_GLOBAL jk_record *JK_RESTRICT records, jk_index seed, jk_index iteration,
                        jk_number w0, jk_number w1, jk_number w2, jk_number w3, jk_index from,
                        jk_index to, jk_number a, jk_word1 tile_count, int reach, int data_count)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  jk_tile tile = jk_tile_cut(table[JK_GROUP], from, to);
  jk_push push = {jk_key_make(seed, iteration), {{w0, w1, w2, w3}}, box};
  jk_around around = {tiles, halo, JK_GROUP, tile_count, reach};
  jk_sweep sweep = {jk_tile_start(tiles, JK_GROUP),
                    tile,
                    JK_ITEM,
                    push,
                    around,
                    guide,
                    locations,
                    data,
                    data_count,
                    a,
                    0};
  jk_record best = jk_group_best(jk_haul_record(jk_sweep_tile(&sweep), tile), shared);
  if (JK_ITEM == 0) records[JK_GROUP] = best;
}

#endif

JK_KERNEL jk_swarm_best(JK_IN_NUMBERS tiles, JK_IN_TABLE table,
                        JK_GLOBAL const jk_record *JK_RESTRICT records,
                        JK_GLOBAL jk_record *JK_RESTRICT best, jk_word1 tile_count)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  JK_LOCAL jk_word1 found[1];
  JK_GLOBAL jk_number *x = (JK_GLOBAL jk_number *)(best + 1);
  jk_record mine = jk_record_none();
  jk_word1 mine_tile = 0;
  for (jk_word1 t = (jk_word1)JK_ITEM; t < tile_count; t += JK_HERE_LOCAL) {
    jk_index before = mine.particle;
    mine = jk_record_join(mine, records[t]);
    mine_tile = mine.particle != before ? t : mine_tile;
  }
  jk_record all = jk_group_best(mine, shared);
  if (mine.particle == all.particle) found[0] = mine_tile;
  JK_BARRIER();
  size_t lane = (size_t)(all.particle - table[found[0]].first);
  JK_GLOBAL const jk_number *start = tiles + (size_t)found[0] * JK_HERE_TILE;
  for (int d = JK_ITEM; d < JK_DIM; d += JK_HERE_LOCAL)
#if JK_HERE_EXCHANGE > 1 /* it may have moved on since */
    x[d] = jk_own_best(start, lane, d);
#else
    x[d] = start[jk_lane_start(lane) + (size_t)d * JK_LANES];
#endif
  if (JK_ITEM == 0) *best = all;
}

#if JK_HERE_NEIGHBOURS || JK_HERE_HAS_PARTNERS
JK_KERNEL jk_swarm_flush_bests(JK_OUT_NUMBERS tiles, JK_IN_TABLE table,
                               JK_GLOBAL const int *JK_RESTRICT offsets, JK_IN_NUMBERS halo,
                               JK_GLOBAL jk_word1 *JK_RESTRICT locations, jk_index swarm,
                               jk_word1 tile_count, int reach)
{
  jk_tile tile = table[JK_GROUP];
  jk_circle circle = {{tiles, halo, JK_GROUP, tile_count, reach}, table, offsets, swarm};
  JK_FOR_SLOTS(s, tile)
  {
    jk_slot slot = jk_slot_find(jk_tile_start(tiles, JK_GROUP), tile, s);
    jk_flush_bests(slot);
    if (JK_HERE_NEIGHBOURS > 0) jk_choose_slot(circle, slot.index, locations);
  }
}
#endif

#if JK_HERE_NEIGHBOURS
/* Work-group 0 writes the first particles held, work-group 1 the last ones. */
JK_KERNEL jk_swarm_halo(JK_IN_NUMBERS tiles, JK_IN_TABLE table, JK_OUT_NUMBERS halo_out,
                        jk_word1 tile_count, int reach)
{
  jk_word1 tile = JK_GROUP == 0 ? 0 : tile_count - 1;
  size_t first = JK_GROUP == 0 ? 0 : (size_t)table[tile].particles - (size_t)reach;
  size_t entries = (size_t)reach * (1 + JK_DIM);
  for (size_t e = JK_ITEM; e < entries; e += JK_HERE_LOCAL)
    halo_out[JK_GROUP * entries + e] = jk_halo_entry(
        tiles + (size_t)tile * JK_HERE_TILE, first + e / (1 + JK_DIM), (int)(e % (1 + JK_DIM)));
}
#endif

#if JK_HERE_HAS_PARTNERS && !JK_HERE_WHOLE
/* Own bests of particles held here, of JK_ROWS_AT_ONCE by each work-group. */
JK_KERNEL jk_swarm_rows(JK_IN_NUMBERS tiles, JK_GLOBAL const jk_word1 *JK_RESTRICT particles,
                        JK_OUT_NUMBERS rows, jk_word1 count, jk_word1 first_tile)
{
  size_t first = (size_t)JK_GROUP * JK_ROWS_AT_ONCE, left = (size_t)count - first;
  size_t entries = (left < JK_ROWS_AT_ONCE ? left : JK_ROWS_AT_ONCE) * JK_DIM;
  for (size_t e = JK_ITEM; e < entries; e += JK_HERE_LOCAL) {
    size_t start = jk_own_start(particles[first + e / JK_DIM]) - (size_t)first_tile * JK_HERE_TILE;
    rows[first * JK_DIM + e] = tiles[start + e % JK_DIM * JK_LANES];
  }
}
#endif

/* Evaluates where the particles stand and changes nothing but the records; or, where `keeps` is not
 * 0, leaves each lane's value as it is in its field. */
JK_KERNEL jk_swarm_evaluate(JK_OUT_NUMBERS tiles, JK_IN_TABLE table, JK_IN_NUMBERS data,
                            JK_GLOBAL jk_record *JK_RESTRICT records, jk_number a, int data_count,
                            int keeps)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  jk_tile tile = table[JK_GROUP];
  jk_haul haul = jk_haul_empty();
  JK_FOR_SLOTS(s, tile)
  {
    jk_slot slot = jk_slot_find(jk_tile_start(tiles, JK_GROUP), tile, s);
    real f = jk_evaluate(slot.x, JK_DIM, R(a), data, data_count);
    if (keeps != 0) *slot.value = f;
    jk_haul_take(&haul, jk_clean(f, tile, slot.index, &haul), slot.index);
  }
  jk_record best = jk_group_best(jk_haul_record(haul, tile), shared);
  if (JK_ITEM == 0) records[JK_GROUP] = best;
}

#if JK_HERE_HAS_VELOCITY
/* The loop every pass is measured against: reads and writes the memory of a move, and no more. */
JK_KERNEL jk_swarm_bare(JK_OUT_NUMBERS tiles, JK_IN_TABLE table)
{
  jk_tile tile = table[JK_GROUP];
  JK_FOR_SLOTS(s, tile)
  {
    jk_slot slot = jk_slot_find(jk_tile_start(tiles, JK_GROUP), tile, s);
    for (int d = 0; d < JK_DIM; d++) {
      size_t at = (size_t)d * JK_STRIDE;
      real v = slot.v[at] * R(0.5) + (slot.own[at] - slot.x[at]) * R(0.25);
      slot.v[at] = v;
      slot.x[at] = slot.x[at] + v * R(0.125);
    }
  }
}
#endif

#endif
#endif
