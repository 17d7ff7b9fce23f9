#define _GNU_SOURCE
#include "evaluator/command/adopted.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evaluator/command/spawn.h"

#define FIRST_TEXT 1024
#define FIRST_STRANGERS 16

static int is_subreaper(void)
{
  int is = 0;
  return prctl(PR_GET_CHILD_SUBREAPER, &is, 0, 0, 0) == 0 && is;
}

/* The kernel hands orphans to the first thread of their new parent that lives. */
static int open_list(void)
{
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* The list's text, ended by a zero; NULL without memory. */
static const char *read_list(jx_adopted *adopted)
{
  for (;;) {
    ssize_t got = pread(adopted->list, adopted->text, adopted->text_room - 1, 0);
    if (got < 0) return NULL;
    if ((size_t)got < adopted->text_room - 1) {
      adopted->text[got] = 0;
      return adopted->text;
    }
    char *text = jx_allocate(&adopted->allocator, adopted->text_room * 2, 1);
    if (text == NULL) return NULL;
    jx_release(&adopted->allocator, adopted->text);
    adopted->text = text;
    adopted->text_room *= 2;
  }
}

static jx_stranger *find(jx_adopted *adopted, pid_t pid)
{
  for (size_t i = 0; i < adopted->count; i++)
    if (adopted->strangers[i].pid == pid) return &adopted->strangers[i];
  return NULL;
}

static jx_stranger *add(jx_adopted *adopted, pid_t pid, uint64_t before)
{
  if (adopted->count == adopted->room) {
    size_t room = adopted->room * 2;
    jx_stranger *more = jx_allocate(&adopted->allocator, room, sizeof *more);
    if (more == NULL) return NULL;
    (void)memcpy(more, adopted->strangers, adopted->count * sizeof *more);
    jx_release(&adopted->allocator, adopted->strangers);
    adopted->strangers = more;
    adopted->room = room;
  }
  adopted->strangers[adopted->count] = (jx_stranger){.pid = pid, .before = before};
  return &adopted->strangers[adopted->count++];
}

static int nobody_is_ours(pid_t pid, const void *user)
{
  (void)pid;
  (void)user;
  return 0;
}

static void see(jx_adopted *adopted, uint64_t next, jx_is_ours is_ours, const void *user)
{
  for (size_t i = 0; i < adopted->count; i++) adopted->strangers[i].seen = 0;
  const char *text = read_list(adopted);
  while (text != NULL) {
    char *end = NULL;
    long pid = strtol(text, &end, 10);
    if (end == text) return;
    text = end;
    if (pid <= 0 || is_ours((pid_t)pid, user)) continue;
    jx_stranger *stranger = find(adopted, (pid_t)pid);
    if (stranger == NULL) stranger = add(adopted, (pid_t)pid, next);
    if (stranger != NULL) stranger->seen = 1;
  }
}

int jx_adopted_create(jx_adopted *adopted, int wanted, const jato_allocator *allocator)
{
  *adopted = (jx_adopted){.list = -1, .allocator = *allocator};
  if (!wanted || !is_subreaper()) return 1;
  adopted->text = jx_allocate(allocator, FIRST_TEXT, 1);
  adopted->strangers = jx_allocate(allocator, FIRST_STRANGERS, sizeof(jx_stranger));
  if (adopted->text == NULL || adopted->strangers == NULL) return 0;
  adopted->text_room = FIRST_TEXT;
  adopted->room = FIRST_STRANGERS;
  adopted->list = open_list();
  if (adopted->list < 0) return 1; /* a system that keeps no such list */
  see(adopted, 0, nobody_is_ours, NULL);
  for (size_t i = 0; i < adopted->count; i++) adopted->strangers[i].known = 1;
  return 1;
}

void jx_adopted_destroy(jx_adopted *adopted)
{
  jx_descriptor_close(&adopted->list);
  jx_release(&adopted->allocator, adopted->text);
  jx_release(&adopted->allocator, adopted->strangers);
  *adopted = (jx_adopted){.list = -1};
}

size_t jx_adopted_look(jx_adopted *adopted, uint64_t oldest, uint64_t next, jx_is_ours is_ours,
                       const void *user)
{
  size_t kept = 0, strange = 0;
  if (adopted->list < 0) return 0;
  see(adopted, next, is_ours, user);
  for (size_t i = 0; i < adopted->count; i++) {
    jx_stranger stranger = adopted->strangers[i];
    if (!stranger.seen) continue; /* gone */
    if (!stranger.known) {
      if (stranger.before <= oldest) (void)kill(stranger.pid, SIGKILL);
      pid_t ended = waitpid(stranger.pid, NULL, WNOHANG);
      if (ended == stranger.pid || (ended < 0 && errno == ECHILD)) continue;
      strange++;
    }
    adopted->strangers[kept++] = stranger;
  }
  adopted->count = kept;
  return strange;
}
