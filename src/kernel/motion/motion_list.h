/* The motions by number, and the number of weights that an algorithm passes to one in each
 * iteration. */
#ifndef JK_MOTION_LIST_H
#define JK_MOTION_LIST_H

/* JK_MOTION_swarm, JK_MOTION_uniform, ...: the rows of motions.def in their order. */
#define JK_MOTION(name, ...) JK_MOTION_##name,
enum jk_motion_number {
#include "motions.def"
  JK_MOTIONS
};
#undef JK_MOTION

#define JK_WEIGHTS 4

#endif
