/* How many particles are computed together, and how they lie in memory.
 *
 * The particles of a swarm are laid in groups of JK_LANES. Inside a group, coordinate d of all its
 * lanes is one short row: x[group][d][lane]. A row is one AVX-512 vector of floats or two of
 * doubles, two or four AVX vectors, and one coalesced access of a GPU's half-warp; the number is
 * part of the layout on every device, so it is a constant and not an option. */
#ifndef JK_LANES_H
#define JK_LANES_H

#define JK_LANES 16

/* How many reals a coordinate is from the next one: a real is JK_WIDTH lanes (portable.h). */
#define JK_STRIDE (JK_LANES / JK_WIDTH)

/* Own bests that other ranks want, of particles anywhere: how many a thread or a work-group reads
 * at a time. */
#define JK_ROWS_AT_ONCE 64

#endif
