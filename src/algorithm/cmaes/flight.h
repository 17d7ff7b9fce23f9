/* CMA-ES one by one: whenever a value is there, its point is replaced by a new one, so that no
 * worker waits for the slowest evaluation of a generation. The distribution learns from every
 * lambda values, in the order in which they are told.
 *
 * Points that were drawn before the distribution moved are learnt from as if they had been drawn by
 * it as it is now, their steps shortened to a length that it could have drawn: see
 * jx_descent_inject. With as many points on their way as a generation has, a value is one
 * generation late. Values of points of an earlier descent are not learnt from.
 *
 * Used so, for each value: tell; if the descent has learnt and is over, it may begin again, with
 * the same lambda; restock; perhaps inject into the descent's first point; replace. */
#pragma once

#include "algorithm/cmaes/descent.h"

typedef struct jx_flight {
  size_t n, count; /* coordinates; points on their way, which is lambda */

  /* What decides the future. */
  double *x;         /* [count][n]: points on their way */
  double *told_x;    /* [count][n]: those whose values are known and not yet learnt, */
  double *told_rank; /* [count]: and these values */
  uint64_t *born;    /* [count]: of the points on their way: generations of earlier descents */
  struct {
    uint64_t told;  /* values that are known and not yet learnt */
    uint64_t drawn; /* times that points were drawn, */
    uint64_t given; /* and those of the last ones that are on their way, or were */
  } number;
} jx_flight;

/* Makes the flight of a descent that has just begun, in the same pool: its first generation is on
 * its way. Fails with JATO_E_MEMORY. */
jato_status jx_flight_create(jx_flight *flight, jx_descent *descent, jato_error *error);

/* New points are made ready. */
jato_status jx_flight_ask(jx_flight *flight, jx_descent *descent, jato_error *error);

/* The rank of a point is known. Says whether the descent has learnt. */
int jx_flight_tell(jx_flight *flight, jx_descent *descent, size_t point, double rank);

/* New points are drawn if none are left, or the distribution is another one (`learnt`); and the
 * next of them takes the place of the point that was told. */
jato_status jx_flight_restock(jx_flight *flight, jx_descent *descent, int learnt,
                              jato_error *error);
void jx_flight_replace(jx_flight *flight, const jx_descent *descent, size_t point);

/* Lists the arrays that decide the future; returns how many. */
size_t jx_flight_state(jx_flight *flight, const jx_descent *descent, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_flight_contradiction(const jx_flight *flight, const jx_descent *descent);
