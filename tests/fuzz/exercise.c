#define _GNU_SOURCE /* memfd_create */
#include "exercise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "jato/jato.h"

#define MOST_BYTES ((size_t)64 << 20) /* of one piece: a file may claim any number of particles */
#define ITERATIONS 3

typedef struct ledger {
  long given;
} ledger;

static void *give(size_t bytes, void *user)
{
  void *memory = bytes <= MOST_BYTES ? malloc(bytes) : NULL;
  if (memory != NULL) ((ledger *)user)->given++;
  return memory;
}

static void take_back(void *memory, void *user)
{
  if (memory != NULL) ((ledger *)user)->given--;
  free(memory);
}

static void complain(const char *what)
{
  (void)fprintf(stderr, "exercise: %s\n", what);
  abort();
}

int exercise_memory_file(const uint8_t *bytes, size_t count)
{
  int file = memfd_create("run", MFD_CLOEXEC);
  if (file < 0) complain("no file in memory");
  for (size_t done = 0; done < count;) {
    ssize_t now = write(file, bytes + done, count - done);
    if (now <= 0) complain("a file in memory cannot be written");
    done += (size_t)now;
  }
  return file;
}

/* The sum is of no meaning: each byte is read, so that a sanitizer sees it. */
static double touch(const double *values, size_t count)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += isfinite(values[i]) ? 1 : 0;
  return sum;
}

static void touch_all(const jato_record_info *info)
{
  volatile double sum = touch(info->lower, info->dim) + touch(info->upper, info->dim) +
                        touch(info->x, info->dim) + touch(info->data, info->data_count) +
                        touch(info->row_x, info->row_count * info->dim) +
                        touch(info->frame_x, info->frame_count * info->frame_particles * 2);
  const char *texts[] = {info->path,
                         info->version,
                         info->compiler,
                         info->host,
                         info->saved_at,
                         info->problem,
                         info->source,
                         info->options->walls,
                         info->options->algorithm,
                         info->options->device,
                         info->result->algorithm,
                         info->result->device,
                         info->result->built,
                         info->result->walls};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) sum += (double)strlen(texts[i]);
  for (size_t i = 0; i < info->row_count; i++)
    sum += (double)info->rows[i].iteration + (double)info->rows[i].evaluations;
  for (size_t i = 0; i < info->frame_count; i++) sum += (double)info->frame_iteration[i];
  for (size_t i = 0; i < info->state_count; i++) {
    const jato_array *array = &info->state[i];
    const unsigned char *bytes = array->data;
    for (size_t k = 0; k < 8 * array->rows * array->columns; k++) sum += bytes[k];
  }
  (void)sum;
}

static void read_particles(jato_record *record, const jato_record_info *info)
{
  const uint64_t last = info->options->particles,
                 firsts[] = {0, last / 2, last - 1, last, UINT64_MAX};
  if (info->dim > MOST_BYTES / sizeof(double) / 2) return;
  double *out = malloc(2 * info->dim * sizeof *out);
  if (out == NULL) return;
  for (int field = JATO_RECORD_POSITION; field <= JATO_RECORD_VALUE; field++)
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++)
      for (uint64_t count = 1; count <= 2; count++) {
        jato_error error;
        (void)jato_record_particles(record, (jato_record_field)field, firsts[i], count, out,
                                    &error);
      }
  free(out);
}

static double zero(const double *x, size_t dim, void *user)
{
  (void)dim;
  (void)user;
  return x[0];
}

static jato_status problem_of(jato_record *record, const jato_allocator *memory,
                              jato_problem **problem, jato_error *error)
{
  const jato_record_info *info = jato_record_get_info(record);
  if (info->kind != JATO_RECORD_FUNCTION) return jato_record_problem(record, problem, error);
  jato_function function = {JATO_FUNCTION_INIT, .point = zero, .allocator = memory};
  return jato_problem_from_function(&function, info->dim, info->lower, info->upper, problem, error);
}

/* 1 where the run could go on. The text of a source is not compiled: it is not what is tried here.
 */
static int go_on(jato_record *record, const jato_allocator *memory)
{
  jato_error error;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result;
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.device = "cpu:threads=1";
  options.allocator = memory;
  options.iterations = jato_record_get_info(record)->result->iterations + ITERATIONS;
  jato_status status = problem_of(record, memory, &problem, &error);
  int source = jato_record_get_info(record)->kind == JATO_RECORD_SOURCE;
  if (status == JATO_OK && !source) {
    status = jato_run_load(record, problem, &options, &run, &error);
    if (status == JATO_OK) status = jato_run_step(run, ITERATIONS, NULL, &error);
    if (status == JATO_OK) status = jato_run_result(run, NULL, &result, &error);
  }
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status == JATO_OK;
}

/* Whether the process that read for us has died; under a sanitizer that is no signal. The words are
 * looked for at the beginning: further on they may be the file's own. */
static int says_that_reader_died(const char *text)
{
  static const char crashed[] = "HDF5 crashed (signal ", stopped[] = "HDF5 stopped while it read";
  return strncmp(text, crashed, strlen(crashed)) == 0 ||
         strncmp(text, stopped, strlen(stopped)) == 0;
}

static int exercise(int file, int forked, int goes_on)
{
  ledger book = {0};
  jato_allocator memory = {give, take_back, &book};
  jato_error error = {JATO_OK, ""};
  jato_record *record = NULL;
  char path[64];
  int reached = 0;
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1,
                                 .allocator = &memory,     .trust = 1,   .read_forked = forked};
  jato_status status = jato_record_open(&request, &record, &error);
  if ((status == JATO_OK) != (record != NULL)) complain("a record and a failure, or neither");
  if (status != JATO_OK && error.text[0] == 0) complain("a failure without words");
  if (status != JATO_OK && says_that_reader_died(error.text)) complain(error.text);
  if (status == JATO_OK) {
    touch_all(jato_record_get_info(record));
    read_particles(record, jato_record_get_info(record));
    reached = 1 + (goes_on && go_on(record, &memory));
  } else if (getenv("EXERCISE_WORDS") != NULL) {
    (void)fprintf(stderr, "refused: %s\n", error.text);
  }
  jato_record_close(&record);
  if (book.given != 0) complain("memory was not given back");
  return reached;
}

int exercise_file(int file) { return exercise(file, 0, 1); }

void exercise_reading(int file, int forked) { (void)exercise(file, forked, 0); }
