/* Which methods search when: four tables that are meant to be read and changed. The constants were
 * measured on BBOB (docs/methods.md has the figures). */
#include "algorithm/auto/auto.h"

#include <stdio.h>
#include <string.h>

#include "algorithm/algorithms.h"

#define DIM_MODEL 30        /* coordinates up to which a quadratic model is worth its time, */
#define DIM_FULL 200        /* and a covariance matrix, */
#define DIM_LOCAL 1000      /* and differences along every coordinate */
#define SCAN_AFTER 12       /* evaluations of a descent for each coordinate */
#define FAST_DESCENT 60     /* evaluations for each coordinate: more descents are worth a try */
#define LONG_DESCENT 200    /* evaluations for each coordinate: another method is worth a try */
#define EVOLUTION_SHARE 0.7 /* of the run's evaluations: the budget of differential evolution */

#define SEEDS_APART 64 /* between the seeds of a submethod: more than it ever begins */

/* ---- Submethods: specs by the number of coordinates ---- */

static const struct {
  const char *name;
  const char *small;          /* up to DIM_MODEL, and wherever the others are NULL */
  const char *middle, *large; /* up to DIM_FULL, and beyond */
  unsigned generation;        /* points of the first generation, in usual numbers; 0: usual */
} submethods[] = {
    [JX_SUBMETHOD_LINES] = {"lines", "lines", NULL, NULL, 0},
    [JX_SUBMETHOD_DESCENT] = {"descent", "quasi_newton:restarts=no,cap=150", NULL, NULL, 0},
    [JX_SUBMETHOD_STRATEGY] = {"strategy", "lqcmaes:restarts=bipop",
                               "cmaes:restarts=bipop,bounds=mirror,sigma=0.2",
                               "cmaes:restarts=bipop,covariance=limited", 1},
    [JX_SUBMETHOD_RUGGED] = {"rugged", "lqcmaes:restarts=ipop",
                             "cmaes:restarts=ipop,bounds=mirror,sigma=0.2",
                             "cmaes:restarts=ipop,covariance=limited", 2},
    [JX_SUBMETHOD_STARTS] = {"starts", "quasi_newton:start=sampled,cap=150", NULL, NULL, 0},
    [JX_SUBMETHOD_POLISH] = {"polish", "lqcmaes:restarts=none,sigma=0.001",
                             "cmaes:bounds=mirror,sigma=0.001",
                             "cmaes:covariance=limited,sigma=0.001", 1},
    [JX_SUBMETHOD_WHOLE] = {"whole", "cmaes:restarts=bipop", NULL,
                            "cmaes:restarts=bipop,covariance=separable", 1},
    [JX_SUBMETHOD_EVOLUTION] = {"evolution", "shade", NULL, NULL, 0},
};

void jx_auto_name_submethods(jx_auto *a)
{
  for (size_t i = 0; i < JX_AUTO_SUBMETHODS; i++)
    a->submethod[i] = (jx_submethod){.name = submethods[i].name, .count = &a->submethod_count[i]};
}

/* Points of a strategy's generation: a whole number of batches. */
static uint64_t usual_generation(const jx_auto *a)
{
  uint64_t usual = jx_lqcmaes_ops.particles(a->setup.dim);
  return (usual + a->batch - 1) / a->batch * a->batch;
}

jato_status jx_auto_begin_submethod(jx_auto *a, enum jx_auto_submethod which, const double *x,
                                    jato_error *error)
{
  jx_search_setup setup = a->setup;
  jx_submethod *submethod = &a->submethod[which];
  size_t n = setup.dim;
  char spec[128];
  const char *larger = n <= DIM_FULL ? submethods[which].middle : submethods[which].large;
  const char *words = n <= DIM_MODEL || larger == NULL ? submethods[which].small : larger;
  setup.initial = x;
  setup.initial_count = 1;
  setup.particles = submethods[which].generation * usual_generation(a);
  if (which == JX_SUBMETHOD_EVOLUTION) {
    setup.evaluations = (uint64_t)(EVOLUTION_SHARE * (double)setup.evaluations);
    if (setup.evaluations == 0) words = "jde"; /* its population does not shrink */
  }
  setup.seed += 0x9e3779b97f4a7c15 * (which + 1 + SEEDS_APART * submethod->count->begun);
  int has_batch = a->batch > 1 && strncmp(words, "lqcmaes:", 8) == 0;
  (void)snprintf(spec, sizeof spec, has_batch ? "%s,batch=%llu" : "%s", words,
                 (unsigned long long)a->batch);
  return jx_submethod_begin(submethod, spec, &setup, error);
}

