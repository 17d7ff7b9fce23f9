/* Constraints that are relaxed at first: points that miss them by no more than a level are compared
 * by their values, and the level falls to 0 within a part of the run. Equalities need this: by the
 * rules of feasibility a population settles where it first meets them. With inequalities only it
 * does harm: a population that has settled outside of them does not come back.
 *
 * Takahama and Sakai, "Constrained optimization by the epsilon constrained differential evolution
 * with gradient-based mutation and feasible elites", IEEE Congress on Evolutionary Computation
 * 2006, equations 6 and 7: the level is that of the best 20 % of the first population, times (1 - t
 * / part)^5. */
#pragma once

#include "algorithm/evolution/parents.h"

/* The level of a first population, which keeps its outcomes. */
double jx_relaxed_first(jx_parents *parents);

/* The level when `share` of the run is over. */
double jx_relaxed_level(double first, double share, double part);

/* The rank at a level; outcome[JX_OUTCOME_COLUMNS]. */
double jx_relaxed_rank(double level, const double *outcome);

/* Reads the outcome of a point of generation `g`. */
void jx_relaxed_read_outcome(const jx_generation *g, size_t point,
                             double outcome[JX_OUTCOME_COLUMNS]);
