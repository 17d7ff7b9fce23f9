/* Which own bests guide a particle, for all swarm methods: one set of parameters with one meaning.
 * Kennedy and Mendes, "Population structure and particle swarm performance", CEC 2002. */
#pragma once

#include "contract/algorithm.h"

enum jx_topology { JX_GLOBAL, JX_RING, JX_VONNEUMANN, JX_TOPOLOGIES };

#define JX_TOPOLOGY_CHOICES "global ring vonneumann"
#define JX_TOPOLOGY_ROW(usual)                            \
  JX_CHOICE_ROW("topology", JX_TOPOLOGY_CHOICES, (usual), \
                "whose bests guide a particle: all, a ring, or a grid with four neighbours")
#define JX_RADIUS_ROW JX_WHOLE_ROW("radius", 1, 1, JX_RADIUS_MAX, "ring: neighbours on each side")
#define JX_COLUMNS_ROW               \
  JX_WHOLE_ROW("columns", 0, 0, 512, \
               "vonneumann: grid columns; 0: square root of the swarm size, at most 32")

/* Fills the plan's neighbours for this number of particles from the values of the three rows above.
 * Fails with JATO_E_ARGUMENT, in the method's name, if there are too few particles. */
jato_status jx_topology_set(jx_plan *plan, const char *method, const double *rows,
                            uint64_t particles, jato_error *error);
