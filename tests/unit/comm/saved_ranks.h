/* Runs of several ranks, which are threads, that are kept in files. */
#ifndef SAVED_RANKS_H
#define SAVED_RANKS_H

#include "scratch.h"

#include "api/options.h"
#include "thread_ranks.h"

#define DIM 5

typedef struct asked {
  jato_options options;
  jato_status status[RANKS_MOST];
  jato_error error[RANKS_MOST];
  int failed[RANKS_MOST]; /* failed checkpoints that each was notified about */
} asked;

static inline void count_failures(const jato_event *event, void *user)
{
  if (event->kind == JATO_EVENT_SAVE_FAILED) (*(int *)user)++;
}

static inline jato_problem *make_problem(void)
{
  jato_error error;
  jato_problem *problem = NULL;
  assert_ok(jato_problem_from_gallery("rastrigin:shift=3", DIM, NULL, &problem, &error), error);
  return problem;
}

static inline void make_run(void *user, int rank)
{
  asked *a = user;
  jato_error *error = &a->error[rank];
  jato_problem *problem = make_problem();
  jato_run *run = NULL;
  jx_run_parts parts;
  jato_status status = jx_options_resolve(problem, &a->options, &parts, error);
  parts.comm = &thread_ops;
  parts.event = count_failures;
  parts.event_user = &a->failed[rank];
  if (status == JATO_OK) status = jx_run_create(&parts, &run, error);
  if (status == JATO_OK) status = jato_run_step(run, UINT64_MAX, NULL, error);
  a->status[rank] = status;
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static inline asked ask(const char *algorithm, const char *path)
{
  asked a = {.options = jato_options_default()};
  a.options.algorithm = algorithm;
  a.options.device = "cpu:threads=1";
  a.options.particles = 1000;
  a.options.iterations = 60;
  a.options.no_converge = 1;
  a.options.seed = 7;
  a.options.save = path;
  return a;
}

static inline jato_record *open_file(const char *path)
{
  jato_error error;
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  assert_ok(jato_record_open(&request, &record, &error), error);
  return record;
}

static inline uint64_t go_on(jato_record *record, uint64_t iterations)
{
  jato_error error;
  jato_problem *problem = make_problem();
  jato_run *run = NULL;
  jato_result result;
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.iterations = iterations;
  assert_ok(jato_run_load(record, problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return result.digest;
}

#endif
