#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "evaluator/command/command.h"

/* Seconds per answer below which points are sent ahead. That saves at most the overhead of an
 * evaluation, 12 to 26 us one at a time (7 runs of 2,000, two busy cores). At 2 ms per answer it is
 * about a hundredth, not worth making a point wait for another while some process is idle. The
 * actual saving is unknown: with answers of 0 to 2 ms, the difference was smaller than that between
 * runs (7 pairs each, a load of 12 on two cores). */
#define QUICK 2e-3

/* After this many processes in a row that ended without any answer, no more are started. A program
 * that crashes randomly at every second point does so once in 2^10 times; one that cannot work at
 * all is given up after ten starts of about a millisecond. */
#define GIVE_UP 10

#define LAST_WORDS 300
#define LAST_MOMENT 0.2 /* seconds for a process to end after closing its output */

/* ---- Starting ---- */

static int one_runs(const jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->process_count; i++)
    if (evaluator->processes[i].child.phase == JX_CHILD_RUNNING) return 1;
  return 0;
}

static void on_retry(jx_timer *timer)
{
  jx_process *process = timer->data;
  jx_persistent_dispatch(process->evaluator);
}

/* Returns 0 if it does not run, or not yet: while others run, starting it is retried without limit.
 */
static int start(jx_process *process)
{
  jx_evaluator *evaluator = process->evaluator;
  int reason = jx_process_start(process, &(jx_evaluation){0});
  if (reason == 0) {
    process->count = 0;
    process->tries = process->answered = process->dismissed = 0;
    jx_line_clear(&process->unsent);
  } else if (jx_spawn_is_temporary(reason) &&
             (process->tries < JX_START_TRIES || one_runs(evaluator))) {
    jx_process_retry(process, on_retry);
  } else {
    (void)jx_process_start_failed(process, reason, &evaluator->broken);
  }
  return reason == 0;
}

/* ---- Sending ---- */

static void on_input(jx_child *child)
{
  jx_process *process = child->user;
  jx_line *line = &process->unsent;
  size_t sent = jx_child_write(child, line->text, line->length);
  if (sent == 0) return;
  memmove(line->text, line->text + sent, line->length - sent);
  line->length -= sent;
}

/* Returns 0 without memory; the ticket is not sent then. */
static int send_ticket(jx_process *process, size_t number)
{
  const jx_evaluator *evaluator = process->evaluator;
  const jx_ticket *ticket = &evaluator->tickets[number];
  jx_evaluation evaluation = {ticket->outcome.id, ticket->values, NULL};
  jx_call *call = &process->evaluator->call;
  size_t sent = 0;
  if (!jx_call_compose(call, evaluator->line, &evaluation)) return 0;
  jx_evaluator_trace(evaluator, "input", call->input, call->input_length);
  if (process->unsent.length == 0)
    sent = jx_child_write(&process->child, call->input, call->input_length);
  if (sent < call->input_length)
    jx_line_add(&process->unsent, call->input + sent, call->input_length - sent);
  if (process->count == 0) {
    process->since = jx_clock_seconds();
    jx_child_limit(&process->child, evaluator->config.timeout);
  }
  process->tickets[process->count++] = number;
  return !process->unsent.failed;
}

/* Chooses an idle process; else one that can be started; else one to which a point can be sent
 * ahead, so that it need not wait for us. The last is for quick answers only: a point that was sent
 * waits for the previous one, even if another process becomes idle. */
static jx_process *choose(const jx_evaluator *evaluator)
{
  size_t most = evaluator->pace < QUICK ? JX_AHEAD : 1;
  jx_process *absent = NULL, *least = NULL;
  for (size_t i = 0; i < evaluator->process_count; i++) {
    jx_process *process = &evaluator->processes[i];
    if (process->child.phase == JX_CHILD_RUNNING && process->child.read_out.descriptor >= 0) {
      if (process->count == 0) return process;
      if (process->count < most && (least == NULL || process->count < least->count))
        least = process;
    } else if (process->child.phase == JX_CHILD_NONE && absent == NULL &&
               !jx_timer_is_set(&process->retry)) {
      absent = process;
    }
  }
  return absent != NULL ? absent : least;
}

void jx_persistent_dispatch(jx_evaluator *evaluator)
{
  while (evaluator->waiting.count > 0 && !evaluator->stopping &&
         evaluator->broken.status == JATO_OK) {
    jx_process *process = choose(evaluator);
    if (process == NULL) return;
    if (process->child.phase == JX_CHILD_NONE && !start(process)) continue;
    if (!send_ticket(process, jx_queue_take(&evaluator->waiting)))
      (void)jx_fail(&evaluator->broken, JATO_E_MEMORY,
                    "not enough memory to send a point to the program");
  }
}

/* ---- Answers ---- */