/* ---- Phases: which submethod searches, and which searches are kept for later ---- */

#define KEEP(submethod) (1U << (submethod))

static const struct {
  enum jx_auto_submethod main, secondary;
  unsigned keeps;
} phases[] = {
    [JX_AUTO_LINES] = {JX_SUBMETHOD_LINES, JX_SUBMETHOD_NONE, 0},
    [JX_AUTO_DESCENT] = {JX_SUBMETHOD_DESCENT, JX_SUBMETHOD_NONE, 0},
    [JX_AUTO_EARLY_SCAN] = {JX_SUBMETHOD_NONE, JX_SUBMETHOD_NONE, KEEP(JX_SUBMETHOD_DESCENT)},
    [JX_AUTO_LATE_SCAN] = {JX_SUBMETHOD_NONE, JX_SUBMETHOD_NONE, 0},
    [JX_AUTO_RUGGED] = {JX_SUBMETHOD_RUGGED, JX_SUBMETHOD_NONE, 0},
    [JX_AUTO_GENERAL] = {JX_SUBMETHOD_STRATEGY, JX_SUBMETHOD_NONE, 0},
    [JX_AUTO_FIRST_SMOOTH] = {JX_SUBMETHOD_STRATEGY, JX_SUBMETHOD_STARTS, 0},
    [JX_AUTO_SMOOTH] = {JX_SUBMETHOD_STRATEGY, JX_SUBMETHOD_STARTS, 0},
    [JX_AUTO_POLISH] = {JX_SUBMETHOD_POLISH, JX_SUBMETHOD_STARTS, KEEP(JX_SUBMETHOD_STRATEGY)},
    [JX_AUTO_WHOLE] = {JX_SUBMETHOD_WHOLE, JX_SUBMETHOD_EVOLUTION, 0},
};

enum jx_auto_submethod jx_auto_main_submethod(const jx_auto *a)
{
  return phases[a->count.phase].main;
}
enum jx_auto_submethod jx_auto_secondary_submethod(const jx_auto *a)
{
  return phases[a->count.phase].secondary;
}

/* ---- Shares of the secondary submethod ---- */

static int local_search_leads(const jx_auto *a)
{
  return a->count.best != JX_SUBMETHOD_STRATEGY && a->count.best != JX_SUBMETHOD_POLISH;
}

static int descent_was_fast(const jx_auto *a)
{
  return a->submethod[JX_SUBMETHOD_DESCENT].count->used <= FAST_DESCENT * (uint64_t)a->setup.dim;
}

static int whole_descent_was_long(const jx_auto *a)
{
  const jx_submethod *submethod = &a->submethod[JX_SUBMETHOD_WHOLE];
  return jx_submethod_descents(submethod) > 0 ||
         submethod->count->used >= LONG_DESCENT * (uint64_t)a->setup.dim;
}

double jx_auto_share(const jx_auto *a)
{
  switch (a->count.phase) {
  case JX_AUTO_FIRST_SMOOTH: return descent_was_fast(a) ? 0.8 : 0;
  case JX_AUTO_SMOOTH: return local_search_leads(a) ? 0.8 : 0.1;
  case JX_AUTO_POLISH: return 0.5;
  case JX_AUTO_WHOLE: return whole_descent_was_long(a) ? 0.8 : 0;
  default: return 0;
  }
}

/* ---- Rules: the first one whose condition holds sets the next phase ---- */

static int main_end(const jx_auto *a)
{
  return jx_submethod_is_done(&a->submethod[jx_auto_main_submethod(a)]);
}
static int has_ended(const jx_auto *a) { return main_end(a) != JX_GOES_ON; }
static int has_converged(const jx_auto *a) { return main_end(a) == JX_CONVERGED; }

/* Lines and descents evaluate one point after the other, which wastes a batch. */
static int is_for_strategy(const jx_auto *a) { return a->batch > 1; }

/* A descent would never finish its differences; the probe takes two evaluations for each
 * coordinate. */
static int has_ended_and_is_large(const jx_auto *a)
{
  return has_ended(a) && a->setup.dim > DIM_LOCAL;
}

