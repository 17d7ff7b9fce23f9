/* Every kernel header read as OpenCL C 1.2, with JK_WIDTH lanes to a real: what compiles here can
 * be given to a device. A kernel calls each of them once, so that nothing in them is left unread.
 */
#include "kernel/motion/motion.h"
#include "kernel/objective/objective.h"
#include "kernel/objective/bodies.h"

__kernel void evaluate(__global const real *x, int n, jk_number a, __global real *f)
{
  int i = 0;
#define JK_PROBLEM(name, ...) f[i++] = jk_f_##name(x, n, R(a));
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
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
  jk_seen seen;
  seen.x = x[0];
  seen.v = v[0];
  seen.own = seen.guide = seen.lower = seen.least_v = R(0);
  seen.upper = seen.most_v = R(1);
  seen.word = block.w[0];
  seen.chance = jk_fine_uniform(block.w[1], block.w[2]);
  for (int motion = 0; motion < JK_MOTIONS; motion++)
    for (int wall = 0; wall < JK_WALLS; wall++) {
      jk_moved m = jk_wall(wall, jk_move(motion, seen, weights), seen.lower, seen.upper, R(0.5));
      x[0] = m.x;
      v[0] = m.v;
    }
}
