/* What kernels work on: groups of JK_LANES particles, the box they are in, and what moves them.
 *
 * Pointers to reals are void: the run's precision says which. Arrays of rows are aligned to a row.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/lanes.h"
#include "kernel/motion/motion_list.h"

/* Numbers of every coordinate, in the run's precision: [dim] each. */
typedef struct jx_cpu_box {
  int dim;
  const void *lower, *upper;
  const void *least_v, *most_v; /* what the velocity is kept in */
  const void *rounder;          /* what rounds it */
  int short_steps;              /* jk_wall_reflect_short is right in every coordinate */
} jx_cpu_box;

/* A group; for evaluate and judge, and for move with a copied_dim, one guide for all lanes and a
 * wall other than resample, perhaps with others of its tile, which lie behind it in every field.
 * Fields the swarm does not have point anywhere and are not touched. */
typedef struct jx_cpu_group {
  void *x, *v, *own;          /* [dim][lane] */
  void *value, *best_is_here; /* [lane] */
  uint64_t first;             /* number of the particle in lane 0 */
  int present;                /* particles from lane 0 on, more than JK_LANES with other groups
                                 behind this one; lanes of the last one beyond them are ghosts */
  int copied_dim;             /* 0: judge marks a lane with a better position in best_is_here;
                                 dim: it copies the position to the own best, and marks nothing */
} jx_cpu_group;

/* The fields that a move with copied_dim fetches for the next one. */
enum { JX_CPU_FETCH_X, JX_CPU_FETCH_V, JX_CPU_FETCH_OWN, JX_CPU_FETCH_VALUE, JX_CPU_FETCHED };

/* What moves all groups alike in one iteration. */
typedef struct jx_cpu_push {
  uint64_t seed, iteration;
  double weight[JK_WEIGHTS];
  int draws_by_particle;
  const void *guide;    /* [dim] for all lanes, or [dim][lane] for this group */
  const void *partners; /* [3][dim][lane]: own bests of this group's partners, where it has them */
  ptrdiff_t ahead[JX_CPU_FETCHED]; /* with copied_dim: bytes to the groups that are moved next */
  const uint32_t *forced;          /* [lane]: the coordinate that each takes from its mutant */
} jx_cpu_push;
