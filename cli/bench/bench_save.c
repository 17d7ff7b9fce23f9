/* jato bench save: what checkpoints cost a run. One run makes them every other period; iterations
 * of the periods that begin with one are counted against those of the periods without. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/writer/json.h"
#include "base/number.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "bench/measure.h"

/* A swarm that never settles, so that all periods have the same work. */
#define RESTLESS "pso:w=0.9"

/* What one period brought. */
typedef struct period {
  double seconds;
  uint64_t iterations;
} period;

/* A period with a checkpoint lasts at least so long; one without does about as long. */
#define PERIOD_SECONDS 4.0

typedef struct watch {
  bool saving;    /* a checkpoint was begun, and is not on the disk yet */
  bool failed;    /* it could not be written */
  double began;   /* when */
  double written; /* seconds until the last one was on the disk */
} watch;

static void look(const jato_event *event, void *user)
{
  watch *w = user;
  if (event->kind == JATO_EVENT_SAVING) {
    w->saving = true;
    w->began = cli_now();
  }
  if (event->kind == JATO_EVENT_SAVED) {
    w->saving = false;
    w->written = cli_now() - w->began;
  }
  if (event->kind == JATO_EVENT_SAVE_FAILED) {
    w->failed = true;
    cli_complain("%s", event->text);
  }
}

/* The figures of all repeats. */
typedef struct tally {
  double cost[CLI_MOST_REPEATS]; /* seconds that a checkpoint took from the run */
  double iteration;              /* seconds, without a checkpoint */
  double pause;                  /* longest step of a period with a checkpoint */
  double written;
} tally;

/* One step more, *taken seconds long. */
static jato_status step(jato_run *run, period *p, double *taken, jato_error *error)
{
  double began = cli_now();
  jato_status status = jato_run_step(run, 1, NULL, error);
  *taken = cli_now() - began;
  p->seconds += *taken;
  p->iterations++;
  return status;
}

/* Steps until a checkpoint is begun; the step that begins it is the first of the period with it. */
static jato_status run_without(jato_run *run, const watch *w, period *without, period *with,
                               jato_error *error)
{
  jato_status status = JATO_OK;
  double taken = 0;
  while (!w->saving && status == JATO_OK) status = step(run, without, &taken, error);
  without->seconds -= taken;
  without->iterations--;
  *with = (period){taken, 1};
  return status;
}

/* Steps until the checkpoint is on the disk and the period over. */
static jato_status run_with(jato_run *run, const watch *w, period *with, double *pause,
                            jato_error *error)
{
  jato_status status = JATO_OK;
  double taken = with->seconds;
  while ((w->saving || with->seconds < PERIOD_SECONDS) && status == JATO_OK) {
    *pause = taken > *pause ? taken : *pause;
    status = step(run, with, &taken, error);
  }
  return status;
}

/* Seconds of an iteration in two periods together. */
static double iteration_of(const period *a, const period *b)
{
  return (a->seconds + b->seconds) / (double)(a->iterations + b->iterations);
}

/* What a checkpoint costs is the time of its period beyond that of as many iterations without one,
 * as the periods before and after it have them: so a machine that slows down does not count. */
static jato_status measure(jato_run *run, const cli_bench_request *asked, watch *w, tally *all,
                           jato_error *error)
{
  period before = {0, 0}, with = {0, 0}, every = {0, 0};
  jato_status status = run_without(run, w, &before, &with, error);
  for (uint64_t i = 0; i < asked->repeat && status == JATO_OK; i++) {
    period after = {0, 0}, next = {0, 0};
    status = run_with(run, w, &with, &all->pause, error);
    if (status == JATO_OK) status = run_without(run, w, &after, &next, error);
    all->cost[i] = with.seconds - (double)with.iterations * iteration_of(&before, &after);
    every.seconds += after.seconds;
    every.iterations += after.iterations;
    before = after;
    with = next;
  }
  all->iteration = every.seconds / (double)every.iterations;
  all->written = w->written;
  return status;
}

static void print(const cli_bench_request *asked, const jato_result *run, tally *all)
{
  cli_machine machine = cli_machine_look();
  cli_sort_values(all->cost, asked->repeat);
  double cost = all->cost[asked->repeat / 2];
  double megabytes = 1e-6 * (double)run->swarm_bytes;
  if (asked->json) {
    jx_json json = jx_json_to_file(stdout);
    jx_json_begin_object(&json, NULL);
    jx_json_count(&json, "particles", run->particles);
    jx_json_number(&json, "swarm_mb", megabytes);
    jx_json_number(&json, "iteration_ms", 1e3 * all->iteration);
    jx_json_number(&json, "cost_s", cost);
    jx_json_number(&json, "cost_least_s", all->cost[0]);
    jx_json_number(&json, "cost_most_s", all->cost[asked->repeat - 1]);
    jx_json_number(&json, "every_s", asked->every);
    jx_json_number(&json, "share", cost / asked->every);
    jx_json_number(&json, "pause_s", all->pause);
    jx_json_number(&json, "written_s", all->written);
    jx_json_end(&json);
    return;
  }
  printf("jato %s on %s, %ld cores; with and without checkpoints, %" PRIu64 " times in one run\n",
         jato_version(), machine.cpu, machine.cores, asked->repeat);
  printf("swarm         %.0f MB, %s\n", megabytes, run->device);
  printf("iteration     %.3f ms\n", 1e3 * all->iteration);
  printf("checkpoint    %.3f s of run time, median (%.3f to %.3f)\n", cost, all->cost[0],
         all->cost[asked->repeat - 1]);
  printf("              %.2f %% with one every %g s\n", 100 * cost / asked->every, asked->every);
  printf("longest step  %.3f s; on the disk after %.2f s\n", all->pause, all->written);
}

/* Removes the files of the run that was made here; no run had that name before. */
static void remove_files(const char *path)
{
  char found[4096];
  while (jato_record_exists(path, found, sizeof found) && unlink(found) == 0) {}
}

int cli_bench_save(const cli_bench_request *asked)
{
  char path[4000];
  watch w = {false, false, 0, 0};
  tally all = {{0}, 0, 0, 0};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error;
  jato_result result;
  jato_options options = jato_options_default();
  snprintf(path, sizeof path, "%s/jato-bench-%ld.h5", asked->folder, (long)getpid());
  options.algorithm = asked->algorithm != NULL ? asked->algorithm : RESTLESS;
  options.particles = asked->particles != 0 ? asked->particles : 1 << 20;
  options.precision = asked->precision == CLI_BENCH_DOUBLE ? JATO_DOUBLE : JATO_FLOAT;
  options.device = asked->devices.count > 0 ? asked->devices.text[0] : NULL;
  options.iterations = UINT64_MAX;
  options.no_converge = 1;
  options.save = path;
  options.checkpoint = PERIOD_SECONDS; /* from the end of one to the next */
  options.must_save = 1;
  options.save_new = 1;
  options.event = look;
  options.event_user = &w;
  jato_status status = jato_problem_from_gallery("sphere", asked->dim != 0 ? asked->dim : 64, NULL,
                                                 &problem, &error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &run, &error);
  if (status == JATO_OK) status = measure(run, asked, &w, &all, &error);
  jato_run_get_info(run, NULL, &result);
  bool was_made = run != NULL;
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  if (was_made) remove_files(path);
  if (status != JATO_OK) return w.failed ? CLI_FILE : cli_complain_of(status, &error);
  print(asked, &result, &all);
  return CLI_DONE;
}
