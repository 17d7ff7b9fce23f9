/* Quasi-Newton descents in the box with restarts: damped BFGS by differences of values
 * (local/bfgs.h: Nocedal and Wright 2006, procedure 18.2, with a model that shrinks as a whole),
 * and random multistart that abandons descents that cannot reach the best value any more.
 *
 * The first descent begins at the initial point, or somewhere in the middle of the box; each other
 * one at the best of as many uniform points as there are particles. After two iterations a descent
 * is abandoned if even twice the decrease that its model predicts, or twice its last decrease,
 * would not bring it to the best value of the run. */
#include "algorithm/algorithms.h"

#include <math.h>
#include <string.h>

#include "algorithm/local/bfgs.h"
#include "algorithm/places.h"

#define SAMPLE 20    /* points of which the best starts a descent */
#define MARGIN 0.2   /* of the width on each side, where the first descent does not begin */
#define HOPE 2       /* factor by which a descent may do better than predicted */
#define HOPE_AFTER 2 /* iterations before a descent is abandoned */

enum { RESTARTS, START, CAP, SCALING };
enum { RANDOM, CENTRE, SAMPLED }; /* choices of START */

static const jato_parameter parameters[] = {
    [RESTARTS] = JX_CHOICE_ROW("restarts", "yes no", 0,
                               "restart at a random point after a descent; no: stop"),
    [START] =
        JX_CHOICE_ROW("start", "random centre sampled", 0,
                      "where to begin without an initial point: anywhere, in the middle, or at "
                      "the best of as many random points as there are particles"),
    [CAP] =
        JX_WHOLE_ROW("cap", 0, 0, 1e12,
                     "leave a descent after this many evaluations for each coordinate; 0: never"),
    [SCALING] =
        JX_CHOICE_ROW("scaling", "yes no", 0,
                      "shrink all of the model where it was too steep along a step: half the "
                      "evaluations on ill-conditioned functions; no: procedure 18.2 alone"),
};

enum phase { FIRST_POINT, SAMPLING, DESCENDING, DONE };
enum reason { GOES_ON, NO_STEP, SMALL_DECREASES, FIXED, CAP_REACHED, NO_VALUE };

static const char *const reasons[] = {
    [NO_STEP] = "no step leads to a smaller value",
    [SMALL_DECREASES] = "values decrease by no more than rounding",
    [FIXED] = "the box leaves no coordinate room to move",
    [CAP_REACHED] = "the descent has used the evaluations that cap allows",
    [NO_VALUE] = "there is no value at the first point",
};

typedef struct quasi_newton {
  jx_search head;
  jx_bfgs descent;
  const double *lower, *upper; /* [n] */
  size_t n, sample;
  uint64_t seed;
  int restarts;
  double cap;
  double *start; /* [n]: the first point */
  double *x;     /* [max(sample, 2 n)][n]: the generation that is out */

  /* The state, with the descent's. */
  uint64_t phase, reason;
  uint64_t samples; /* samples drawn */
  uint64_t used;    /* evaluations of this descent */
  uint64_t ended;   /* descents that have ended */
} quasi_newton;

/* ---- Create ---- */

static uint64_t quasi_newton_particles(size_t dim)
{
  (void)dim;
  return SAMPLE;
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  const double *value = setup->values->value;
  quasi_newton *q = (quasi_newton *)search;
  q->n = setup->dim;
  q->lower = setup->lower;
  q->upper = setup->upper;
  q->seed = setup->seed;
  q->restarts = value[RESTARTS] == 0;
  q->descent.shrinks = value[SCALING] == 0;
  q->cap = value[CAP] > 0 ? value[CAP] * (double)q->n : (double)INFINITY;
  q->sample = (size_t)setup->particles;
  size_t points = q->sample > 2 * q->n ? q->sample : 2 * q->n;
  q->start = jx_pool_take(&search->pool, q->n, sizeof *q->start);
  q->x = jx_pool_take(&search->pool, points, q->n * sizeof *q->x);
  JX_TRY(jx_bfgs_create(&q->descent, setup, &search->pool, error));
  jx_place_first(setup, value[START] == CENTRE ? 0.5 : MARGIN, q->start);
  if (value[START] == SAMPLED && setup->initial == NULL) q->phase = SAMPLING;
  return JATO_OK;
}

static jato_status quasi_newton_create(const jx_search_setup *setup, jx_search **out,
                                       jato_error *error)
{
  return jx_search_make(&jx_quasi_newton_ops, setup, sizeof(quasi_newton), set_up, out, error);
}

/* ---- Ask and tell ---- */

static void draw_sample(const quasi_newton *q)
{
  jk_key key = jk_key_make(q->seed, q->samples + 1);
  for (size_t k = 0; k < q->sample; k++)
    for (size_t i = 0; i < q->n; i++)
      q->x[k * q->n + i] = jx_into_box(jx_draw_share(key, k, i, 0), q->lower[i], q->upper[i]);
}

static jato_status quasi_newton_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  quasi_newton *q = (quasi_newton *)search;
  (void)error;
  generation->x = q->x;
  generation->count = 1;
  if (q->phase == SAMPLING) {
    draw_sample(q);
    generation->count = q->sample;
  } else if (q->phase == DESCENDING) {
    generation->count = jx_bfgs_ask(&q->descent, q->x);
  } else {
    memcpy(q->x, q->start, q->n * sizeof *q->x);
  }
  return JATO_OK;
}

