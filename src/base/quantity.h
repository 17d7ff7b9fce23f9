/* Numbers and their units as people type them: one reader for the program, study files and
 * requests. Each returns NULL, or in words what it needs ("a time above 0 such as ..."), and then
 * leaves *out as it is. */
#ifndef JX_QUANTITY_H
#define JX_QUANTITY_H

#include <stdint.h>

/* 1000, 10k, 1.5M, 1Ki, 1e6: digits alone up to 2^64 - 1, anything with a point or an exponent up
 * to 2^53. */
const char *jx_read_count(const char *text, uint64_t *out);

/* 90, 90s, 50ms, 2m, 1.5h: above 0. */
const char *jx_read_seconds(const char *text, double *out);

/* Any finite number. */
const char *jx_read_number(const char *text, double *out);

#endif
