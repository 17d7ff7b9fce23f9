/* Every kernel header read as OpenCL C 1.2, with JK_WIDTH lanes to a real: what compiles here can
 * be given to a device. Kernels call each function once, so that nothing is left unread. */
#define JK_DIM 7
#define JK_HERE_LOCAL (JK_WIDTH == 16 ? 1 : 64)
#if defined(JK_HERE_HAS_PARTNERS)
#define JK_HERE_MOTION difference
#define JK_HERE_NEIGHBOURS 0
#define JK_HERE_TILES 5u
#define JK_HERE_OTHERS 4999u
#else
#define JK_HERE_MOTION swarm
#define JK_HERE_HAS_PARTNERS 0
#endif
#define JK_HERE_WALL 4
#define JK_HERE_HAS_VELOCITY 1
#define JK_HERE_HAS_OWN 1
#define JK_HERE_BY_PARTICLE 0
#define JK_HERE_TURNED 0
#define JK_HERE_WHOLE 0
#if !defined(JK_HERE_NEIGHBOURS)
#define JK_HERE_NEIGHBOURS 3
#endif
#define JK_HERE_TILE (64 * (3 * 16 * JK_DIM + 32))
#define JK_HERE_VELOCITY (64 * 16 * JK_DIM)
#define JK_HERE_OWN (2 * JK_HERE_VELOCITY)
#define JK_HERE_VALUE (3 * JK_HERE_VELOCITY)
#define JK_HERE_BEST_IS_HERE (JK_HERE_VALUE + 64 * 16)
#include "kernel/offload/kernels.h"
#include "kernel/motion/motion.h"
#include "kernel/normal.h"
#include "kernel/objective/signature.h"
#include "kernel/objective/bodies.h"

/* Every objective of the gallery. */
JK_FN real jk_evaluate(JK_IN const real *jk_x, int n, real a, JK_IN const jk_number *data,
                       int data_count)
{
  real sum = data_count > 0 ? R(data[0]) : R(0);
#define JK_PROBLEM(name, ...) sum += jk_f_##name(jk_x, n, a);
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
  return sum;
}

__kernel void functions(__global const real *x, __global real *f)
{
  f[0] = jk_exp(x[0]) + jk_log(x[0]) + jk_pow(x[0], x[1]);
  f[1] = jk_sin(x[0]) + jk_cos(x[0]) + jk_sin_turns(x[0]) + jk_cos_turns(x[0]);
}

__kernel void move(__global real *x, __global real *v, jk_index seed, jk_index iteration)
{
  jk_weights weights = {{0.5f, 1, 1, 0}};
  jk_block block = jk_draw(jk_key_make(seed, iteration), get_global_id(0), 0, JK_DRAW_MOVE);
  jk_seen seen = {x[0], v[0], x[1], x[2], R(0), R(1), R(-1), R(1), R(0.5), block.w[0],
                  R(0), x[0], x[1], x[2], JK_I(1)};
  seen.chance = jk_fine_uniform(block.w[1], block.w[2]);
  for (int motion = 0; motion < JK_MOTIONS; motion++)
    for (int wall = 0; wall < JK_WALLS; wall++) {
      jk_moved m = jk_wall(wall, jk_move(motion, seen, weights), seen.lower, seen.upper, R(0.5));
      x[0] = m.x;
      v[0] = m.v;
    }
}
