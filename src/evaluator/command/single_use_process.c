#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "base/system.h"
#include "evaluator/command/command.h"

#define LAST_WORDS 200

/* ---- Starting ---- */

static jx_evaluation evaluation_of(const jx_process *process)
{
  const jx_ticket *ticket = &process->evaluator->tickets[process->tickets[0]];
  const char *folder = process->folder.path[0] != 0 ? process->folder.path : NULL;
  return (jx_evaluation){ticket->outcome.id, ticket->values, folder};
}

/* Returns 0, or an errno. */
static int start(jx_process *process)
{
  jx_evaluation evaluation = evaluation_of(process);
  int reason = jx_process_start(process, &evaluation);
  if (reason == 0) jx_child_limit(&process->child, process->evaluator->config.timeout);
  return reason;
}

static const char *words_of(int reason)
{
  switch (reason) {
  case ESTALE: return "another has taken its place";
  case EBUSY:
  case EXDEV: return "another file system is mounted in it";
  case ENOTEMPTY: return "something still writes to it";
  default: return NULL;
  }
}

static void leave_folder(jx_process *process, int failed)
{
  jx_evaluator *evaluator = process->evaluator;
  jato_keep_folders keep = evaluator->line->keep_folders;
  if (process->folder.path[0] == 0) return;
  if (keep == JATO_KEEP_ALL || (keep == JATO_KEEP_FAILED && failed)) {
    evaluator->kept = 1;
    return;
  }
  int reason = jx_folder_remove(&process->folder);
  if (reason == 0 || evaluator->noticed_left || evaluator->config.notice == NULL) return;
  char text[JX_FOLDER_PATH + 256];
  const char *words = words_of(reason);
  (void)snprintf(text, sizeof text,
                 "could not remove the folder %s (%s); others may be left as well",
                 process->folder.path, words != NULL ? words : jx_system_reason(reason).text);
  jx_notice_send(evaluator->config.notice, evaluator->config.notice_user, text);
  evaluator->noticed_left = 1;
}

/* If the name existed before this run kept any folder, it belongs to another run. */
static void notice_taken_folder(const jx_process *process)
{
  jx_evaluator *evaluator = process->evaluator;
  if (process->folder.again == 0 || evaluator->kept || evaluator->noticed_taken) return;
  evaluator->noticed_taken = 1;
  if (evaluator->config.notice == NULL) return;
  char text[JX_FOLDER_PATH + 256];
  (void)snprintf(
      text, sizeof text,
      "the scratch folder holds folders that this run did not make; they are left alone, "
      "and where a name is taken a number is added: %s",
      process->folder.path);
  jx_notice_send(evaluator->config.notice, evaluator->config.notice_user, text);
}

static void on_retry(jx_timer *timer)
{
  jx_process *process = timer->data;
  int reason = start(process);
  if (reason == 0) return;
  if (jx_spawn_is_temporary(reason) && process->tries < JX_START_TRIES) {
    jx_process_retry(process, on_retry);
    return;
  }
  jx_process_failed(process, JATO_EVAL_WORKER, "could not start the program within 5 s: %s",
                    jx_system_reason(reason).text);
  leave_folder(process, 1);
}

void jx_single_use_forget(jx_evaluator *evaluator)
{
  for (size_t i = 0; i < evaluator->process_count; i++) {
    jx_process *process = &evaluator->processes[i];
    if (!jx_timer_is_set(&process->retry)) continue;
    jx_timer_stop(&evaluator->loop, &process->retry);
    process->count = 0;
    leave_folder(process, 0);
  }
}

