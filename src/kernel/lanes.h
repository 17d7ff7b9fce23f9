/* The number of particles that are computed together, and their layout in memory.
 *
 * The particles of a swarm form groups of JK_LANES. Inside a group, coordinate d of all its lanes
 * is one short row: x[group][d][lane]. A row is one AVX-512 vector of floats or two of doubles, two
 * or four AVX vectors, and one coalesced access of a GPU's half-warp; the number is part of the
 * layout on every device, so it is a constant and not an option. */
#ifndef JK_LANES_H
#define JK_LANES_H

#define JK_LANES 16

/* The distance from a coordinate to the next one in reals; a real is JK_WIDTH lanes (portable.h).
 */
#define JK_STRIDE (JK_LANES / JK_WIDTH)

/* Own bests that other ranks request, of any particles: the number that a thread or a work-group
 * reads at a time. */
#define JK_ROWS_AT_ONCE 64

#endif
