/* Kriging: a Gaussian process predicts where a better value can be expected, in a region around the
 * best point.
 *
 * Jones, Schonlau, Welch, "Efficient global optimization of expensive black-box functions", 1998,
 * for expected improvement; Eriksson, Pearce, Gardner, Turner, Poloczek, "Scalable global
 * optimization via local Bayesian optimization", NeurIPS 2019, for the trust region; Ginsbourger,
 * Le Riche, Carraro, "Kriging is well-suited to parallelize optimization", 2010, for points that
 * are proposed together: points that are out count as if they had the values that the model
 * predicts.
 *
 * After a Latin hypercube of a few points, each value leads to a new model of the points in and
 * around the region, and to the point with the largest expected improvement. */
#include "algorithm/kriging/state.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"

/* The number of values after which it ends: from there on other methods are as good, and faster. */
#define PER_COORDINATE 60
#define CAPACITY_LEAST 500

#define DESIGN_LEAST 3 /* first points, at least; otherwise as many as coordinates */

/* The largest coordinate of an archived point: if a batch is larger than the design, some of its
 * points are designed up to a third of the box outside, and evaluated on the bound. */
#define SHARE_MOST 2.0

/* The side of the trust region, as a share of the box. */
#define SIDE_FIRST 0.8
#define SIDE_MOST 1.6
#define SIDE_LEAST 1e-6

#define FAILS 4  /* points without success that shrink the region; or as many as coordinates */
#define WINS 3   /* successes that enlarge it */
#define NEAR 0.1 /* a success this close, in halves of the side, also shrinks it */
#define FAR 0.9  /* a success this far away counts as several */
#define FAR_WINS 3
#define STALE 0.1 /* share of new values after which the model is fitted again */

enum { POINTS };

static const jato_parameter parameters[] = {
    [POINTS] = JX_WHOLE_ROW("points", 0, 0, 1000,
                            "of the model at most; 0: 40 + 12 per coordinate, at most 300"),
};

/* ---- The design ---- */

/* The share of the box at which point i of a Latin hypercube lies along coordinate d: the
 * permutation sorts random words. */
static double design_share(const jx_kriging *k, size_t i, size_t d)
{
  jk_key key = jk_key_make(k->seed, 0);
  jk_block mine = jk_draw(key, i, (jk_word1)d, JK_DRAW_PARTNERS);
  size_t place = 0;
  for (size_t j = 0; j < k->design; j++) {
    jk_word other = jk_draw(key, j, (jk_word1)d, JK_DRAW_PARTNERS).w[0];
    place += other < mine.w[0] || (other == mine.w[0] && j < i);
  }
  return ((double)place + jk_fine_uniform(mine.w[1], mine.w[2])) / (double)k->design;
}

static void place_first(const jx_kriging *k, size_t i, double *share)
{
  for (size_t d = 0; d < k->n; d++)
    share[d] =
        jx_kriging_snap(k, d, i == 0 && k->first[d] >= 0 ? k->first[d] : design_share(k, i, d));
}

/* ---- Create ---- */

/* The arrays with a number, or several, for each coordinate. */
static void take_points(jx_kriging *k, jx_pool *pool)
{
  size_t n = k->n, size = k->n * sizeof(double);
  k->x = jx_pool_take(pool, k->capacity, size);
  k->screened = jx_pool_take(pool, JX_KRIGING_SCREENED, size);
  k->flight = jx_pool_take(pool, k->batch, size);
  k->share = jx_pool_take(pool, k->batch, size);
  k->out = jx_pool_take(pool, k->batch, size);
  k->centre = jx_pool_take(pool, n, sizeof(double));
  k->first = jx_pool_take(pool, n, sizeof(double));
  k->region_low = jx_pool_take(pool, n, sizeof(double));
  k->region_high = jx_pool_take(pool, n, sizeof(double));
  k->u = jx_pool_take(pool, n, sizeof(double));
  k->slope = jx_pool_take(pool, n, sizeof(double));
}