jato_status jx_single_use_submit(jx_evaluator *evaluator, size_t ticket, jato_error *error)
{
  jx_process *process = evaluator->processes;
  jato_status status = JATO_OK;
  while (process->count > 0) process++; /* there are as many processes as tickets */
  process->tickets[0] = ticket;
  process->since = jx_clock_seconds();
  process->tries = 0;
  process->folder.path[0] = 0;
  if (evaluator->scratch.path[0] != 0) {
    JX_TRY(jx_folder_make(&evaluator->scratch, evaluator->tickets[ticket].outcome.id,
                          &process->folder, error));
    notice_taken_folder(process);
    jx_evaluation evaluation = evaluation_of(process);
    status = jx_template_files_write(&evaluator->line->files, &evaluation, error);
  }
  int reason = status == JATO_OK ? start(process) : 0;
  if (reason != 0 && !jx_spawn_is_temporary(reason))
    status = jx_process_start_failed(process, reason, error);
  if (status != JATO_OK) {
    leave_folder(process, 1);
    return status;
  }
  process->count = 1;
  if (reason != 0) jx_process_retry(process, on_retry);
  return JATO_OK;
}

/* ---- Ending ---- */

/* Reads the last part of the result file into the buffer of the output, which is no longer needed.
 * Returns 0, or an errno. */
static int read_file(const char *folder, const char *name, jx_output_buffer *text)
{
  struct stat status;
  int reason = 0, opened = -1;
  int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (at >= 0) opened = openat(at, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* it may be a pipe */
  if (opened < 0 || fstat(opened, &status) != 0)
    reason = errno;
  else if (!S_ISREG(status.st_mode))
    reason = EINVAL;
  else if (status.st_size > (off_t)text->limit)
    (void)lseek(opened, status.st_size - (off_t)text->limit, SEEK_SET);
  text->length = 0;
  for (long got = 1; reason == 0 && got > 0;) got = jx_output_buffer_read(text, opened);
  jx_descriptor_close(&opened);
  jx_descriptor_close(&at);
  return reason;
}

static void read_result(jx_process *process)
{
  const jx_evaluator *evaluator = process->evaluator;
  const jx_command_line *line = evaluator->line;
  jx_ticket *ticket = &evaluator->tickets[process->tickets[0]];
  jx_output_buffer *text = &process->child.out;
  const char *file = line->result_file;
  jx_answer answer = {0};
  int reason = file != NULL ? read_file(process->folder.path, file, text) : 0;
  if (reason != 0) {
    jx_process_failed(process, JATO_EVAL_OUTPUT, "the result file \"%s\" cannot be read: %s", file,
                      jx_system_reason(reason).text);
    return;
  }
  if (file != NULL) jx_evaluator_trace(evaluator, "file", text->text, text->length);
  if (!jx_output_read(evaluator->space, line->result_field, file,
                      (jx_text){text->text, text->length}, &answer, ticket->c)) {
    char words[LAST_WORDS];
    jx_output_buffer_excerpt(&process->child.err, words, sizeof words);
    jx_process_failed(process, JATO_EVAL_OUTPUT, "%s%s%s", answer.message,
                      words[0] != 0 ? "; on standard error: " : "", words);
  } else if (answer.failed) {
    jx_process_failed(process, JATO_EVAL_REFUSED, "%s", answer.message);
  } else {
    ticket->f = answer.value;
    jx_process_done(process, 0, JATO_EVAL_OK);
  }
}

static void on_ended(jx_child *child)
{
  jx_process *process = child->user;
  jx_evaluator *evaluator = process->evaluator;
  const jx_ticket *ticket = &evaluator->tickets[process->tickets[0]];
  evaluator->has_ended = 1;
  if (evaluator->stopping) {
    process->count = 0;
    leave_folder(process, 0);
    return;
  }
  jx_evaluator_trace(evaluator, "output", child->out.text, child->out.length);
  jx_evaluator_trace(evaluator, "errors", child->err.text, child->err.length);
  if (child->timed_out)
    jx_process_timed_out(process);
  else if (WIFEXITED(child->status) && WEXITSTATUS(child->status) == 0)
    read_result(process);
  else
    jx_process_ended(process);
  leave_folder(process, ticket->outcome.status != JATO_EVAL_OK);
}

const jx_child_owner jx_single_use_owner = {.ended = on_ended};
