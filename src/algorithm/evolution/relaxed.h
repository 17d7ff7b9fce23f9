/* Constraints that are relaxed at first: points that miss them by no more than a level are compared
 * by their values, and the level falls to 0 within a part of the run. Equalities need it: by the
 * rules of feasibility a population settles where it first meets them. For inequalities alone it
 * does harm: a population that has settled outside of them does not come back.
 *
 * Takahama and Sakai, "Constrained optimization by the epsilon constrained differential evolution
 * with gradient-based mutation and feasible elites", IEEE Congress on Evolutionary Computation
 * 2006, equations 6 and 7: the level is that of the best 20 % of the first population, times (1 - t
 * / part)^5. */
#pragma once

#include "algorithm/evolution/parents.h"

/* The level that a first population, of which `told` is kept, gives. */
double jx_relaxed_first(jx_parents *parents);

/* The level when a share of the run is over. */
double jx_relaxed_level(double first, double share, double part);

/* The rank at a level; told[JX_TOLD]. */
double jx_relaxed_rank(double level, const double *told);

/* What generation `g` says of its points, as `told` has it. */
void jx_relaxed_read(const jx_generation *g, size_t point, double told[JX_TOLD]);