static void take_rest(jx_kriging *k, jx_pool *pool)
{
  size_t numbers = k->n + JX_PROCESS_VARIANCES, size = sizeof(double);
  k->rank = jx_pool_take(pool, k->capacity, size);
  k->distance = jx_pool_take(pool, k->capacity, size);
  k->loss = jx_pool_take(pool, JX_KRIGING_SCREENED, size);
  k->member_rank = jx_pool_take(pool, k->most, size);
  k->low = jx_pool_take(pool, numbers, size);
  k->high = jx_pool_take(pool, numbers, size);
  k->theta_first = jx_pool_take(pool, numbers, size);
  k->theta_tried = jx_pool_take(pool, numbers, size);
  k->theta_best = jx_pool_take(pool, numbers, size);
  k->work = jx_pool_take(pool, JX_LBFGS_WORK(numbers), size);
  k->order = jx_pool_take(pool, k->capacity, sizeof *k->order);
  k->member = jx_pool_take(pool, k->most, sizeof *k->member);
}

static jato_status take_memory(jx_kriging *k, jato_error *error)
{
  jx_pool *pool = &k->head.pool;
  size_t ahead = k->batch < JX_KRIGING_AHEAD ? k->batch : JX_KRIGING_AHEAD;
  take_points(k, pool);
  take_rest(k, pool);
  k->process.n = k->n;
  jx_process_create(&k->process, pool, k->most + ahead);
  return jx_search_check_pool(pool, "kriging", k->batch, k->n, error);
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  double wanted = setup->values->value[POINTS];
  k->n = setup->dim;
  k->lower = setup->lower;
  k->upper = setup->upper;
  k->cells = setup->cells;
  k->batch = (size_t)setup->particles;
  k->seed = setup->seed;
  k->one_by_one = setup->one_by_one;
  k->design = k->n > DESIGN_LEAST ? k->n : DESIGN_LEAST;
  k->most = wanted > 0 ? (size_t)wanted : k->n < 22 ? 40 + 12 * k->n : 300;
  k->capacity = PER_COORDINATE * k->n > CAPACITY_LEAST ? PER_COORDINATE * k->n : CAPACITY_LEAST;
  k->least = setup->epsilon > 0 ? 64 * setup->epsilon : SIDE_LEAST;
  k->side[0] = SIDE_FIRST;
  JX_TRY(take_memory(k, error));
  for (size_t d = 0; d < k->n; d++)
    k->first[d] =
        setup->initial != NULL ? jx_share_of(setup->initial[d], k->lower[d], k->upper[d]) : -1;
  jx_kriging_begin_theta(k, k->process.theta);
  if (!k->one_by_one) return JATO_OK;
  k->counts[JX_KRIGING_HANDED_OUT] = k->batch;
  for (size_t i = 0; i < k->batch; i++) place_first(k, i, k->flight + i * k->n);
  return JATO_OK;
}

static jato_status kriging_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_kriging_ops, setup, sizeof(jx_kriging), set_up, out, error);
}

/* ---- Ask ---- */

static void write_point(jx_kriging *k, size_t i)
{
  for (size_t d = 0; d < k->n; d++)
    k->out[i * k->n + d] = jx_into_box(k->share[i * k->n + d], k->lower[d], k->upper[d]);
}

static jato_status fail_without_model(jato_error *error)
{
  return jx_fail(error, JATO_E_FILE,
                 "kriging: there is no model of the points in the run file; it was changed or is "
                 "damaged");
}

/* Fills a whole generation; returns its size, or 0 if there is no model. */
static size_t ask_all(jx_kriging *k)
{
  size_t n = k->n, evaluated = (size_t)k->counts[JX_KRIGING_EVALUATED];
  if (evaluated < k->design) {
    size_t left = k->design - evaluated, count = k->batch < left ? k->batch : left;
    for (size_t i = 0; i < count; i++) place_first(k, evaluated + i, k->share + i * n);
    return count;
  }
  if (!jx_kriging_model(k)) return 0;
  for (size_t i = 0; i < k->batch; i++) {
    jx_kriging_propose(k, i, k->share + i * n);
    if (i + 1 < k->batch) jx_kriging_believe(k, k->share + i * n);
  }
  return k->batch;
}

static jato_status kriging_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  if (k->one_by_one) memcpy(k->share, k->flight, k->batch * k->n * sizeof *k->share);
  generation->count = k->one_by_one ? k->batch : ask_all(k);
  if (generation->count == 0) return fail_without_model(error);
  for (size_t i = 0; i < generation->count; i++) write_point(k, i);
  generation->x = k->out;
  return JATO_OK;
}

