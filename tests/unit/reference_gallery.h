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

/* NULL for a problem that has no second implementation. */
reference_function reference_gallery_find(const char *name);

/* Name number `index`, or NULL past the last: lets a test see that no name has lost its problem. */
const char *reference_gallery_name(int index);

#endif
