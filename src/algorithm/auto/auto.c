/* The default: a portfolio that looks at the function and chooses, and changes its mind when what
 * it sees while searching says so. It is asked and told as any other search; its submethods are
 * searches made by their specs.
 *
 * First 2 n + 3 evaluations that tell whether the function is a sum over coordinates, which is then
 * searched along the axes; a quasi-Newton descent from the best point; lines through the box that
 * tell a rugged function from a smooth one; then an evolution strategy with a quadratic model and
 * restarts, which on smooth functions shares the evaluations with descents from random points.
 * Where some variables are whole numbers there are no slopes: a strategy and differential evolution
 * share the evaluations. The rules are those of rules.c. Nothing depends on the limits of the run,
 * but for the population of differential evolution, which shrinks towards the end. */
#include "algorithm/auto/auto.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"
#include "algorithm/shared_rows.h"

enum { START, BATCH };

static const jato_parameter parameters[] = {
    [START] = JX_START_ROW,
    [BATCH] = JX_BATCH_ROW,
};

static void auto_destroy(jx_search **search)
{
  jx_auto *a = (jx_auto *)*search;
  for (size_t i = 0; a != NULL && i < JX_AUTO_SUBMETHODS; i++) {
    jx_submethod_end(&a->submethod[i]);
    jx_submethod_forget(&a->submethod[i]);
  }
  jx_search_destroy(search);
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  size_t n = setup->dim;
  a->setup = *setup;
  a->setup.initial = NULL;
  a->setup.values = NULL;
  a->batch = (uint64_t)setup->values->value[BATCH];
  a->number.best = a->number.polished = INFINITY;
  a->count.best = JX_SUBMETHOD_NONE;
  jx_auto_name_submethods(a);
  a->x = jx_pool_take(&search->pool, n, JX_SCAN_POINTS * sizeof *a->x);
  a->best_x = jx_pool_take(&search->pool, n, sizeof *a->best_x);
  jx_scan_create(&a->scan, setup, &search->pool);
  if (!jx_pool_is_whole(&search->pool))
    return jx_fail(error, JATO_E_MEMORY, "auto: not enough memory for %llu coordinates",
                   (unsigned long long)n);
  jx_place_first(setup, 0.5, a->best_x);
  int is_centre = setup->initial != NULL || setup->values->value[START] == 1;
  return jx_auto_begin(a, is_centre ? a->best_x : NULL, error);
}

static jato_status auto_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_auto_ops, setup, sizeof(jx_auto), set_up, out, error);
}

/* ---- Ask and tell ---- */

/* Whose turn it is. */
static enum jx_auto_submethod next_submethod(const jx_auto *a)
{
  enum jx_auto_submethod aside = jx_auto_submethod_aside(a);
  int is_aside = aside != JX_SUBMETHOD_NONE && a->number.owed > 0;
  return is_aside && jx_submethod_is_done(&a->submethod[aside]) == JX_GOES_ON
             ? aside
             : jx_auto_main_submethod(a);
}

static jato_status auto_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  enum jx_auto_submethod submethod = next_submethod(a);
  for (size_t i = 0; i < JX_AUTO_SUBMETHODS; i++) jx_submethod_forget(&a->submethod[i]);
  if (submethod != JX_SUBMETHOD_NONE)
    return jx_submethod_ask(&a->submethod[submethod], generation, error);
  generation->count = jx_scan_ask(&a->scan, a->x);
  generation->x = a->x;
  return JATO_OK;
}

static void take_best(jx_auto *a, enum jx_auto_submethod submethod, const jx_generation *generation)
{
  size_t n = a->setup.dim;
  for (size_t k = 0; k < generation->count; k++) {
    if (!(generation->rank[k] < a->number.best)) continue;
    a->number.best = generation->rank[k];
    a->count.best = submethod;
    memcpy(a->best_x, generation->x + k * n, n * sizeof *a->best_x);
  }
}

static jato_status auto_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  enum jx_auto_submethod submethod = next_submethod(a);
  double share = jx_auto_share(a), count = (double)generation->count;
  take_best(a, submethod, generation);
  if (submethod == JX_SUBMETHOD_NONE)
    jx_scan_tell(&a->scan, generation->rank);
  else
    JX_TRY(jx_submethod_tell(&a->submethod[submethod], generation, error));
  a->number.owed += submethod == jx_auto_submethod_aside(a) ? -count : count * share / (1 - share);
  return jx_auto_go_on(a, error);
}

