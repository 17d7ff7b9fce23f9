#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/float_mode.h"
#include "base/system.h"
#include "evaluator/command/command.h"

#define LAST_WORDS 384

/* ---- Queues ---- */

size_t jx_queue_take(jx_queue *queue)
{
  size_t number = queue->numbers[queue->first];
  queue->first = (queue->first + 1) % queue->room;
  queue->count--;
  return number;
}

void jx_queue_put(jx_queue *queue, size_t number)
{
  queue->numbers[(queue->first + queue->count) % queue->room] = number;
  queue->count++;
}

void jx_queue_put_first(jx_queue *queue, size_t number)
{
  queue->first = (queue->first + queue->room - 1) % queue->room;
  queue->numbers[queue->first] = number;
  queue->count++;
}

/* ---- The trace function: see jato_trace_fn ---- */

static void call_trace(const jx_evaluator *evaluator, const char *what, const char *text,
                       size_t length)
{
  jx_float_mode mode = jx_float_mode_read();
  evaluator->config.trace(what, text, length, evaluator->config.trace_user);
  jx_float_mode_restore(&mode);
}

void jx_evaluator_trace(const jx_evaluator *evaluator, const char *what, const char *text,
                        size_t length)
{
  if (evaluator->config.trace == NULL || length == 0) return;
  call_trace(evaluator, what, text, length);
}

static void trace_all(const jx_evaluator *evaluator, const char *what, char *const *texts)
{
  for (; texts != NULL && *texts != NULL; texts++)
    call_trace(evaluator, what, *texts, strlen(*texts));
}

static void trace_command(const jx_evaluator *evaluator, const char *folder)
{
  const jx_call *call = &evaluator->call;
  if (evaluator->config.trace == NULL) return;
  if (folder != NULL) jx_evaluator_trace(evaluator, "folder", folder, strlen(folder));
  trace_all(evaluator, "argument", call->argv);
  trace_all(evaluator, "environment", call->env);
  if (call->input != NULL) jx_evaluator_trace(evaluator, "input", call->input, call->input_length);
}

/* ---- Starting ---- */

/* The working directory of the process; NULL: that of this process. */
static const char *folder_of(const jx_process *process)
{
  return process->folder.path[0] != 0 ? process->folder.path : process->evaluator->line->folder;
}

int jx_process_start(jx_process *process, const jx_evaluation *evaluation)
{
  jx_evaluator *evaluator = process->evaluator;
  jx_call *call = &evaluator->call;
  if (!jx_call_compose(call, evaluator->line, evaluation)) return ENOMEM;
  jx_child_options options = {.argv = call->argv,
                              .folder = folder_of(process),
                              .input = call->input,
                              .input_length = call->input_length,
                              .persistent = evaluator->line->persistent,
                              .limits = evaluator->config.limits};
  if (!jx_environment_make(&evaluator->environment, call->env, evaluator->watchdog.mark,
                           &evaluator->config.allocator))
    return ENOMEM;
  options.environment = evaluator->environment.entries;
  trace_command(evaluator, options.folder);
  if (options.limits.sandbox) {
    const char *own = process->folder.path[0] != 0 ? process->folder.path : NULL;
    options.argv =
        jx_sandbox_wrap(&evaluator->sandbox, call->argv, own, &evaluator->config.allocator);
    if (options.argv == NULL) return ENOMEM;
    options.limits.setuid = 1; /* bubblewrap drops the right itself */
  }
  int reason = jx_child_start(&process->child, &options);
  if (reason == 0) process->child.serial = evaluator->serial++;
  return reason;
}

void jx_process_retry(jx_process *process, void (*callback)(jx_timer *timer))
{
  int doublings = process->tries < JX_START_TRIES ? process->tries : JX_START_TRIES;
  process->retry.callback = callback;
  jx_timer_set(&process->evaluator->loop, &process->retry, ldexp(10e-3, doublings), 0);
  process->tries++;
}

