#define _GNU_SOURCE /* memfd_create */
#include "evaluator/command/orphans.h"

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

/* A row of the janitor's table: state, group, pipe. States: - nothing, ? about to start, + runs. */
#define ROW 34
#define GROUP_AT 2
#define PIPE_AT 13

#define FIRST_TEXT 1024 /* bytes */
#define FIRST_ORPHANS 16

/* ---- The janitor ---- */

/* Standard input has a line when all is over in an orderly way, and breaks when the process that
 * holds its other end is gone; 3 is the table. Who is not in a group that the table names may still
 * write to its pipe, or have the mark in its environment: a program that was just about to start,
 * which may need a moment until it has either, and children that left their group. */
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

static int open_table(jx_janitor *janitor, size_t places)
{
  size_t bytes = places * ROW;
  janitor->table = memfd_create("jato-janitor", MFD_CLOEXEC);
  if (janitor->table < 0 || ftruncate(janitor->table, (off_t)bytes) != 0) return errno;
  int reason = jx_descriptor_lift(&janitor->table);
  if (reason != 0) return reason;
  void *rows = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, janitor->table, 0);
  if (rows == MAP_FAILED) return errno;
  janitor->rows = rows;
  janitor->places = places;
  char row[ROW + 1];
  (void)snprintf(row, sizeof row, "- %10d %20d\n", 0, 0);
  for (size_t i = 0; i < places; i++) (void)memcpy(janitor->rows + i * ROW, row, ROW);
  return 0;
}

static void forget_table(jx_janitor *janitor)
{
  if (janitor->rows != NULL) (void)munmap(janitor->rows, janitor->places * ROW);
  jx_descriptor_close(&janitor->table);
  janitor->rows = NULL;
}

/* No other run's: by this process, the moment, and where there is a source of them, chance. */
static void make_mark(jx_janitor *janitor)
{
  struct timespec now = {0};
  uint64_t chance = 0;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) < 0) chance = (uintptr_t)janitor;
  (void)snprintf(janitor->mark, sizeof janitor->mark, "JATO=%lx-%llx%08lx-%016llx", (long)getpid(),
                 (unsigned long long)now.tv_sec, (unsigned long)now.tv_nsec,
                 (unsigned long long)chance);
}

int jx_janitor_create(jx_janitor *janitor, size_t places)
{
  int pipe[2] = {-1, -1};
  char name[] = "/bin/sh", option[] = "-c", text[sizeof script], title[] = "jato-janitor";
  (void)memcpy(text, script, sizeof script);
  *janitor = (jx_janitor){.lifeline = -1, .table = -1};
  make_mark(janitor);
  char *argv[] = {name, option, text, title, janitor->mark, NULL};
  int reason = open_table(janitor, places);
  if (reason == 0) reason = jx_pipe_open(pipe, 1);
  if (reason == 0) {
    jx_spawn_wish wish = {.argv = argv,
                          .folder = "/",
                          .in = pipe[0],
                          .out = -1,
                          .err = -1,
                          .more = janitor->table,
                          .own_session = 1};
    reason = jx_spawn(&wish, &janitor->pid);
  }
  jx_descriptor_close(&pipe[0]);
  janitor->lifeline = pipe[1];
  if (reason != 0) {
    janitor->pid = 0;
    jx_descriptor_close(&janitor->lifeline);
    forget_table(janitor);
  }
  return reason;
}

/* It has nothing to do but to end; should it not, it is ended. */
void jx_janitor_destroy(jx_janitor *janitor)
{
  if (janitor->pid == 0) return;
  (void)!write(janitor->lifeline, "\n", 1);
  jx_descriptor_close(&janitor->lifeline);
  for (int tries = 0; tries < 1000; tries++) {
    pid_t ended = waitpid(janitor->pid, NULL, WNOHANG);
    if (ended == janitor->pid || (ended < 0 && errno != EINTR)) janitor->pid = 0;
    if (janitor->pid == 0) break;
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  if (janitor->pid != 0) {
    (void)kill(janitor->pid, SIGKILL);
    while (waitpid(janitor->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  forget_table(janitor);
  *janitor = (jx_janitor){.lifeline = -1, .table = -1};
}

/* The state is one byte, written behind all else, or before: at whatever moment this process dies,
 * the row says what is so. */
static void set_state(char *row, char state)
{
  atomic_signal_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
  *(volatile char *)row = state;
  atomic_thread_fence(memory_order_seq_cst);
}

void jx_janitor_expect(jx_janitor *janitor, size_t place, int pipe)
{
  struct stat status;
  char number[ROW];
  if (janitor->rows == NULL || fstat(pipe, &status) != 0) return;
  char *row = janitor->rows + place * ROW;
  int length = snprintf(number, sizeof number, "%20llu", (unsigned long long)status.st_ino);
  (void)memcpy(row + PIPE_AT, number, (size_t)length);
  set_state(row, '?');
}

void jx_janitor_started(jx_janitor *janitor, size_t place, pid_t group)
{
  char number[ROW];
  if (janitor->rows == NULL) return;
  char *row = janitor->rows + place * ROW;
  int length = snprintf(number, sizeof number, "%10ld", (long)group);
  (void)memcpy(row + GROUP_AT, number, (size_t)length);
  set_state(row, '+');
}

void jx_janitor_ended(jx_janitor *janitor, size_t place)
{
  if (janitor->rows != NULL) set_state(janitor->rows + place * ROW, '-');
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

static jx_orphan *find(jx_orphans *orphans, pid_t pid)
{
  for (size_t i = 0; i < orphans->count; i++)
    if (orphans->list[i].pid == pid) return &orphans->list[i];
  return NULL;
}

static jx_orphan *add(jx_orphans *orphans, pid_t pid, uint64_t before)
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

/* Marks who is among the children now. */
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
    jx_orphan *orphan = find(orphans, (pid_t)pid);
    if (orphan == NULL) orphan = add(orphans, (pid_t)pid, next);
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
