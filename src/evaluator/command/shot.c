#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "evaluator/command/command.h"

#define LAST_WORDS 200

static void on_over(jx_child *child);

int jx_shots_create(jx_evaluator *evaluator)
{
  int all = 1;
  size_t count = evaluator->wish.workers;
  evaluator->shots = jx_allocate(&evaluator->wish.allocator, count, sizeof(jx_shot));
  if (evaluator->shots == NULL) return 0;
  for (size_t i = 0; i < count; i++) {
    jx_shot *shot = &evaluator->shots[i];
    shot->child = (jx_child){.user = evaluator,
                             .owner = {.over = on_over},
                             .loop = &evaluator->loop,
                             .janitor = &evaluator->janitor,
                             .place = i};
    (void)uv_timer_init(&evaluator->loop, &shot->again);
    shot->again.data = shot;
    all &= jx_child_create(&shot->child, &evaluator->wish.allocator);
  }
  return all;
}

static jx_shot *shot_of(jx_child *child)
{
  jx_evaluator *evaluator = child->user;
  return &evaluator->shots[child->place];
}

/* ---- The begin ---------------------------------------------------------------------------------
 */

static const char *folder_of(const jx_evaluator *evaluator, const jx_shot *shot)
{
  return shot->folder[0] != 0 ? shot->folder : evaluator->line->folder;
}

static void on_again(uv_timer_t *timer);

/* Returns 0, or errno's why not. */
static int start(jx_evaluator *evaluator, jx_shot *shot)
{
  const jx_ticket *ticket = &evaluator->tickets[shot->ticket];
  jx_evaluation evaluation = {ticket->id, ticket->values,
                              shot->folder[0] != 0 ? shot->folder : NULL};
  jx_call *call = &evaluator->call;
  jx_child_wish wish = {.folder = folder_of(evaluator, shot)};
  if (!jx_call_compose(call, evaluator->line, &evaluation)) return ENOMEM;
  if (call->env != NULL) {
    if (!jx_environment_make(&evaluator->environment, call->env, &evaluator->wish.allocator))
      return ENOMEM;
    wish.environment = evaluator->environment.entries;
  }
  wish.argv = call->argv;
  wish.input = call->input;
  wish.input_length = call->input_length;
  jx_witness_sent(evaluator, wish.folder);
  int reason = jx_child_start(&shot->child, &wish);
  if (reason != 0) return reason;
  shot->child.serial = evaluator->serial++;
  jx_child_limit(&shot->child, evaluator->wish.timeout);
  return 0;
}

static void try_later(jx_shot *shot)
{
  uv_update_time(shot->again.loop);
  (void)uv_timer_start(&shot->again, on_again, (uint64_t)10 << shot->tries, 0);
  shot->tries++;
}

static void leave_folder(jx_evaluator *evaluator, jx_shot *shot, int failed)
{
  jato_keep_folders keep = evaluator->line->keep_folders;
  if (shot->folder[0] == 0 || keep == JATO_KEEP_ALL || (keep == JATO_KEEP_FAILED && failed)) return;
  int reason = jx_folder_remove(shot->folder);
  if (reason == 0 || evaluator->told_left || evaluator->wish.notice == NULL) return;
  char text[JX_FOLDER_PATH + 256];
  (void)snprintf(text, sizeof text,
                 "the folder %s could not be removed (%s); others may be left, too", shot->folder,
                 jx_system_reason(reason).text);
  evaluator->wish.notice(text, evaluator->wish.notice_user);
  evaluator->told_left = 1;
}

static void on_again(uv_timer_t *timer)
{
  jx_shot *shot = timer->data;
  jx_evaluator *evaluator = shot->child.user;
  int reason = start(evaluator, shot);
  if (reason == 0) return;
  if (jx_spawn_may_pass(reason) && shot->tries < JX_START_TRIES) {
    try_later(shot);
    return;
  }
  jx_ticket_failed(evaluator, shot->ticket, JATO_FATE_WORKER,
                   "the program could not be started in 5 s of trying: %s",
                   jx_system_reason(reason).text);
  shot->busy = 0;
  leave_folder(evaluator, shot, 1);
}

void jx_shots_forget(jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->wish.workers; i++) {
    jx_shot *shot = &evaluator->shots[i];
    if (!uv_is_active((const uv_handle_t *)&shot->again)) continue;
    (void)uv_timer_stop(&shot->again);
    shot->busy = 0;
    leave_folder(evaluator, shot, 0);
  }
}

