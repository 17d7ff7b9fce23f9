#include "algorithm/local/axes.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/fold.h"

#define FIRST_ROOM 64
#define PATIENCE 150          /* fruitless STEPs after which an axis has ended */
#define BEFORE_BRENT 8        /* fruitless STEPs after which Brent continues */
#define NEVER ((uint64_t)1e9) /* marks an axis with nothing left to divide */

enum phase { COMBINED, BOUNDS, TURNS, ENDED };

/* ---- Memory ---- */

static jx_axis axis_of(const jx_axes *a, size_t i)
{
  return (jx_axis){.lower = a->lower[i],
                   .upper = a->upper[i],
                   .t = a->t + i * a->room,
                   .g = a->g + i * a->room,
                   .brent = a->brent + i,
                   .count = a->axes + i};
}

/* Makes room for `room` samples of each axis; existing samples stay. */
static jato_status make_room(jx_axes *a, size_t room, jato_error *error)
{
  if (room > SIZE_MAX / (a->n + 1) / sizeof(jx_ranked))
    return jx_search_no_memory("lines", room, a->n, error);
  double *t = jx_pool_take(a->pool, a->n * room, sizeof *t);
  double *g = jx_pool_take(a->pool, a->n * room, sizeof *g);
  jx_ranked *scratch = jx_pool_take(a->pool, room, sizeof *scratch);
  int whole = jx_pool_is_whole(a->pool);
  size_t kept = a->room < room ? a->room : room;
  for (size_t i = 0; whole && kept > 0 && i < a->n; i++) {
    memcpy(t + i * room, a->t + i * a->room, kept * sizeof *t);
    memcpy(g + i * room, a->g + i * a->room, kept * sizeof *g);
  }
  jx_pool_drop(a->pool, whole ? a->t : t);
  jx_pool_drop(a->pool, whole ? a->g : g);
  jx_pool_drop(a->pool, whole ? a->scratch : scratch);
  if (!whole) return jx_search_no_memory("lines", room, a->n, error);
  a->t = t;
  a->g = g;
  a->scratch = scratch;
  a->room = room;
  return JATO_OK;
}

jato_status jx_axes_create(jx_axes *a, const jx_search_setup *setup, jx_pool *pool,
                           jato_error *error)
{
  a->n = setup->dim;
  a->lower = setup->lower;
  a->upper = setup->upper;
  a->digits = jx_digits_of(setup->epsilon);
  a->pool = pool;
  a->brent = jx_pool_take(pool, a->n, sizeof *a->brent);
  a->axes = jx_pool_take(pool, a->n, sizeof *a->axes);
  a->best = jx_pool_take(pool, a->n, sizeof *a->best);
  return make_room(a, FIRST_ROOM, error);
}

/* ---- Turns ---- */

static void begin_axis(jx_axes *a, size_t i, const jx_probe *probe)
{
  jx_axis axis = axis_of(a, i);
  double at = probe->centre[i], reach = probe->reach[i];
  a->axes[i] = (jx_axis_count){.is_stale = 1};
  jx_axis_add(&axis, at, 0);
  if (reach > 0) {
    jx_axis_add(&axis, jx_clip(at + reach, axis.lower, axis.upper),
                probe->up[i] - probe->value.centre);
    jx_axis_add(&axis, jx_clip(at - reach, axis.lower, axis.upper),
                probe->down[i] - probe->value.centre);
  } else {
    a->axes[i] = (jx_axis_count){.samples = 1, .since = NEVER, .is_converged = 1};
  }
  size_t best = jx_axis_best(&axis);
  a->best[i] = axis.t[best];
  jx_axis_shift(&axis, axis.g[best]);
}

void jx_axes_begin(jx_axes *a, const jx_probe *probe)
{
  memset(&a->number, 0, sizeof a->number);
  memset(&a->count, 0, sizeof a->count);
  for (size_t i = 0; i < a->n; i++) begin_axis(a, i, probe);
}

void jx_axes_ask(const jx_axes *a, double *x)
{
  memcpy(x, a->best, a->n * sizeof *x);
  if (a->count.phase == BOUNDS || a->count.phase == TURNS) {
    size_t i = (size_t)a->count.axis % a->n;
    x[i] = jx_clip(a->number.u, a->lower[i], a->upper[i]);
  }
}

/* Sets *u to the bound next to the best sample, if that is the outermost one on its side. */
static int find_bound(const jx_axes *a, size_t i, double *u)
{
  jx_axis axis = axis_of(a, i);
  size_t best = jx_axis_best(&axis), last = (size_t)axis.count->samples - 1;
  if (last == 0 || (best != 0 && best != last)) return 0;
  *u = best == 0 ? axis.lower : axis.upper;
  return axis.t[best] != *u;
}

/* Sets the next point on axis i; returns 0 when the axis has ended. */
static int find_point(jx_axes *a, size_t i)
{
  jx_axis axis = axis_of(a, i);
  jx_axis_count *count = axis.count;
  if (!a->count.has_several && jx_axis_has_several_minima(&axis, a->digits.additive))
    a->count.has_several = 1;
  a->count.is_local = 0;
  if ((!a->count.has_several || count->since >= BEFORE_BRENT) &&
      (count->is_stale || !count->is_converged)) {
    a->count.is_local = 1;
    if (jx_axis_local(&axis, a->digits.line, &a->number.u)) return 1;
    a->count.is_local = 0;
  }
  if (count->since >= PATIENCE && count->is_converged) return 0;
  if (jx_axis_step(&axis, a->scratch, &a->number.u)) return 1;
  count->since = NEVER;
  count->is_converged = 1;
  return 0;
}