/* Ends the descent, or abandons the point where it would begin. */
static void end_descent(quasi_newton *q, enum reason why)
{
  q->ended += q->phase == DESCENDING;
  q->phase = q->restarts && why != FIXED ? SAMPLING : DONE;
  q->reason = q->phase == DONE ? why : GOES_ON;
}

static enum reason reason_of(uint64_t end)
{
  if (end == JX_BFGS_FIXED) return FIXED;
  return end == JX_BFGS_SMALL ? SMALL_DECREASES : NO_STEP;
}

static void begin_descent(quasi_newton *q, const double *x, double value)
{
  q->used = 0;
  q->phase = DESCENDING;
  jx_bfgs_begin(&q->descent, x, value);
  if (q->descent.count.end != JX_BFGS_GOES_ON) end_descent(q, reason_of(q->descent.count.end));
}

static void tell_points(quasi_newton *q, const jx_generation *generation)
{
  size_t best = 0;
  for (size_t k = 1; k < generation->count; k++)
    if (generation->rank[k] < generation->rank[best]) best = k;
  q->samples += q->phase == SAMPLING;
  if (generation->rank[best] <= JX_VALUE_MOST)
    begin_descent(q, generation->x + best * q->n, generation->rank[best]);
  else
    end_descent(q, NO_VALUE);
}

/* Whether a descent can hardly get below the best value of the run; never the first one. */
static int is_hopeless(const quasi_newton *q, double best)
{
  const jx_bfgs *d = &q->descent;
  if (q->samples == 0 || d->count.iteration < HOPE_AFTER) return 0;
  double promise = fmax(d->number.predicted, d->number.decrease);
  return d->number.value > best && d->number.value - HOPE * promise > best;
}

static void tell_descent(quasi_newton *q, const jx_generation *generation)
{
  jx_bfgs *d = &q->descent;
  q->used += generation->count;
  for (int rests = jx_bfgs_tell(d, generation->rank); rests; rests = jx_bfgs_next(d))
    if ((double)q->used >= q->cap || is_hopeless(q, generation->best)) {
      end_descent(q, CAP_REACHED);
      return;
    }
  if (d->count.end != JX_BFGS_GOES_ON) end_descent(q, reason_of(d->count.end));
}

static jato_status quasi_newton_tell(jx_search *search, const jx_generation *generation,
                                     jato_error *error)
{
  quasi_newton *q = (quasi_newton *)search;
  (void)error;
  if (q->phase == DESCENDING)
    tell_descent(q, generation);
  else
    tell_points(q, generation);
  return JATO_OK;
}

static int quasi_newton_is_done(const jx_search *search, const char **why)
{
  const quasi_newton *q = (const quasi_newton *)search;
  if (q->phase != DONE) return JX_GOES_ON;
  *why = reasons[q->reason];
  int is_minimum = q->reason == NO_STEP || q->reason == SMALL_DECREASES;
  return is_minimum && jx_bfgs_is_at_minimum(&q->descent) ? JX_CONVERGED : JX_ENDED;
}

static uint64_t quasi_newton_descents(const jx_search *search)
{
  return ((const quasi_newton *)search)->ended;
}

static size_t quasi_newton_state(jx_search *search, jx_array *arrays)
{
  quasi_newton *q = (quasi_newton *)search;
  const jx_array list[] = {
      {"phase", JX_COUNTS, 1, 1, &q->phase, JX_COUNT_IN(FIRST_POINT, DONE)},
      {"reason", JX_COUNTS, 1, 1, &q->reason, JX_COUNT_IN(GOES_ON, NO_VALUE)},
      {"samples", JX_COUNTS, 1, 1, &q->samples, JX_TALLY},
      {"used", JX_COUNTS, 1, 1, &q->used, JX_TALLY},
      {"ended", JX_COUNTS, 1, 1, &q->ended, JX_TALLY},
  };
  size_t count = JX_PUT_ARRAYS(arrays, list);
  return count + jx_bfgs_state(&q->descent, arrays + count);
}

static const char *quasi_newton_contradiction(const jx_search *search)
{
  const quasi_newton *q = (const quasi_newton *)search;
  if ((q->phase == DONE) != (q->reason != GOES_ON)) return "\"phase\" and \"reason\"";
  return q->phase == DESCENDING ? jx_bfgs_contradiction(&q->descent) : NULL;
}

const jx_algorithm_ops jx_quasi_newton_ops = {
    .name = "quasi_newton",
    .summary = "damped BFGS by differences, from many starts: fast on smooth functions",
    .source = "Nocedal and Wright 2006, procedure 18.2",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS,
    .state_version = 3, /* 1: without the number of descents, and the first slope; 2: unscaled */
    .particles = quasi_newton_particles,
    .create = quasi_newton_create,
    .destroy = jx_search_destroy,
    .ask = quasi_newton_ask,
    .tell = quasi_newton_tell,
    .is_done = quasi_newton_is_done,
    .descents = quasi_newton_descents,
    .state = quasi_newton_state,
    .contradiction = quasi_newton_contradiction,
};
