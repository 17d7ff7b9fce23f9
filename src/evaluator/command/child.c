#define _GNU_SOURCE /* syscall, waitid */
#include "evaluator/command/child.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evaluator/command/spawn.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* the same on all machines */
#endif

#define POLL_INTERVAL 2e-3 /* seconds */
#define LARGEST_PIPE ((size_t)1 << 20)

/* Seconds until the pipes of a program are watched, see begin_watching. A program that only prints
 * a number takes 0.9 to 1.2 ms on average (3 runs of 1,000, two busy cores), so 5 ms spare most
 * quick programs the watching; one that fills a pipe earlier waits for the rest of the 5 ms, once.
 */
#define QUICK 5e-3

/* ---- Watching ---- */

static int watch(jx_child *child, jx_watch *watch, jx_wait_for what,
                 void (*callback)(jx_watch *watch))
{
  watch->callback = callback;
  watch->data = child;
  return jx_watch_start(child->loop, watch, what);
}

static void unwatch(jx_child *child, jx_watch *watch)
{
  jx_watch_stop(child->loop, watch);
  jx_descriptor_close(&watch->descriptor);
}

static void stop(jx_child *child, jx_timer *timer) { jx_timer_stop(child->loop, timer); }

/* ---- Reading ---- */

/* Both return the number of bytes read. */
static size_t read_output(jx_child *child)
{
  if (child->read_out.descriptor < 0) return 0;
  long got = jx_output_buffer_read(&child->out, child->read_out.descriptor);
  if (got < 0) return 0;
  if (got == 0) unwatch(child, &child->read_out);
  if (child->owner.output != NULL) child->owner.output(child);
  return (size_t)got;
}

static size_t read_errors(jx_child *child)
{
  if (child->read_err.descriptor < 0) return 0;
  long got = jx_output_buffer_read(&child->err, child->read_err.descriptor);
  if (got == 0) unwatch(child, &child->read_err);
  return got > 0 ? (size_t)got : 0;
}

/* Reading detects errors, too. */
static void on_output(jx_watch *watch) { (void)read_output(watch->data); }
static void on_errors(jx_watch *watch) { (void)read_errors(watch->data); }

/* Reads what the program wrote before it ended. The pipes may stay open: a process that left the
 * group may hold them, and may even continue to write; so at most the capacity of the largest pipe
 * is read. */
static void drain(jx_child *child, size_t (*read_some)(jx_child *))
{
  size_t some, all = 0;
  do {
    some = read_some(child);
    all += some;
  } while (some > 0 && all < LARGEST_PIPE);
}

/* ---- The end ---- */

/* Does not reap the process, so that its number is not reused. */
static int has_ended(pid_t pid)
{
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
  return info.si_pid == pid;
}

/* ECHILD: this process ignores SIGCHLD, or the host program waits for all its children. The result
 * then depends on the program's output alone. */
static int reap(pid_t pid)
{
  int status = 0;
  for (;;) {
    pid_t ended = waitpid(pid, &status, 0);
    if (ended == pid) return status;
    if (ended < 0 && errno != EINTR) return 0;
  }
}

static void release_child(jx_child *child)
{
  stop(child, &child->deadline);
  stop(child, &child->poll);
  child->pid = 0;
  child->phase = JX_CHILD_CLOSING;
  drain(child, read_output);
  drain(child, read_errors);
  unwatch(child, &child->end);
  unwatch(child, &child->read_out);
  unwatch(child, &child->read_err);
  unwatch(child, &child->write_in);
  jx_descriptor_close(&child->hold_in);
  child->phase = JX_CHILD_NONE;
  child->owner.ended(child);
}

static void leader_has_ended(jx_child *child)
{
  (void)kill(-child->pid, SIGKILL);
  jx_watchdog_ended(child->watchdog, child->place);
  child->status = reap(child->pid);
  release_child(child);
}

static void on_end(jx_watch *watch)
{
  jx_child *child = watch->data;
  if (child->pid != 0 && has_ended(child->pid)) leader_has_ended(child);
}

static void on_poll(jx_timer *timer)
{
  jx_child *child = timer->data;
  if (child->pid == 0) return;
  (void)read_output(child);
  (void)read_errors(child);
  if (child->write_in.descriptor >= 0 && child->owner.input != NULL) child->owner.input(child);
  if (child->pid != 0 && has_ended(child->pid)) leader_has_ended(child);
}

/* ---- Writing ---- */

static void on_input(jx_watch *watch)
{
  jx_child *child = watch->data;
  jx_watch_stop(child->loop, watch);
  child->owner.input(child);
}

static void start_polling(jx_child *child)
{
  child->poll.callback = on_poll;
  jx_timer_set(child->loop, &child->poll, POLL_INTERVAL, POLL_INTERVAL);
}

/* If epoll cannot watch the pipe, the polling timer writes instead. */
static void wait_to_write(jx_child *child)
{
  if (!watch(child, &child->write_in, JX_WAIT_TO_WRITE, on_input)) start_polling(child);
}

size_t jx_child_write(jx_child *child, const char *text, size_t length)
{
  size_t done = 0;
  while (done < length && child->write_in.descriptor >= 0) {
    ssize_t wrote = write(child->write_in.descriptor, text + done, length - done);
    if (wrote > 0)
      done += (size_t)wrote;
    else if (errno != EINTR)
      break;
  }
  if (done < length && child->write_in.descriptor >= 0) wait_to_write(child);
  return done;
}

/* ---- Time ---- */

