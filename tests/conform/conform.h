/* What the conformance tests share: the row under test, and short runs of it. */
#ifndef CONFORM_H
#define CONFORM_H

#include "check.h"
#include "jato/jato.h"

/* From the command line. */
extern const char *the_algorithm, *the_problem;
extern jato_precision the_precision;

/* The problem in a few dimensions. */
jato_problem *make_problem(void);

/* Options for the row under test: a small swarm of a size that fills no lane, group or tile. */
jato_options make_options(void);

/* Runs to the end. Fails the test with the library's words when the library fails. */
jato_result run_to_end(const jato_problem *problem, const jato_options *options, double *x);

#define MOST_DIM 128 /* of any problem */

/* kinds.c: whether the problem is a sum of functions of one coordinate each. Then, and only
 * then, two points that swap a coordinate keep the sum of their values; the two lie where no
 * problem of the gallery has a symmetry. */
int is_separable(void);

/* kinds.c: whether points all over the box have one and the same value. */
int is_flat(void);

/* parameters.c: bad values of every parameter in the catalogue are refused. */
void bad_parameters_are_refused(void **state);

#endif
