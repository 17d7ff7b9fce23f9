/* Whose own bests guide a particle, for every method of the swarm family: one set of parameters,
 * one meaning. Kennedy and Mendes, "Population structure and particle swarm performance", CEC 2002.
 */
#pragma once

#include "contract/algorithm.h"

enum jx_topology { JX_GLOBAL, JX_RING, JX_VONNEUMANN, JX_TOPOLOGIES };

#define JX_TOPOLOGY_CHOICES "global ring vonneumann"
#define JX_TOPOLOGY_ROW(usual)                                                           \
  {                                                                                      \
    .name = "topology",                                                                  \
    .help = "whose bests guide a particle: all, a ring, or a grid with four neighbours", \
    .choices = JX_TOPOLOGY_CHOICES, .fallback = (usual)                                  \
  }
#define JX_RADIUS_ROW                                                                        \
  {                                                                                          \
    .name = "radius", .help = "ring: neighbours on each side", .fallback = 1, .smallest = 1, \
    .largest = JX_RADIUS_MAX, .whole = 1                                                     \
  }
#define JX_COLUMNS_ROW                                                                \
  {                                                                                   \
    .name = "columns",                                                                \
    .help = "vonneumann: grid columns; 0: square root of the swarm size, at most 32", \
    .largest = 512, .whole = 1                                                        \
  }

/* Fills the plan's neighbours for so many particles, by the values of the three rows above. Fails
 * with JATO_E_ARGUMENT, in the method's name, where they are too few. */
jato_status jx_topology_set(jx_plan *plan, const char *method, const double *rows,
                            uint64_t particles, jato_error *error);
