/* States of searches with numbers that a run file should not have: a few numbers of a true state
 * are changed, the state is put back into a fresh search as a run file's is (run/restore.c), and
 * where it is not refused the search goes on for some generations. Nothing may crash, hang, take
 * large pieces of memory or keep some, ask for no point, or ask for one outside of the box.
 *
 * In one process, without files, so that a sanitizer sees millions of states. Each has a seed by
 * which it can be made again alone; that of a finding is printed as the process ends. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "algorithm/algorithms.h"
#include "algorithm/auto/auto.h"
#include "mutate_bed.h"

#define STEPS_MOST 12      /* generations after a state was put back */
#define SECONDS_MOST 20    /* of the processor, for one state */
#define POINTS_ENOUGH 4000 /* a larger generation ends it: it is the search's own size */

typedef struct tally {
  unsigned long states, refused, memory, steps;
  unsigned long phase[JX_AUTO_PHASES]; /* of states of auto that were continued: at the end */
} tally;

/* What a finding is reported by. */
static const char *under_way = "";
static uint64_t seed_under_way;

static void tell_seed(void)
{
  (void)fprintf(stderr, "mutate_state: found by --method %s --seed %llu --runs 1\n", under_way,
                (unsigned long long)seed_under_way);
}

static void hangs(int signal)
{
  (void)signal;
  static const char words[] = "mutate_state: a state hangs\n";
  if (write(2, words, sizeof words - 1) < 0) _exit(3);
  tell_seed();
  abort();
}

/* 0: no longer. It counts processor time: a busy machine is no hang. */
static void watch(time_t seconds)
{
  const struct itimerval timer = {.it_value = {seconds, 0}};
  (void)setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

static void finding(const char *what)
{
  (void)fprintf(stderr, "mutate_state: %s\n", what);
  tell_seed();
  abort();
}

/* ---- One state ---- */

/* What a run looks at besides. */
static void look(const jx_search *search)
{
  const jx_algorithm_ops *ops = search->ops;
  const char *why = "";
  char text[256];
  jx_estimate estimate;
  if (ops->is_done != NULL && ops->is_done(search, &why) != JX_GOES_ON && why == NULL)
    finding("it is done, and does not say why");
  if (ops->descents != NULL) (void)ops->descents(search);
  if (ops->explain != NULL) (void)ops->explain(search, text, sizeof text);
  if (ops->best_submethod != NULL) (void)ops->best_submethod(search);
  if (ops->estimate != NULL && ops->estimate(search, &estimate) && estimate.samples == 0)
    finding("an estimate of no values");
}

/* Returns the steps that were made. */
static size_t go_on(bed *b, jx_search *search, size_t steps)
{
  for (size_t k = 0; k < steps; k++) {
    look(search);
    if (bed_is_done(search)) return k;
    if (!bed_ask(b, search)) return k;
    const char *wrong = bed_look_at_points(b);
    if (wrong != NULL) finding(wrong);
    if (b->generation.count > POINTS_ENOUGH || !bed_tell(b, search)) return k;
  }
  return steps;
}

static void try_state(bed *b, uint64_t seed, tally *t)
{
  uint64_t random = seed;
  jato_error error = {JATO_OK, ""};
  bed_state *state = &b->changed;
  seed_under_way = seed;
  t->states++;
  watch(SECONDS_MOST);
  bed_copy(&b->taken[bed_below(&random, b->taken_count)], state);
  if (seed > 0) bed_change(&random, state);
  jx_search *search = bed_create(b);
  jato_status status = jx_restore_search(search, state->array, state->count, &error);
  if (status != JATO_OK && error.text[0] == '\0') finding("it is refused without words");
  if (status != JATO_OK && seed == 0) finding(error.text);
  t->refused += status == JATO_E_FILE;
  t->memory += status == JATO_E_MEMORY;
  if (status == JATO_OK) t->steps += go_on(b, search, 1 + bed_below(&random, STEPS_MOST));
  if (status == JATO_OK && strcmp(search->ops->name, "auto") == 0)
    t->phase[((const jx_auto *)search)->count.phase]++;
  search->ops->destroy(&search);
  watch(0);
}

static void report(const char *name, const tally *t)
{
  printf("%-40s states %lu, refused %lu, short of memory %lu, generations %lu", name, t->states,
         t->refused, t->memory, t->steps);
  for (int phase = 0; phase < JX_AUTO_PHASES; phase++)
    if (strncmp(name, "auto", 4) == 0)
      printf("%s%lu", phase == 0 ? "; phases " : " ", t->phase[phase]);
  printf("\n");
  (void)fflush(stdout);
}

static void try_case(const bed_case *row, uint64_t seed, unsigned long runs)
{
  static bed b;
  tally t = {0};
  under_way = row->name;
  if (!bed_begin(&b, row)) return; /* not in this build */
  size_t before = bed_memory();
  if (seed == 1) try_state(&b, 0, &t); /* unchanged */
  for (unsigned long k = 0; k < runs; k++) {
    try_state(&b, seed + k, &t);
    if (bed_memory() != before) finding("memory was not given back");
  }
  bed_end(&b);
  report(row->name, &t);
}

/* ---- What is asked for ---- */

/* A new method has a row. */
static void look_for_rows(void)
{
  static const jx_algorithm_ops *const all[] = {
#define JX_ALGORITHM(name) &jx_##name##_ops,
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    const bed_case *row = bed_cases;
    while (row->name != NULL && strncmp(row->name, all[i]->name, strlen(all[i]->name)) != 0) row++;
    if (row->name != NULL || all[i]->state == NULL || all[i]->absent != NULL) continue;
    (void)fprintf(stderr, "mutate_state: mutate_cases.c has no row for %s\n", all[i]->name);
    exit(1);
  }
}

static int usage(void)
{
  (void)fprintf(stderr, "usage: mutate_state [--method NAME] [--runs N] [--seed N]\n"
                        "  --method  rows whose name begins so (all)\n"
                        "  --runs    states of each (1000)\n"
                        "  --seed    of the first; the next ones follow (1)\n");
  return 2;
}

int main(int count, char **words)
{
  const char *method = "";
  unsigned long runs = 1000;
  uint64_t seed = 1;
  if (count % 2 == 0) return usage();
  for (int i = 1; i < count; i += 2) {
    if (strcmp(words[i], "--method") == 0)
      method = words[i + 1];
    else if (strcmp(words[i], "--runs") == 0)
      runs = strtoul(words[i + 1], NULL, 10);
    else if (strcmp(words[i], "--seed") == 0)
      seed = strtoull(words[i + 1], NULL, 10);
    else
      return usage();
  }
  look_for_rows();
  (void)signal(SIGVTALRM, hangs);
  bed_tell_at_death(tell_seed);
  for (const bed_case *row = bed_cases; row->name != NULL; row++)
    if (strncmp(row->name, method, strlen(method)) == 0) try_case(row, seed, runs);
  return 0;
}