static void on_deadline(jx_timer *timer)
{
  jx_child *child = timer->data;
  if (child->pid == 0) return;
  if (child->phase != JX_CHILD_RUNNING && has_ended(child->pid)) {
    leader_has_ended(child);
    return;
  }
  if (child->phase == JX_CHILD_KILLED) {
    release_child(child); /* a dead disk can hold a process for ever; do not wait for it */
    return;
  }
  if (child->phase == JX_CHILD_ENDING) {
    jx_child_end(child, 0);
    return;
  }
  /* It may have answered, or ended, earlier, since the loop does not run all the time. */
  (void)read_output(child);
  if (child->pid == 0 || child->phase != JX_CHILD_RUNNING || jx_timer_is_set(timer)) return;
  if (has_ended(child->pid)) {
    leader_has_ended(child);
    return;
  }
  child->timed_out = 1;
  jx_child_end(child, JX_GRACE);
  if (child->owner.timed_out != NULL) child->owner.timed_out(child);
}

static void set_timer(jx_child *child, double seconds)
{
  child->deadline.callback = on_deadline;
  jx_timer_set(child->loop, &child->deadline, seconds, 0);
}

void jx_child_limit(jx_child *child, double seconds)
{
  if (child->phase != JX_CHILD_RUNNING) return;
  if (isinf(seconds))
    stop(child, &child->deadline);
  else
    set_timer(child, seconds);
}

void jx_child_end(jx_child *child, double grace)
{
  if (child->pid == 0 || child->phase == JX_CHILD_KILLED) return;
  if (grace <= 0) {
    child->phase = JX_CHILD_KILLED;
    (void)kill(-child->pid, SIGKILL);
    (void)kill(child->pid, SIGKILL); /* it may have gone to another group */
    set_timer(child, JX_GIVE_UP);
    return;
  }
  if (child->phase == JX_CHILD_ENDING) return;
  child->phase = JX_CHILD_ENDING;
  (void)kill(-child->pid, SIGTERM);
  (void)kill(-child->pid, SIGCONT); /* a stopped process receives no other signal */
  set_timer(child, grace);
}

void jx_child_finish(jx_child *child, double grace)
{
  unwatch(child, &child->write_in);
  jx_descriptor_close(&child->hold_in);
  if (child->phase != JX_CHILD_RUNNING) return;
  child->phase = JX_CHILD_ENDING;
  set_timer(child, grace);
}

/* ---- Starting ---- */

int jx_child_create(jx_child *child, const jato_allocator *allocator)
{
  child->end.descriptor = child->read_out.descriptor = -1;
  child->read_err.descriptor = child->write_in.descriptor = -1;
  child->hold_in = -1;
  child->deadline.data = child->poll.data = child;
  return jx_output_buffer_create(&child->out, JX_OUTPUT_KEPT, allocator) &&
         jx_output_buffer_create(&child->err, JX_ERRORS_KEPT, allocator);
}

void jx_child_destroy(jx_child *child)
{
  jx_output_buffer_destroy(&child->out);
  jx_output_buffer_destroy(&child->err);
}

static void watch_pipes(jx_child *child)
{
  int all = watch(child, &child->read_out, JX_WAIT_TO_READ, on_output);
  all &= watch(child, &child->read_err, JX_WAIT_TO_READ, on_errors);
  if (!all) start_polling(child);
}

static void on_not_quick(jx_timer *timer)
{
  jx_child *child = timer->data;
  if (child->pid != 0) watch_pipes(child);
}

static void watch_pipes_later(jx_child *child)
{
  child->poll.callback = on_not_quick;
  jx_timer_set(child->loop, &child->poll, QUICK, 0);
}

/* A program for one evaluation is not needed before its end, so only its end is watched, until it
 * turns out to be slow and its pipes may fill up. Waking up for its output and for the ends of its
 * two pipes would cost a third as much as starting it. */
static void begin_watching(jx_child *child, int persistent)
{
  child->end.descriptor = (int)syscall(SYS_pidfd_open, child->pid, 0);
  if (!watch(child, &child->end, JX_WAIT_TO_READ, on_end))
    start_polling(child);
  else if (persistent)
    watch_pipes(child);
  else
    watch_pipes_later(child);
}

int jx_child_start(jx_child *child, const jx_child_options *options)
{
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  int reason = jx_pipe_open(out, 0);
  if (reason == 0) reason = jx_pipe_open(err, 0);
  if (reason == 0 && options->persistent) reason = jx_pipe_open(in, 1);
  if (reason == 0 && options->input != NULL)
    reason = jx_input_file_open(options->input, options->input_length, &in[0]);
  if (reason == 0) {
    jx_spawn_options spawn = {.argv = options->argv,
                              .environment = options->environment,
                              .folder = options->folder,
                              .in = in[0],
                              .out = out[1],
                              .err = err[1],
                              .more = -1,
                              .limits = options->limits};
    jx_watchdog_expect(child->watchdog, child->place, out[1]);
    reason = jx_spawn(&spawn, &child->pid);
    if (reason == 0)
      jx_watchdog_started(child->watchdog, child->place, child->pid);
    else
      jx_watchdog_ended(child->watchdog, child->place);
  }
  jx_descriptor_close(&out[1]);
  jx_descriptor_close(&err[1]);
  if (reason != 0 || !options->persistent) jx_descriptor_close(&in[0]);
  if (reason != 0) {
    child->pid = 0;
    jx_descriptor_close(&in[1]);
    jx_descriptor_close(&out[0]);
    jx_descriptor_close(&err[0]);
    return reason;
  }
  child->phase = JX_CHILD_RUNNING;
  child->timed_out = child->status = 0;
  child->out.length = child->err.length = 0;
  child->read_out.descriptor = out[0];
  child->read_err.descriptor = err[0];
  child->write_in.descriptor = in[1];
  child->hold_in = in[0];
  begin_watching(child, options->persistent);
  return 0;
}
