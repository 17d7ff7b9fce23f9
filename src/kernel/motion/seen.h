/* The input of a motion: one coordinate of one particle, and the numbers that all particles share.
 */
#ifndef JK_SEEN_H
#define JK_SEEN_H

#include "../portable.h"
#include "../random.h"
#include "../wall.h"
#include "motion_list.h"

typedef struct jk_seen {
  real x;            /* position */
  real v;            /* velocity; 0 for a motion that keeps none */
  real own;          /* the best position this particle has had */
  real guide;        /* the best position of its neighbourhood */
  real lower, upper; /* the box */
  real least_v;      /* the velocity is kept in least_v..most_v */
  real most_v;
  real rounder;    /* rounds a velocity to whole grains: (v + rounder) - rounder */
  jk_word word;    /* its random word of this iteration */
  real chance;     /* a fine uniform number in [0, 1), for motions that draw positions */
  real r1, r2, r3; /* the own bests of its three partners, and */
  jk_int forced;   /* whether this is its forced coordinate (partners.h): not 0 */
} jk_seen;

/* Numbers of one iteration, set by the algorithm; their meaning belongs to the motion. */
typedef struct jk_weights {
  jk_number w[JK_WEIGHTS];
} jk_weights;

#endif
