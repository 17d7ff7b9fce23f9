/* Kriging: a Gaussian process predicts where a better value can be expected, in a region around the
 * best point.
 *
 * Jones, Schonlau, Welch, "Efficient global optimization of expensive black-box functions", 1998,
 * for expected improvement; Eriksson, Pearce, Gardner, Turner, Poloczek, "Scalable global
 * optimization via local Bayesian optimization", NeurIPS 2019, for the trust region; Ginsbourger,
 * Le Riche, Carraro, "Kriging is well-suited to parallelize optimization", 2010, for points that
 * are proposed together: those that are out count as if they had the values that the model expects.
 *
 * After a Latin hypercube of few points each value is followed by a new model of the points in and
 * around the region, and by the place where it expects most. */
#include "algorithm/kriging/state.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"

/* Values, in all, after which it ends: from there on other methods do as well, at once. */
#define PER_COORDINATE 60
#define KEPT_LEAST 500

#define DESIGN_LEAST 3 /* first points; otherwise as many as coordinates */

/* The largest share of a remembered point: if a batch is larger than the design, some of its points
 * are designed up to a third of the box outside, and given on the bound. */
#define SHARE_MOST 2.0

/* The region's side, as a share of the box. */
#define SIDE_FIRST 0.8
#define SIDE_MOST 1.6
#define SIDE_LEAST 1e-6

#define FAILS 4  /* points without success for a smaller region; or as many as coordinates */
#define WINS 3   /* for a larger one */
#define NEAR 0.1 /* a success that close, in halves of the side, makes it smaller, too */
#define FAR 0.9  /* one that far counts as several */
#define FAR_WINS 3
#define STALE 0.1 /* values that are new, of all, before the model is fitted again */

enum { POINTS };

static const jato_parameter parameters[] = {
    [POINTS] = JX_WHOLE_ROW("points", 0, 0, 1000,
                            "of the model at most; 0: 40 + 12 per coordinate, at most 300"),
};

/* ---- The first points ---- */

/* Where point i of a Latin hypercube lies along coordinate d: a permutation by the smallest of
 * random words first. */
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
  k->kept = PER_COORDINATE * k->n > KEPT_LEAST ? PER_COORDINATE * k->n : KEPT_LEAST;
  k->least = setup->epsilon > 0 ? 64 * setup->epsilon : SIDE_LEAST;
  k->side[0] = SIDE_FIRST;
  JX_TRY(jx_kriging_take_memory(k, error));
  for (size_t d = 0; d < k->n; d++)
    k->first[d] =
        setup->initial != NULL ? jx_share_of(setup->initial[d], k->lower[d], k->upper[d]) : -1;
  jx_kriging_begin_theta(k, k->process.theta);
  if (!k->one_by_one) return JATO_OK;
  k->counts[JX_KRIGING_GIVEN] = k->batch;
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

static jato_status refuse(jato_error *error)
{
  return jx_fail(error, JATO_E_FILE,
                 "kriging: there is no model of the points in the run file; it was changed or is "
                 "damaged");
}

