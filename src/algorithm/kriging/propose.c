#include <math.h>
#include <string.h>

#include "algorithm/kriging/improvement.h"
#include "algorithm/kriging/state.h"

#define JK_PRECISION 64
#include "kernel/normal.h"

#define REFINED 3       /* of the screened points */
#define MANY 5          /* a batch of this many points refines 1, and only for its first ones */
#define SHARED 16       /* points that are screened for each point of a large batch */
#define REFINE_STEPS 30 /* predictions for each refinement */
#define SAME 1e-6       /* distance of two points that count as one, in halves of the side */
#define CELLS 3.01      /* cells on each side that the region reaches at least */
#define STRETCH 2.0     /* factor by which a side of the region may differ from the usual one */

static double cells_of(const jx_kriging *k, size_t d) { return k->cells != NULL ? k->cells[d] : 0; }

/* The nearest u that can be evaluated. */
static double snap(const jx_kriging *k, size_t d, double u)
{
  if (!(cells_of(k, d) > 0)) return u;
  return (jx_kriging_snap(k, d, k->centre[d] + k->half * u) - k->centre[d]) / k->half;
}

static double between(double a, double low, double high)
{
  return a < low ? low : a > high ? high : a;
}

/* Bounds the region, which is longer where values change less. */
static void bound_region(jx_kriging *k)
{
  const double *theta = k->process.theta;
  double mean = 0;
  for (size_t d = 0; d < k->n; d++) mean += theta[d] / (double)k->n;
  for (size_t d = 0; d < k->n; d++) {
    double wide = between(jk_exp(theta[d] - mean), 1 / STRETCH, STRETCH);
    if (cells_of(k, d) > 0) wide = jk_max(wide, CELLS / (cells_of(k, d) * k->half));
    k->region_low[d] = jk_max(-wide, -k->centre[d] / k->half);
    k->region_high[d] = jk_min(wide, (1 - k->centre[d]) / k->half);
  }
}

/* ---- Screening ---- */

/* Draws screened point i: every fourth one anywhere in the region, the others around the best
 * point, by steps of different lengths in some of the coordinates. */
static void draw_place(jx_kriging *k, jk_key key, uint64_t number, size_t i)
{
  double *u = k->screened + i * k->n;
  uint64_t point = number * JX_KRIGING_SCREENED + i;
  jk_block all = jk_draw(key, point, 0, JK_DRAW_SWARM);
  double length = jk_exp(-5 * jk_fine_uniform(all.w[0], all.w[1]));
  double part = jk_max(jk_fine_uniform(all.w[2], all.w[3]), 1.0 / (double)k->n);
  for (size_t d = 0; d < k->n; d++) {
    jk_block b = jk_draw(key, point, (jk_word1)d, JK_DRAW_MOVE);
    double share = jk_fine_uniform(b.w[0], b.w[1]), low = k->region_low[d],
           high = k->region_high[d];
    if (i % 4 == 0) {
      u[d] = low + share * (high - low);
    } else {
      jk_normals z = jk_normals_of(jk_draw(key, point, (jk_word1)d, JK_DRAW_NORMAL));
      u[d] = share < part ? between(length * z.a * (high - low) / 2, low, high) : 0;
    }
    u[d] = snap(k, d, u[d]);
  }
}

static double loss_of(const jx_kriging *k, jx_forecast found)
{
  return -jx_expected_improvement(k->incumbent, found.mean, sqrt(found.variance)).log;
}

/* Points of a large batch are spread anyway, and share the effort. */
static size_t screened_for(const jx_kriging *k)
{
  return k->batch < MANY ? JX_KRIGING_SCREENED : SHARED;
}

static void screen(jx_kriging *k, uint64_t number)
{
  size_t count = screened_for(k);
  jk_key key = jk_key_make(k->seed, k->counts[JX_KRIGING_EVALUATED]);
  for (size_t i = 0; i < count; i++) draw_place(k, key, number, i);
  for (size_t i = 0; i < count; i += 8) {
    jx_forecast found[8];
    jx_process_predict_eight(&k->process, k->screened + i * k->n, found);
    for (size_t j = 0; j < 8; j++) k->loss[i + j] = loss_of(k, found[j]);
  }
  jx_sort_by_rank(k->order, k->loss, count);
}

