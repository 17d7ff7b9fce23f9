/* The kernels as a sweep calls them: each works on a group of JK_LANES particles; those that take
 * most of the time of a step with few coordinates work on several groups in one call.
 *
 * kernels.c is compiled once for each pair of precision and x86-64 level (or once for each
 * precision on other machines); each compilation yields one table. */
#pragma once

#include "kernel/motion/motion_list.h"
#include "kernel/wall_list.h"
#include "swarm/cpu/groups.h"

/* The rows of the gallery in their order. */
enum jx_cpu_objective_number {
#define JK_PROBLEM(name, ...) JX_CPU_OBJECTIVE_##name,
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
  JX_CPU_OBJECTIVES
};

/* What draw_partners draws for each lane: numbers of three particles, and of a coordinate. */
enum { JX_CPU_PARTNERS = 3, JX_CPU_FORCED = 3, JX_CPU_DRAWN };

/* The result of judging a group. */
typedef struct jx_cpu_judged {
  double value; /* smallest; +infinity when no value was finite */
  int nonfinite;
} jx_cpu_judged;

typedef void (*jx_cpu_move_fn)(const jx_cpu_group *group, const jx_cpu_box *box,
                               const jx_cpu_push *push);
typedef void (*jx_cpu_evaluate_fn)(const void *x, int n, double a, int present, void *f);

typedef struct jx_cpu_kernels {
  /* Up to this dimension, copying own bests at once (copied_dim) is faster than marking them: the
   * marks take a row of memory, and so few coordinates hardly more. */
  int most_copied_dim;

  /* Draws the initial positions of the group and, if the swarm has them, velocities; copies the
   * positions to own bests. */
  void (*place)(const jx_cpu_group *group, const jx_cpu_box *box, uint64_t seed, int has_velocity,
                int has_own);

  /* [motion][wall][0: one guide for all lanes, 1: a guide for each lane] */
  jx_cpu_move_fn move[JK_MOTIONS][JK_WALLS][2];

  /* The partners of the lanes of the group at particle `first`, `others` being all particles but
   * one (kernel/partners.h). */
  void (*draw_partners)(const jx_cpu_push *push, uint64_t first, uint32_t others, int dim,
                        uint32_t drawn[JX_CPU_DRAWN][JK_LANES]);

  /* f[lane] of x[n][lane]; lanes that are not present may get any number */
  jx_cpu_evaluate_fn evaluate[JX_CPU_OBJECTIVES];

  /* Cleans f (non-finite values become +infinity, -0 becomes 0), keeps each lane's best value, and
   * copies or marks the better positions (copied_dim). */
  jx_cpu_judged (*judge)(const jx_cpu_group *group, void *f);

  /* f[lane] becomes -f[lane]. */
  void (*turn)(void *f);

  /* The lowest of `present` lanes whose value is `value`. Not a part of judge, since few groups
   * hold a new best. */
  int (*find_lane)(const void *f, int present, double value);

  /* Copies the position of lanes marked in best_is_here to their own best. */
  void (*flush_bests)(const jx_cpu_group *group, int dim);

  /* Copies the current own bests, flushed or not, to out[dim][lane]. */
  void (*snapshot)(const jx_cpu_group *group, int dim, void *out);

  /* guide[d][lane] = base[d][from[lane]], where a row of base is JK_LANES long. */
  void (*gather)(const void *base, const size_t from[JK_LANES], int dim, void *guide);

  /* The same from rows of coordinates: guide[d][lane] = base[from[lane] + d]. */
  void (*gather_rows)(const void *base, const size_t from[JK_LANES], int dim, void *guide);

  /* The dim coordinates of one lane as a row of reals; column points at its coordinate 0. */
  void (*copy_column)(const void *column, int dim, void *row);

  /* The dim coordinates of one lane; column points at its coordinate 0. */
  void (*read_column)(const void *column, int dim, double *out);

  /* The loop every step is measured against, over `count` reals of each array. */
  void (*bare)(void *x, void *v, const void *own, size_t count);
} jx_cpu_kernels;
