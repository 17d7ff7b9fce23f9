#define _POSIX_C_SOURCE 200809L
#include "evaluator/command/command.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/system.h"
#include "evaluator/evaluators.h"

#define CANCEL_GRACE 0.2 /* seconds from SIGTERM to SIGKILL where nobody waits for an outcome */

/* ---- Children of both kinds --------------------------------------------------------------------
 */

static jx_child *child_at(const jx_evaluator *evaluator, size_t i)
{
  return evaluator->shots != NULL ? &evaluator->shots[i].child : &evaluator->workers[i].child;
}

static uv_timer_t *again_at(const jx_evaluator *evaluator, size_t i)
{
  return evaluator->shots != NULL ? &evaluator->shots[i].again : &evaluator->workers[i].again;
}

static size_t child_count(const jx_evaluator *evaluator)
{
  return evaluator->shots != NULL || evaluator->workers != NULL ? evaluator->wish.workers : 0;
}

static int is_ours(pid_t pid, const void *user)
{
  const jx_evaluator *evaluator = user;
  if (pid == evaluator->janitor.pid) return 1;
  for (size_t i = 0; i < child_count(evaluator); i++)
    if (child_at(evaluator, i)->pid == pid) return 1;
  return 0;
}

static size_t look_after_strangers(jx_evaluator *evaluator)
{
  uint64_t oldest = evaluator->serial;
  for (size_t i = 0; i < child_count(evaluator); i++) {
    const jx_child *child = child_at(evaluator, i);
    if (child->pid != 0 && child->serial < oldest) oldest = child->serial;
  }
  return jx_orphans_end(&evaluator->orphans, oldest, evaluator->serial, is_ours, evaluator);
}

static int some_left(const jx_evaluator *evaluator)
{
  for (size_t i = 0; i < child_count(evaluator); i++)
    if (child_at(evaluator, i)->phase != JX_CHILD_NONE) return 1;
  return 0;
}

static void run_until_none_left(jx_evaluator *evaluator)
{
  while (some_left(evaluator)) (void)uv_run(&evaluator->loop, UV_RUN_ONCE);
  double until = jx_clock_seconds() + JX_GIVE_UP; /* they were sent SIGKILL, too */
  while (look_after_strangers(evaluator) > 0 && jx_clock_seconds() < until)
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* ---- Points ------------------------------------------------------------------------------------
 */

static void take_back(jx_evaluator *evaluator)
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
  take_back(evaluator);
  if (evaluator->broken.status != JATO_OK) return fail_as_before(evaluator, error);
  if (evaluator->idle.count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "no more than %zu evaluations can be under way; wait for one before the next",
                   evaluator->capacity);
  size_t number = jx_queue_take(&evaluator->idle);
  jx_ticket *ticket = &evaluator->tickets[number];
  ticket->id = id;
  ticket->f = NAN;
  ticket->message[0] = 0;
  (void)memcpy(ticket->values, values, evaluator->space->given.variable_count * sizeof *values);
  if (evaluator->workers != NULL) {
    jx_queue_put(&evaluator->waiting, number);
    jx_workers_dispatch(evaluator);
    return evaluator->broken.status == JATO_OK ? JATO_OK : fail_as_before(evaluator, error);
  }
  jato_status status = jx_shots_submit(evaluator, number, error);
  if (status != JATO_OK) jx_queue_put(&evaluator->idle, number);
  return status;
}

static void on_patience(uv_timer_t *timer) { *(int *)timer->data = 1; }

/* Runs the loop until something is finished, or the time is over. */
static void run_loop(jx_evaluator *evaluator, double seconds)
{
  int over = 0;
  if (seconds <= 0) {
    (void)uv_run(&evaluator->loop, UV_RUN_NOWAIT);
    return;
  }
  if (!isinf(seconds)) {
    evaluator->patience.data = &over;
    uv_update_time(&evaluator->loop);
    (void)uv_timer_start(&evaluator->patience, on_patience,
                         (uint64_t)ceil(fmin(seconds, 1e9) * 1e3), 0);
  }
  while (!over && evaluator->finished.count == 0 && evaluator->broken.status == JATO_OK)
    (void)uv_run(&evaluator->loop, UV_RUN_ONCE);
  (void)uv_timer_stop(&evaluator->patience);
}

