#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "evaluator/command/command.h"

/* Seconds an answer takes, below which points are sent ahead. That can save no more than what an
 * evaluation costs besides its answer: 12 to 26 us, one at a time (7 runs of 2,000, two busy
 * cores). At 2 ms it is about a hundredth, and not worth that a point waits behind another while
 * some worker is idle. What it does save is not known: with answers of 0 to 2 ms, the two ways
 * differed by less than their runs did (7 pairs each, a load of 12 on two cores). */
#define QUICK 2e-3

/* Workers in a row that ended without ever having answered, after which none is started any more.
 * One that crashes at every second point by chance does that once in 2^10 times; one that cannot
 * work at all is given up after ten starts of about a millisecond. */
#define GIVE_UP 10

#define LAST_WORDS 300
#define LAST_MOMENT 0.2 /* seconds in which one that closed its output is expected to end */

static void on_output(jx_child *child);
static void on_input(jx_child *child);
static void on_late(jx_child *child);
static void on_over(jx_child *child);

int jx_workers_create(jx_evaluator *evaluator)
{
  int all = 1;
  size_t count = evaluator->wish.workers;
  evaluator->pace = INFINITY;
  evaluator->workers = jx_allocate(&evaluator->wish.allocator, count, sizeof(jx_worker));
  if (evaluator->workers == NULL) return 0;
  for (size_t i = 0; i < count; i++) {
    jx_worker *worker = &evaluator->workers[i];
    worker->child = (jx_child){
        .user = evaluator,
        .owner = {.output = on_output, .input = on_input, .late = on_late, .over = on_over},
        .loop = &evaluator->loop,
        .janitor = &evaluator->janitor,
        .place = i};
    (void)uv_timer_init(&evaluator->loop, &worker->again);
    worker->again.data = worker;
    all &= jx_child_create(&worker->child, &evaluator->wish.allocator);
  }
  return all;
}

static jx_worker *worker_of(jx_child *child)
{
  jx_evaluator *evaluator = child->user;
  return &evaluator->workers[child->place];
}

/* ---- Starting ----------------------------------------------------------------------------------
 */

static int one_runs(const jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->wish.workers; i++)
    if (evaluator->workers[i].child.phase == JX_CHILD_RUNNING) return 1;
  return 0;
}

static void on_again(uv_timer_t *timer)
{
  jx_worker *worker = timer->data;
  jx_workers_dispatch(worker->child.user);
}

/* Where others run, there is no hurry. */
static void start_failed(jx_evaluator *evaluator, jx_worker *worker, int reason)
{
  if (jx_spawn_may_pass(reason) && (worker->tries < JX_START_TRIES || one_runs(evaluator))) {
    int doublings = worker->tries < JX_START_TRIES ? worker->tries : JX_START_TRIES;
    uv_update_time(&evaluator->loop);
    (void)uv_timer_start(&worker->again, on_again, (uint64_t)10 << doublings, 0);
    worker->tries++;
    return;
  }
  (void)jx_start_failed(evaluator, reason, evaluator->line->folder, &evaluator->broken);
}

static int start(jx_evaluator *evaluator, jx_worker *worker)
{
  if (!jx_call_compose(&evaluator->call, evaluator->line, &(jx_evaluation){0})) {
    (void)jx_fail(&evaluator->broken, JATO_E_MEMORY, "no memory for the command of a worker");
    return 0;
  }
  jx_child_wish wish = {
      .argv = evaluator->call.argv, .folder = evaluator->line->folder, .stays = 1};
  jx_witness_sent(evaluator, wish.folder);
  int reason = jx_child_start(&worker->child, &wish);
  if (reason != 0) {
    start_failed(evaluator, worker, reason);
    return 0;
  }
  worker->child.serial = evaluator->serial++;
  worker->count = 0;
  worker->tries = worker->answered = worker->dismissed = 0;
  jx_line_clear(&worker->unsent);
  return 1;
}

/* ---- Sending -----------------------------------------------------------------------------------
 */

static void flush(jx_worker *worker)
{
  jx_line *line = &worker->unsent;
  size_t sent = jx_child_write(&worker->child, line->text, line->length);
  if (sent == 0) return;
  memmove(line->text, line->text + sent, line->length - sent);
  line->length -= sent;
}

