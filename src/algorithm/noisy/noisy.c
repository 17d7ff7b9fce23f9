/* A search for objectives whose values differ from call to call: wraps another search, which gets
 * means of as many evaluations as it needs. repeats.h has the paper and the differences from it. */
#include "algorithm/algorithms.h"
#include "algorithm/submethod.h"
#include "algorithm/noisy/repeats.h"

#include <stdio.h>
#include <string.h>

enum { METHOD, AGAIN, THETA, FACTOR, MOST, FINALISTS, LEAST, SHARE, FINAL };

/* One for each choice of `method`, in the same order. */
static const char *const specs[] = {"cmaes:restarts=bipop",
                                    "lqcmaes:restarts=ipop",
                                    "jde",
                                    "shade",
                                    "slpso",
                                    "cso",
                                    "spso2011",
                                    "dmspso:refine=0",
                                    "hclpso"};

static const jato_parameter parameters[] = {
    [METHOD] = JX_CHOICE_ROW("method", "cmaes lqcmaes jde shade slpso cso spso2011 dmspso hclpso",
                             0, "the inner search"),
    [AGAIN] = JX_REAL_ROW("again", 0.1, 0, 1,
                          "part of a generation that is evaluated once more; at least two points"),
    [THETA] = JX_REAL_ROW("theta", 0.2, 0, 1,
                          "how much places may change before points are evaluated more often, as a "
                          "part of what values without a meaning would do"),
    [FACTOR] =
        JX_REAL_ROW("factor", 1.5, 1, 100, "by which evaluations of a point become more, or fewer"),
    [MOST] = JX_WHOLE_ROW("most", 30, 1, 1e6, "evaluations of a point in a generation, at most"),
    [FINALISTS] = JX_WHOLE_ROW("finalists", 12, 1, 1e4, "points among which the best is found"),
    [LEAST] = JX_WHOLE_ROW("least", 5, 2, 1e6,
                           "evaluations of a finalist before it is compared with others"),
    [SHARE] = JX_REAL_ROW("share", 0.15, 0, 10,
                          "evaluations of finalists, as a part of those of the inner search"),
    [FINAL] = JX_REAL_ROW("final", 0.05, 0, 1,
                          "part of the run's evaluations, at its end, for finalists alone"),
};

typedef struct noisy {
  jx_search head;
  size_t method; /* the inner search: index in specs */

  /* What decides the future. */
  jx_submethod submethod;
  jx_submethod_count count;
  jx_repeats repeats;
} noisy;

static void noisy_destroy(jx_search **search)
{
  noisy *s = (noisy *)*search;
  if (s != NULL) jx_submethod_release(&s->submethod);
  jx_search_destroy(search);
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  noisy *s = (noisy *)search;
  const double *value = setup->values->value;
  const jx_repeats_rules rules = {.again = value[AGAIN],
                                  .theta = value[THETA],
                                  .factor = value[FACTOR],
                                  .most = value[MOST],
                                  .finalists = value[FINALISTS],
                                  .least = value[LEAST],
                                  .share = value[SHARE],
                                  .final = value[FINAL]};
  jx_search_setup inside = *setup;
  s->method = (size_t)value[METHOD];
  s->submethod = (jx_submethod){.name = "inside", .count = &s->count};
  inside.values = NULL;
  inside.has_equalities = 0; /* it only gets means of ranks */
  if (inside.particles == 1) inside.particles = 0;
  JX_TRY(jx_repeats_create(&s->repeats, &rules, setup, &search->pool, error));
  return jx_submethod_begin(&s->submethod, specs[s->method], &inside, error);
}

static jato_status noisy_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_noisy_ops, setup, sizeof(noisy), set_up, out, error);
}

static jato_status noisy_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  noisy *s = (noisy *)search;
  jx_generation inner = *generation;
  JX_TRY(jx_submethod_ask(&s->submethod, &inner, error));
  return jx_repeats_ask(&s->repeats, &inner, generation, error);
}

static jato_status noisy_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  noisy *s = (noisy *)search;
  const jx_generation *inner = jx_repeats_tell(&s->repeats, generation);
  return inner == NULL ? JATO_OK : jx_submethod_tell(&s->submethod, inner, error);
}

static int noisy_is_done(const jx_search *search, const char **why)
{
  int end = jx_submethod_is_done(&((const noisy *)search)->submethod);
  if (end != JX_GOES_ON) *why = "the inner search has ended";
  return end;
}

static uint64_t noisy_descents(const jx_search *search)
{
  return jx_submethod_descents(&((const noisy *)search)->submethod);
}

static int noisy_estimate(const jx_search *search, jx_estimate *estimate)
{
  return jx_repeats_estimate(&((const noisy *)search)->repeats, estimate);
}

static unsigned noisy_explain(const jx_search *search, char *text, size_t size)
{
  static const char *const words[] = {
      "values are the same when points are evaluated again: %.*s, each point once",
      "values differ when points are evaluated again: %.*s, with means of as many as it needs"};
  const noisy *s = (const noisy *)search;
  int which = s->repeats.count.is_noisy != 0;
  const char *spec = specs[s->method];
  if (text != NULL) (void)snprintf(text, size, words[which], (int)strcspn(spec, ":"), spec);
  return 1 + (unsigned)which;
}

static size_t noisy_state(jx_search *search, jx_array *arrays)
{
  noisy *s = (noisy *)search;
  size_t count = jx_repeats_state(&s->repeats, arrays);
  arrays[count++] = (jx_array){"search", JX_COUNTS, 1, JX_SUBMETHOD_COUNTS, &s->count, JX_TALLY};
  return count + jx_submethod_state(&s->submethod, arrays + count);
}

static jato_status noisy_resize(jx_search *search, const jato_array *arrays, size_t count,
                                jato_error *error)
{
  return jx_submethod_resize(&((noisy *)search)->submethod, arrays, count, error);
}

static const char *noisy_contradiction(const jx_search *search)
{
  const noisy *s = (const noisy *)search;
  const char *names = jx_repeats_contradiction(&s->repeats);
  return names != NULL ? names : jx_submethod_contradiction(&s->submethod);
}

const jx_algorithm_ops jx_noisy_ops = {
    .name = "noisy",
    .summary = "another method, which gets means of as many evaluations as the noise requires",
    .source = "Hansen, Niederberger, Guzzella and Koumoutsakos 2009",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FOLLOWS_LIMITS,
    .particles = jx_one_particle, /* as many as the inner search usually has */
    .create = noisy_create,
    .destroy = noisy_destroy,
    .ask = noisy_ask,
    .tell = noisy_tell,
    .is_done = noisy_is_done,
    .descents = noisy_descents,
    .explain = noisy_explain,
    .estimate = noisy_estimate,
    .state = noisy_state,
    .resize = noisy_resize,
    .contradiction = noisy_contradiction,
};