/* Returns its tickets to the queue, in the same order; this counts as no attempt. */
static void requeue_tickets(jx_process *process)
{
  while (process->count > 0)
    jx_queue_put_first(&process->evaluator->waiting, process->tickets[--process->count]);
}

/* Ends a process that misbehaved, and ignores its further output. */
static void dismiss(jx_process *process)
{
  process->dismissed = 1;
  requeue_tickets(process);
  jx_child_end(&process->child, JX_GRACE);
}

static void blame(jx_process *process, const char *text)
{
  if (process->count > 0) jx_process_failed(process, JATO_EVAL_OUTPUT, "%s", text);
  dismiss(process);
}

static void count_time(jx_process *process)
{
  jx_evaluator *evaluator = process->evaluator;
  double now = jx_clock_seconds(), took = now - process->since;
  evaluator->pace = isinf(evaluator->pace) ? took : 0.9 * evaluator->pace + 0.1 * took;
  process->since = now;
  jx_child_limit(&process->child, process->count > 0 ? evaluator->config.timeout : INFINITY);
}

static void take_answer(jx_process *process, size_t at, const jx_answer *answer)
{
  jx_ticket *ticket = &process->evaluator->tickets[process->tickets[at]];
  process->answered = 1;
  process->evaluator->unanswered = 0;
  ticket->f = answer->value;
  if (answer->failed) (void)snprintf(ticket->message, JX_MESSAGE, "%s", answer->message);
  jx_process_done(process, at, answer->failed ? JATO_EVAL_REFUSED : JATO_EVAL_OK);
  count_time(process);
}

static void read_line(jx_process *process, const char *text, size_t length)
{
  const jx_evaluator *evaluator = process->evaluator;
  const jx_ticket *tickets = evaluator->tickets;
  size_t at = 0, constraints = evaluator->space->given.constraint_count;
  jx_answer answer = {0};
  if (length > 0 && text[length - 1] == '\r') length--;
  if (length == 0) return;
  jx_evaluator_trace(evaluator, "output", text, length);
  if (process->count == 0) {
    blame(process, "");
    return;
  }
  double *c = tickets[process->tickets[0]].c;
  if (!jx_lines_read_answer(evaluator->space, text, length, &answer, c)) {
    blame(process, answer.message);
    return;
  }
  while (answer.has_id && at < process->count &&
         tickets[process->tickets[at]].outcome.id != answer.id)
    at++;
  if (at == process->count) {
    blame(process, "the program answered an evaluation that it was not given");
    return;
  }
  if (at > 0 && constraints > 0)
    memcpy(tickets[process->tickets[at]].c, c, constraints * sizeof *c);
  take_answer(process, at, &answer);
}

static void on_output(jx_child *child)
{
  jx_process *process = child->user;
  jx_output_buffer *out = &child->out;
  size_t read = 0;
  while (!process->dismissed) {
    const char *begin = out->text + read;
    const char *end = memchr(begin, '\n', out->length - read);
    if (end == NULL) break;
    read_line(process, begin, (size_t)(end - begin));
    read += (size_t)(end - begin) + 1;
  }
  jx_output_buffer_drop(out, process->dismissed ? out->length : read);
  if (out->length >= JX_OUTPUT_KEPT)
    blame(process, "the program wrote a line of more than a million bytes");
  else if (child->read_out.descriptor < 0)
    jx_child_limit(child, LAST_MOMENT);
  jx_persistent_dispatch(process->evaluator);
}

/* ---- Ending ---- */

static void on_timeout(jx_child *child)
{
  jx_process *process = child->user;
  if (child->read_out.descriptor < 0)
    blame(process, "the program closed its standard output");
  else if (process->count > 0)
    jx_process_timed_out(process);
  dismiss(process);
  jx_persistent_dispatch(process->evaluator);
}

static void on_ended(jx_child *child)
{
  jx_process *process = child->user;
  jx_evaluator *evaluator = process->evaluator;
  evaluator->has_ended = 1;
  jx_evaluator_trace(evaluator, "errors", child->err.text, child->err.length);
  if (evaluator->stopping) {
    process->count = 0;
    return;
  }
  if (!process->dismissed) {
    evaluator->unanswered += !process->answered;
    if (process->count > 0) jx_process_ended(process);
    requeue_tickets(process);
  }
  if (evaluator->unanswered >= GIVE_UP) {
    char words[LAST_WORDS];
    jx_output_buffer_excerpt(&child->err, words, sizeof words);
    (void)jx_fail(&evaluator->broken, JATO_E_OBJECTIVE,
                  "the program ended %d times in a row without answering anything; it must read "
                  "lines until its input ends. The last text on standard error: %s",
                  GIVE_UP, words[0] != 0 ? words : "none");
  }
  jx_persistent_dispatch(evaluator);
}

const jx_child_owner jx_persistent_owner = {
    .output = on_output, .input = on_input, .timed_out = on_timeout, .ended = on_ended};