static const char *advice_for(int reason, const char *program)
{
  switch (reason) {
  case ENOENT:
    if (strchr(program, '/') == NULL)
      return "; it was looked up in PATH: give its path, such as ./sim";
    return "; check its path, which is relative to the folder it runs in, and the interpreter that "
           "its first line names";
  case EACCES: return "; make it executable (chmod +x)";
  case E2BIG: return "; pass that many values as JSON on standard input";
  case ENOEXEC: return "; it is not a program: a script must begin with #! and its interpreter";
  default: return "";
  }
}

jato_status jx_process_start_failed(const jx_process *process, int reason, jato_error *error)
{
  if (reason == ENOMEM)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to start the program");
  const char *program = process->evaluator->call.argv[0], *folder = folder_of(process);
  struct stat status;
  if (folder != NULL && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)))
    return jx_fail(
        error, JATO_E_OBJECTIVE,
        "the program \"%s\" is to run in \"%s\", which is not a folder; name an existing one",
        program, folder);
  return jx_fail(error, JATO_E_OBJECTIVE, "the program \"%s\" cannot be started%s%s: %s%s", program,
                 folder != NULL ? " in " : "", folder != NULL ? folder : "",
                 jx_system_reason(reason).text, advice_for(reason, program));
}

/* ---- Outcomes ---- */

void jx_process_done(jx_process *process, size_t at, jato_eval_status status)
{
  jx_evaluator *evaluator = process->evaluator;
  size_t *ticket = process->tickets + at;
  jx_outcome *outcome = &evaluator->tickets[*ticket].outcome;
  outcome->status = status;
  outcome->worker = (size_t)(process - evaluator->processes);
  outcome->seconds = jx_clock_seconds() - process->since;
  jx_queue_put(&evaluator->finished, *ticket);
  process->count--;
  memmove(ticket, ticket + 1, (process->count - at) * sizeof *ticket);
}

void jx_process_failed(jx_process *process, jato_eval_status status, const char *format, ...)
{
  va_list more;
  va_start(more, format);
  (void)vsnprintf(process->evaluator->tickets[process->tickets[0]].message, JX_MESSAGE, format,
                  more);
  va_end(more);
  jx_process_done(process, 0, status);
}

void jx_process_timed_out(jx_process *process)
{
  jx_process_failed(process, JATO_EVAL_TIMEOUT, "it took longer than %g s",
                    process->evaluator->config.timeout);
}

/* strsignal is not thread-safe. */
static const char *signal_name(int number)
{
  static const struct {
    int number;
    const char *name;
  } names[] = {{SIGSEGV, "SIGSEGV, invalid memory access"},
               {SIGABRT, "SIGABRT, it aborted"},
               {SIGFPE, "SIGFPE, arithmetic error"},
               {SIGBUS, "SIGBUS"},
               {SIGILL, "SIGILL"},
               {SIGKILL, "SIGKILL, from outside, perhaps because memory ran out"},
               {SIGTERM, "SIGTERM"},
               {SIGINT, "SIGINT"},
               {SIGHUP, "SIGHUP"},
               {SIGPIPE, "SIGPIPE"},
               {SIGXCPU, "SIGXCPU, CPU time limit"},
               {SIGXFSZ, "SIGXFSZ, file size limit"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return "an uncommon one";
}

void jx_process_ended(jx_process *process)
{
  char words[LAST_WORDS];
  int status = process->child.status;
  jx_output_buffer_excerpt(&process->child.err, words, sizeof words);
  const char *colon = words[0] != 0 ? ": " : "";
  if (WIFSIGNALED(status))
    jx_process_failed(process, JATO_EVAL_SIGNAL, "killed by signal %d (%s)%s%s", WTERMSIG(status),
                      signal_name(WTERMSIG(status)), colon, words);
  else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    jx_process_failed(process, JATO_EVAL_EXIT, "exit status %d%s%s", WEXITSTATUS(status), colon,
                      words);
  else
    jx_process_failed(process, JATO_EVAL_WORKER, "ended without an answer%s%s", colon, words);
}
