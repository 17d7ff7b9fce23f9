/* Every motion behind one name. `motion` is a constant where jk_move is called, so one call
 * remains. */
#ifndef JK_MOTION_H
#define JK_MOTION_H

#include "seen.h"

/* Made by the build from motions.def: an #include of motion/<name>.h for each row. */
#include "kernel/motion/bodies.h"

JK_FN jk_moved jk_move(int motion, jk_seen s, jk_weights weights)
{
#define JK_MOTION(name, ...) \
  if (motion == JK_MOTION_##name) return jk_move_##name(s, weights);
#include "motions.def"
#undef JK_MOTION
  return jk_move_uniform(s, weights);
}

#endif