static void on_input(jx_child *child) { flush(worker_of(child)); }

/* Returns 0 without memory; the worker does not have the ticket then. */
static int send_ticket(jx_evaluator *evaluator, jx_worker *worker, size_t number)
{
  const jx_ticket *ticket = &evaluator->tickets[number];
  jx_evaluation evaluation = {ticket->id, ticket->values, NULL};
  jx_call *call = &evaluator->call;
  size_t sent = 0;
  if (!jx_call_compose(call, evaluator->line, &evaluation)) return 0;
  jx_witness_tell(evaluator, "input", call->input, call->input_length);
  if (worker->unsent.length == 0)
    sent = jx_child_write(&worker->child, call->input, call->input_length);
  if (sent < call->input_length)
    jx_line_add(&worker->unsent, call->input + sent, call->input_length - sent);
  if (worker->count == 0) {
    worker->since = jx_clock_seconds();
    jx_child_limit(&worker->child, evaluator->wish.timeout);
  }
  worker->tickets[worker->count++] = number;
  return !worker->unsent.failed;
}

/* One that has nothing to do; one that is to be started; one to which a point can be sent ahead, so
 * that it need not wait for us. That is for quick answers only: a point that was sent has to wait
 * for the one before it, even if another worker has nothing to do. */
static jx_worker *choose(const jx_evaluator *evaluator)
{
  size_t most = evaluator->pace < QUICK ? JX_AHEAD : 1;
  jx_worker *absent = NULL, *least = NULL;
  for (size_t i = 0; i < evaluator->wish.workers; i++) {
    jx_worker *worker = &evaluator->workers[i];
    if (worker->child.phase == JX_CHILD_RUNNING && worker->child.read_out.descriptor >= 0) {
      if (worker->count == 0) return worker;
      if (worker->count < most && (least == NULL || worker->count < least->count)) least = worker;
    } else if (worker->child.phase == JX_CHILD_NONE && absent == NULL &&
               !uv_is_active((const uv_handle_t *)&worker->again)) {
      absent = worker;
    }
  }
  return absent != NULL ? absent : least;
}

