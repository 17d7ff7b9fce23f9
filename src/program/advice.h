/* Checks of a source before compiling it: mistakes that C accepts silently. */
#pragma once

#include "base/status.h"

/* 1/2 is 0 in C. Writes a message about the first division of two whole numbers with a remainder,
 * in a source that was read; returns 0 if there is none. */
int jx_advice_on_division(const char *source, const char *name, char *words, size_t size);

/* Whether a source that was read defines a function of this name itself. */
int jx_advice_is_defined(const char *source, const char *name);

/* Checks an expression as the user wrote it: fails with JATO_E_ARGUMENT if it is empty, and with
 * JATO_E_SOURCE for ^ and **, which are not powers in C. */
jato_status jx_advice_check_expression(const char *expression, const char *name, jato_error *error);
