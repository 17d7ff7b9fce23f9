/* Many runs in one call. On the cpu, each thread makes one task after the other by itself: a small
 * swarm stays in one core's cache, and no thread waits for another between iterations. On other
 * devices the runs are batched if possible, and otherwise made one after the other. */
#define _POSIX_C_SOURCE 200809L

#include "api/options.h"
#include "base/clock.h"
#include "base/float_mode.h"
#include "base/thread.h"
#include "jato/many.h"
#include "options/settings.h"
#include "run/batched_runs.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define REPORT_SECONDS 0.1
#define BATCH_LIMIT 4096 /* runs of a batch at most: more than a device has cores */

typedef struct many_runs {
  const jato_task *tasks;
  size_t count, dim;
  jato_options options; /* of every run */
  int side_by_side;
  double *x;            /* may be NULL */
  jato_result *results; /* [count] */
  double began;
  atomic_size_t next;
  atomic_int stopped;   /* the progress callback has stopped the runs */
  atomic_size_t failed; /* the first task that failed; count: none did. Tasks before it are still
                           finished, since they may fail, too; those after it are not */
  pthread_mutex_t lock; /* of the members below */
  double reported;      /* when progress was reported last */
  jato_progress sum;
  jato_status status;
  jato_error error;
} many_runs;

/* ---- Progress ---- */

/* Requires the lock. */
static void report_progress(many_runs *all)
{
  double now = jx_clock_seconds();
  int is_last = all->sum.iteration == all->count;
  if (all->options.progress == NULL || (now - all->reported < REPORT_SECONDS && !is_last)) return;
  all->reported = now;
  all->sum.seconds = now - all->began;
  all->sum.fraction = (double)all->sum.iteration / (double)all->count;
  jx_float_mode mode = jx_float_mode_read();
  if (all->options.progress(&all->sum, all->options.progress_user) != 0)
    atomic_store(&all->stopped, 1);
  jx_float_mode_restore(&mode);
}

static int is_over(const many_runs *all, size_t index)
{
  return atomic_load_explicit(&all->stopped, memory_order_relaxed) ||
         index > atomic_load_explicit(&all->failed, memory_order_relaxed);
}

/* The progress callback of each run, called after every iteration: compares the run's clock first,
 * which costs nothing. */
typedef struct watch {
  many_runs *all;
  size_t index;
  double reported; /* seconds of this run */
} watch;

static int on_progress(const jato_progress *progress, void *user)
{
  watch *w = user;
  if (progress->seconds - w->reported >= REPORT_SECONDS) {
    w->reported = progress->seconds;
    (void)pthread_mutex_lock(&w->all->lock);
    report_progress(w->all);
    (void)pthread_mutex_unlock(&w->all->lock);
  }
  return is_over(w->all, w->index);
}

/* ---- Runs ---- */

static jato_status resolve(const many_runs *all, size_t index, jx_run_parts *parts,
                           jato_error *error)
{
  const jato_task *task = &all->tasks[index];
  jato_options options = all->options;
  options.seed = task->seed;
  options.progress = NULL;
  options.ranks = 0;                    /* threads make them */
  if (index > 0) options.notice = NULL; /* all runs would send the notices of the first one */
  return jx_options_resolve(task->problem, &options, parts, error);
}

static jato_status make_run(many_runs *all, size_t index, jato_error *error)
{
  watch w = {.all = all, .index = index};
  jx_run_parts parts;
  jato_run *run = NULL;
  jato_status status = JATO_OK;
  JX_TRY(resolve(all, index, &parts, error));
  parts.progress = on_progress;
  parts.progress_user = &w;
  if (all->side_by_side) jx_options_limit_to_one_thread(&parts);
  JX_TRY(jx_run_create(&parts, &run, error));
  JX_TRY_DONE(jato_run_step(run, UINT64_MAX, NULL, error));
  double *x = all->x == NULL ? NULL : all->x + index * all->dim;
  JX_TRY_DONE(jato_run_result(run, x, &all->results[index], error));
done:
  jato_run_destroy(&run);
  return status;
}

/* Records the end of a task. If several tasks fail, the failure of the first one is reported, as if
 * they had run in order. */
