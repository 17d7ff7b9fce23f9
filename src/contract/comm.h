/* What ranks tell each other. A run is written against this; with one rank it costs nothing. */
#ifndef JX_COMM_H
#define JX_COMM_H

#include "swarm/engine.h"

typedef struct jx_comm_ops {
  const char *name;
  const char *summary;

  /* Makes *found the best of all ranks (smallest value, then lowest particle) and x[dim] its
   * position, and adds up what is counted. Every rank calls it, after every pass. */
  jato_status (*share)(jx_found *found, double *x, size_t dim, jato_error *error);
} jx_comm_ops;

#endif