/* ---- Tell ---- */

static double best_rank(const jx_kriging *k)
{
  return k->counts[JX_KRIGING_POINTS] > 0 ? k->rank[k->counts[JX_KRIGING_BEST]] : (double)INFINITY;
}

static void archive_point(jx_kriging *k, const double *share, double rank)
{
  uint64_t *points = &k->counts[JX_KRIGING_POINTS], *best = &k->counts[JX_KRIGING_BEST];
  size_t at = (size_t)*points;
  if (at < k->capacity) {
    ++*points;
  } else {
    at = 0;
    for (size_t i = 1; i < k->capacity; i++)
      if (k->rank[i] > k->rank[at]) at = i;
    if (at == *best) at = at > 0 ? at - 1 : 1; /* all ranks are equal */
  }
  memcpy(k->x + at * k->n, share, k->n * sizeof *share);
  k->rank[at] = rank;
  if (*points == 1 || rank < k->rank[*best]) *best = at;
}

/* After `count` points: `better` if one, at that distance from the best point so far, improved it.
 */
static void resize_region(jx_kriging *k, size_t count, int better, double distance)
{
  uint64_t *fails = &k->counts[JX_KRIGING_FAILS], *wins = &k->counts[JX_KRIGING_WINS];
  double by = 1;
  *fails = better ? 0 : *fails + count;
  *wins = better ? *wins + (distance > FAR ? FAR_WINS : 1) : 0;
  if (*wins >= WINS) by = 2;
  if (*fails >= FAILS && *fails >= k->n)
    by = *fails >= 2 * FAILS && *fails >= 2 * k->n ? 0.25 : 0.5;
  if (better && distance < NEAR) by = 0.5;
  if (by != 1) *wins = *fails = 0;
  k->side[0] = fmin(by * k->side[0], SIDE_MOST);
}

/* The largest distance from the best point along a coordinate, in halves of the side. */
static double distance_of(const jx_kriging *k, const double *share)
{
  const double *best = k->x + (size_t)k->counts[JX_KRIGING_BEST] * k->n;
  double most = 0;
  for (size_t d = 0; d < k->n; d++) most = fmax(most, fabs(share[d] - best[d]));
  return most / (k->side[0] / 2);
}

static void add_results(jx_kriging *k, size_t count, const double *share, const double *rank)
{
  size_t first = 0;
  for (size_t i = 1; i < count; i++)
    if (rank[i] < rank[first]) first = i;
  if (k->counts[JX_KRIGING_EVALUATED] >= k->design)
    resize_region(k, count, rank[first] < best_rank(k), distance_of(k, share + first * k->n));
  k->counts[JX_KRIGING_EVALUATED] += count;
  for (size_t i = 0; i < count; i++) archive_point(k, share + i * k->n, rank[i]);
}

static int is_stale(const jx_kriging *k)
{
  uint64_t evaluated = k->counts[JX_KRIGING_EVALUATED],
           since = evaluated - k->counts[JX_KRIGING_FITTED];
  return evaluated >= k->design && (double)since >= STALE * (double)evaluated;
}

static jato_status kriging_tell(jx_search *search, const jx_generation *generation,
                                jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  (void)error;
  add_results(k, generation->count, k->share, generation->rank);
  if (is_stale(k)) jx_kriging_fit(k);
  return JATO_OK;
}

/* The other points are on their way: the model believes its predictions for them. */
static jato_status kriging_tell_one(jx_search *search, size_t which, double rank, jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  size_t n = k->n;
  double *share = k->share + which * n;
  add_results(k, 1, share, &rank);
  if (is_stale(k)) jx_kriging_fit(k);
  if (k->counts[JX_KRIGING_HANDED_OUT] < k->design) {
    place_first(k, (size_t)k->counts[JX_KRIGING_HANDED_OUT], share);
  } else {
    if (!jx_kriging_model(k)) return fail_without_model(error);
    for (size_t i = 0; i < k->batch; i++)
      if (i != which) jx_kriging_believe(k, k->share + i * n);
    jx_kriging_propose(k, 0, share);
  }
  k->counts[JX_KRIGING_HANDED_OUT]++;
  memcpy(k->flight + which * n, share, n * sizeof *share);
  write_point(k, which);
  return JATO_OK;
}