static int is_rugged(const jx_auto *a) { return a->scan.count.verdict == JX_SCAN_RUGGED; }
static int is_smooth(const jx_auto *a) { return a->scan.count.verdict == JX_SCAN_SMOOTH; }

static int scan_is_due(const jx_auto *a)
{
  uint64_t used = a->submethod[JX_SUBMETHOD_DESCENT].count->used;
  return !a->count.has_scanned && used >= SCAN_AFTER * (uint64_t)a->setup.dim;
}

static int strategy_descent_ended(const jx_auto *a)
{
  return jx_submethod_descents(&a->submethod[JX_SUBMETHOD_STRATEGY]) != a->count.descents;
}

static int polish_is_due(const jx_auto *a)
{
  return strategy_descent_ended(a) && local_search_leads(a) && a->number.best < a->number.polished;
}

static const struct {
  enum jx_auto_phase from;
  int (*when)(const jx_auto *);
  enum jx_auto_phase to;
} rules[] = {
    {JX_AUTO_LINES, has_ended_and_is_large, JX_AUTO_GENERAL},
    {JX_AUTO_LINES, has_ended, JX_AUTO_DESCENT},
    {JX_AUTO_DESCENT, has_converged, JX_AUTO_LATE_SCAN},
    {JX_AUTO_DESCENT, has_ended, JX_AUTO_GENERAL},
    {JX_AUTO_DESCENT, scan_is_due, JX_AUTO_EARLY_SCAN},
    {JX_AUTO_EARLY_SCAN, is_rugged, JX_AUTO_RUGGED},
    {JX_AUTO_EARLY_SCAN, is_smooth, JX_AUTO_DESCENT},
    {JX_AUTO_LATE_SCAN, is_rugged, JX_AUTO_RUGGED},
    {JX_AUTO_LATE_SCAN, is_smooth, JX_AUTO_FIRST_SMOOTH},
    {JX_AUTO_FIRST_SMOOTH, strategy_descent_ended, JX_AUTO_SMOOTH},
    {JX_AUTO_SMOOTH, polish_is_due, JX_AUTO_POLISH},
    {JX_AUTO_POLISH, has_ended, JX_AUTO_SMOOTH},
};

/* A main submethod without a search starts at the best point, a secondary one anywhere. */
static jato_status enter_phase(jx_auto *a, enum jx_auto_phase phase, jato_error *error)
{
  enum jx_auto_submethod main = phases[phase].main, secondary = phases[phase].secondary;
  for (unsigned i = 0; i < JX_AUTO_SUBMETHODS; i++)
    if (i != main && i != secondary && !(phases[phase].keeps & KEEP(i)))
      jx_submethod_retire(&a->submethod[i]);
  a->count.phase = phase;
  a->number.owed = 0;
  if (phase == JX_AUTO_POLISH) a->number.polished = a->number.best;
  if (phase == JX_AUTO_EARLY_SCAN) a->count.has_scanned = 1;
  if (main == JX_SUBMETHOD_NONE) jx_scan_begin(&a->scan, a->best_x, a->number.best);
  if (main != JX_SUBMETHOD_NONE && a->submethod[main].search == NULL)
    JX_TRY(jx_auto_begin_submethod(a, main, a->best_x, error));
  if (secondary != JX_SUBMETHOD_NONE && a->submethod[secondary].search == NULL)
    JX_TRY(jx_auto_begin_submethod(a, secondary, NULL, error));
  return JATO_OK;
}

jato_status jx_auto_begin(jx_auto *a, const double *x, jato_error *error)
{
  a->count.phase = JX_AUTO_LINES;
  if (a->setup.cells != NULL) return enter_phase(a, JX_AUTO_WHOLE, error);
  if (is_for_strategy(a)) return enter_phase(a, JX_AUTO_GENERAL, error);
  return jx_auto_begin_submethod(a, JX_SUBMETHOD_LINES, x, error);
}

jato_status jx_auto_apply_rules(jx_auto *a, jato_error *error)
{
  const size_t count = sizeof rules / sizeof rules[0];
  for (size_t i = 0; i < count;) {
    if (rules[i].from != a->count.phase || !rules[i].when(a)) {
      i++;
      continue;
    }
    JX_TRY(enter_phase(a, rules[i].to, error));
    i = 0;
  }
  a->count.descents = jx_submethod_descents(&a->submethod[JX_SUBMETHOD_STRATEGY]);
  return JATO_OK;
}