static jato_status wait_for_one(jx_evaluator *evaluator, double seconds, jx_finished *finished,
                                int *got, jato_error *error)
{
  *got = 0;
  take_back(evaluator);
  int under_way = evaluator->idle.count < evaluator->capacity;
  if (evaluator->finished.count == 0 && under_way) run_loop(evaluator, seconds);
  if (evaluator->finished.count == 0) {
    if (evaluator->broken.status != JATO_OK) return fail_as_before(evaluator, error);
    return JATO_OK;
  }
  size_t number = jx_queue_take(&evaluator->finished);
  const jx_ticket *ticket = &evaluator->tickets[number];
  *finished = (jx_finished){.id = ticket->id,
                            .fate = ticket->fate,
                            .f = ticket->f,
                            .c = ticket->c,
                            .message = ticket->fate != JATO_FATE_OK ? ticket->message : NULL};
  *got = 1;
  evaluator->handed = 1;
  evaluator->handed_is = number;
  if (evaluator->looks) (void)look_after_strangers(evaluator);
  evaluator->looks = 0;
  return JATO_OK;
}

static void forget_all(jx_evaluator *evaluator)
{
  take_back(evaluator);
  evaluator->idle.count = evaluator->waiting.count = evaluator->finished.count = 0;
  for (size_t i = 0; i < evaluator->capacity; i++) jx_queue_put(&evaluator->idle, i);
}

/* Workers that stay and have nothing to do are left alone. */
static void cancel(jx_evaluator *evaluator)
{
  evaluator->stopping = 1;
  if (evaluator->shots != NULL) jx_shots_forget(evaluator);
  for (size_t i = 0; i < child_count(evaluator); i++) {
    (void)uv_timer_stop(again_at(evaluator, i));
    if (evaluator->workers == NULL || evaluator->workers[i].count > 0)
      jx_child_end(child_at(evaluator, i), CANCEL_GRACE);
  }
  for (size_t i = 0; i < child_count(evaluator); i++)
    while (child_at(evaluator, i)->phase > JX_CHILD_RUNNING)
      (void)uv_run(&evaluator->loop, UV_RUN_ONCE);
  evaluator->stopping = evaluator->unanswered = 0;
  evaluator->broken = (jato_error){0};
  forget_all(evaluator);
  (void)look_after_strangers(evaluator);
}

/* ---- Life --------------------------------------------------------------------------------------
 */

static jato_status check(const jato_problem *problem, jato_error *error)
{
  jx_command_line *line = NULL;
  JX_TRY(jx_command_line_create(problem->objective.command, problem->space, &problem->allocator,
                                &line, error));
  jx_command_line_destroy(&line);
  return JATO_OK;
}

/* In a copy of the process made by fork, it is forgotten: programs, loop and janitor are those of
 * the original. */
static void destroy(jx_evaluator **which)
{
  jx_evaluator *evaluator = *which;
  *which = NULL;
  if (evaluator == NULL || evaluator->owner != getpid()) return;
  jato_allocator allocator = evaluator->wish.allocator;
  evaluator->stopping = 1;
  if (evaluator->shots != NULL) jx_shots_forget(evaluator);
  for (size_t i = 0; i < child_count(evaluator); i++) {
    (void)uv_timer_stop(again_at(evaluator, i));
    if (evaluator->workers != NULL && evaluator->workers[i].count == 0)
      jx_child_finish(&evaluator->workers[i].child, JX_GRACE);
    else
      jx_child_end(child_at(evaluator, i), CANCEL_GRACE);
  }
  if (evaluator->has_loop) run_until_none_left(evaluator);
  for (size_t i = 0; i < child_count(evaluator); i++) {
    jx_child_close(child_at(evaluator, i));
    uv_close((uv_handle_t *)again_at(evaluator, i), NULL);
  }
  if (evaluator->has_loop) {
    uv_close((uv_handle_t *)&evaluator->patience, NULL);
    (void)uv_run(&evaluator->loop, UV_RUN_DEFAULT);
    (void)uv_loop_close(&evaluator->loop);
  }
  for (size_t i = 0; i < child_count(evaluator); i++) {
    if (evaluator->workers != NULL) jx_line_release(&evaluator->workers[i].unsent);
    jx_child_destroy(child_at(evaluator, i));
  }
  jx_janitor_destroy(&evaluator->janitor);
  jx_orphans_destroy(&evaluator->orphans);
  jx_scratch_close(&evaluator->scratch);
  jx_environment_release(&evaluator->environment, &allocator);
  jx_call_release(&evaluator->call, &allocator);
  jx_command_line_destroy(&evaluator->line);
  jx_release(&allocator, evaluator->shots);
  jx_release(&allocator, evaluator->workers);
  jx_release(&allocator, evaluator->tickets);
  jx_release(&allocator, evaluator->numbers);
  jx_release(&allocator, evaluator->idle.numbers);
  jx_release(&allocator, evaluator->waiting.numbers);
  jx_release(&allocator, evaluator->finished.numbers);
  jx_release(&allocator, evaluator);
}

