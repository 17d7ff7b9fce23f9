#define _GNU_SOURCE /* sched_getaffinity */
#include "evaluator/command/command.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "base/system.h"
#include "evaluator/evaluators.h"

#define CANCEL_GRACE 0.2 /* seconds from SIGTERM to SIGKILL if the outcome is not needed */

/* ---- Processes ---- */

static int is_ours(pid_t pid, const void *user)
{
  const jx_evaluator *evaluator = user;
  if (pid == evaluator->watchdog.pid) return 1;
  for (size_t i = 0; i < evaluator->process_count; i++)
    if (evaluator->processes[i].child.pid == pid) return 1;
  return 0;
}

static size_t end_orphans(jx_evaluator *evaluator)
{
  uint64_t oldest = evaluator->serial;
  for (size_t i = 0; i < evaluator->process_count; i++) {
    const jx_child *child = &evaluator->processes[i].child;
    if (child->pid != 0 && child->serial < oldest) oldest = child->serial;
  }
  return jx_orphans_end(&evaluator->orphans, oldest, evaluator->serial, is_ours, evaluator);
}

/* Starts no more programs, and drops evaluations that have not started. */
static void stop_starting(jx_evaluator *evaluator)
{
  evaluator->stopping = 1;
  if (!evaluator->line->persistent) jx_single_use_forget(evaluator);
  for (size_t i = 0; i < evaluator->process_count; i++)
    jx_timer_stop(&evaluator->loop, &evaluator->processes[i].retry);
}

static void run_until_all_ended(jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->process_count; i++)
    while (evaluator->processes[i].child.phase != JX_CHILD_NONE)
      jx_loop_run(&evaluator->loop, INFINITY);
  double until = jx_clock_seconds() + JX_GIVE_UP; /* they were sent SIGKILL, too */
  while (end_orphans(evaluator) > 0 && jx_clock_seconds() < until)
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* ---- Points ---- */

static void recycle_ticket(jx_evaluator *evaluator)
{
  if (evaluator->handed) jx_queue_put(&evaluator->idle, evaluator->handed_is);
  evaluator->handed = 0;
}

static jato_status fail_as_before(const jx_evaluator *evaluator, jato_error *error)
{
  if (error != NULL) *error = evaluator->broken;
  return evaluator->broken.status;
}

static size_t capacity(const jx_evaluator *evaluator) { return evaluator->capacity; }

static jato_status submit(jx_evaluator *evaluator, uint64_t id, const double *values,
                          jato_error *error)
{
  recycle_ticket(evaluator);
  if (evaluator->broken.status != JATO_OK) return fail_as_before(evaluator, error);
  if (evaluator->idle.count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "at most %zu evaluations can run in parallel; wait for one to finish before "
                   "submitting another",
                   evaluator->capacity);
  size_t number = jx_queue_take(&evaluator->idle);
  jx_ticket *ticket = &evaluator->tickets[number];
  ticket->outcome = (jx_outcome){.id = id};
  ticket->message[0] = 0;
  (void)memcpy(ticket->values, values, evaluator->space->given.variable_count * sizeof *values);
  if (evaluator->line->persistent) {
    jx_queue_put(&evaluator->waiting, number);
    jx_persistent_dispatch(evaluator);
    return evaluator->broken.status == JATO_OK ? JATO_OK : fail_as_before(evaluator, error);
  }
  jato_status status = jx_single_use_submit(evaluator, number, error);
  if (status != JATO_OK) jx_queue_put(&evaluator->idle, number);
  return status;
}

/* Runs the loop, at least once, until an evaluation is finished or the time is over. */
static void run_loop(jx_evaluator *evaluator, double seconds)
{
  double until = jx_clock_seconds() + seconds, left = seconds;
  do {
    jx_loop_run(&evaluator->loop, left);
    left = until - jx_clock_seconds();
  } while (left > 0 && evaluator->finished.count == 0 && evaluator->broken.status == JATO_OK);
}

/* Fills in the outcome: a value, or a message if the evaluation failed. */
static jx_outcome *complete(jx_ticket *ticket)
{
  jx_outcome *outcome = &ticket->outcome;
  int has_value = outcome->status == JATO_EVAL_OK;
  jx_text_clean_lines(ticket->message);
  outcome->f = has_value ? &ticket->f : NULL;
  outcome->c = has_value ? ticket->c : NULL;
  outcome->message = has_value ? NULL : ticket->message;
  return outcome;
}