/* Plans the next point, from axis `count.axis` on; ends when a whole round finds none. */
static void plan(jx_axes *a)
{
  if (a->count.phase == BOUNDS) {
    while (a->count.axis < a->n && !find_bound(a, (size_t)a->count.axis, &a->number.u))
      a->count.axis++;
    if (a->count.axis < a->n) return;
    a->count.phase = TURNS;
    a->count.is_round_active = 1;
  }
  for (;; a->count.axis++) {
    if (a->count.axis >= a->n && !a->count.is_round_active) break;
    if (a->count.axis >= a->n) a->count.axis = a->count.is_round_active = 0;
    if (!find_point(a, (size_t)a->count.axis)) continue;
    a->count.is_round_active = 1;
    return;
  }
  a->count.axis = 0;
  a->count.phase = ENDED;
  a->count.end = JX_AXES_SEARCHED;
}

static void tell_step(double u, const jx_axis *axis, double g)
{
  jx_axis_count *count = axis->count;
  count->since++;
  jx_axis_add(axis, u, g);
  if (g < 0) {
    count->since = 0;
    count->is_stale = 1;
  } else if (!count->is_stale && axis->brent->a < u && u < axis->brent->b) {
    count->is_stale = 1;
  }
}

static void tell_axis(jx_axes *a, double rank)
{
  size_t i = (size_t)a->count.axis;
  jx_axis axis = axis_of(a, i);
  double g = rank - a->number.value;
  if (a->count.phase == BOUNDS)
    jx_axis_add(&axis, a->number.u, g);
  else if (a->count.is_local)
    jx_axis_tell_local(&axis, a->number.u, g);
  else
    tell_step(a->number.u, &axis, g);
  if (rank < a->number.value) {
    a->best[i] = jx_clip(a->number.u, axis.lower, axis.upper); /* where it was evaluated */
    a->number.value = rank;
    jx_axis_shift(&axis, g);
  }
  a->count.axis++;
}

jato_status jx_axes_tell(jx_axes *a, double rank, jato_error *error)
{
  if (!(rank <= JX_VALUE_MOST)) rank = INFINITY;
  size_t i = (size_t)a->count.axis % a->n;
  if (a->axes[i].samples >= a->room) JX_TRY(make_room(a, 2 * a->room, error));
  if (a->count.phase == COMBINED) {
    a->number.value = rank;
    a->count.phase = rank < INFINITY ? BOUNDS : ENDED;
    if (!(rank < INFINITY)) a->count.end = JX_AXES_NO_VALUE;
  } else if (a->count.phase != ENDED) {
    tell_axis(a, rank);
  }
  if (a->count.phase != ENDED) plan(a);
  return JATO_OK;
}

/* ---- State ---- */

static const jx_allowed count_allowed[] = {
    JX_COUNT_IN(COMBINED, ENDED),                 /* phase */
    JX_TALLY,                                     /* axis */
    JX_FLAG,                                      /* is_local */
    JX_FLAG,                                      /* is_round_active */
    JX_FLAG,                                      /* has_several */
    JX_COUNT_IN(JX_AXES_GO_ON, JX_AXES_NO_VALUE), /* end */
};

static const jx_allowed axis_allowed[] = {
    JX_TALLY, /* samples */
    JX_TALLY, /* since */
    JX_FLAG,  /* is_stale */
    JX_FLAG,  /* is_converged */
};

size_t jx_axes_state(jx_axes *a, jx_array *arrays)
{
  size_t n = a->n;
  const jx_array list[] = {
      {"axes_counts", JX_COUNTS, 1, sizeof a->count / sizeof(uint64_t), &a->count,
       JX_BY_COLUMN(count_allowed)},
      {"axes_numbers", JX_DOUBLES, 1, sizeof a->number / sizeof(double), &a->number, JX_ANY_DOUBLE},
      {"axes_best", JX_DOUBLES, 1, n, a->best, JX_FINITE},
      {"axes_places", JX_DOUBLES, n, a->room, a->t, JX_ANY_DOUBLE},
      {"axes_values", JX_DOUBLES, n, a->room, a->g, JX_ANY_DOUBLE},
      {"axes_brent", JX_DOUBLES, n, sizeof *a->brent / sizeof(double), a->brent, JX_ANY_DOUBLE},
      {"axes_axis_counts", JX_COUNTS, n, sizeof *a->axes / sizeof(uint64_t), a->axes,
       JX_BY_COLUMN(axis_allowed)},
  };
  return JX_PUT_ARRAYS(arrays, list);
}

const char *jx_axes_contradiction(const jx_axes *a)
{
  int is_turn = a->count.phase == BOUNDS || a->count.phase == TURNS;
  if (a->count.phase == ENDED || a->count.end != JX_AXES_GO_ON ||
      (is_turn && a->count.axis >= a->n))
    return "\"phase\" and \"axes_counts\"";
  for (size_t i = 0; i < a->n; i++) {
    if (a->axes[i].samples == 0 || a->axes[i].samples > a->room)
      return "\"axes_axis_counts\" and \"axes_places\"";
  }
  return jx_is_in_box(a->n, a->best, a->lower, a->upper) ? NULL : "\"axes_best\" and the box";
}

jato_status jx_axes_resize(jx_axes *a, const jato_array *arrays, size_t count, jato_error *error)
{
  const jato_array *places = jx_array_find("axes_places", arrays, count);
  if (places == NULL || places->rows != a->n || places->columns < FIRST_ROOM) return JATO_OK;
  return make_room(a, places->columns, error);
}
