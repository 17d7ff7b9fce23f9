#include "space/variable.h"

#include <math.h>

#define JK_PRECISION 64
#include "kernel/math_explog.h"

void jx_variable_box(const jato_variable *variable, double *lower, double *upper)
{
  /* Half a unit on both sides gives the first and the last whole number as much room as the others.
   */
  double margin = variable->kind == JATO_INTEGER ? 0.5 : 0;
  *lower = variable->lower - margin;
  *upper = variable->upper + margin;
  if (variable->kind == JATO_CATEGORY) {
    *lower = 0;
    *upper = (double)variable->choice_count;
  }
  if (variable->scale == JATO_LOG) {
    *lower = jk_log(*lower);
    *upper = jk_log(*upper);
  }
}

double jx_variable_value(const jato_variable *variable, double x, double lower, double upper)
{
  if (!(x > lower)) return variable->lower; /* NaN, too */
  if (x >= upper) return variable->upper;
  double value = variable->scale == JATO_LOG ? jk_exp(x) : x;
  if (variable->kind == JATO_INTEGER) value = floor(value + 0.5);
  if (variable->kind == JATO_CATEGORY) value = floor(value);
  /* exp may miss a bound by its last bit, and rounding upper + 0.5 would exceed the last whole
   * number. */
  if (value < variable->lower) return variable->lower;
  return value > variable->upper ? variable->upper : value;
}

double jx_variable_coordinate(const jato_variable *variable, double value)
{
  if (variable->kind == JATO_CATEGORY) return value + 0.5;
  return variable->scale == JATO_LOG ? jk_log(value) : value;
}

jato_status jx_variable_check(const jato_variable *variable, const char *what, double value,
                              jato_error *error)
{
  if (!isfinite(value))
    return jx_fail(error, JATO_E_ARGUMENT, "the %s of %s is %g: not finite", what, variable->name,
                   value);
  if (variable->kind != JATO_REAL && value != floor(value))
    return jx_fail(error, JATO_E_ARGUMENT, "the %s of %s is %.17g: not a whole number%s", what,
                   variable->name, value,
                   variable->kind == JATO_CATEGORY ? ", but choices are counted from 0" : "");
  if (value >= variable->lower && value <= variable->upper) return JATO_OK;
  if (variable->kind == JATO_CATEGORY)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the %s of %s is %.17g: no choice; there are %zu, counted from 0", what,
                   variable->name, value, variable->choice_count);
  return jx_fail(error, JATO_E_ARGUMENT, "the %s of %s is %.17g: not within %.17g and %.17g", what,
                 variable->name, value, variable->lower, variable->upper);
}
