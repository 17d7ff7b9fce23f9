/* The arguments of kernels: groups of JK_LANES particles, their box, and the step that moves them.
 *
 * Pointers to reals are void: the run's precision decides between float and double. Arrays of rows
 * are aligned to a row. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/lanes.h"
#include "kernel/motion/motion_list.h"

/* Numbers of every coordinate, in the run's precision: [dim] each. */
typedef struct jx_cpu_box {
  int dim;
  const void *lower, *upper;
  const void *least_v, *most_v; /* limits of the velocity */
  const void *rounder;          /* rounds the velocity */
  int short_steps;              /* jk_wall_reflect_short is right in every coordinate */
} jx_cpu_box;

/* A group of particles. For evaluate and judge, and for move with a copied_dim, one guide for all
 * lanes and a wall other than resample, it may stand for several consecutive groups of a tile.
 * Pointers to fields that the swarm does not have are never dereferenced. */
typedef struct jx_cpu_group {
  void *x, *v, *own;          /* [dim][lane] */
  void *value, *best_is_here; /* [lane] */
  uint64_t first;             /* number of the particle in lane 0 */
  int present;                /* particles from lane 0 on, more than JK_LANES for several groups;
                                 lanes of the last group beyond them are ghosts */
  int copied_dim;             /* 0: judge marks a lane with a better position in best_is_here;
                                 dim: it copies the position to the own best, and marks nothing */
} jx_cpu_group;

/* The fields that a move with copied_dim prefetches for the next groups. */
enum { JX_CPU_FETCH_X, JX_CPU_FETCH_V, JX_CPU_FETCH_OWN, JX_CPU_FETCH_VALUE, JX_CPU_FETCHED };

/* The step of one iteration, the same for all groups. */
typedef struct jx_cpu_push {
  uint64_t seed, iteration;
  double weight[JK_WEIGHTS];
  int draws_by_particle;
  const void *guide;    /* [dim] for all lanes, or [dim][lane] for this group */
  const void *partners; /* [3][dim][lane]: own bests of this group's partners; NULL without any */
  ptrdiff_t ahead[JX_CPU_FETCHED]; /* with copied_dim: bytes to the groups that are moved next */
  const uint32_t *forced;          /* [lane]: the coordinate that each lane takes from its mutant */
} jx_cpu_push;
