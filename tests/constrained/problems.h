/* Constrained problems of the literature whose best values are known: over a space with integers,
 * categories and logarithmic scales, as jato_problem_from_space_function takes them. */
#ifndef TESTS_CONSTRAINED_PROBLEMS_H
#define TESTS_CONSTRAINED_PROBLEMS_H

#include <jato/jato.h>
#include <jato/objective.h>

enum { MOST_VARIABLES = 20, MOST_CONSTRAINTS = 11 };

/* The value at x[variables], in the user's units, and the numbers c that the constraints are about.
 */
typedef double (*constrained_fn)(const double *x, double *c);

typedef struct constrained_problem {
  const char *name;
  const char *source; /* the publication, and where the best value is from */
  jato_space space;
  constrained_fn value;

  /* The best that is known, as it was published. */
  double best;
  double digits;       /* half of the last digit that is printed of it */
  const double *point; /* [variables] */
  double miss; /* by how much a constraint may be missed there beyond its tolerance, over its scale:
                  what the digits printed of the point account for */
  int active;  /* constraints that hold with equality there; -1 where they were not counted */
  double feasible; /* share of the box that keeps all constraints, in percent, as published: found
                      with a million random points; -1 where it was not */

  /* How it is solved; space.penalty belongs to it. */
  const char *algorithm;
  uint64_t particles, evaluations;
} constrained_problem;

/* By how much c misses what it has to be, over the constraint's scale, its tolerance taken off;
 * below 0 where it is kept with room to spare. */
double constrained_missed(const jato_constraint *constraint, double c);

/* Number i of all of them; NULL behind the last. */
const constrained_problem *constrained_problem_at(size_t i);

/* The parts of that list. */
extern const constrained_problem machine_problems[], spring_problems[], g01_to_g06[], g07_to_g13[];
extern const size_t machine_count, spring_count, g01_to_g06_count, g07_to_g13_count;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SPACE(names, relations) PENALISED(names, relations, 0)
#define PENALISED(names, relations, weight)                                            \
  {                                                                                    \
    JATO_SPACE_INIT, .variables = (names), .variable_count = COUNT(names),             \
                     .constraints = (relations), .constraint_count = COUNT(relations), \
                     .penalty = (weight)                                               \
  }

/* Two random weights for each particle, not for each coordinate, so that a step does not prefer the
 * axes: the narrow valleys along active constraints are rarely parallel to one. */
#define RING "pso:topology=ring,draws=particle"
#define GRID "pso:topology=vonneumann,draws=particle"

static inline double square(double a) { return a * a; }

static inline double cube(double a) { return a * a * a; }

#endif
