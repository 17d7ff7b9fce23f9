/* L-SHADE and jDE once more, as their papers have them and as plainly as can be: lists that are
 * searched, sorted by counting and copied. Random words are Random123's. */
#ifndef TESTS_PLAIN_EVOLUTION_H
#define TESTS_PLAIN_EVOLUTION_H

#include <stddef.h>
#include <stdint.h>

#define PLAIN_DIM 10
#define PLAIN_MOST 400

enum plain_mutation { PLAIN_RAND, PLAIN_BEST, PLAIN_TO_PBEST };

typedef struct plain_rules {
  size_t n, particles;
  double lower, upper;
  uint64_t seed;
  double p; /* of both */

  int learns; /* L-SHADE; otherwise jDE */
  double archive_rate, final, evaluations, iterations;
  size_t memory;

  enum plain_mutation mutation; /* of jDE, as the rest */
  double f, cr, tau_f, tau_cr, f_least;
} plain_rules;

typedef struct plain_one {
  double x[PLAIN_DIM], value, f, cr;
} plain_one;

typedef struct plain_evolution {
  plain_rules rules;
  plain_one parent[PLAIN_MOST], trial[PLAIN_MOST];
  double archive[3 * PLAIN_MOST][PLAIN_DIM];
  double mean_f[PLAIN_MOST], mean_cr[PLAIN_MOST];
  size_t count, archived, slot, made;
  uint64_t generation;
  size_t overflows, cut; /* for the test to see that it saw everything */
} plain_evolution;

void plain_begin(plain_evolution *e, const plain_rules *rules);

/* Fills trial[0..count - 1]. */
void plain_ask(plain_evolution *e);

/* Their values are there. */
void plain_tell(plain_evolution *e);

#endif
