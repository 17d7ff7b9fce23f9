#define _GNU_SOURCE /* memfd_create */
#include "evaluator/command/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "evaluator/command/spawn.h"

/* A row of the watchdog's table: state, group, pipe. States: - none, ? about to start, + running.
 */
#define ROW 34
#define GROUP_AT 2
#define PIPE_AT 13

#define FIRST_TEXT 1024 /* bytes */
#define FIRST_ORPHANS 16

/* ---- The watchdog ---- */

/* Standard input gets a line at an orderly end, and ends without one when the process at its other
 * end dies; descriptor 3 is the table. Processes that are not in a group of the table are found by
 * the pipe they write to, or by the mark in their environment: a program that was about to start,
 * which may need a moment to have either, and children that left their group. */
static const char script[] = "trap '' INT TERM HUP QUIT\n"
                             "read -r bye && exit\n"
                             "mark=$1\n"
                             "set -- -lname none\n"
                             "while read -r state group pipe; do\n"
                             "  case $state in\n"
                             "  +) kill -s KILL -- \"-$group\" ;;\n"
                             "  -) continue ;;\n"
                             "  esac\n"
                             "  set -- \"$@\" -o -lname \"pipe:\\[$pipe\\]\"\n"
                             "done <&3\n"
                             "for again in 1 2 3; do\n"
                             "  for found in $(find /proc/[0-9]*/fd/[12] \"$@\"\n"
                             "                 grep -lzxF \"$mark\" /proc/[0-9]*/environ); do\n"
                             "    found=${found#/proc/}\n"
                             "    kill -s KILL \"${found%%/*}\"\n"
                             "  done\n"
                             "  sleep 0.1\n"
                             "done\n";

static int open_table(jx_watchdog *watchdog, size_t places)
{
  size_t bytes = places * ROW;
  watchdog->table = memfd_create("jato-watchdog", MFD_CLOEXEC);
  if (watchdog->table < 0 || ftruncate(watchdog->table, (off_t)bytes) != 0) return errno;
  int reason = jx_descriptor_move_up(&watchdog->table);
  if (reason != 0) return reason;
  void *rows = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, watchdog->table, 0);
  if (rows == MAP_FAILED) return errno;
  watchdog->rows = rows;
  watchdog->places = places;
  char row[ROW + 1];
  (void)snprintf(row, sizeof row, "- %10d %20d\n", 0, 0);
  for (size_t i = 0; i < places; i++) (void)memcpy(watchdog->rows + i * ROW, row, ROW);
  return 0;
}

static void forget_table(jx_watchdog *watchdog)
{
  if (watchdog->rows != NULL) (void)munmap(watchdog->rows, watchdog->places * ROW);
  jx_descriptor_close(&watchdog->table);
  watchdog->rows = NULL;
}

/* A mark that no other run has: from the process, the time, and a random number if available. */
static void make_mark(jx_watchdog *watchdog)
{
  struct timespec now = {0};
  uint64_t chance = 0;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) < 0) chance = (uintptr_t)watchdog;
  (void)snprintf(watchdog->mark, sizeof watchdog->mark, "JATO=%lx-%llx%08lx-%016llx",
                 (long)getpid(), (unsigned long long)now.tv_sec, (unsigned long)now.tv_nsec,
                 (unsigned long long)chance);
}

int jx_watchdog_create(jx_watchdog *watchdog, size_t places)
{
  int pipe[2] = {-1, -1};
  char name[] = "/bin/sh", option[] = "-c", text[sizeof script], title[] = "jato-watchdog";
  (void)memcpy(text, script, sizeof script);
  *watchdog = (jx_watchdog){.lifeline = -1, .table = -1};
  make_mark(watchdog);
  char *argv[] = {name, option, text, title, watchdog->mark, NULL};
  int reason = open_table(watchdog, places);
  if (reason == 0) reason = jx_pipe_open(pipe, 1);
  if (reason == 0) {
    jx_spawn_options options = {.argv = argv,
                                .folder = "/",
                                .in = pipe[0],
                                .out = -1,
                                .err = -1,
                                .more = watchdog->table,
                                .own_session = 1};
    reason = jx_spawn(&options, &watchdog->pid);
  }
  jx_descriptor_close(&pipe[0]);
  watchdog->lifeline = pipe[1];
  if (reason != 0) {
    watchdog->pid = 0;
    jx_descriptor_close(&watchdog->lifeline);
    forget_table(watchdog);
  }
  return reason;
}

