/* What the tests of programs share: an evaluator for command_child over one variable x. The
 * including file defines _GNU_SOURCE before everything. */
#ifndef TESTS_COMMAND_BED_H
#define TESTS_COMMAND_BED_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>

#include "evaluator/evaluators.h"
#include "scratch.h"

typedef struct bed {
  scratch *scratch;
  jato_variable variable;
  jato_constraint constraint;
  jato_space given;
  jato_command command;
  jato_problem problem;
  jx_evaluator_config config;
  jx_evaluator *evaluator;
  jato_error error;
  char text[1024];    /* the command */
  char numbers[256];  /* the file of process numbers */
  char notices[1024]; /* the last one */
} bed;

/* Seconds after which something is taken to wait for what never ends, however busy the machine. */
#define STUCK 30

static inline double now(void)
{
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline void bed_notice(const char *text, void *user)
{
  (void)snprintf(((bed *)user)->notices, sizeof((bed *)user)->notices, "%s", text);
}

/* command_child in a mode; without one, the caller fills b->command in. */
static inline void bed_begin(bed *b, void **state, const char *mode)
{
  memset(b, 0, sizeof *b);
  b->scratch = *state;
  b->variable = (jato_variable){.name = "x", .lower = -1000, .upper = 1000};
  b->given = (jato_space){JATO_SPACE_INIT, .variables = &b->variable, .variable_count = 1};
  (void)snprintf(b->numbers, sizeof b->numbers, "%s/numbers", b->scratch->folder);
  if (mode != NULL && strcmp(mode, "work") == 0) {
    (void)snprintf(b->text, sizeof b->text, "%s work", COMMAND_CHILD);
    b->command.persistent = 1;
  } else if (mode != NULL) {
    (void)snprintf(b->text, sizeof b->text, "%s %s {x} %s", COMMAND_CHILD, mode, b->numbers);
  }
  b->command.command = mode != NULL ? b->text : NULL;
  b->problem.allocator = b->config.allocator = jx_allocator_or_default(NULL);
  b->problem.objective = (jx_objective){.kind = JX_OBJECTIVE_COMMAND, .command = &b->command};
  b->config.problem = &b->problem;
  b->config.workers = 1;
  b->config.timeout = INFINITY;
  b->config.notice = bed_notice;
  b->config.notice_user = b;
}

static inline void bed_create(bed *b)
{
  assert_ok(jx_space_create(&b->given, &b->problem.allocator, &b->problem.space, &b->error),
            b->error);
  assert_ok(jx_command_ops.check(&b->problem, &b->error), b->error);
  assert_ok(jx_command_ops.create(&b->config, &b->evaluator, &b->error), b->error);
}

static inline void bed_end(bed *b)
{
  jx_command_ops.destroy(&b->evaluator);
  assert_null(b->evaluator);
  jx_space_destroy(&b->problem.allocator, &b->problem.space);
}

static inline void bed_submit(bed *b, uint64_t id, double x)
{
  assert_ok(jx_command_ops.submit(b->evaluator, id, &x, &b->error), b->error);
}

/* The next one that is over. */
static inline jx_outcome bed_wait(bed *b)
{
  jx_outcome *over = NULL;
  assert_ok(jx_command_ops.wait(b->evaluator, STUCK, &over, &b->error), b->error);
  assert_non_null(over);
  return *over;
}

static inline jx_outcome bed_run(bed *b, uint64_t id, double x)
{
  bed_submit(b, id, x);
  jx_outcome finished = bed_wait(b);
  assert_int_equal(finished.id, id);
  return finished;
}

/* Whether a process is there and no zombie: what was orphaned may lie unburied with its new parent.
 */
static inline int lives(long pid)
{
  char path[64], state = 0;
  (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  FILE *stream = fopen(path, "r");
  if (stream == NULL) return 0;
  int read = fscanf(stream, "%*d (%*[^)]) %c", &state);
  (void)fclose(stream);
  return read == 1 && state != 'Z' && state != 'X';
}

/* Numbers of the processes that have noted themselves; returns how many, at most 64. */
static inline int read_numbers(const bed *b, long *pids)
{
  int found = 0;
  FILE *stream = fopen(b->numbers, "r");
  if (stream == NULL) return 0;
  while (found < 64 && fscanf(stream, "%ld", &pids[found]) == 1) found++;
  (void)fclose(stream);
  return found;
}

/* Until `count` processes have noted themselves. */
static inline void await_numbers(const bed *b, int count)
{
  long pids[64];
  double until = now() + STUCK;
  while (read_numbers(b, pids) < count && now() < until) (void)usleep(1000);
}

/* Asserts that `count` processes noted themselves, and that all are gone soon. */
static inline void assert_gone(const bed *b, int count)
{
  long pids[64];
  int found = read_numbers(b, pids);
  assert_int_equal(found, count);
  double until = now() + STUCK;
  for (int i = 0; i < found; i++) {
    while (lives(pids[i]) && now() < until) (void)usleep(1000);
    if (lives(pids[i])) print_error("process %ld still lives\n", pids[i]);
    assert_false(lives(pids[i]));
  }
}

static inline int count_open_files(void)
{
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  assert_non_null(folder);
  while (readdir(folder) != NULL) count++;
  (void)closedir(folder);
  return count;
}

#endif
