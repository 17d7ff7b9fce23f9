/* Line searches along the axes, for a function that is a sum of functions of one coordinate each.
 *
 * Brent 1973 and STEP (Langerman, Seront and Bersini 1994) alternate, as Baudis and Posik 2014
 * combine them; see local/axes.h. First 2 n + 3 evaluations show whether the function is such a sum
 * (local/probe.h): a search along the axes of any other function ends anywhere, so it reports that
 * and stops, unless it is forced. */
#include "algorithm/algorithms.h"

#include <string.h>

#include "algorithm/local/axes.h"
#include "algorithm/places.h"

#define MARGIN 0.2 /* of the width on each side, where the centre of the probe is not drawn */

enum { START, FORCE };

static const jato_parameter parameters[] = {
    [START] = JX_START_ROW,
    [FORCE] = JX_CHOICE_ROW("force", "no yes", 0,
                            "search along the axes though the function is no sum over coordinates"),
};

enum phase { PROBING, SEARCHING, DONE };
enum reason { GOES_ON, SEARCHED, MIXED, FLAT, NO_VALUE, FIXED, NO_COMBINED };

static const char *const reasons[] = {
    [SEARCHED] = "nothing is left to try on any axis",
    [MIXED] = "not separable: coordinates depend on each other; take another method",
    [FLAT] = "not known to be separable: all values of the probe are the same",
    [NO_VALUE] = "not known to be separable: the probe met points without a value",
    [FIXED] = "the box leaves no coordinate room to move",
    [NO_COMBINED] = "there is no value where the best places of all axes meet",
};

typedef struct lines {
  jx_search head;
  jx_probe probe;
  jx_axes axes;
  size_t n;
  int is_forced;
  double *x; /* [2 n + 1][n]: the generation that is out */

  /* The state, with that of the probe and the axes. */
  uint64_t phase, reason;
} lines;

static void begin_probe(lines *l, const jx_search_setup *setup)
{
  int is_random = setup->values->value[START] == 0;
  jx_place_first(setup, is_random ? MARGIN : 0.5, l->x);
  jx_probe_begin(&l->probe, l->x);
}

static uint64_t lines_particles(size_t dim) { return 2 * (uint64_t)dim + 1; }

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  lines *l = (lines *)search;
  l->n = setup->dim;
  l->is_forced = setup->values->value[FORCE] == 1;
  l->x = jx_pool_take(&search->pool, 2 * l->n + 1, l->n * sizeof *l->x);
  jx_probe_create(&l->probe, setup, &search->pool);
  JX_TRY(jx_axes_create(&l->axes, setup, &search->pool, error));
  begin_probe(l, setup);
  return JATO_OK;
}

static jato_status lines_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_lines_ops, setup, sizeof(lines), set_up, out, error);
}

static jato_status lines_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  lines *l = (lines *)search;
  (void)error;
  generation->x = l->x;
  generation->count = 1;
  if (l->phase == PROBING) generation->count = jx_probe_ask(&l->probe, l->x);
  if (l->phase == PROBING && generation->count > 0) return JATO_OK;
  generation->count = 1; /* if no coordinate can move, the only point there is */
  if (l->phase == SEARCHING)
    jx_axes_ask(&l->axes, l->x);
  else
    memcpy(l->x, l->probe.centre, l->n * sizeof *l->x);
  return JATO_OK;
}

static void end_search(lines *l, enum reason why)
{
  l->phase = DONE;
  l->reason = why;
}

/* Called when the probe has ended. */
static void decide(lines *l)
{
  static const enum reason why[] = {[JX_PROBE_MIXED] = MIXED,
                                    [JX_PROBE_FLAT] = FLAT,
                                    [JX_PROBE_NO_VALUE] = NO_VALUE,
                                    [JX_PROBE_FIXED] = FIXED};
  uint64_t verdict = l->probe.count.verdict;
  int is_hopeless =
      verdict == JX_PROBE_FIXED || !(l->probe.value.centre <= JX_VALUE_MOST) || !l->is_forced;
  if (verdict != JX_PROBE_SEPARABLE && is_hopeless) {
    end_search(l, why[verdict]);
    return;
  }
  l->phase = SEARCHING;
  jx_axes_begin(&l->axes, &l->probe);
}

static jato_status lines_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  lines *l = (lines *)search;
  if (l->phase == PROBING) {
    jx_probe_tell(&l->probe, generation->rank);
    if (l->probe.count.verdict != JX_PROBE_UNDECIDED) decide(l);
    return JATO_OK;
  }
  if (l->phase != SEARCHING) return JATO_OK;
  JX_TRY(jx_axes_tell(&l->axes, generation->rank[0], error));
  if (l->axes.count.end != JX_AXES_GO_ON)
    end_search(l, l->axes.count.end == JX_AXES_SEARCHED ? SEARCHED : NO_COMBINED);
  return JATO_OK;
}

static int lines_is_done(const jx_search *search, const char **why)
{
  const lines *l = (const lines *)search;
  if (l->phase != DONE) return JX_GOES_ON;
  *why = reasons[l->reason];
  return l->reason == SEARCHED ? JX_CONVERGED : JX_ENDED;
}

static size_t lines_state(jx_search *search, jx_array *arrays)
{
  lines *l = (lines *)search;
  const jx_array list[] = {
      {"phase", JX_COUNTS, 1, 1, &l->phase, JX_COUNT_IN(PROBING, DONE)},
      {"reason", JX_COUNTS, 1, 1, &l->reason, JX_COUNT_IN(GOES_ON, NO_COMBINED)},
  };
  size_t count = JX_PUT_ARRAYS(arrays, list);
  count += jx_probe_state(&l->probe, arrays + count);
  return count + jx_axes_state(&l->axes, arrays + count);
}

static jato_status lines_resize(jx_search *search, const jato_array *arrays, size_t count,
                                jato_error *error)
{
  return jx_axes_resize(&((lines *)search)->axes, arrays, count, error);
}

/* A probe without room to move has ended before it is asked. */
static const char *lines_contradiction(const jx_search *search)
{
  const lines *l = (const lines *)search;
  uint64_t verdict = l->probe.count.verdict;
  int is_open = verdict == JX_PROBE_UNDECIDED || verdict == JX_PROBE_FIXED;
  if ((l->phase == DONE) != (l->reason != GOES_ON)) return "\"phase\" and \"reason\"";
  if (l->phase == PROBING ? !is_open : verdict == JX_PROBE_UNDECIDED)
    return "\"phase\" and \"probe_counts\"";
  const char *names = jx_probe_contradiction(&l->probe);
  return names == NULL && l->phase == SEARCHING ? jx_axes_contradiction(&l->axes) : names;
}

const jx_algorithm_ops jx_lines_ops = {
    .name = "lines",
    .summary = "searches along the axes, for sums of functions of one coordinate each",
    .source = "Brent 1973; Langerman, Seront and Bersini 1994; Baudis and Posik 2014",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS,
    .state_version = 1,
    .particles = lines_particles,
    .create = lines_create,
    .destroy = jx_search_destroy,
    .ask = lines_ask,
    .tell = lines_tell,
    .is_done = lines_is_done,
    .state = lines_state,
    .resize = lines_resize,
    .contradiction = lines_contradiction,
};
