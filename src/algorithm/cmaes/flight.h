/* Asynchronous CMA-ES: whenever a value arrives, its point is replaced by a new one, so that no
 * worker waits for the slowest evaluation of a generation. The distribution learns from every
 * lambda values, in the order of their arrival.
 *
 * Points that were drawn before the distribution last changed are treated as if the present
 * distribution had drawn them, with their steps shortened to a length that it could have drawn: see
 * jx_descent_inject. With as many points on their way as a generation has, a value is one
 * generation late. Values of points of an earlier descent are ignored.
 *
 * Use, for each value: tell; if the descent has learned and is over, it may begin again, with the
 * same lambda; restock; perhaps inject into the first point of the descent; replace. */
#pragma once

#include "algorithm/cmaes/descent.h"

typedef struct jx_flight {
  size_t n, count; /* coordinates; points on their way, which is lambda */

  /* What decides the future. */
  double *x;              /* [count][n]: points on their way */
  double *evaluated_x;    /* [count][n]: points with values that are not learned yet, */
  double *evaluated_rank; /* [count]: and these values; "told_x" and "told_rank" in run files */
  uint64_t
      *start_generation; /* [count]: for points on their way: start_generation of their descent */
  struct {
    uint64_t evaluated;  /* values that have arrived and are not learned yet */
    uint64_t drawn;      /* times that points were drawn, */
    uint64_t handed_out; /* and how many of the last ones have been handed out */
  } number;
} jx_flight;

/* Creates the flight of a descent that has just begun, in the same pool; its first generation is on
 * its way. Fails with JATO_E_MEMORY. */
jato_status jx_flight_create(jx_flight *flight, jx_descent *descent, jato_error *error);

/* Draws the points that are handed out next. */
jato_status jx_flight_ask(jx_flight *flight, jx_descent *descent, jato_error *error);

/* Takes the rank of a point. Returns whether the descent has learned. */
int jx_flight_tell(jx_flight *flight, jx_descent *descent, size_t point, double rank);

/* restock draws new points if none are left, or if the distribution has changed (`learnt`); replace
 * puts the next one in the place of the point whose value has arrived. */
jato_status jx_flight_restock(jx_flight *flight, jx_descent *descent, int learnt,
                              jato_error *error);
void jx_flight_replace(jx_flight *flight, const jx_descent *descent, size_t point);

/* Lists the arrays that decide the future; returns how many. */
size_t jx_flight_state(jx_flight *flight, const jx_descent *descent, jx_array *arrays);

/* See contract/algorithm.h. */
const char *jx_flight_contradiction(const jx_flight *flight, const jx_descent *descent);