void jx_workers_dispatch(jx_evaluator *evaluator)
{
  while (evaluator->waiting.count > 0 && !evaluator->stopping &&
         evaluator->broken.status == JATO_OK) {
    jx_worker *worker = choose(evaluator);
    if (worker == NULL) return;
    if (worker->child.phase == JX_CHILD_NONE && !start(evaluator, worker)) continue;
    if (!send_ticket(evaluator, worker, jx_queue_take(&evaluator->waiting)))
      (void)jx_fail(&evaluator->broken, JATO_E_MEMORY, "no memory for the line to a worker");
  }
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

/* What was sent to it goes to others, in the same order; it is not counted. */
static void take_tickets_back(jx_evaluator *evaluator, jx_worker *worker)
{
  while (worker->count > 0)
    jx_queue_put_first(&evaluator->waiting, worker->tickets[--worker->count]);
}

static void remove_ticket(jx_worker *worker, size_t at)
{
  worker->count--;
  memmove(worker->tickets + at, worker->tickets + at + 1,
          (worker->count - at) * sizeof *worker->tickets);
}

/* The worker is not to be trusted any more. What it says from now on is not listened to. */
static void dismiss(jx_evaluator *evaluator, jx_worker *worker)
{
  worker->dismissed = 1;
  take_tickets_back(evaluator, worker);
  jx_child_end(&worker->child, JX_GRACE);
}

static void blame(jx_evaluator *evaluator, jx_worker *worker, const char *text)
{
  if (worker->count > 0) {
    jx_ticket_failed(evaluator, worker->tickets[0], JATO_FATE_OUTPUT, "%s", text);
    remove_ticket(worker, 0);
  }
  dismiss(evaluator, worker);
}

static void count_time(jx_evaluator *evaluator, jx_worker *worker)
{
  double now = jx_clock_seconds(), took = now - worker->since;
  evaluator->pace = isinf(evaluator->pace) ? took : 0.9 * evaluator->pace + 0.1 * took;
  worker->since = now;
  jx_child_limit(&worker->child, worker->count > 0 ? evaluator->wish.timeout : INFINITY);
}

static void take_answer(jx_evaluator *evaluator, jx_worker *worker, size_t at,
                        const jx_answer *answer)
{
  size_t number = worker->tickets[at];
  jx_ticket *ticket = &evaluator->tickets[number];
  remove_ticket(worker, at);
  worker->answered = 1;
  evaluator->unanswered = 0;
  ticket->f = answer->value;
  if (answer->failed)
    jx_ticket_failed(evaluator, number, JATO_FATE_REFUSED, "%s", answer->message);
  else
    jx_ticket_done(evaluator, number, JATO_FATE_OK);
  count_time(evaluator, worker);
}

static void read_line(jx_evaluator *evaluator, jx_worker *worker, const char *text, size_t length)
{
  size_t at = 0, constraints = evaluator->space->given.constraint_count;
  jx_answer answer = {0};
  if (length > 0 && text[length - 1] == '\r') length--;
  if (length == 0) return;
  jx_witness_tell(evaluator, "output", text, length);
  if (worker->count == 0) {
    blame(evaluator, worker, "");
    return;
  }
  double *c = evaluator->tickets[worker->tickets[0]].c;
  if (!jx_lines_read_answer(evaluator->space, text, length, &answer, c)) {
    blame(evaluator, worker, answer.message);
    return;
  }
  while (answer.has_id && at < worker->count &&
         evaluator->tickets[worker->tickets[at]].id != answer.id)
    at++;
  if (at == worker->count) {
    blame(evaluator, worker, "the worker answered for an evaluation that it does not have");
    return;
  }
  if (at > 0 && constraints > 0)
    memcpy(evaluator->tickets[worker->tickets[at]].c, c, constraints * sizeof *c);
  take_answer(evaluator, worker, at, &answer);
}

static void on_output(jx_child *child)
{
  jx_evaluator *evaluator = child->user;
  jx_worker *worker = worker_of(child);
  jx_tail *out = &child->out;
  size_t read = 0;
  while (!worker->dismissed) {
    const char *begin = out->text + read;
    const char *end = memchr(begin, '\n', out->length - read);
    if (end == NULL) break;
    read_line(evaluator, worker, begin, (size_t)(end - begin));
    read += (size_t)(end - begin) + 1;
  }
  jx_tail_drop(out, worker->dismissed ? out->length : read);
  if (out->length >= JX_OUTPUT_KEPT)
    blame(evaluator, worker, "the worker wrote a line of more than a million bytes");
  else if (child->read_out.descriptor < 0)
    jx_child_limit(child, LAST_MOMENT);
  jx_workers_dispatch(evaluator);
}

/* ---- The end -----------------------------------------------------------------------------------
 */

static void on_late(jx_child *child)
{
  jx_evaluator *evaluator = child->user;
  jx_worker *worker = worker_of(child);
  if (child->read_out.descriptor < 0) {
    blame(evaluator, worker, "the worker closed its standard output");
  } else if (worker->count > 0) {
    jx_ticket_failed(evaluator, worker->tickets[0], JATO_FATE_TIMEOUT, "it took longer than %g s",
                     evaluator->wish.timeout);
    remove_ticket(worker, 0);
  }
  dismiss(evaluator, worker);
  jx_workers_dispatch(evaluator);
}

static void on_over(jx_child *child)
{
  jx_evaluator *evaluator = child->user;
  jx_worker *worker = worker_of(child);
  evaluator->looks = 1;
  jx_witness_tell(evaluator, "errors", child->err.text, child->err.length);
  if (evaluator->stopping) {
    worker->count = 0;
    return;
  }
  if (!worker->dismissed) {
    evaluator->unanswered += !worker->answered;
    if (worker->count > 0) {
      jx_ticket_ended(evaluator, worker->tickets[0], child);
      remove_ticket(worker, 0);
    }
    take_tickets_back(evaluator, worker);
  }
  if (evaluator->unanswered >= GIVE_UP) {
    char words[LAST_WORDS];
    jx_tail_words(&child->err, words, sizeof words);
    (void)jx_fail(&evaluator->broken, JATO_E_OBJECTIVE,
                  "the worker ended %d times in a row before it had answered anything; it has to "
                  "read lines until its input ends. Its last words: %s",
                  GIVE_UP, words[0] != 0 ? words : "none");
  }
  jx_workers_dispatch(evaluator);
}