/* A whole generation; returns its size, or 0 if there is no model. */
static size_t ask_all(jx_kriging *k)
{
  size_t n = k->n, told = (size_t)k->counts[JX_KRIGING_TOLD];
  if (told < k->design) {
    size_t left = k->design - told, count = k->batch < left ? k->batch : left;
    for (size_t i = 0; i < count; i++) place_first(k, told + i, k->share + i * n);
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
  if (generation->count == 0) return refuse(error);
  for (size_t i = 0; i < generation->count; i++) write_point(k, i);
  generation->x = k->out;
  return JATO_OK;
}

/* ---- Tell ---- */

static double best_rank(const jx_kriging *k)
{
  return k->counts[JX_KRIGING_POINTS] > 0 ? k->rank[k->counts[JX_KRIGING_BEST]] : (double)INFINITY;
}

static void remember(jx_kriging *k, const double *share, double rank)
{
  uint64_t *points = &k->counts[JX_KRIGING_POINTS], *best = &k->counts[JX_KRIGING_BEST];
  size_t at = (size_t)*points;
  if (at < k->kept) {
    ++*points;
  } else {
    at = 0;
    for (size_t i = 1; i < k->kept; i++)
      if (k->rank[i] > k->rank[at]) at = i;
    if (at == *best) at = at > 0 ? at - 1 : 1; /* all are alike */
  }
  memcpy(k->x + at * k->n, share, k->n * sizeof *share);
  k->rank[at] = rank;
  if (*points == 1 || rank < k->rank[*best]) *best = at;
}

/* After `count` points, the best of which is better than all before, at that distance from the best
 * of them, or is not. */
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

/* From the best point, along a coordinate at most, in halves of the side. */
static double distance_of(const jx_kriging *k, const double *share)
{
  const double *best = k->x + (size_t)k->counts[JX_KRIGING_BEST] * k->n;
  double most = 0;
  for (size_t d = 0; d < k->n; d++) most = fmax(most, fabs(share[d] - best[d]));
  return most / (k->side[0] / 2);
}

static void take_in(jx_kriging *k, size_t count, const double *share, const double *rank)
{
  size_t first = 0;
  for (size_t i = 1; i < count; i++)
    if (rank[i] < rank[first]) first = i;
  if (k->counts[JX_KRIGING_TOLD] >= k->design)
    resize_region(k, count, rank[first] < best_rank(k), distance_of(k, share + first * k->n));
  k->counts[JX_KRIGING_TOLD] += count;
  for (size_t i = 0; i < count; i++) remember(k, share + i * k->n, rank[i]);
}

static int is_stale(const jx_kriging *k)
{
  uint64_t told = k->counts[JX_KRIGING_TOLD], since = told - k->counts[JX_KRIGING_FITTED];
  return told >= k->design && (double)since >= STALE * (double)told;
}

static jato_status kriging_tell(jx_search *search, const jx_generation *generation,
                                jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  (void)error;
  take_in(k, generation->count, k->share, generation->rank);
  if (is_stale(k)) jx_kriging_fit(k);
  return JATO_OK;
}

/* The others are on their way. */
static jato_status kriging_tell_one(jx_search *search, size_t which, double rank, jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  size_t n = k->n;
  double *share = k->share + which * n;
  take_in(k, 1, share, &rank);
  if (is_stale(k)) jx_kriging_fit(k);
  if (k->counts[JX_KRIGING_GIVEN] < k->design) {
    place_first(k, (size_t)k->counts[JX_KRIGING_GIVEN], share);
  } else {
    if (!jx_kriging_model(k)) return refuse(error);
    for (size_t i = 0; i < k->batch; i++)
      if (i != which) jx_kriging_believe(k, k->share + i * n);
    jx_kriging_propose(k, 0, share);
  }
  k->counts[JX_KRIGING_GIVEN]++;
  memcpy(k->flight + which * n, share, n * sizeof *share);
  write_point(k, which);
  return JATO_OK;
}

static int kriging_is_done(const jx_search *search, const char **why)
{
  const jx_kriging *k = (const jx_kriging *)search;
  if (k->counts[JX_KRIGING_TOLD] >= k->kept)
    *why = "it has as many values as it is made for";
  else if (k->side[0] < k->least)
    *why = "its region is as small as it may be";
  else
    return JX_GOES_ON;
  return JX_ENDED;
}

/* ---- State ---- */

static const jx_allowed count_allowed[JX_KRIGING_COUNTS] = {
    [JX_KRIGING_TOLD] = JX_TALLY,   [JX_KRIGING_POINTS] = JX_TALLY,
    [JX_KRIGING_GIVEN] = JX_TALLY,  [JX_KRIGING_FAILS] = JX_TALLY,
    [JX_KRIGING_WINS] = JX_TALLY,   [JX_KRIGING_TRANSFORM] = JX_INDEX(JX_TRANSFORMS),
    [JX_KRIGING_FITTED] = JX_TALLY, [JX_KRIGING_FITS] = JX_TALLY,
    [JX_KRIGING_BEST] = JX_TALLY,
};

static const char *kriging_contradiction(const jx_search *search)
{
  const jx_kriging *k = (const jx_kriging *)search;
  const uint64_t *c = k->counts;
  uint64_t told = c[JX_KRIGING_TOLD], points = c[JX_KRIGING_POINTS];
  int is_begun = told > 0;
  int fits = points == (told < k->kept ? told : k->kept) && c[JX_KRIGING_FITTED] <= told &&
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

/* The archive has as many points as the file says; more than there is room for are refused. */
static jato_status kriging_resize(jx_search *search, const jato_array *arrays, size_t count,
                                  jato_error *error)
{
  jx_kriging *k = (jx_kriging *)search;
  const jato_array *rank = jx_array_find("rank", arrays, count);
  (void)error;
  if (rank != NULL && rank->columns <= k->kept) k->counts[JX_KRIGING_POINTS] = rank->columns;
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
