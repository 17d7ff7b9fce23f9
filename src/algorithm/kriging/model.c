#include "algorithm/kriging/state.h"

#include <math.h>
#include <string.h>

#define JK_PRECISION 64
#include "kernel/math.h"

#define REACH 8      /* distance of points of the model, at most, in halves of the side */
#define FIT_STEPS 25 /* likelihoods in one descent */
#define FEW 40       /* up to this many points a fit costs next to nothing */
#define THOROUGH 4   /* with more points, every so many fits search more thoroughly */
#define TIMES 40     /* times that the noise is increased */

/* Chooses the points nearest to the best point, but not far outside of the region. */
static size_t choose_members(jx_kriging *k)
{
  size_t n = k->n, points = (size_t)k->counts[JX_KRIGING_POINTS], count = 0;
  const double *best = k->x + (size_t)k->counts[JX_KRIGING_BEST] * n;
  k->half = k->side[0] / 2;
  memcpy(k->centre, best, n * sizeof *best);
  for (size_t i = 0; i < points; i++) {
    double sum = 0;
    for (size_t d = 0; d < n; d++) {
      double apart = (k->x[i * n + d] - best[d]) / k->half;
      sum += apart * apart;
    }
    k->distance[i] = sum;
  }
  jx_sort_by_rank(k->order, k->distance, points);
  double farthest = REACH * REACH * (double)n;
  while (count < points && count < k->most && (count < 2 || k->order[count].rank <= farthest))
    count++;
  for (size_t i = 0; i < count; i++) {
    k->member[i] = k->order[i].index;
    k->member_rank[i] = k->rank[k->member[i]];
  }
  return count;
}

static void place_members(jx_kriging *k, size_t count)
{
  jx_process *p = &k->process;
  jx_process_clear(p);
  for (size_t i = 0; i < count; i++) {
    for (size_t d = 0; d < k->n; d++)
      k->u[d] = (k->x[k->member[i] * k->n + d] - k->centre[d]) / k->half;
    jx_process_add(p, k->u, 0);
  }
}

static double set_values(jx_kriging *k, enum jx_transform transform)
{
  jx_process *p = &k->process;
  double density = jx_transform_values(transform, k->member_rank, p->points, k->order, p->y);
  k->incumbent = p->y[0];
  for (size_t i = 1; i < p->points; i++) k->incumbent = jk_min(k->incumbent, p->y[i]);
  return density;
}

int jx_kriging_model(jx_kriging *k)
{
  double *noise = &k->process.theta[k->n + JX_PROCESS_NOISE], before = *noise;
  int done = 0;
  place_members(k, choose_members(k));
  (void)set_values(k, (enum jx_transform)k->counts[JX_KRIGING_TRANSFORM]);
  for (int times = 0; times < TIMES && !done; times++) {
    done = jx_process_factor(&k->process);
    if (!done) *noise += 2; /* some points are too close for less */
  }
  *noise = before;
  return done;
}

/* ---- Theta ---- */

/* The logarithm of a variance: where a fit begins, and its bounds. */
static const struct {
  double begin, low, high;
} variances[JX_PROCESS_VARIANCES] = {
    [JX_PROCESS_ROUGH] = {0, -14, 7},      [JX_PROCESS_LINEAR] = {-1, -14, 7},
    [JX_PROCESS_ROUND] = {-1, -20, 10},    [JX_PROCESS_SQUARES] = {-3, -20, 10},
    [JX_PROCESS_PRODUCTS] = {-5, -20, 10}, [JX_PROCESS_NOISE] = {-14, -23, 0},
};

/* The prior of a logarithm: its mean and deviation. Lengths grow with the square root of the
 * dimension (Hvarfner, Hellsten, Nardi, "Vanilla Bayesian optimization performs great in high
 * dimensions", ICML 2024). */
#define LENGTH 0.7
#define LENGTH_DEVIATION 1.3
#define VARIANCE (-2)
#define VARIANCE_DEVIATION 4

static double usual_length(const jx_kriging *k) { return 0.5 * jk_log((double)k->n) + LENGTH; }