static int queue_create(jx_queue *queue, size_t room, const jato_allocator *allocator)
{
  queue->numbers = jx_allocate(allocator, room, sizeof *queue->numbers);
  queue->room = room;
  return queue->numbers != NULL;
}

/* Returns 0 without memory. */
static int create_tickets(jx_evaluator *evaluator)
{
  const jato_allocator *allocator = &evaluator->wish.allocator;
  size_t variables = evaluator->space->given.variable_count;
  size_t each = variables + evaluator->space->given.constraint_count;
  size_t count = evaluator->capacity;
  evaluator->tickets = jx_allocate(allocator, count, sizeof *evaluator->tickets);
  evaluator->numbers = jx_allocate(allocator, count * each, sizeof(double));
  if (evaluator->tickets == NULL || evaluator->numbers == NULL ||
      !queue_create(&evaluator->idle, count, allocator) ||
      !queue_create(&evaluator->waiting, count, allocator) ||
      !queue_create(&evaluator->finished, count, allocator))
    return 0;
  for (size_t i = 0; i < count; i++) {
    evaluator->tickets[i].values = evaluator->numbers + i * each;
    evaluator->tickets[i].c = evaluator->numbers + i * each + variables;
    jx_queue_put(&evaluator->idle, i);
  }
  return 1;
}

static void create_janitor(jx_evaluator *evaluator)
{
  int reason = jx_janitor_create(&evaluator->janitor, evaluator->wish.workers);
  if (reason == 0 || evaluator->wish.notice == NULL) return;
  char text[256];
  (void)snprintf(text, sizeof text,
                 "programs will be left behind if this process is killed: /bin/sh, which would end "
                 "them, cannot be started (%s)",
                 jx_system_reason(reason).text);
  evaluator->wish.notice(text, evaluator->wish.notice_user);
}

/* libuv does not bear descriptors of its own below 3, which it would get where the host has closed
 * some of those: they are taken while it opens its own. */
static int create_loop(uv_loop_t *loop)
{
  int held[4], count = 0;
  do {
    held[count] = open("/dev/null", O_RDONLY | O_CLOEXEC);
  } while (held[count++] >= 0 && held[count - 1] < 3 && count < 4);
  int status = uv_loop_init(loop);
  while (count > 0) jx_descriptor_close(&held[--count]);
  return status == 0;
}

static jato_status fill(jx_evaluator *evaluator, jato_error *error)
{
  const jx_evaluator_config *wish = &evaluator->wish;
  JX_TRY(jx_command_line_create(wish->problem->objective.command, wish->problem->space,
                                &wish->allocator, &evaluator->line, error));
  int stays = evaluator->line->stays;
  const char *scratch = evaluator->line->scratch;
  evaluator->capacity = stays ? wish->workers * JX_AHEAD : wish->workers;
  if (scratch != NULL) JX_TRY(jx_scratch_open(&evaluator->scratch, scratch, error));
  if (!create_loop(&evaluator->loop))
    return jx_fail(error, JATO_E_MEMORY, "libuv has no memory or descriptors for a loop");
  evaluator->has_loop = 1;
  (void)uv_timer_init(&evaluator->loop, &evaluator->patience);
  if (!create_tickets(evaluator) ||
      !jx_orphans_create(&evaluator->orphans, wish->adopts, &wish->allocator) ||
      !(stays ? jx_workers_create(evaluator) : jx_shots_create(evaluator)))
    return jx_fail(error, JATO_E_MEMORY, "no memory for %zu programs at a time", wish->workers);
  create_janitor(evaluator);
  return JATO_OK;
}

static jato_status create(const jx_evaluator_config *wish, jx_evaluator **out, jato_error *error)
{
  *out = NULL;
  jx_evaluator *evaluator = jx_allocate(&wish->allocator, 1, sizeof *evaluator);
  if (evaluator == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the evaluator of programs");
  evaluator->wish = *wish;
  evaluator->owner = getpid();
  if (wish->workers == 0) evaluator->wish.workers = uv_available_parallelism();
  evaluator->space = wish->problem->space;
  evaluator->orphans.children = -1;
  evaluator->orphans.allocator = wish->allocator;
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
