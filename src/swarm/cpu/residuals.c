/* The residuals of points, for methods that use them: a user's source, in double precision. */
#include "swarm/cpu/swarm.h"

typedef struct points {
  jx_cpu_swarm *swarm;
  const double *x; /* [count][dim] */
  size_t count;
  double *f, *r; /* [count], [count][residuals] */
} points;

/* The memory of one thread: a group's coordinates, its values, its residuals; [rows][lane]. */
static size_t count_rows(const jx_cpu_swarm *swarm)
{
  return swarm->head.shape.dim + 1 + swarm->source.residual_count;
}

jato_status jx_cpu_residuals_create(jx_cpu_swarm *swarm, jato_error *error)
{
  size_t bytes = count_rows(swarm) * JK_LANES * sizeof(double);
  if (swarm->source.residuals == NULL) return JATO_OK;
  if (jx_pages_create(&swarm->allocator, (size_t)swarm->threads * bytes, &swarm->residual_rows))
    return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu residuals",
                 swarm->source.residual_count);
}

/* Lanes beyond the last point repeat it. */
static void evaluate_group(const points *p, uint64_t group, double *rows)
{
  const jx_cpu_source *source = &p->swarm->source;
  size_t dim = p->swarm->head.shape.dim, m = source->residual_count;
  size_t first = (size_t)group * JK_LANES;
  double *f = rows + dim * JK_LANES, *r = f + JK_LANES;
  for (size_t lane = 0; lane < JK_LANES; lane++) {
    size_t from = first + lane < p->count ? first + lane : p->count - 1;
    for (size_t d = 0; d < dim; d++) rows[d * JK_LANES + lane] = p->x[from * dim + d];
  }
  source->residuals(rows, source->data, f, r);
  for (size_t lane = 0; lane < JK_LANES && first + lane < p->count; lane++) {
    p->f[first + lane] = f[lane];
    for (size_t k = 0; k < m; k++) p->r[(first + lane) * m + k] = r[k * JK_LANES + lane];
  }
}

static void evaluate_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const points *p = work;
  double *rows = p->swarm->residual_rows.data;
  rows += (size_t)thread * count_rows(p->swarm) * JK_LANES;
  for (uint64_t group = first; group < end; group++) evaluate_group(p, group, rows);
}

size_t jx_cpu_residual_count(const jx_swarm *head)
{
  return ((const jx_cpu_swarm *)head)->source.residual_count;
}

void jx_cpu_residuals(jx_swarm *head, const double *x, size_t count, double *f, double *r)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  points p = {swarm, x, count, f, r};
  double began = jx_profile_begin(head->profile);
  swarm->ops->in_process->run_ranges(swarm->device, (count + JK_LANES - 1) / JK_LANES,
                                     evaluate_share, &p);
  jx_profile_end(head->profile, JX_WORK_EVALUATE, began);
}