static jx_shot *free_shot(const jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->wish.workers; i++)
    if (!evaluator->shots[i].busy) return &evaluator->shots[i];
  return NULL;
}

jato_status jx_shots_submit(jx_evaluator *evaluator, size_t number, jato_error *error)
{
  jx_shot *shot = free_shot(evaluator);
  const jx_ticket *ticket = &evaluator->tickets[number];
  jato_status status = JATO_OK;
  shot->ticket = number;
  shot->tries = 0;
  shot->folder[0] = 0;
  if (evaluator->scratch.path[0] != 0) {
    JX_TRY(jx_folder_make(&evaluator->scratch, ticket->id, shot->folder, error));
    jx_evaluation evaluation = {ticket->id, ticket->values, shot->folder};
    status = jx_template_files_write(&evaluator->line->files, &evaluation, error);
  }
  int reason = status == JATO_OK ? start(evaluator, shot) : 0;
  if (reason != 0 && !jx_spawn_may_pass(reason))
    status = jx_start_failed(evaluator, reason, folder_of(evaluator, shot), error);
  if (status != JATO_OK) {
    leave_folder(evaluator, shot, 1);
    return status;
  }
  shot->busy = 1;
  if (reason != 0) try_later(shot);
  return JATO_OK;
}

/* ---- The end -----------------------------------------------------------------------------------
 */

/* Reads the last part of the result file into the place where the output was: that is not wanted
 * any more. Returns 0, or errno's why not. */
static int read_file(const char *folder, const char *name, jx_tail *text)
{
  struct stat status;
  int reason = 0, opened = -1;
  int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (at >= 0) opened = openat(at, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* not into a pipe */
  if (opened < 0 || fstat(opened, &status) != 0)
    reason = errno;
  else if (!S_ISREG(status.st_mode))
    reason = EINVAL;
  else if (status.st_size > (off_t)text->limit)
    (void)lseek(opened, status.st_size - (off_t)text->limit, SEEK_SET);
  text->length = 0;
  for (long got = 1; reason == 0 && got > 0;) got = jx_tail_read(text, opened);
  jx_descriptor_close(&opened);
  jx_descriptor_close(&at);
  return reason;
}

static void read_result(jx_evaluator *evaluator, jx_shot *shot)
{
  jx_ticket *ticket = &evaluator->tickets[shot->ticket];
  jx_tail *text = &shot->child.out;
  const char *file = evaluator->line->result_file;
  jx_answer answer = {0};
  int reason = file != NULL ? read_file(folder_of(evaluator, shot), file, text) : 0;
  if (reason != 0) {
    jx_ticket_failed(evaluator, shot->ticket, JATO_FATE_OUTPUT,
                     "the result file \"%s\" cannot be read: %s", file,
                     jx_system_reason(reason).text);
    return;
  }
  if (file != NULL) jx_witness_tell(evaluator, "file", text->text, text->length);
  if (!jx_output_read(evaluator->space, evaluator->line->result_field, file,
                      (jx_text){text->text, text->length}, &answer, ticket->c)) {
    char words[LAST_WORDS];
    jx_tail_words(&shot->child.err, words, sizeof words);
    jx_ticket_failed(evaluator, shot->ticket, JATO_FATE_OUTPUT, "%s%s%s", answer.message,
                     words[0] != 0 ? "; on standard error: " : "", words);
  } else if (answer.failed) {
    jx_ticket_failed(evaluator, shot->ticket, JATO_FATE_REFUSED, "%s", answer.message);
  } else {
    ticket->f = answer.value;
    jx_ticket_done(evaluator, shot->ticket, JATO_FATE_OK);
  }
}

static void on_over(jx_child *child)
{
  jx_shot *shot = shot_of(child);
  jx_evaluator *evaluator = child->user;
  shot->busy = 0;
  evaluator->looks = 1;
  if (evaluator->stopping) {
    leave_folder(evaluator, shot, 0);
    return;
  }
  jx_witness_tell(evaluator, "output", child->out.text, child->out.length);
  jx_witness_tell(evaluator, "errors", child->err.text, child->err.length);
  if (child->late)
    jx_ticket_failed(evaluator, shot->ticket, JATO_FATE_TIMEOUT, "it took longer than %g s",
                     evaluator->wish.timeout);
  else if (WIFEXITED(child->status) && WEXITSTATUS(child->status) == 0)
    read_result(evaluator, shot);
  else
    jx_ticket_ended(evaluator, shot->ticket, child);
  leave_folder(evaluator, shot, evaluator->tickets[shot->ticket].fate != JATO_FATE_OK);
}
