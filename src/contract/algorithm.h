/* What an algorithm supplies. It decides how a swarm moves and never touches a particle: it names a
 * motion of kernel/motion for the device to run, and gives the numbers of each iteration. */
#ifndef JX_ALGORITHM_H
#define JX_ALGORITHM_H

#include "base/spec.h"
#include "base/status.h"
#include "kernel/motion/motion_list.h"

#define JX_RADIUS_MAX 64 /* of a ring */
#define JX_NEIGHBOURS_MAX (2 * JX_RADIUS_MAX + 1)

/* What an algorithm needs of a device for a whole run. Filled once, by setup. */
typedef struct jx_plan {
  int motion;            /* JK_MOTION_...: row of kernel/motion/motions.def */
  double limit;          /* largest |velocity| as a share of the box's width */
  int draws_by_particle; /* one random word for all coordinates of a particle, not one for each */

  /* Whose own best guides particle i: particles i + offset[k], counted round the swarm's end.
   * neighbours 0: everybody's, that is the best of the run. */
  size_t neighbours;
  int64_t offset[JX_NEIGHBOURS_MAX];
} jx_plan;

/* Bit m is set when motion m moves by velocity, own best and a guide. */
enum {
  JX_MOTIONS_THAT_SEE = 0
#define JK_MOTION(name, sees) | ((sees) << JK_MOTION_##name)
#include "kernel/motion/motions.def"
#undef JK_MOTION
};
#define JX_SEES(plan) ((JX_MOTIONS_THAT_SEE >> (plan)->motion) & 1)

/* What setup may look at. */
typedef struct jx_setup {
  uint64_t particles;
  size_t dim;
  uint64_t seed;
  uint64_t iterations;     /* the run's limit; 0 when it has none */
  const jx_values *values; /* of the parameters, in the table's order */
} jx_setup;

/* The numbers of one iteration, in the meaning of the plan's motion. */
typedef struct jx_step {
  uint64_t iteration; /* 1, 2, ... */
  double weight[JK_WEIGHTS];
} jx_step;

/* Bytes an algorithm may keep between iterations. Plain data without pointers, so that a run file
 * can hold it. */
#define JX_STATE_BYTES 256

typedef struct jx_algorithm_ops {
  const char *name;
  const char *summary;
  const char *source; /* the paper */
  jx_parameter_table parameters;
  uint64_t particles; /* when the user does not say */
  int state_version;  /* of what the state means, for run files; one more at each change of it */

  /* Fills *plan and the zeroed state. Fails with JATO_E_ARGUMENT for parameters that do not go
   * together. */
  jato_status (*setup)(void *state, const jx_setup *setup, jx_plan *plan, jato_error *error);

  /* Sets the weights of step->iteration. The run has set the iteration and zeroed the rest. */
  void (*ask)(const void *state, jx_step *step);

  /* Looks at the best value after an iteration. NULL for an algorithm that does not. */
  void (*tell)(void *state, double best);
} jx_algorithm_ops;

#endif
