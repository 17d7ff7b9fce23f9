#include "algorithm/auto/auto.h"

#include <stdio.h>

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

/* What is known of the variables, and what is done about it. */
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

unsigned jx_auto_explain(const jx_search *search, char *text, size_t size)
{
  const jx_auto *a = (const jx_auto *)search;
  enum sentence which = sentence_of(a);
  size_t n = a->setup.dim;
  if (text != NULL)
    (void)snprintf(text, size, "%llu variable%s; %s: %s", (unsigned long long)n, n == 1 ? "" : "s",
                   sentences[which].because, sentences[which].therefore);
  return which;
}