static jato_status wait_for_one(jx_evaluator *evaluator, double seconds, jx_outcome **over,
                                jato_error *error)
{
  *over = NULL;
  recycle_ticket(evaluator);
  int under_way = evaluator->idle.count < evaluator->capacity;
  if (evaluator->finished.count == 0 && under_way) run_loop(evaluator, seconds);
  if (evaluator->finished.count == 0) {
    if (evaluator->broken.status != JATO_OK) return fail_as_before(evaluator, error);
    return JATO_OK;
  }
  size_t number = jx_queue_take(&evaluator->finished);
  *over = complete(&evaluator->tickets[number]);
  evaluator->handed = 1;
  evaluator->handed_is = number;
  if (evaluator->has_ended) (void)end_orphans(evaluator);
  evaluator->has_ended = 0;
  return JATO_OK;
}

static void forget_all(jx_evaluator *evaluator)
{
  recycle_ticket(evaluator);
  evaluator->idle.count = evaluator->waiting.count = evaluator->finished.count = 0;
  for (size_t i = 0; i < evaluator->capacity; i++) jx_queue_put(&evaluator->idle, i);
}

/* Leaves idle persistent processes alone. */
static void cancel(jx_evaluator *evaluator)
{
  stop_starting(evaluator);
  for (size_t i = 0; i < evaluator->process_count; i++)
    if (evaluator->processes[i].count > 0)
      jx_child_end(&evaluator->processes[i].child, CANCEL_GRACE);
  for (size_t i = 0; i < evaluator->process_count; i++)
    while (evaluator->processes[i].child.phase > JX_CHILD_RUNNING)
      jx_loop_run(&evaluator->loop, INFINITY);
  evaluator->stopping = evaluator->unanswered = 0;
  evaluator->broken = (jato_error){0};
  forget_all(evaluator);
  (void)end_orphans(evaluator);
}

/* ---- Life ---- */

static jato_status check(const jato_problem *problem, jato_error *error)
{
  jx_command_line *line = NULL;
  JX_TRY(jx_command_line_create(problem->objective.command, problem->space, &problem->allocator,
                                &line, error));
  jato_status status = jx_command_line_check_use(line, error);
  jx_command_line_destroy(&line);
  return status;
}

/* Idle persistent processes end by themselves when their input is closed. */
static void end_all(jx_evaluator *evaluator)
{
  stop_starting(evaluator);
  for (size_t i = 0; i < evaluator->process_count; i++) {
    jx_process *process = &evaluator->processes[i];
    if (process->count == 0)
      jx_child_finish(&process->child, JX_GRACE);
    else
      jx_child_end(&process->child, CANCEL_GRACE);
  }
  run_until_all_ended(evaluator);
  for (size_t i = 0; i < evaluator->process_count; i++) {
    jx_line_release(&evaluator->processes[i].unsent);
    jx_child_destroy(&evaluator->processes[i].child);
  }
}

/* Does nothing in a fork of the process that created the evaluator: programs, loop and watchdog
 * belong to that process. */
static void destroy(jx_evaluator **which)
{
  jx_evaluator *evaluator = *which;
  *which = NULL;
  if (evaluator == NULL || evaluator->owner != getpid()) return;
  jato_allocator allocator = evaluator->config.allocator;
  if (evaluator->loop.epoll >= 0) end_all(evaluator);
  jx_loop_destroy(&evaluator->loop);
  jx_watchdog_destroy(&evaluator->watchdog);
  jx_orphans_destroy(&evaluator->orphans);
  jx_scratch_close(&evaluator->scratch);
  jx_environment_release(&evaluator->environment, &allocator);
  jx_sandbox_release(&evaluator->sandbox, &allocator);
  jx_call_release(&evaluator->call, &allocator);
  jx_command_line_destroy(&evaluator->line);
  jx_pool_release(&evaluator->pool);
  jx_release(&allocator, evaluator);
}

/* Returns 0 without memory. */
static int create_tickets(jx_evaluator *evaluator)
{
  jx_queue *const queues[] = {&evaluator->idle, &evaluator->waiting, &evaluator->finished};
  jx_pool *pool = &evaluator->pool;
  size_t variables = evaluator->space->given.variable_count;
  size_t each = variables + evaluator->space->given.constraint_count;
  size_t count = evaluator->capacity;
  evaluator->tickets = jx_pool_take(pool, count, sizeof *evaluator->tickets);
  double *numbers = jx_pool_take(pool, count * each, sizeof *numbers);
  if (evaluator->tickets == NULL || numbers == NULL) return 0;
  for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++) {
    queues[i]->room = count;
    queues[i]->numbers = jx_pool_take(pool, count, sizeof *queues[i]->numbers);
    if (queues[i]->numbers == NULL) return 0;
  }
  for (size_t i = 0; i < count; i++) {
    evaluator->tickets[i].values = numbers + i * each;
    evaluator->tickets[i].c = numbers + i * each + variables;
    jx_queue_put(&evaluator->idle, i);
  }
  return 1;
}