static void note(many_runs *all, size_t index, jato_status status, const jato_error *error)
{
  const jato_result *result = &all->results[index];
  (void)pthread_mutex_lock(&all->lock);
  if (status == JATO_OK) {
    all->sum.iteration++;
    all->sum.evaluations += result->evaluations;
    all->sum.nonfinite += result->nonfinite;
    all->sum.failed += result->failed;
    all->sum.best = all->options.maximize ? fmax(all->sum.best, result->best)
                                          : fmin(all->sum.best, result->best);
    report_progress(all);
  } else if (index < atomic_load(&all->failed)) {
    atomic_store(&all->failed, index);
    all->status = status;
    all->error = *error;
  }
  (void)pthread_mutex_unlock(&all->lock);
}

static void *work(void *user)
{
  many_runs *all = user;
  for (;;) {
    jato_error error;
    size_t index = atomic_fetch_add(&all->next, 1);
    if (index >= all->count || is_over(all, index)) break;
    jato_status status = make_run(all, index, &error);
    note(all, index, status, &error);
  }
  return NULL;
}

/* Uses the caller's thread, too. If a thread cannot be started, the others make its tasks. */
enum { THREADS_MOST = 1024 };

static void work_together(many_runs *all, size_t threads)
{
  pthread_t thread[THREADS_MOST];
  size_t started = 1;
  if (threads > all->count) threads = all->count;
  if (threads > THREADS_MOST) threads = THREADS_MOST;
  while (started < threads && jx_thread_start(&thread[started], work, all)) started++;
  (void)work(all);
  for (size_t i = 1; i < started; i++) (void)pthread_join(thread[i], NULL);
}

/* ---- Runs in a batch ---- */

/* Prepares as runs[] the tasks from `first` on that can be batched; if *gathered is 0, the first
 * one must be made alone. Destroy the runs even if this fails. */
static jato_status gather(const many_runs *all, size_t first, size_t room, jato_run **runs,
                          size_t *gathered, jato_error *error)
{
  size_t most = room;
  *gathered = 0;
  for (size_t i = 0; i < most && first + i < all->count; i++) {
    jx_run_parts parts;
    JX_TRY(resolve(all, first + i, &parts, error));
    if (!jx_parts_suit_batch(&parts)) return JATO_OK;
    parts.in_batch = 1;
    JX_TRY(jx_run_prepare(&parts, &runs[i], error));
    if (!jx_run_suits_batch(runs[0], runs[i])) return JATO_OK;
    if (i == 0 && jx_run_batch_limit(runs[0]) < room) most = jx_run_batch_limit(runs[0]);
    (*gathered)++;
  }
  return JATO_OK;
}

static int watch_batch(void *user)
{
  many_runs *all = user;
  (void)pthread_mutex_lock(&all->lock);
  report_progress(all);
  (void)pthread_mutex_unlock(&all->lock);
  return atomic_load(&all->stopped);
}

static void note_batch(many_runs *all, size_t first, size_t count, jato_run *const *runs)
{
  for (size_t i = 0; i < count; i++) {
    if (all->x != NULL) jato_run_get_info(runs[i], all->x + (first + i) * all->dim, NULL);
    note(all, first + i, JATO_OK, NULL);
  }
}

/* Makes a batch of tasks from `first` on; *made is their number. If it fails, the failure is that
 * of the task after those. */
