/* A run that saves itself, is stopped half-way, and is resumed from its file: it ends with the same
 * digest as a run that was never stopped. */
#include <jato/jato.h>
#include <stdio.h>

static const char path[] = "example-keep.h5";

/* Stops after 300 iterations, as a batch system would. */
static int enough(const jato_progress *progress, void *user)
{
  (void)user;
  return progress->iteration >= 300;
}

static void tell(const jato_event *event, void *user)
{
  (void)user;
  if (event->kind == JATO_EVENT_SAVED)
    printf("iteration %llu is on disk\n", (unsigned long long)event->progress->iteration);
}

/* The first part: saved every 30 seconds, and when it stops. */
static jato_status first_half(const jato_problem *problem, jato_options options, jato_error *error)
{
  options.save = path;
  options.event = tell;
  options.progress = enough;
  return jato_minimize(problem, &options, NULL, NULL, error);
}

/* The second part needs nothing but the file. */
static jato_status second_half(jato_result *result, jato_error *error)
{
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  jato_record *record = NULL;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_status status = jato_record_open(&request, &record, error);
  if (status == JATO_OK) status = jato_record_problem(record, &problem, error);
  if (status == JATO_OK) status = jato_run_load(record, problem, NULL, &run, error);
  if (status == JATO_OK) status = jato_run_step(run, UINT64_MAX, NULL, error);
  if (status == JATO_OK) status = jato_run_result(run, NULL, result, error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  jato_record_close(&record);
  return status;
}

int main(void)
{
  jato_options options = jato_options_default();
  jato_problem *problem = NULL;
  jato_result whole, halves;
  jato_error error;
  options.iterations = 500;
  jato_status status = jato_problem_from_gallery("rastrigin", 10, NULL, &problem, &error);
  if (status == JATO_OK) status = jato_minimize(problem, &options, NULL, &whole, &error);
  if (status == JATO_OK) status = first_half(problem, options, &error);
  if (status == JATO_OK) status = second_half(&halves, &error);
  jato_problem_destroy(&problem);
  (void)remove(path);
  if (status == JATO_E_NOT_BUILT) return puts(error.text), 0;
  if (status != JATO_OK) return puts(error.text), 1;
  printf("%016llx in one go, %016llx in two halves\n", (unsigned long long)whole.digest,
         (unsigned long long)halves.digest);
  return whole.digest == halves.digest ? 0 : 1;
}
