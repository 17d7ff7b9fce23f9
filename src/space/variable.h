/* One variable: its interval in the box of the search, and the maps between the interval and
 * values. */
#pragma once

#include "space/space.h"

/* The interval in which a free variable is searched. */
void jx_variable_box(const jato_variable *variable, double *lower, double *upper);

/* The value at x, which may be outside of the interval lower..upper from jx_variable_box. */
double jx_variable_value(const jato_variable *variable, double x, double lower, double upper);

/* The inverse, for a value that jx_variable_check accepts. */
double jx_variable_coordinate(const jato_variable *variable, double value);

/* Fails with JATO_E_ARGUMENT for a value that is out of bounds, not whole or no choice. `what`
 * names it in messages: "value", "initial value". */
jato_status jx_variable_check(const jato_variable *variable, const char *what, double value,
                              jato_error *error);