static int kriging_is_done(const jx_search *search, const char **why)
{
  const jx_kriging *k = (const jx_kriging *)search;
  if (k->counts[JX_KRIGING_EVALUATED] >= k->capacity)
    *why = "it has as many values as it is designed for";
  else if (k->side[0] < k->least)
    *why = "its region is as small as it may be";
  else
    return JX_GOES_ON;
  return JX_ENDED;
}

/* ---- State ---- */

static const jx_allowed count_allowed[JX_KRIGING_COUNTS] = {
    [JX_KRIGING_EVALUATED] = JX_TALLY,  [JX_KRIGING_POINTS] = JX_TALLY,
    [JX_KRIGING_HANDED_OUT] = JX_TALLY, [JX_KRIGING_FAILS] = JX_TALLY,
    [JX_KRIGING_WINS] = JX_TALLY,       [JX_KRIGING_TRANSFORM] = JX_INDEX(JX_TRANSFORMS),
    [JX_KRIGING_FITTED] = JX_TALLY,     [JX_KRIGING_FITS] = JX_TALLY,
    [JX_KRIGING_BEST] = JX_TALLY,
};

static const char *kriging_contradiction(const jx_search *search)
{
  const jx_kriging *k = (const jx_kriging *)search;
  const uint64_t *c = k->counts;
  uint64_t evaluated = c[JX_KRIGING_EVALUATED], points = c[JX_KRIGING_POINTS];
  int is_begun = evaluated > 0;
  int fits = points == (evaluated < k->capacity ? evaluated : k->capacity) &&
             c[JX_KRIGING_FITTED] <= evaluated &&
             (is_begun ? c[JX_KRIGING_BEST] < points : c[JX_KRIGING_BEST] == 0);
  return fits ? NULL : "\"counts\" and \"rank\"";
}

static size_t kriging_state(jx_search *search, jx_array *arrays)
{
  jx_kriging *k = (jx_kriging *)search;
  size_t points = (size_t)k->counts[JX_KRIGING_POINTS];
  const jx_array list[] = {
      {"counts", JX_COUNTS, 1, JX_KRIGING_COUNTS, k->counts, JX_BY_COLUMN(count_allowed)},
      {"x", JX_DOUBLES, points, k->n, k->x, JX_DOUBLE_IN(0, SHARE_MOST)},
      {"rank", JX_DOUBLES, 1, points, k->rank, JX_RANK},
      {"theta", JX_DOUBLES, 1, k->n + JX_PROCESS_VARIANCES, k->process.theta,
       JX_DOUBLE_IN(-JX_KRIGING_THETA_MOST, JX_KRIGING_THETA_MOST)},
      {"side", JX_DOUBLES, 1, 1, k->side, JX_DOUBLE_IN(DBL_MIN, SIDE_MOST)},
      {"flight", JX_DOUBLES, k->one_by_one ? k->batch : 0, k->n, k->flight,
       JX_DOUBLE_IN(0, SHARE_MOST)},
  };
  return JX_PUT_ARRAYS(arrays, list);
}

/* The archive has as many points as the file says; a file with more than fit is refused. */
static jato_status kriging_resize(jx_search *search, const jato_array *arrays, size_t count,
                                  jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  const jato_array *rank = jx_array_find("rank", arrays, count);
  (void)error;
  if (rank != NULL && rank->columns <= k->capacity) k->counts[JX_KRIGING_POINTS] = rank->columns;
  return JATO_OK;
}

const jx_algorithm_ops jx_kriging_ops = {
    .name = "kriging",
    .summary = "a Gaussian process that proposes points, for very few evaluations",
    .source = "Jones, Schonlau and Welch 1998, doi:10.1023/A:1008306431147; Eriksson et al. 2019",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE,
    .state_version = 1,
    .particles = jx_one_particle,
    .create = kriging_create,
    .destroy = jx_search_destroy,
    .ask = kriging_ask,
    .tell = kriging_tell,
    .tell_one = kriging_tell_one,
    .is_done = kriging_is_done,
    .state = kriging_state,
    .resize = kriging_resize,
    .contradiction = kriging_contradiction,
};