void jx_kriging_begin_theta(const jx_kriging *k, double *theta)
{
  for (size_t d = 0; d < k->n; d++) theta[d] = usual_length(k);
  for (size_t v = 0; v < JX_PROCESS_VARIANCES; v++) theta[k->n + v] = variances[v].begin;
}

static void bound_theta(jx_kriging *k)
{
  for (size_t d = 0; d < k->n; d++) {
    k->low[d] = -3.5;
    k->high[d] = 6;
  }
  for (size_t v = 0; v < JX_PROCESS_VARIANCES; v++) {
    k->low[k->n + v] = variances[v].low;
    k->high[k->n + v] = variances[v].high;
  }
}

/* The negative log of a normal density, up to a constant; adds its slope. */
static double surprise(double value, double mean, double deviation, double *slope)
{
  double off = (value - mean) / deviation;
  *slope += off / deviation;
  return 0.5 * off * off;
}

/* The negative log of likelihood and prior of theta, with its gradient. The noise has no prior. */
static double negative_log_posterior(void *user, const double *theta, double *gradient)
{
  jx_kriging *k = user;
  jx_process *p = &k->process;
  size_t n = k->n, count = n + JX_PROCESS_VARIANCES;
  memcpy(p->theta, theta, count * sizeof *theta);
  if (!jx_process_factor(p)) return (double)INFINITY;
  double value = -jx_process_likelihood(p, gradient), usual = usual_length(k);
  for (size_t d = 0; d < count; d++) gradient[d] = -gradient[d];
  for (size_t d = 0; d < n; d++) value += surprise(theta[d], usual, LENGTH_DEVIATION, &gradient[d]);
  for (size_t d = n; d < n + JX_PROCESS_NOISE; d++)
    value += surprise(theta[d], VARIANCE, VARIANCE_DEVIATION, &gradient[d]);
  return value;
}

/* Fits from theta_tried, with the values as they are; returns 1 if the result is better than
 * *least, which it replaces. */
static int try_theta(jx_kriging *k, double density, double *least)
{
  jx_lbfgs descend = {.n = k->n + JX_PROCESS_VARIANCES,
                      .lower = k->low,
                      .upper = k->high,
                      .function = negative_log_posterior,
                      .user = k,
                      .evaluations = FIT_STEPS,
                      .first = 0.5,
                      .enough = 0.01,
                      .work = k->work};
  double found = jx_lbfgs_minimize(&descend, k->theta_tried) - density;
  if (!(found < *least)) return 0;
  *least = found;
  memcpy(k->theta_best, k->theta_tried, descend.n * sizeof *k->theta_tried);
  return 1;
}

/* Fits from the last theta; a thorough fit also from the initial one, and with every transform. */
void jx_kriging_fit(jx_kriging *k)
{
  size_t bytes = (k->n + JX_PROCESS_VARIANCES) * sizeof *k->theta_best;
  double *theta = k->process.theta, least = (double)INFINITY;
  uint64_t *transform = &k->counts[JX_KRIGING_TRANSFORM], before = *transform;
  bound_theta(k);
  place_members(k, choose_members(k));
  int thorough = k->process.points <= FEW || k->counts[JX_KRIGING_FITS] % THOROUGH == 0;
  memcpy(k->theta_first, theta, bytes);
  memcpy(k->theta_best, theta, bytes);
  for (uint64_t w = 0; w < JX_TRANSFORMS; w++) {
    if (!thorough && w != before) continue;
    double density = set_values(k, (enum jx_transform)w);
    memcpy(k->theta_tried, k->theta_first, bytes);
    if (try_theta(k, density, &least)) *transform = w;
  }
  if (thorough) {
    double density = set_values(k, (enum jx_transform) * transform);
    jx_kriging_begin_theta(k, k->theta_tried);
    (void)try_theta(k, density, &least);
  }
  memcpy(theta, k->theta_best, bytes);
  k->counts[JX_KRIGING_FITS]++;
  k->counts[JX_KRIGING_FITTED] = k->counts[JX_KRIGING_EVALUATED];
}
