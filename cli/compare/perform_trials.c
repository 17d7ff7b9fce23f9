#define _POSIX_C_SOURCE 200809L

#include "compare/perform_trials.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/live_line.h"
#include "base/machine.h"
#include "base/progress.h"

struct runners;

/* A thread that makes runs, one after the other. */
typedef struct runner {
  struct runners *all;
  pthread_t thread;
  double fraction;       /* of the run it is at; read and written under the lock */
  double looked_seconds; /* of that run, when it was last shown */
} runner;

typedef struct runners {
  cli_comparison *comparison;
  const cli_trials_plan *plan;
  pthread_mutex_t lock; /* for what follows */
  runner *runner;       /* [jobs] */
  size_t next;          /* the first trial that no runner has looked at */
  size_t failed;        /* the first trial that failed; trial_count: none did */
  jato_status status;
  jato_error error;
  bool live;
  double drawn; /* when, in seconds; 0: never */
} runners;

cli_trial_place cli_trials_place(const cli_comparison *comparison, const cli_trials_plan *plan,
                                 const cli_trial *trial)
{
  return (cli_trial_place){plan->folder, plan->about, comparison->method[trial->method],
                           comparison->complete[trial->method]};
}

/* ---- Progress ---- */

/* Under the lock; runs may be very short. */
static void draw(runners *all)
{
  const cli_comparison *comparison = all->comparison;
  char text[CLI_LINE];
  double now = all->live ? cli_now() : 0;
  if (!all->live || now - all->drawn < CLI_REDRAW_SECONDS) return;
  size_t done = cli_comparison_done(comparison);
  double share = (double)done;
  for (size_t i = 0; i < all->plan->jobs; i++) share += all->runner[i].fraction;
  share /= (double)comparison->trial_count;
  snprintf(text, sizeof text, "%zu of %zu runs", done, comparison->trial_count);
  cli_line_draw(share, text);
  all->drawn = now;
}

/* Called in every iteration of every run; it takes the lock only ten times a second. */
static void see(double fraction, double seconds, void *user)
{
  runner *self = user;
  if (!self->all->live || seconds - self->looked_seconds < CLI_REDRAW_SECONDS) return;
  self->looked_seconds = seconds;
  (void)pthread_mutex_lock(&self->all->lock);
  self->fraction = isnan(fraction) ? 0 : fmin(fraction, 1);
  draw(self->all);
  (void)pthread_mutex_unlock(&self->all->lock);
}

/* ---- Work ---- */

/* The next trial to make; NULL if there is none, one has failed or the user has interrupted. */
static cli_trial *take(runners *all)
{
  cli_comparison *comparison = all->comparison;
  cli_trial *found = NULL;
  (void)pthread_mutex_lock(&all->lock);
  if (all->failed == comparison->trial_count && !cli_interrupted()) {
    while (all->next < comparison->trial_count && comparison->trials[all->next].done) all->next++;
    if (all->next < comparison->trial_count) found = &comparison->trials[all->next++];
  }
  (void)pthread_mutex_unlock(&all->lock);
  return found;
}

/* Replaces the trial by the finished copy; other threads may count the trials meanwhile. If several
 * trials fail, the first one is reported, as if they had run one after the other. */
static void put_back(runner *self, cli_trial *trial, const cli_trial *made, jato_status status,
                     const jato_error *error)
{
  runners *all = self->all;
  size_t index = (size_t)(trial - all->comparison->trials);
  (void)pthread_mutex_lock(&all->lock);
  *trial = *made;
  self->fraction = 0;
  if (status != JATO_OK && index < all->failed) {
    all->failed = index;
    all->status = status;
    all->error = *error;
  }
  draw(all);
  (void)pthread_mutex_unlock(&all->lock);
}

static void make(runner *self, cli_trial *trial)
{
  runners *all = self->all;
  const cli_comparison *comparison = all->comparison;
  cli_trial made = *trial;
  jato_error error;
  jato_options options = comparison->options;
  options.algorithm = comparison->method[trial->method];
  if (trial != comparison->trials)
    options.notice = NULL; /* what the first one says holds for all */
  self->looked_seconds = 0;
  jato_status status = cli_trial_perform(&made, comparison->problem, &options,
                                         &(cli_trial_watcher){see, self}, &error);
  if (made.done && all->plan->folder != NULL) {
    cli_trial_place place = cli_trials_place(comparison, all->plan, &made);
    status = cli_trial_store(&made, &place, &error);
  }
  put_back(self, trial, &made, status, &error);
}

static void *work(void *user)
{
  runner *self = user;
  cli_trial *trial;
  while ((trial = take(self->all)) != NULL) make(self, trial);
  return NULL;
}

/* The caller's thread is one of them; one that cannot be started leaves more to the others. */
static void work_together(runners *all)
{
  size_t started = 1;
  for (size_t i = 0; i < all->plan->jobs; i++) all->runner[i].all = all;
  while (started < all->plan->jobs &&
         pthread_create(&all->runner[started].thread, NULL, work, &all->runner[started]) == 0)
    started++;
  (void)work(&all->runner[0]);
  for (size_t i = 1; i < started; i++) (void)pthread_join(all->runner[i].thread, NULL);
}

static int conclude(const runners *all)
{
  const cli_comparison *comparison = all->comparison;
  if (all->drawn > 0) cli_line_clear();
  if (all->failed == comparison->trial_count) return CLI_DONE;
  const cli_trial *trial = &comparison->trials[all->failed];
  jato_error error = {.status = all->status};
  snprintf(error.text, sizeof error.text, "%.200s, seed %" PRIu64 ": %.1800s",
           comparison->method[trial->method], trial->seed, all->error.text);
  return cli_complain_of(all->status, &error);
}

int cli_trials_perform(cli_comparison *comparison, const cli_trials_plan *plan)
{
  int code = CLI_FAILED;
  runners *all = calloc(1, sizeof *all);
  runner *each = calloc(plan->jobs, sizeof *each);
  if (all == NULL || each == NULL) {
    cli_complain("not enough memory for %zu runs in parallel", plan->jobs);
  } else if (pthread_mutex_init(&all->lock, NULL) != 0) {
    cli_complain("the system has no lock left for %zu runs in parallel", plan->jobs);
  } else {
    all->comparison = comparison;
    all->plan = plan;
    all->runner = each;
    all->failed = comparison->trial_count;
    all->live = cli_line_is_wanted(plan->quiet);
    cli_interrupt_catch();
    work_together(all);
    (void)pthread_mutex_destroy(&all->lock);
    code = conclude(all);
  }
  free(each);
  free(all);
  return code;
}
