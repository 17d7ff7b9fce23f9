/* A batch: many swarms that know nothing of each other, a work-group for each. It makes one
 * iteration of its swarm after the other, over all its tiles, and follows the best point of its own
 * run.
 *
 * clang-format off
 *
 * Buffers, beside those of kernels.h
 *   tiles      number [run][tile][JK_HERE_TILE]
 *   table      jk_tile [tile]                    the same for every run
 *   boxes      number [problem][5][JK_DIM]
 *   data       number [problem][data_count]
 *   parameters number [problem]                  `a` of the objective
 *   members    jk_member [run]                   16 bytes
 *   guides     number [run][JK_DIM]              the best point; at first where the host likes
 *   weights    number [run][steps][4]            w0..w3; not looked at in iteration 0
 *   standings  jk_standing [run]                 32 bytes; written by iteration 0
 *
 * jk_swarm_batch  tiles table boxes data parameters members guides weights standings iteration
 * stall target tile_count steps data_count, with one work-group for each run: iterations
 *                iteration..iteration + steps - 1, of which number 0 places the swarm. A run whose
 *                best is `target` or less, or has not improved for `stall` iterations (0: it may),
 *                stays as it is.
 *
 * clang-format on
 */
#ifndef JK_OFFLOAD_BATCHED_RUNS_H
#define JK_OFFLOAD_BATCHED_RUNS_H

#include "sweep.h"

#if JK_HERE_BATCH
typedef struct jk_member {
  jk_index seed;
  jk_index problem;
} jk_member;

/* The standing of a run. */
typedef struct jk_standing {
  jk_index iterations; /* made; the last one's number */
  jk_index improved;   /* the one that found the best */
  jk_index nonfinite;  /* values that were NaN or infinite */
  jk_number best;      /* +infinity while no value was finite */
} jk_standing;

/* One iteration of all tiles of a run; sweep holds everything but the data of a tile. The items go
 * from slot to slot across the ends of tiles, which may be smaller than a work-group. */
JK_FN jk_record jk_batch_pass(jk_sweep sweep, JK_IN_TABLE table, jk_word1 tile_count,
                              JK_LOCAL_IN jk_record *shared)
{
  JK_GLOBAL jk_number *tiles = sweep.start;
  jk_record found = jk_record_none();
  int before = 0;
  for (jk_word1 t = 0; t < tile_count; t++) {
    sweep.tile = table[t];
    sweep.start = jk_tile_start(tiles, t);
    sweep.first = (JK_ITEM - before) & (JK_HERE_LOCAL - 1);
    found = jk_record_join(found, jk_haul_record(jk_sweep_tile(&sweep), sweep.tile));
    before += jk_slot_count(sweep.tile);
  }
  return jk_group_best(found, shared);
}

/* Copies the position of a particle to guide[JK_DIM]. Items wait for what others have written
 * before, and for the copy. */
JK_FN void jk_batch_follow(JK_GLOBAL jk_number *tiles, JK_IN_TABLE table, jk_index particle,
                           JK_GLOBAL jk_number *guide)
{
  jk_word1 t = 0;
  while (particle >= table[t].first + table[t].particles) t++;
  size_t lane = (size_t)(particle - table[t].first);
  JK_GLOBAL const jk_number *start = jk_tile_start(tiles, t);
  JK_BARRIER_GLOBAL();
  for (int d = JK_ITEM; d < JK_DIM; d += JK_HERE_LOCAL)
    guide[d] = start[jk_lane_start(lane) + (size_t)d * JK_LANES];
  JK_BARRIER_GLOBAL();
}

JK_FN int jk_batch_is_over(jk_standing now, jk_number target, jk_index stall)
{
  return now.best <= target || (stall != 0 && now.iterations - now.improved >= stall);
}

JK_KERNEL jk_swarm_batch(JK_OUT_NUMBERS tiles, JK_IN_TABLE table, JK_IN_NUMBERS boxes,
                         JK_IN_NUMBERS data, JK_IN_NUMBERS parameters,
                         JK_GLOBAL const jk_member *JK_RESTRICT members, JK_OUT_NUMBERS guides,
                         JK_IN_NUMBERS weights, JK_GLOBAL jk_standing *JK_RESTRICT standings,
                         jk_index iteration, jk_index stall, jk_number target, jk_word1 tile_count,
                         int steps, int data_count)
{
  JK_LOCAL jk_record shared[JK_SHARED];
  jk_member member = members[JK_GROUP];
  JK_GLOBAL jk_number *own = tiles + (size_t)JK_GROUP * tile_count * JK_HERE_TILE;
  JK_GLOBAL jk_number *guide = guides + (size_t)JK_GROUP * JK_DIM;
  JK_GLOBAL const jk_number *box = boxes + (size_t)member.problem * 5 * JK_DIM;
  jk_standing now = {0, 0, 0, jk_record_none().value};
  if (iteration > 0) now = standings[JK_GROUP];
  for (int k = 0; k < steps; k++) {
    jk_index number = iteration + (jk_index)k;
    if (number > 0 && jk_batch_is_over(now, target, stall)) break;
    JK_GLOBAL const jk_number *w = weights + ((size_t)JK_GROUP * (size_t)steps + (size_t)k) * 4;
    jk_push push = {jk_key_make(member.seed, number), {{w[0], w[1], w[2], w[3]}}, box};
    jk_around nobody = {tiles, tiles, 0, 0, 0};
    jk_sweep sweep = {own,        table[0],
                      0,          push,
                      nobody,     guide,
                      0,          data + (size_t)member.problem * (size_t)data_count,
                      data_count, parameters[member.problem],
                      number == 0};
    jk_record found = jk_batch_pass(sweep, table, tile_count, shared);
    now.iterations = number;
    now.nonfinite += found.nonfinite;
    if (found.value < now.best) {
      now.best = found.value;
      now.improved = number;
      jk_batch_follow(own, table, found.particle, guide);
    }
    JK_BARRIER();
  }
  if (JK_ITEM == 0) standings[JK_GROUP] = now;
}

#endif
#endif
