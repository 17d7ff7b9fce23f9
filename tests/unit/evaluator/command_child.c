/* A program for the tests of programs: well or ill behaved, as its first argument says. The others
 * are a number and a file to write process numbers to, one to a line. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void note(const char *path, pid_t pid)
{
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", (long)pid);
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0 || write(file, text, (size_t)length) != length) _exit(99);
  (void)close(file);
}

static void sleep_for_ever(void)
{
  for (;;) (void)pause();
}

/* `count` children that sleep; they ignore SIGTERM, and lead sessions of their own if asked. */
static void leave_children(int count, const char *path, int session)
{
  for (int i = 0; i < count; i++) {
    int ready[2];
    char byte = 0;
    if (pipe(ready) != 0) _exit(98);
    pid_t child = fork();
    if (child == 0) {
      (void)signal(SIGTERM, SIG_IGN);
      if (session) (void)setsid();
      (void)!write(ready[1], &byte, 1);
      sleep_for_ever();
    }
    (void)!read(ready[0], &byte, 1);
    (void)close(ready[0]);
    (void)close(ready[1]);
    note(path, child);
  }
}

/* Before a daemon: a child whose child leads a session, so that the middle one is gone. */
static void leave_daemon(const char *path)
{
  pid_t middle = fork();
  if (middle == 0) {
    leave_children(1, path, 1);
    _exit(0);
  }
  (void)waitpid(middle, NULL, 0);
}

/* A daemon that holds nothing of ours, neither the group nor a pipe. */
static void leave_nameless(const char *path)
{
  pid_t middle = fork();
  if (middle == 0) {
    for (int i = 0; i < 3; i++) (void)close(i);
    leave_children(1, path, 1);
    _exit(0);
  }
  (void)waitpid(middle, NULL, 0);
}

static void flood(long megabytes)
{
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  block[sizeof block - 1] = '\n';
  for (long i = 0; i < megabytes * 16; i++) {
    (void)fwrite(block, 1, sizeof block, stdout);
    (void)fwrite(block, 1, sizeof block, stderr);
  }
}

static int count_descriptors(void)
{
  int count = 0;
  for (int i = 0; i < 1024; i++) count += fcntl(i, F_GETFD) >= 0;
  return count;
}

static void misbehave(const char *mode, double x, const char *path)
{
  if (strcmp(mode, "exit") == 0) {
    (void)fprintf(stderr, "cannot go on\nfor want of %g\n", x);
    exit((int)x);
  } else if (strcmp(mode, "signal") == 0) {
    (void)raise((int)x);
  } else if (strcmp(mode, "garbage") == 0) {
    (void)puts("no number here, not even x2");
  } else if (strcmp(mode, "flood") == 0) {
    flood((long)x);
    (void)printf("value %g\n", x);
  } else if (strcmp(mode, "hang") == 0) {
    note(path, getpid());
    sleep_for_ever();
  } else if (strcmp(mode, "stubborn") == 0) {
    (void)signal(SIGTERM, SIG_IGN);
    note(path, getpid());
    leave_children(2, path, 0);
    sleep_for_ever();
  } else if (strcmp(mode, "break out") == 0) {
    note(path, getpid());
    leave_children(1, path, 1);
    sleep_for_ever();
  } else if (strcmp(mode, "vanish") == 0) {
    note(path, getpid());
    leave_nameless(path);
    sleep_for_ever();
  } else if (strcmp(mode, "stop") == 0) {
    note(path, getpid());
    (void)raise(SIGSTOP);
    sleep_for_ever();
  } else if (strcmp(mode, "close") == 0) {
    note(path, getpid());
    for (int i = 0; i < 3; i++) (void)close(i);
    sleep_for_ever();
  } else if (strcmp(mode, "leave") == 0) {
    leave_children(2, path, 0);
    (void)printf("%g\n", x);
  } else if (strcmp(mode, "escape") == 0) {
    leave_children(1, path, 1);
    leave_daemon(path);
    (void)printf("%g\n", x);
  } else if (strcmp(mode, "descriptors") == 0) {
    (void)printf("%d\n", count_descriptors());
  } else if (strcmp(mode, "sleep") == 0) {
    (void)usleep((useconds_t)(x * 1e6));
    (void)printf("%g\n", x);
  } else if (strcmp(mode, "input") == 0) {
    char line[256] = "";
    (void)!fgets(line, sizeof line, stdin);
    const char *at = strstr(line, "\"x\": ");
    (void)printf("%s\n", at != NULL ? at + 5 : line);
  } else {
    (void)fprintf(stderr, "no such mode: %s\n", mode);
    exit(97);
  }
}

/* Answers x * x, but for some x does otherwise: see test_command_persistent.c. */
static void work(void)
{
  char line[4096];
  (void)setvbuf(stdout, NULL, _IOLBF, 4096);
  while (fgets(line, sizeof line, stdin) != NULL) {
    unsigned long long id = 0;
    double x = 0;
    const char *at = strstr(line, "\"x\": ");
    if (at == NULL || sscanf(line, "{\"id\": %llu", &id) != 1) exit(96);
    x = strtod(at + 5, NULL);
    if (x == 13) abort();
    if (x == 14) {
      (void)fputs("I have had enough\n", stderr);
      exit(3);
    }
    if (x == 15) (void)puts("garbage");
    if (x == 16) sleep_for_ever();
    if (x == 18) exit(0);
    if (x == 19) id += 1000;
    if (x == 20) (void)close(STDOUT_FILENO);
    if (x == 17)
      (void)printf("{\"id\": %llu, \"error\": \"no convergence\"}\n", id);
    else
      (void)printf("{\"id\": %llu, \"value\": %.17g}\n", id, x == 21 ? (double)getpid() : x * x);
  }
}

int main(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "work") == 0) {
    work();
    return 0;
  }
  if (argc > 3) misbehave(argv[1], strtod(argv[2], NULL), argv[3]);
  return 0;
}
