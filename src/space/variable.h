/* One variable: its interval in the box of the search, and the way from there to values and back.
 */
#pragma once

#include "space/space.h"

/* Where a free variable is searched. */
void jx_variable_box(const jato_variable *variable, double *lower, double *upper);

/* The value at x, which may be outside of the box lower..upper that jx_variable_box gave. */
double jx_variable_value(const jato_variable *variable, double x, double lower, double upper);

/* The way back, of a value that jx_variable_check takes. */
double jx_variable_coordinate(const jato_variable *variable, double value);

/* Fails with JATO_E_ARGUMENT for a value that is out of bounds, not whole or no choice. `what` is
 * what a message calls it: "value", "initial value". */
jato_status jx_variable_check(const jato_variable *variable, const char *what, double value,
                              jato_error *error);
