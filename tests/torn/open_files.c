#define _POSIX_C_SOURCE 200809L /* ftruncate, nanosleep */
/* Keeps runs and opens run files as a user's program would, many in one process: a line of standard
 * input is
 *
 *   run PATH       a small run that writes a checkpoint at every iteration, from the beginning
 *   resume PATH    the same, resumed
 *   open PATH      the newest sound checkpoint is opened and run to its end
 *   only PATH      the same of this very file
 *   reseal PATH    the file gets a new seal over what it holds now
 *   kind PATH      what the file is by its bytes
 *
 * and is answered by "found PATH ITERATION DIGEST LAST_DIGEST", "none STATUS WORDS", "done" or, of
 * a kind, "ours" or "a stranger's". */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "jato/jato.h"
#include "record/files/seal.h"

/* A checkpoint is written by a thread of its own; the next iteration waits for it here, so that
 * none is left out. */
typedef struct watch {
  const char *path;
  ino_t before; /* what is at the path when a checkpoint is begun */
  int begun;
} watch;

static ino_t inode(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 ? status.st_ino : 0;
}

static void on_event(const jato_event *event, void *user)
{
  watch *watched = user;
  if (event->kind != JATO_EVENT_SAVING) return;
  watched->before = inode(watched->path);
  watched->begun = 1;
}

static void wait_for_checkpoint(watch *watched)
{
  const struct timespec millisecond = {0, 1000000}, to_sync_the_folder = {0, 30000000};
  for (int i = 0; watched->begun && i < 20000 && inode(watched->path) == watched->before; i++)
    (void)nanosleep(&millisecond, NULL);
  (void)nanosleep(&to_sync_the_folder, NULL);
  watched->begun = 0;
}

static jato_status begin(const char *path, const jato_options *options, jato_problem **problem,
                         jato_run **run, jato_error *error)
{
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  jato_status status = JATO_OK;
  if (options->seed != 0) {
    status = jato_problem_from_gallery("sphere", 2, NULL, problem, error);
    return status != JATO_OK ? status : jato_run_create(*problem, options, run, error);
  }
  status = jato_record_open(&request, &record, error);
  if (status == JATO_OK) status = jato_record_problem(record, problem, error);
  if (status == JATO_OK) status = jato_run_load(record, *problem, options, run, error);
  jato_record_close(&record);
  return status;
}

/* seed 0: continues what is there. */
static void answer_run(const char *path, uint64_t seed)
{
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_stop stop = JATO_STOP_NONE;
  watch watched = {.path = path};
  jato_options options = jato_options_default();
  options.particles = 32;
  options.iterations = 6;
  options.seed = seed;
  options.device = "cpu:threads=1";
  options.save = path;
  options.checkpoint = 1e-9;
  options.record_frames = 4;
  options.must_save = 1;
  options.event = on_event;
  options.event_user = &watched;
  jato_status status = begin(path, &options, &problem, &run, &error);
  while (status == JATO_OK && stop == JATO_STOP_NONE) {
    wait_for_checkpoint(&watched);
    status = jato_run_step(run, 1, &stop, &error);
  }
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  if (status == JATO_OK)
    printf("done\n");
  else
    printf("none %d %s\n", (int)status, error.text);
}

static jato_status run_to_end(jato_record *record, jato_result *result, jato_error *error)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.device = "cpu:threads=1";
  jato_status status = jato_record_problem(record, &problem, error);
  if (status == JATO_OK) status = jato_run_load(record, problem, &options, &run, error);
  if (status == JATO_OK) status = jato_run_step(run, UINT64_MAX, NULL, error);
  if (status == JATO_OK) status = jato_run_result(run, NULL, result, error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status;
}

static void answer_open(const char *path, int only_this)
{
  jato_error error = {JATO_OK, ""};
  jato_record *record = NULL;
  jato_result last;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = only_this};
  jato_status status = jato_record_open(&request, &record, &error);
  if (status == JATO_OK) status = run_to_end(record, &last, &error);
  if (status == JATO_OK) {
    const jato_record_info *info = jato_record_get_info(record);
    printf("found %s %" PRIu64 " %016" PRIx64 " %016" PRIx64 "\n", info->path,
           info->result->iterations, info->result->digest, last.digest);
  } else {
    printf("none %d %s%s\n", (int)status, record != NULL ? "behind a good seal: " : "", error.text);
  }
  jato_record_close(&record);
}

static void answer_reseal(const char *path)
{
  jato_error error = {JATO_OK, ""};
  struct stat status;
  int file = open(path, O_RDWR);
  if (file < 0 || fstat(file, &status) != 0 ||
      ftruncate(file, status.st_size - JX_SEAL_BYTES) != 0 ||
      jx_seal_write(file, &error) != JATO_OK)
    printf("none 0 %s cannot be sealed %s\n", path, error.text);
  else
    printf("done\n");
  if (file >= 0) close(file);
}

int main(void)
{
  char line[4096];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "open ", 5) == 0)
      answer_open(line + 5, 0);
    else if (strncmp(line, "only ", 5) == 0)
      answer_open(line + 5, 1);
    else if (strncmp(line, "run ", 4) == 0)
      answer_run(line + 4, 1);
    else if (strncmp(line, "resume ", 7) == 0)
      answer_run(line + 7, 0);
    else if (strncmp(line, "reseal ", 7) == 0)
      answer_reseal(line + 7);
    else if (strncmp(line, "kind ", 5) == 0)
      printf("%s\n", jato_file_kind_of(line + 5) == JATO_FILE_OTHER ? "a stranger's" : "ours");
    else
      return 2;
  }
  return 0;
}