static jato_status make_batch(many_runs *all, size_t first, size_t *made, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(all->options.allocator);
  size_t room = all->count - first < BATCH_LIMIT ? all->count - first : BATCH_LIMIT, count = 0;
  jx_batch_watch looks = {watch_batch, all};
  jato_run **runs = jx_allocate(&memory, room, sizeof(jato_run *));
  if (runs == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu runs", room);
  jato_status status = gather(all, first, room, runs, &count, error);
  if (status == JATO_OK && count > 0) {
    status = jx_run_make_batch(runs, count, &looks, all->results + first, error);
    if (status == JATO_OK)
      note_batch(all, first, count, runs);
    else
      count = 0; /* it failed for all of them */
  }
  for (size_t i = 0; i < room; i++) jx_run_destroy(&runs[i]);
  jx_release(&memory, runs);
  *made = count;
  return status;
}

/* Makes all tasks, in batches if possible. */
static void work_in_batches(many_runs *all)
{
  while (all->next < all->count && !all->stopped && all->failed == all->count) {
    size_t first = all->next, made = 0;
    jato_error error;
    jato_status status = make_batch(all, first, &made, &error);
    int is_alone = status == JATO_OK && made == 0;
    if (is_alone) status = make_run(all, first, &error);
    if (is_alone || status != JATO_OK) note(all, first + made, status, &error);
    all->next += is_alone ? 1 : made;
  }
}

/* ---- The call ---- */

static jato_status check_tasks(const many_runs *all, jato_error *error)
{
  for (size_t i = 0; i < all->count; i++) {
    const jato_problem *problem = all->tasks[i].problem;
    if (problem == NULL)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "task %zu has no problem: there is nothing to minimise", i);
    if (problem->dim != all->tasks[0].problem->dim)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "task %zu has %zu variables, and the first one %zu; runs of one call have the "
                     "same number",
                     i, problem->dim, all->tasks[0].problem->dim);
  }
  if (all->options.save != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "many runs cannot be saved in one file, %s; make a run that is to be saved by "
                   "itself",
                   all->options.save);
  return JATO_OK;
}

/* The number of runs to be made in parallel: the smallest that any of the problems allows. */
static jato_status count_threads(const many_runs *all, size_t *threads, jato_error *error)
{
  jx_run_parts parts;
  *threads = SIZE_MAX;
  for (size_t i = 0; i<all->count && * threads> 1; i++) {
    const jato_problem *problem = all->tasks[i].problem;
    if (i > 0 && problem == all->tasks[i - 1].problem) continue;
    JX_TRY(jx_options_resolve(problem, &all->options, &parts, error));
    size_t may = jx_options_runs_at_once(&parts);
    if (may < *threads) *threads = may;
  }
  return JATO_OK;
}

/* Minimises all tasks; all->options and all->results are copies. */
static jato_status minimize_all(many_runs *all, jato_error *error)
{
  size_t threads = 1;
  jx_run_parts parts;
  atomic_init(&all->failed, all->count);
  all->options.profile = 0;
  all->options.event = NULL;
  JX_TRY(check_tasks(all, error));
  JX_TRY(count_threads(all, &threads, error));
  JX_TRY(resolve(all, 0, &parts, error));
  all->side_by_side = threads > 1;
  all->dim = all->tasks[0].problem->dim;
  all->sum.best = jx_shown_value(all->options.maximize, INFINITY);
  all->began = jx_clock_seconds();
  for (size_t i = 0; i < all->count; i++)
    all->results[i] = (jato_result){.best = all->sum.best, .seed = all->tasks[i].seed};
  if (pthread_mutex_init(&all->lock, NULL) != 0)
    return jx_fail(error, JATO_E_MEMORY, "the system has no lock left for %zu runs", all->count);
  if (all->count > 1 && jx_parts_suit_batch(&parts))
    work_in_batches(all);
  else
    work_together(all, threads);
  (void)pthread_mutex_destroy(&all->lock);
  size_t failed = atomic_load(&all->failed);
  if (failed == all->count) return JATO_OK;
  return jx_fail(error, all->status, "run %zu, seed %llu: %s", failed,
                 (unsigned long long)all->tasks[failed].seed, all->error.text);
}

jato_status jato_minimize_many_sized(const jato_task *tasks, size_t count,
                                     const jato_options *options, double *x, jato_result *results,
                                     jato_error *error)
{
  many_runs all = {.tasks = tasks, .count = count, .x = x};
  if (count == 0) return JATO_OK;
  if (tasks == NULL || results == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "tasks and room for results[%zu] are needed", count);
  JX_TRY(jx_sized_check("jato_result", results, error));
  JX_TRY(jx_options_read(options, &all.options, error));
  jato_allocator memory = jx_allocator_or_default(all.options.allocator);
  all.results = jx_allocate(&memory, count, sizeof *all.results);
  if (all.results == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu results", count);
  jato_status status = minimize_all(&all, error);
  size_t size = results->size;
  for (size_t i = 0; i < count; i++) {
    void *place = (char *)results + i * size;
    memcpy(place, &size, sizeof size);
    jx_sized_write(&all.results[i], sizeof *all.results, place);
  }
  jx_release(&memory, all.results);
  return status;
}