/* ---- Refining ---- */

static double loss_with_slope(void *user, const double *u, double *slope)
{
  jx_kriging *k = user;
  double *by_variance = k->slope;
  jx_forecast found = jx_process_predict(&k->process, u, slope, by_variance);
  double deviation = sqrt(found.variance);
  jx_improvement gain = jx_expected_improvement(k->incumbent, found.mean, deviation);
  for (size_t d = 0; d < k->n; d++)
    slope[d] = -(gain.by_mean * slope[d] + gain.by_deviation * by_variance[d] / (2 * deviation));
  return -gain.log;
}

/* Minimizes the loss from u; coordinates with cells stay. */
static double refine(jx_kriging *k, double *u)
{
  double *low = k->low, *high = k->high;
  for (size_t d = 0; d < k->n; d++) {
    int stays = cells_of(k, d) > 0;
    low[d] = stays ? u[d] : k->region_low[d];
    high[d] = stays ? u[d] : k->region_high[d];
  }
  jx_lbfgs descend = {.n = k->n,
                      .lower = low,
                      .upper = high,
                      .function = loss_with_slope,
                      .user = k,
                      .evaluations = REFINE_STEPS,
                      .first = 0.2,
                      .enough = 1e-6,
                      .work = k->work};
  return jx_lbfgs_minimize(&descend, u);
}

/* Moves u to neighbouring cells while that lowers the loss. */
static double step_cells(jx_kriging *k, double *u, double least)
{
  for (size_t d = 0; k->cells != NULL && d < k->n; d++) {
    double width = cells_of(k, d) > 0 ? 1 / (cells_of(k, d) * k->half) : 0;
    for (int side = -1; width > 0 && side <= 1; side += 2) {
      double before = u[d];
      u[d] = snap(k, d, before + side * width);
      double found = u[d] < k->region_low[d] || u[d] > k->region_high[d] || u[d] == before
                         ? least
                         : loss_of(k, jx_process_predict(&k->process, u, NULL, NULL));
      if (found < least)
        least = found;
      else
        u[d] = before;
    }
  }
  return least;
}

/* Whether the model has a point at u. */
static int is_known(const jx_kriging *k, const double *u)
{
  const jx_process *p = &k->process;
  for (size_t i = 0; i < p->points; i++) {
    size_t d = 0;
    while (d < k->n && fabs(p->u[d * p->room + i] - u[d]) < SAME) d++;
    if (d == k->n) return 1;
  }
  return 0;
}

/* Sets k->u to the best refined point that is not known, or else to the best screened one. */
static void choose_place(jx_kriging *k, uint64_t number)
{
  size_t refined = k->batch < MANY ? REFINED : number < MANY ? 1 : 0;
  double least = (double)INFINITY, *u = k->theta_tried; /* memory that is not in use now */
  size_t bytes = k->n * sizeof *u;
  memcpy(k->u, k->screened, bytes);
  for (size_t i = 0; i < refined; i++) {
    memcpy(u, k->screened + k->order[i].index * k->n, bytes);
    double found = step_cells(k, u, refine(k, u));
    if (!(found < least) || is_known(k, u)) continue;
    least = found;
    memcpy(k->u, u, bytes);
  }
  if (least < (double)INFINITY) return;
  for (size_t i = 0; i < screened_for(k); i++) {
    u = k->screened + k->order[i].index * k->n;
    if (is_known(k, u)) continue;
    memcpy(k->u, u, bytes);
    return;
  }
}

void jx_kriging_propose(jx_kriging *k, uint64_t number, double *share)
{
  bound_region(k);
  screen(k, number);
  choose_place(k, number);
  for (size_t d = 0; d < k->n; d++)
    share[d] = jx_kriging_snap(k, d, between(k->centre[d] + k->half * k->u[d], 0, 1));
}

void jx_kriging_believe(jx_kriging *k, const double *share)
{
  for (size_t d = 0; d < k->n; d++) k->u[d] = (share[d] - k->centre[d]) / k->half;
  jx_forecast found = jx_process_predict(&k->process, k->u, NULL, NULL);
  (void)jx_process_append(&k->process, k->u, found.mean);
}
