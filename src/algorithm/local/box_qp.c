#include "algorithm/local/box_qp.h"

#include "algorithm/fold.h"
#include "math/cholesky.h"
#include "math/vector.h"

/* Finds the coordinates that are not pushed against a bound; returns how many. */
static size_t find_free(const jx_box_qp *p)
{
  size_t count = 0;
  for (size_t i = 0; i < p->n; i++) {
    int is_out = (p->lower[i] >= 0 && p->slope[i] > 0) || (p->upper[i] <= 0 && p->slope[i] < 0);
    if (!is_out && p->lower[i] < p->upper[i]) p->free[count++] = i;
  }
  return count;
}

/* Solves for the free coordinates; the others stay as they are in `step`. */
static int solve_free(const jx_box_qp *p, size_t count, double *step)
{
  for (size_t k = 0; k < count; k++) step[p->free[k]] = 0;
  for (size_t k = 0; k < count; k++) {
    const double *row = p->model + p->free[k] * p->n;
    p->right[k] = -(p->slope[p->free[k]] + jx_product(p->n, row, step));
    for (size_t j = k; j < count; j++) p->factor[k * count + j] = row[p->free[j]];
  }
  if (!jx_cholesky(count, p->factor)) return 0;
  jx_cholesky_solve(count, p->factor, p->right);
  for (size_t k = 0; k < count; k++) step[p->free[k]] = p->right[k];
  return 1;
}

/* Moves coordinates that left the box to its bound; returns how many are still free. */
static size_t clamp(const jx_box_qp *p, size_t count, double *step)
{
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    size_t i = p->free[k];
    if (step[i] >= p->lower[i] && step[i] <= p->upper[i])
      p->free[kept++] = i;
    else
      step[i] = jx_clip(step[i], p->lower[i], p->upper[i]);
  }
  return kept;
}

int jx_box_qp_solve(const jx_box_qp *p, double *step)
{
  size_t count = find_free(p), before = count + 1;
  for (size_t i = 0; i < p->n; i++) step[i] = 0;
  while (count > 0 && count < before) {
    before = count;
    if (!solve_free(p, count, step)) return 0;
    count = clamp(p, count, step);
  }
  return 1;
}

double jx_box_qp_value(const jx_box_qp *p, const double *step)
{
  double value = jx_product(p->n, p->slope, step);
  for (size_t i = 0; i < p->n; i++)
    value += 0.5 * step[i] * jx_product(p->n, p->model + i * p->n, step);
  return value;
}
