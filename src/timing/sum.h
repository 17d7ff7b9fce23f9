/* The sum of two matrices, r = p + q, on a device and in a bare loop, for the clock: what `jato
 * bench memory` measures. The program alone sees this header; it is not installed.
 *
 * A sum reads two floats and writes one for each element and does next to nothing with them, so
 * its time is that of the memory. */
#pragma once

#include <jato/base.h>

#define JX_SUM_BYTES 12 /* that an element takes: two floats read, one written */

/* Two matrices of side x side floats in this process, room for their sum and for one that comes
 * back from a device. Several devices may be measured with them, one after the other. */
typedef struct jx_matrices jx_matrices;

/* Fails with JATO_E_MEMORY, and JATO_E_ARGUMENT for a side that is 0 or whose square is too large.
 */
jato_status jx_matrices_create(uint64_t side, jx_matrices **out, jato_error *error);
void jx_matrices_destroy(jx_matrices **matrices); /* NULL is fine, outside and inside */

/* p, q, the bare loop's sum, and the sum that came back from a device last; each has side x side
 * elements, row by row, and belongs to the matrices. */
typedef enum jx_sum_matrix { JX_SUM_P, JX_SUM_Q, JX_SUM_BARE, JX_SUM_BACK } jx_sum_matrix;
float *jx_matrices_at(const jx_matrices *matrices, jx_sum_matrix which);

/* How many elements of what came back are not p + q, by a plain loop over all. */
uint64_t jx_matrices_wrong(const jx_matrices *matrices);

/* A device with its own three matrices and the kernel that adds two of them. */
typedef struct jx_sum jx_sum;

/* What was measured; seconds of this process's clock, from the call to its end. */
typedef struct jx_sum_times {
  double copy_in;  /* both matrices to the device */
  double kernel;   /* launched, and waited for */
  double copy_out; /* the sum from the device */
  double bare;     /* the loop r[i] = p[i] + q[i] in C, over this process's own matrices */
  uint64_t wrong;  /* jx_matrices_wrong of the device's sum */
  int threads;     /* of the bare loop: the cpu device's own, or one for each core */
} jx_sum_times;

/* Opens the device that the spec names ("cpu:threads=1", "opencl:0"), builds the kernel and
 * allocates. The matrices must outlive it. Fails as a run on the device does: JATO_E_NAME and
 * JATO_E_ARGUMENT for the spec, JATO_E_NOT_BUILT, JATO_E_DEVICE, JATO_E_MEMORY. */
jato_status jx_sum_create(jx_matrices *matrices, const char *device, jx_sum **out,
                          jato_error *error);
void jx_sum_destroy(jx_sum **sum); /* NULL is fine, outside and inside */

/* One bare loop, then one sum on the device: what an earlier one left there is overwritten before,
 * and every element is looked at after. */
jato_status jx_time_sum(jx_sum *sum, jx_sum_times *times, jato_error *error);