/* Lets it end by itself; kills it if it does not. */
void jx_watchdog_destroy(jx_watchdog *watchdog)
{
  if (watchdog->pid == 0) return;
  (void)!write(watchdog->lifeline, "\n", 1);
  jx_descriptor_close(&watchdog->lifeline);
  for (int tries = 0; tries < 1000; tries++) {
    pid_t ended = waitpid(watchdog->pid, NULL, WNOHANG);
    if (ended == watchdog->pid || (ended < 0 && errno != EINTR)) watchdog->pid = 0;
    if (watchdog->pid == 0) break;
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  if (watchdog->pid != 0) {
    (void)kill(watchdog->pid, SIGKILL);
    while (waitpid(watchdog->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  forget_table(watchdog);
  *watchdog = (jx_watchdog){.lifeline = -1, .table = -1};
}

/* The state is one byte, written after the rest of the row, or before it changes: the row is
 * correct at whatever moment this process dies. */
static void set_state(char *row, char state)
{
  atomic_signal_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
  *(volatile char *)row = state;
  atomic_thread_fence(memory_order_seq_cst);
}

void jx_watchdog_expect(jx_watchdog *watchdog, size_t place, int pipe)
{
  struct stat status;
  char number[ROW];
  if (watchdog->rows == NULL || fstat(pipe, &status) != 0) return;
  char *row = watchdog->rows + place * ROW;
  int length = snprintf(number, sizeof number, "%20llu", (unsigned long long)status.st_ino);
  (void)memcpy(row + PIPE_AT, number, (size_t)length);
  set_state(row, '?');
}

void jx_watchdog_started(jx_watchdog *watchdog, size_t place, pid_t group)
{
  char number[ROW];
  if (watchdog->rows == NULL) return;
  char *row = watchdog->rows + place * ROW;
  int length = snprintf(number, sizeof number, "%10ld", (long)group);
  (void)memcpy(row + GROUP_AT, number, (size_t)length);
  set_state(row, '+');
}

void jx_watchdog_ended(jx_watchdog *watchdog, size_t place)
{
  if (watchdog->rows != NULL) set_state(watchdog->rows + place * ROW, '-');
}

/* ---- Orphans ---- */

static int is_subreaper(void)
{
  int is = 0;
  return prctl(PR_GET_CHILD_SUBREAPER, &is, 0, 0, 0) == 0 && is;
}

/* The kernel hands orphans to the first thread of their new parent that lives. */
static int open_children(void)
{
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* The list's text, ended by a zero; NULL without memory. */
static const char *read_children(jx_orphans *orphans)
{
  for (;;) {
    ssize_t got = pread(orphans->children, orphans->text, orphans->text_room - 1, 0);
    if (got < 0) return NULL;
    if ((size_t)got < orphans->text_room - 1) {
      orphans->text[got] = 0;
      return orphans->text;
    }
    char *text = jx_allocate(&orphans->allocator, orphans->text_room * 2, 1);
    if (text == NULL) return NULL;
    jx_release(&orphans->allocator, orphans->text);
    orphans->text = text;
    orphans->text_room *= 2;
  }
}

static jx_orphan *find_orphan(jx_orphans *orphans, pid_t pid)
{
  for (size_t i = 0; i < orphans->count; i++)
    if (orphans->list[i].pid == pid) return &orphans->list[i];
  return NULL;
}

static jx_orphan *add_orphan(jx_orphans *orphans, pid_t pid, uint64_t before)
{
  if (orphans->count == orphans->room) {
    size_t room = orphans->room * 2;
    jx_orphan *more = jx_allocate(&orphans->allocator, room, sizeof *more);
    if (more == NULL) return NULL;
    (void)memcpy(more, orphans->list, orphans->count * sizeof *more);
    jx_release(&orphans->allocator, orphans->list);
    orphans->list = more;
    orphans->room = room;
  }
  orphans->list[orphans->count] = (jx_orphan){.pid = pid, .before = before};
  return &orphans->list[orphans->count++];
}

/* Marks the processes that are children now. */
static void mark_seen(jx_orphans *orphans, uint64_t next, jx_is_ours is_ours, const void *user)
{
  for (size_t i = 0; i < orphans->count; i++) orphans->list[i].seen = 0;
  const char *text = read_children(orphans);
  while (text != NULL) {
    char *end = NULL;
    long pid = strtol(text, &end, 10);
    if (end == text) return;
    text = end;
    if (pid <= 0 || (is_ours != NULL && is_ours((pid_t)pid, user))) continue;
    jx_orphan *orphan = find_orphan(orphans, (pid_t)pid);
    if (orphan == NULL) orphan = add_orphan(orphans, (pid_t)pid, next);
    if (orphan != NULL) orphan->seen = 1;
  }
}

int jx_orphans_create(jx_orphans *orphans, int wanted, const jato_allocator *allocator)
{
  *orphans = (jx_orphans){.children = -1, .allocator = *allocator};
  if (!wanted || !is_subreaper()) return 1;
  orphans->text = jx_allocate(allocator, FIRST_TEXT, 1);
  orphans->list = jx_allocate(allocator, FIRST_ORPHANS, sizeof(jx_orphan));
  if (orphans->text == NULL || orphans->list == NULL) return 0;
  orphans->text_room = FIRST_TEXT;
  orphans->room = FIRST_ORPHANS;
  orphans->children = open_children();
  if (orphans->children < 0) return 1; /* a system that keeps no such list */
  mark_seen(orphans, 0, NULL, NULL);
  for (size_t i = 0; i < orphans->count; i++) orphans->list[i].known = 1;
  return 1;
}

void jx_orphans_destroy(jx_orphans *orphans)
{
  jx_descriptor_close(&orphans->children);
  jx_release(&orphans->allocator, orphans->text);
  jx_release(&orphans->allocator, orphans->list);
  *orphans = (jx_orphans){.children = -1};
}

size_t jx_orphans_end(jx_orphans *orphans, uint64_t oldest, uint64_t next, jx_is_ours is_ours,
                      const void *user)
{
  size_t kept = 0, left = 0;
  if (orphans->children < 0) return 0;
  mark_seen(orphans, next, is_ours, user);
  for (size_t i = 0; i < orphans->count; i++) {
    jx_orphan orphan = orphans->list[i];
    if (!orphan.seen) continue; /* gone */
    if (!orphan.known) {
      if (orphan.before <= oldest) (void)kill(orphan.pid, SIGKILL);
      pid_t ended = waitpid(orphan.pid, NULL, WNOHANG);
      if (ended == orphan.pid || (ended < 0 && errno == ECHILD)) continue;
      left++;
    }
    orphans->list[kept++] = orphan;
  }
  orphans->count = kept;
  return left;
}
