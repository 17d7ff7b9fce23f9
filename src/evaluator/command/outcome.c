#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/system.h"
#include "evaluator/command/command.h"

#define LAST_WORDS 384

/* ---- Queues ------------------------------------------------------------------------------------
 */

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

/* ---- Outcomes ----------------------------------------------------------------------------------
 */

void jx_ticket_done(jx_evaluator *evaluator, size_t ticket, jato_fate fate)
{
  evaluator->tickets[ticket].fate = fate;
  jx_queue_put(&evaluator->finished, ticket);
}

void jx_ticket_failed(jx_evaluator *evaluator, size_t ticket, jato_fate fate, const char *format,
                      ...)
{
  va_list more;
  va_start(more, format);
  (void)vsnprintf(evaluator->tickets[ticket].message, JX_MESSAGE, format, more);
  va_end(more);
  jx_ticket_done(evaluator, ticket, fate);
}

/* strsignal is not for several threads. */
static const char *signal_name(int number)
{
  static const struct {
    int number;
    const char *name;
  } names[] = {{SIGSEGV, "SIGSEGV, memory that is not its own"},
               {SIGABRT, "SIGABRT, it gave up"},
               {SIGFPE, "SIGFPE, arithmetic"},
               {SIGBUS, "SIGBUS"},
               {SIGILL, "SIGILL"},
               {SIGKILL, "SIGKILL, from outside; perhaps memory ran out"},
               {SIGTERM, "SIGTERM"},
               {SIGINT, "SIGINT"},
               {SIGHUP, "SIGHUP"},
               {SIGPIPE, "SIGPIPE"},
               {SIGXCPU, "SIGXCPU, its limit of time"},
               {SIGXFSZ, "SIGXFSZ, its limit of file sizes"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return "no common one";
}

void jx_ticket_ended(jx_evaluator *evaluator, size_t ticket, const jx_child *child)
{
  char words[LAST_WORDS];
  int status = child->status;
  jx_tail_words(&child->err, words, sizeof words);
  const char *colon = words[0] != 0 ? ": " : "";
  if (WIFSIGNALED(status))
    jx_ticket_failed(evaluator, ticket, JATO_FATE_SIGNAL, "ended by signal %d (%s)%s%s",
                     WTERMSIG(status), signal_name(WTERMSIG(status)), colon, words);
  else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    jx_ticket_failed(evaluator, ticket, JATO_FATE_EXIT, "exit status %d%s%s", WEXITSTATUS(status),
                     colon, words);
  else
    jx_ticket_failed(evaluator, ticket, JATO_FATE_WORKER, "ended without an answer%s%s", colon,
                     words);
}

jato_status jx_start_failed(const jx_evaluator *evaluator, int reason, const char *folder,
                            jato_error *error)
{
  const char *program = evaluator->call.argv[0];
  struct stat status;
  if (folder != NULL && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)))
    return jx_fail(error, JATO_E_OBJECTIVE,
                   "the program \"%s\" is to run in \"%s\", which is no folder; name one that is "
                   "there",
                   program, folder);
  const char *advice = "";
  if (reason == ENOENT && strchr(program, '/') == NULL)
    advice = "; it was looked for in PATH: give its path, as in ./sim";
  else if (reason == ENOENT)
    advice = "; look at its path, which counts from where it runs, or at the interpreter that its "
             "first line names";
  else if (reason == EACCES)
    advice = "; make it executable (chmod +x)";
  else if (reason == E2BIG)
    advice = "; hand so many values over as JSON on standard input";
  else if (reason == ENOEXEC)
    advice = "; it is no program: a script begins with #! and its interpreter";
  return jx_fail(error, JATO_E_OBJECTIVE, "the program \"%s\" cannot be started%s%s: %s%s", program,
                 folder != NULL ? " in " : "", folder != NULL ? folder : "",
                 jx_system_reason(reason).text, advice);
}
