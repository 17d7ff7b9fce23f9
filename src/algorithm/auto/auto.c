/* The default method: a portfolio that examines the function, chooses a method, and changes its
 * choice when the search shows something new. It is asked and told as any other search; its
 * submethods are searches created from specs.
 *
 * It begins with 2 n + 3 evaluations that show whether the function is a sum over coordinates; if
 * so, it searches along the axes. Then follow a quasi-Newton descent from the best point, lines
 * through the box that distinguish a rugged function from a smooth one, and an evolution strategy
 * with a quadratic model and restarts, which on smooth functions shares the evaluations with
 * descents from random points. Whole numbers have no slopes: where variables are whole numbers, a
 * strategy and differential evolution share the evaluations. The rules are in rules.c. Nothing
 * depends on the limits of the run, except the population of differential evolution, which shrinks
 * towards the end. */
#include "algorithm/auto/auto.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"

enum { START, BATCH };

static const jato_parameter parameters[] = {
    [START] = JX_START_ROW,
    [BATCH] = JX_BATCH_ROW,
};

static void auto_destroy(jx_search **search)
{
  jx_auto *a = (jx_auto *)*search;
  for (size_t i = 0; a != NULL && i < JX_AUTO_SUBMETHODS; i++)
    jx_submethod_release(&a->submethod[i]);
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
  JX_TRY(jx_search_check_pool(&search->pool, "auto", JX_SCAN_POINTS, n, error));
  jx_place_first(setup, 0.5, a->best_x);
  int is_centre = setup->initial != NULL || setup->values->value[START] == 1;
  return jx_auto_begin(a, is_centre ? a->best_x : NULL, error);
}

static jato_status auto_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_auto_ops, setup, sizeof(jx_auto), set_up, out, error);
}

/* ---- Ask and tell ---- */

/* The submethod that is asked next. */
static enum jx_auto_submethod next_submethod(const jx_auto *a)
{
  enum jx_auto_submethod secondary = jx_auto_secondary_submethod(a);
  int is_secondary = secondary != JX_SUBMETHOD_NONE && a->number.owed > 0;
  return is_secondary && jx_submethod_is_done(&a->submethod[secondary]) == JX_GOES_ON
             ? secondary
             : jx_auto_main_submethod(a);
}

static jato_status auto_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  enum jx_auto_submethod submethod = next_submethod(a);
  for (size_t i = 0; i < JX_AUTO_SUBMETHODS; i++) jx_submethod_release_retired(&a->submethod[i]);
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
  a->number.owed +=
      submethod == jx_auto_secondary_submethod(a) ? -count : count * share / (1 - share);
  return jx_auto_apply_rules(a, error);
}

/* A submethod with restarts never ends; after one without restarts nothing is left to try. */
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

/* ---- What it does and why ---- */

enum sentence {
  NONE,
  PROBE,
  ALONG_AXES,
  DEPENDENT,
  BEHIND_AXES,
  EARLY_SCAN,
  LATE_SCAN,
  RUGGED,
  GENERAL,
  BATCHES,
  LARGE,
  FIRST_SMOOTH,
  SMOOTH,
  POLISH,
  FIRST_WHOLE,
  WHOLE
};

/* What is known about the variables, and what follows from it. */
static const struct {
  const char *because, *therefore;
} sentences[] = {
    [PROBE] = {"nothing is known yet",
               "a probe, then searches along the axes if coordinates do not depend on each other"},
    [ALONG_AXES] = {"they do not depend on each other", "searches along each of them"},
    [DEPENDENT] = {"they depend on each other", "a quasi-Newton descent from the best point"},
    [BEHIND_AXES] = {"nothing more was found along any of them",
                     "a quasi-Newton descent from the best point"},
    [EARLY_SCAN] = {"the descent takes long", "a look along lines through the box"},
    [LATE_SCAN] = {"the descent ended in a minimum", "a look along lines through the box"},
    [RUGGED] = {"values go up and down all over the box",
                "an evolution strategy with larger and larger generations"},
    [GENERAL] = {"the descent led no further, or took too long",
                 "an evolution strategy with restarts, from the best point"},
    [BATCHES] = {"many evaluations at a time are wanted",
                 "an evolution strategy with restarts, from the best point"},
    [LARGE] = {"too many for differences along each",
               "an evolution strategy with restarts, from the best point"},
    [FIRST_SMOOTH] = {"smooth, with few minima",
                      "an evolution strategy, and descents from random points beside it"},
    [SMOOTH] = {"smooth, with few minima",
                "an evolution strategy with restarts, and descents from random points beside it"},
    [POLISH] = {"a descent found the best point", "an evolution strategy close to it"},
    [FIRST_WHOLE] = {"some are whole numbers",
                     "an evolution strategy that keeps other whole numbers within reach"},
    [WHOLE] = {"some are whole numbers",
               "an evolution strategy with restarts, and differential evolution beside it"},
};

static enum sentence sentence_of(const jx_auto *a)
{
  uint64_t probe = 2 * (uint64_t)a->setup.dim + 3,
           along = a->submethod[JX_SUBMETHOD_LINES].count->used;
  switch ((enum jx_auto_phase)a->count.phase) {
  case JX_AUTO_LINES: return along < probe ? PROBE : ALONG_AXES;
  case JX_AUTO_DESCENT: return along <= probe ? DEPENDENT : BEHIND_AXES;
  case JX_AUTO_EARLY_SCAN: return EARLY_SCAN;
  case JX_AUTO_LATE_SCAN: return LATE_SCAN;
  case JX_AUTO_RUGGED: return RUGGED;
  case JX_AUTO_GENERAL:
    if (a->submethod[JX_SUBMETHOD_DESCENT].count->used > 0) return GENERAL;
    return a->batch > 1 ? BATCHES : LARGE;
  case JX_AUTO_FIRST_SMOOTH: return FIRST_SMOOTH;
  case JX_AUTO_SMOOTH: return SMOOTH;
  case JX_AUTO_POLISH: return POLISH;
  case JX_AUTO_WHOLE: return jx_auto_share(a) > 0 ? WHOLE : FIRST_WHOLE;
  case JX_AUTO_PHASES: break;
  }
  return NONE;
}

static unsigned auto_explain(const jx_search *search, char *text, size_t size)
{
  const jx_auto *a = (const jx_auto *)search;
  enum sentence which = sentence_of(a);
  size_t n = a->setup.dim;
  if (text != NULL)
    (void)snprintf(text, size, "%llu variable%s; %s: %s", (unsigned long long)n, n == 1 ? "" : "s",
                   sentences[which].because, sentences[which].therefore);
  return which;
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

/* Creates the searches that the file has arrays of, with the seeds and the start that they had; the
 * rest of their state is restored afterwards. */
static jato_status auto_resize(jx_search *search, const jato_array *arrays, size_t count,
                               jato_error *error)
{
  jx_auto *a = (jx_auto *)search;
  const jx_array submethods = arms_array(a), best = best_array(a);
  JX_TRY(jx_array_restore(&submethods, arrays, count, error));
  JX_TRY(jx_array_restore(&best, arrays, count, error));
  for (unsigned i = 0; i < JX_AUTO_SUBMETHODS; i++) {
    jx_submethod_retire(&a->submethod[i]);
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
  if (!has_search(a, jx_auto_main_submethod(a)) || !has_search(a, jx_auto_secondary_submethod(a)))
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
    .explain = auto_explain,
    .submethods = JX_AUTO_SUBMETHOD_NAMES,
    .best_submethod = auto_best_submethod,
    .state = auto_state,
    .resize = auto_resize,
    .contradiction = auto_contradiction,
};