/* Returns 0 without memory. */
static int create_processes(jx_evaluator *evaluator)
{
  int all = 1;
  size_t count = evaluator->config.workers;
  evaluator->processes = jx_pool_take(&evaluator->pool, count, sizeof(jx_process));
  if (evaluator->processes == NULL) return 0;
  evaluator->process_count = count;
  for (size_t i = 0; i < count; i++) {
    jx_process *process = &evaluator->processes[i];
    process->evaluator = evaluator;
    process->child =
        (jx_child){.user = process,
                   .owner = evaluator->line->persistent ? jx_persistent_owner : jx_single_use_owner,
                   .loop = &evaluator->loop,
                   .watchdog = &evaluator->watchdog,
                   .place = i};
    process->retry.data = process;
    all &= jx_child_create(&process->child, &evaluator->config.allocator);
  }
  return all;
}

static void create_watchdog(jx_evaluator *evaluator)
{
  int reason = jx_watchdog_create(&evaluator->watchdog, evaluator->config.workers);
  if (reason == 0 || evaluator->config.notice == NULL) return;
  char text[256];
  (void)snprintf(text, sizeof text,
                 "if this process is killed, its programs will keep running: /bin/sh, which would "
                 "kill them, cannot be started (%s)",
                 jx_system_reason(reason).text);
  jx_notice_send(evaluator->config.notice, evaluator->config.notice_user, text);
}

static jato_status fill(jx_evaluator *evaluator, jato_error *error)
{
  const jx_evaluator_config *config = &evaluator->config;
  JX_TRY(jx_command_line_create(config->problem->objective.command, config->problem->space,
                                &config->allocator, &evaluator->line, error));
  if (evaluator->line->persistent && config->limits.cpu_seconds > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a limit of processor time holds for the whole life of a process, and a "
                   "persistent program lives through many evaluations; limit each by timeout");
  if (config->limits.sandbox) {
    jx_sandbox_hide(&evaluator->sandbox, config->key);
    JX_TRY(jx_sandbox_check(&evaluator->sandbox, &config->allocator, error));
  }
  const char *scratch = evaluator->line->scratch;
  evaluator->capacity = evaluator->line->persistent ? config->workers * JX_AHEAD : config->workers;
  evaluator->pace = INFINITY;
  if (scratch != NULL) JX_TRY(jx_scratch_open(&evaluator->scratch, scratch, error));
  int reason =
      jx_loop_create(&evaluator->loop, config->workers * (JX_CHILD_TIMERS + 1), &config->allocator);
  if (reason != 0)
    return jx_fail(error, JATO_E_MEMORY,
                   "not enough memory or file descriptors to run programs: %s",
                   jx_system_reason(reason).text);
  if (!create_tickets(evaluator) ||
      !jx_orphans_create(&evaluator->orphans, config->adopts, &config->allocator) ||
      !create_processes(evaluator))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to run %zu programs in parallel",
                   config->workers);
  create_watchdog(evaluator);
  return JATO_OK;
}

/* The cores that this process may use. */
static size_t count_cores(void)
{
  cpu_set_t cores;
  int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
  return count > 0 ? (size_t)count : 1;
}

static jato_status create(const jx_evaluator_config *config, jx_evaluator **out, jato_error *error)
{
  *out = NULL;
  jx_evaluator *evaluator = jx_allocate(&config->allocator, 1, sizeof *evaluator);
  if (evaluator == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to run programs");
  evaluator->config = *config;
  evaluator->owner = getpid();
  if (config->workers == 0) evaluator->config.workers = count_cores();
  evaluator->loop = (jx_loop){.epoll = -1, .allocator = config->allocator};
  evaluator->space = config->problem->space;
  evaluator->pool.allocator = config->allocator;
  evaluator->orphans.children = -1;
  evaluator->orphans.allocator = config->allocator;
  jato_status status = fill(evaluator, error);
  if (status != JATO_OK) {
    destroy(&evaluator);
    return status;
  }
  *out = evaluator;
  return JATO_OK;
}

const jx_evaluator_ops jx_command_ops = {.name = "command",
                                         .state = "built",
                                         .check = check,
                                         .create = create,
                                         .destroy = destroy,
                                         .capacity = capacity,
                                         .submit = submit,
                                         .wait = wait_for_one,
                                         .cancel = cancel};
