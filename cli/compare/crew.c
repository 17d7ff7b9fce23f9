#define _POSIX_C_SOURCE 200809L

#include "compare/crew.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"

#define REDRAW_SECONDS 0.1
enum { BAR = 24 };

struct crew;

typedef struct member {
  struct crew *crew;
  pthread_t thread;
  double fraction;       /* of the run it is at; read and written under the lock */
  double looked_seconds; /* of that run, when it was last shown */
} member;

typedef struct crew {
  cli_comparison *comparison;
  const cli_crew_order *order;
  pthread_mutex_t lock; /* for what follows */
  member *members;      /* [jobs] */
  size_t next;          /* the first trial that nobody has looked at */
  size_t failed;        /* the first trial that failed; trial_count: none did */
  jato_status status;
  jato_error error;
  bool live;
  double drawn; /* when, in seconds; 0: never */
} crew;

cli_trial_place cli_crew_place(const cli_comparison *comparison, const cli_crew_order *order,
                               const cli_trial *trial)
{
  return (cli_trial_place){order->folder, order->about, comparison->method[trial->method],
                           comparison->complete[trial->method]};
}

/* ---- Progress -----------------------------------------------------------------------------------
 */

static double seconds_now(void)
{
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Under the lock; runs may be very short. */
static void draw(crew *all)
{
  const cli_comparison *comparison = all->comparison;
  char bar[BAR + 1] = "";
  double now = all->live ? seconds_now() : 0;
  if (!all->live || now - all->drawn < REDRAW_SECONDS) return;
  size_t done = cli_comparison_done(comparison);
  double share = (double)done;
  for (size_t i = 0; i < all->order->jobs; i++) share += all->members[i].fraction;
  share /= (double)comparison->trial_count;
  for (int i = 0; i < BAR; i++) bar[i] = (double)i + 0.5 < share * BAR ? '#' : '.';
  fprintf(stderr, "\r[%s] %zu of %zu runs\x1b[K", bar, done, comparison->trial_count);
  fflush(stderr);
  all->drawn = now;
}

/* Of every iteration of every run: the lock is taken ten times a second. */
static void see(double fraction, double seconds, void *user)
{
  member *self = user;
  if (!self->crew->live || seconds - self->looked_seconds < REDRAW_SECONDS) return;
  self->looked_seconds = seconds;
  (void)pthread_mutex_lock(&self->crew->lock);
  self->fraction = isnan(fraction) ? 0 : fmin(fraction, 1);
  draw(self->crew);
  (void)pthread_mutex_unlock(&self->crew->lock);
}

/* ---- Work ---------------------------------------------------------------------------------------
 */

/* The next trial to make; NULL where there is none, one has failed or the user has had enough. */
static cli_trial *take(crew *all)
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

/* The finished copy takes the place of the trial, which others may count meanwhile. Of failures the
 * one of the first trial is told, as if they were made one after the other. */
static void put_back(member *self, cli_trial *trial, const cli_trial *made, jato_status status,
                     const jato_error *error)
{
  crew *all = self->crew;
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

static void make(member *self, cli_trial *trial)
{
  crew *all = self->crew;
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
  if (made.done && all->order->folder != NULL) {
    cli_trial_place place = cli_crew_place(comparison, all->order, &made);
    status = cli_trial_store(&made, &place, &error);
  }
  put_back(self, trial, &made, status, &error);
}

static void *work(void *user)
{
  member *self = user;
  cli_trial *trial;
  while ((trial = take(self->crew)) != NULL) make(self, trial);
  return NULL;
}

/* The caller's thread is one of them; one that cannot be started leaves more to the others. */
static void work_together(crew *all)
{
  size_t started = 1;
  for (size_t i = 0; i < all->order->jobs; i++) all->members[i].crew = all;
  while (started < all->order->jobs &&
         pthread_create(&all->members[started].thread, NULL, work, &all->members[started]) == 0)
    started++;
  (void)work(&all->members[0]);
  for (size_t i = 1; i < started; i++) (void)pthread_join(all->members[i].thread, NULL);
}

static int conclude(const crew *all)
{
  const cli_comparison *comparison = all->comparison;
  if (all->drawn > 0) fputs("\r\x1b[K", stderr);
  if (all->failed == comparison->trial_count) return CLI_DONE;
  const cli_trial *trial = &comparison->trials[all->failed];
  jato_error error = {.status = all->status};
  snprintf(error.text, sizeof error.text, "%.200s, seed %" PRIu64 ": %.1800s",
           comparison->method[trial->method], trial->seed, all->error.text);
  return cli_complain_of(all->status, &error);
}

int cli_crew_work(cli_comparison *comparison, const cli_crew_order *order)
{
  int code = CLI_FAILED;
  crew *all = calloc(1, sizeof *all);
  member *members = calloc(order->jobs, sizeof *members);
  if (all == NULL || members == NULL) {
    cli_complain("not enough memory for %zu runs at once", order->jobs);
  } else if (pthread_mutex_init(&all->lock, NULL) != 0) {
    cli_complain("the system gives no lock for %zu runs at once", order->jobs);
  } else {
    all->comparison = comparison;
    all->order = order;
    all->members = members;
    all->failed = comparison->trial_count;
    all->live = !order->quiet && isatty(STDERR_FILENO) == 1;
    cli_interrupt_catch();
    work_together(all);
    (void)pthread_mutex_destroy(&all->lock);
    code = conclude(all);
  }
  free(members);
  free(all);
  return code;
}
