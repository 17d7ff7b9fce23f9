/* What can be said of a source before a compiler sees it: mistakes that C takes without a word. */
#pragma once

#include "base/status.h"

/* 1/2 in C is 0. Writes words about the first division of two whole numbers that does not come out
 * even, in a source that was read; returns 0 without one. */
int jx_advice_on_division(const char *source, const char *name, char *words, size_t size);

/* Whether a source that was read defines a function of this name itself. */
int jx_advice_is_defined(const char *source, const char *name);

/* An expression as the user wrote it: fails with JATO_E_ARGUMENT where it is empty, and with
 * JATO_E_SOURCE for ^ and **, which are not powers in C. */
jato_status jx_advice_check_expression(const char *expression, const char *name, jato_error *error);
