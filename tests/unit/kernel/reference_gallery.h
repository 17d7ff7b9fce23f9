/* The gallery a second time: in long double, with the system's math library, straight from the
 * formulas of the papers, without sharing a line with src/kernel. The kernels are compared with it.
 */
#ifndef REFERENCE_GALLERY_H
#define REFERENCE_GALLERY_H

typedef struct reference_value {
  long double f;
  /* How far f can move per unit of relative rounding error in the quantities it is computed from:
   * the sum of its terms without their signs, each times the size of the argument where it goes
   * through a sine. The rounding of n additions is at most n such units. */
  long double scale;
} reference_value;

typedef reference_value (*reference_function)(const long double *x, int n, long double a);

/* reference_pairs.c */
reference_value reference_figure_eight(const long double *x, int n, long double a);
reference_value reference_thomson(const long double *x, int n, long double a);
reference_value reference_lennard_jones(const long double *x, int n, long double a);

typedef struct reference_vector {
  long double x, y, z;
} reference_vector;

/* Bodies of mass 1, with G = 1. */
typedef struct three_bodies {
  reference_vector place[3], velocity[3];
} three_bodies;

/* Moves the bodies on by `time`, in so many equal steps. */
void reference_forest_ruth(three_bodies *s, long double time, int steps);

/* figure_eight at x = (a, b, T), by any integrator. */
long double reference_eight(const long double *x, int steps,
                            void (*integrate)(three_bodies *s, long double time, int steps));

/* NULL for a problem that has no second implementation. */
reference_function reference_gallery_find(const char *name);

/* Name number `index`, or NULL past the last: lets a test see that no name has lost its problem. */
const char *reference_gallery_name(int index);

#endif
