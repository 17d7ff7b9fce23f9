/* Least squares with the same bits on every machine, at the speed of its vector unit.
 *
 * A matrix is stored in panels of JX_PANEL columns: z[panel][room][JX_PANEL], with `room` rows
 * each. A number of a product of matrices is a sum over rows in their order, and the columns of a
 * panel are summed side by side, so neither the width of vectors nor the size of blocks changes a
 * bit. */
#pragma once

#include <stddef.h>

#define JX_PANEL 8
#define JX_PANELS_FOR(columns) (((columns) + JX_PANEL - 1) / JX_PANEL)

/* Size of the lower half of a symmetric matrix of this many panels: panel i is rows 8 i .. 8 i + 7
 * as [column][JX_PANEL] with columns 0 .. 8 i + 7, and the panels follow each other. Numbers above
 * the diagonal are ignored. */
#define JX_LOWER(panels) ((size_t)(JX_PANEL * JX_PANEL / 2) * (panels) * ((panels) + 1))

typedef struct jx_panels {
  size_t rows, room, panels;
  double *z; /* [panels][room][JX_PANEL] */
} jx_panels;

/* Z'Z to lower[JX_LOWER(z->panels)]. */
void jx_panels_gram(const jx_panels *z, double *lower);

/* Z c to product[rows]. */
void jx_panels_times(const jx_panels *z, const double *c, double *product);

/* Z'r to product[8 panels]. */
void jx_panels_gather(const jx_panels *z, const double *r, double *product);

/* Replaces lower by its Cholesky factor L. Returns 0, and spoils it, if it is not positive
 * definite. */
int jx_panels_factor(size_t panels, double *lower);

/* Solves L L' x = b in b[8 panels]; _forward: L y = b; _backward: L'x = b. */
void jx_panels_solve(size_t panels, const double *lower, double *b);
void jx_panels_forward(size_t panels, const double *lower, double *b);
void jx_panels_backward(size_t panels, const double *lower, double *b);

/* Eight right sides at a time: replaces b[8 panels][8] by the solution of L Y = B. The panels
 * before `first` are 0 and are skipped. */
void jx_panels_forward_eight(size_t panels, const double *lower, size_t first, double *b);

/* Sets inverse[JX_LOWER(panels)] to (L L')^-1. work[panels][8 panels][8]. */
void jx_panels_invert(size_t panels, const double *lower, double *work, double *inverse);
