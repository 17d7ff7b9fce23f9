/* The smallest programs that bench/overhead measures with, all in one:
 *
 *   overhead value X Y        prints the value at (X, Y)
 *   overhead nap MS X Y       the same after MS milliseconds
 *   overhead stay             answers lines of JSON with the values of their x and y
 *   overhead bare N WORD ...  starts the program N times by posix_spawn and waits for it each time,
 *                             its output nowhere; prints the seconds that one took
 *   overhead read N WORD ...  the same, but its output is read through a pipe to its end */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double value(double x, double y) { return x * x + y * y; }

static int give_value(const char *x, const char *y)
{
  return printf("%.17g\n", value(strtod(x, NULL), strtod(y, NULL))) > 0 ? 0 : 1;
}

static double field(const char *line, const char *name)
{
  const char *found = strstr(line, name);
  return found == NULL ? 0 : strtod(found + strlen(name), NULL);
}

/* {"id": 7, "values": {"x": 0.5, "y": 3}}: no more of JSON than that. */
static int stay(void)
{
  char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    const double f = value(field(line, "\"x\":"), field(line, "\"y\":"));
    printf("{\"id\": %.0f, \"value\": %.17g}\n", field(line, "\"id\":"), f);
    fflush(stdout);
  }
  return 0;
}

/* Starts it, with its output into `out`, and returns its number. */
static pid_t start(char **words, int out)
{
  pid_t pid;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (posix_spawn(&pid, words[0], &actions, NULL, words, environ) != 0) {
    fprintf(stderr, "overhead: %s cannot be started\n", words[0]);
    exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

static void run_once(char **words, int nowhere, int reads)
{
  char text[4096];
  int ends[2] = {-1, nowhere}, status;
  if (reads && pipe(ends) != 0) exit(1);
  if (reads) fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  const pid_t pid = start(words, ends[1]);
  if (reads) {
    close(ends[1]);
    while (read(ends[0], text, sizeof text) > 0) continue;
    close(ends[0]);
  }
  if (waitpid(pid, &status, 0) != pid || status != 0) exit(1);
}

static int run_bare(long count, char **words, int reads)
{
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const double begin = now();
  for (long i = 0; i < count; i++) run_once(words, nowhere, reads);
  printf("%.9g\n", (now() - begin) / (double)count);
  return 0;
}

int main(int count, char **words)
{
  const char *what = count > 1 ? words[1] : "";
  if (strcmp(what, "value") == 0 && count == 4) return give_value(words[2], words[3]);
  if (strcmp(what, "stay") == 0 && count == 2) return stay();
  if (strcmp(what, "nap") == 0 && count == 5) {
    const long ms = strtol(words[2], NULL, 10);
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
    return give_value(words[3], words[4]);
  }
  if ((strcmp(what, "bare") == 0 || strcmp(what, "read") == 0) && count > 3)
    return run_bare(strtol(words[2], NULL, 10), words + 3, what[0] == 'r');
  fprintf(stderr, "usage: overhead value|nap|stay|bare|read ...\n");
  return 2;
}