/* Restarts never end; if a submethod cannot restart, nothing is left to try. */
static int auto_is_done(const jx_search *search, const char **why)
{
  const jx_auto *a = (const jx_auto *)search;
  enum jx_auto_submethod submethod = jx_auto_main_submethod(a);
  if (submethod == JX_SUBMETHOD_NONE ||
      jx_submethod_is_done(&a->submethod[submethod]) == JX_GOES_ON)
    return JX_GOES_ON;
  *why = "every method has ended";
  return JX_ENDED;
}

static unsigned auto_best_submethod(const jx_search *search)
{
  const jx_auto *a = (const jx_auto *)search;
  return a->number.best < INFINITY ? 1 + (unsigned)a->count.best : 0;
}

/* ---- State ---- */

static jx_array arms_array(jx_auto *a)
{
  return (jx_array){"arms",  JX_COUNTS, JX_AUTO_SUBMETHODS, JX_SUBMETHOD_COUNTS, a->submethod_count,
                    JX_TALLY}; /* the name in run files */
}

static jx_array best_array(jx_auto *a)
{
  return (jx_array){"best_x",     JX_DOUBLES, 1,
                    a->setup.dim, a->best_x,  JX_IN_BOX(a->setup.lower, a->setup.upper)};
}

static const jx_allowed number_allowed[] = {
    JX_RANK,   /* best */
    JX_FINITE, /* owed */
    JX_RANK,   /* polished */
};

static const jx_allowed count_allowed[] = {
    JX_INDEX(JX_AUTO_PHASES),          /* phase */
    JX_COUNT_IN(0, JX_SUBMETHOD_NONE), /* best */
    JX_TALLY,                          /* descents */
    JX_FLAG,                           /* has_scanned */
};

static size_t auto_state(jx_search *search, jx_array *arrays)
{
  jx_auto *a = (jx_auto *)search;
  const jx_array list[] = {
      best_array(a),
      arms_array(a),
      {"numbers", JX_DOUBLES, 1, sizeof a->number / sizeof(double), &a->number,
       JX_BY_COLUMN(number_allowed)},
      {"counts", JX_COUNTS, 1, sizeof a->count / sizeof(uint64_t), &a->count,
       JX_BY_COLUMN(count_allowed)},
  };
  size_t count = JX_PUT_ARRAYS(arrays, list);
  count += jx_scan_state(&a->scan, arrays + count);
  for (size_t i = 0; i < JX_AUTO_SUBMETHODS; i++)
    count += jx_submethod_state(&a->submethod[i], arrays + count);
  return count;
}

/* Makes the searches that a file has arrays of, with the seeds and the place that they began with;
 * the rest of what they are is put back after that. */
static jato_status auto_resize(jx_search *search, const jato_array *arrays, size_t count,
                               jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  const jx_array submethods = arms_array(a), best = best_array(a);
  JX_TRY(jx_array_restore(&submethods, arrays, count, error));
  JX_TRY(jx_array_restore(&best, arrays, count, error));
  for (unsigned i = 0; i < JX_AUTO_SUBMETHODS; i++) {
    jx_submethod_end(&a->submethod[i]);
    if (!jx_submethod_is_among(&a->submethod[i], arrays, count)) continue;
    a->submethod_count[i].begun--;
    JX_TRY(jx_auto_begin_submethod(a, (enum jx_auto_submethod)i, a->best_x, error));
    JX_TRY(jx_submethod_resize(&a->submethod[i], arrays, count, error));
  }
  return JATO_OK;
}

static int has_search(const jx_auto *a, enum jx_auto_submethod submethod)
{
  return submethod == JX_SUBMETHOD_NONE || a->submethod[submethod].search != NULL;
}

static const char *auto_contradiction(const jx_search *search)
{
  const jx_auto *a = (const jx_auto *)search;
  if (!has_search(a, jx_auto_main_submethod(a)) || !has_search(a, jx_auto_submethod_aside(a)))
    return "\"counts\" and the names of arrays";
  for (size_t i = 0; i < JX_AUTO_SUBMETHODS; i++) {
    const char *names = jx_submethod_contradiction(&a->submethod[i]);
    if (names != NULL) return names;
  }
  return NULL;
}

const jx_algorithm_ops jx_auto_ops = {
    .name = "auto",
    .summary = "looks at the function and chooses among the others; explains what it does",
    .source = "this project: docs/methods.md",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS,
    .state_version = 2,
    .particles = jx_one_particle, /* its generations are those of its submethods */
    .create = auto_create,
    .destroy = auto_destroy,
    .ask = auto_ask,
    .tell = auto_tell,
    .is_done = auto_is_done,
    .explain = jx_auto_explain,
    .submethods = JX_AUTO_SUBMETHOD_NAMES,
    .best_submethod = auto_best_submethod,
    .state = auto_state,
    .resize = auto_resize,
    .contradiction = auto_contradiction,
};
