#include "algorithm/auto/auto.h"

#include <stdio.h>

/* What is known of the function, and what is done about it. */
static const struct {
  const char *because, *therefore;
} sentences[] = {
    [JX_AUTO_LINES] = {"nothing is known yet",
                       "a probe, then searches along the axes if coordinates do not depend on each "
                       "other"},
    [JX_AUTO_DESCENT] = {"they depend on each other", "a quasi-Newton descent from the best point"},
    [JX_AUTO_EARLY_SCAN] = {"the descent takes long", "a look along lines through the box"},
    [JX_AUTO_LATE_SCAN] = {"the descent ended in a minimum", "a look along lines through the box"},
    [JX_AUTO_RUGGED] = {"values go up and down all over the box",
                        "an evolution strategy with larger and larger generations"},
    [JX_AUTO_GENERAL] = {"the descent led no further, or took too long",
                         "an evolution strategy with restarts, from the best point"},
    [JX_AUTO_FIRST_SMOOTH] = {"smooth, with few minima",
                              "an evolution strategy, and descents from random points beside it"},
    [JX_AUTO_SMOOTH] = {"smooth, with few minima",
                        "an evolution strategy with restarts, and descents from random points "
                        "beside it"},
    [JX_AUTO_POLISH] = {"a descent found the best point", "an evolution strategy close to it"},
};

void jx_auto_explain(const jx_search *search, char *text, size_t size)
{
  const jx_auto *a = (const jx_auto *)search;
  const char *because = sentences[a->count.phase].because;
  const char *therefore = sentences[a->count.phase].therefore;
  size_t n = a->setup.dim;
  uint64_t probe = 2 * (uint64_t)n + 3, along = a->arm[JX_ARM_LINES].count->used;
  if (a->count.phase == JX_AUTO_LINES && along >= probe) {
    because = "they do not depend on each other";
    therefore = "searches along each of them";
  }
  if (a->count.phase == JX_AUTO_DESCENT && along > probe)
    because = "nothing more was found along any of them";
  if (a->count.phase == JX_AUTO_GENERAL && a->arm[JX_ARM_DESCENT].count->used == 0)
    because = a->batch > 1 ? "many evaluations at a time are wanted"
                           : "too many for differences along each";
  (void)snprintf(text, size, "%llu variable%s; %s: %s", (unsigned long long)n, n == 1 ? "" : "s",
                 because, therefore);
}
