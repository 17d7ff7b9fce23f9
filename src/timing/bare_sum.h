/* The loop that a sum on a device is compared with. */
#pragma once

#include <stddef.h>

/* r[i] = p[i] + q[i] for i < count; with vectors of 256 bits where `wide` says that this machine
 * has them. */
void jx_bare_sum(const float *restrict p, const float *restrict q, float *restrict r, size_t count,
                 int wide);
