/* An objective that does everything wrong that programs do wrong. What it does is decided by a hash
 * of the evaluation's number, so that tests/fault/run knows it without asking.
 *
 * usage: objective SLOTS SEED ID X Y    one evaluation: prints the value, or fails
 *        objective SLOTS SEED           persistent: answers lines of JSON on standard input
 *
 * SLOTS is a file with a slot for each evaluation, in which it notes that and when it was there.
 * Before it fails it prints a number that would be the best of all, if anybody believed it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define TEMPTING "-1000000\n"
enum { MEGABYTE = 1 << 20, LINE = 4096 };

/* As tests/fault/kinds.py reads it. */
typedef struct fault_slot {
  double began, beat; /* seconds of the monotonic clock; beat: when it was last alive */
  double x, y;
  uint64_t starts;
} fault_slot;

typedef struct evaluation {
  int slots;
  uint64_t id;
  double x, y;
} evaluation;

/* kinds.py has the same tables: what is done, and how often among 10,000. */
typedef struct fault_kind {
  const char *name;
  unsigned weight;
} fault_kind;

static const fault_kind shot_kinds[] = {
    {"true", 7000},   {"chatty", 500},  {"flood", 60},   {"early", 200},   {"child", 150},
    {"away", 100},    {"daemon", 50},   {"nan", 300},    {"inf", 200},     {"minus_inf", 200},
    {"garbage", 250}, {"nothing", 250}, {"blather", 40}, {"exit", 300},    {"segv", 100},
    {"abort", 100},   {"kill", 100},    {"hang", 40},    {"stubborn", 25}, {"brood", 15},
    {"scatter", 5},   {"stopped", 15},
};
static const fault_kind stay_kinds[] = {
    {"true", 8600}, {"bare", 300},    {"child", 100},  {"away", 50},   {"nan", 200},
    {"inf", 100},   {"refused", 200}, {"garbage", 80}, {"other", 40},  {"blather", 20},
    {"exit", 80},   {"quiet", 80},    {"segv", 40},    {"abort", 30},  {"kill", 30},
    {"hang", 20},   {"stubborn", 15}, {"brood", 7},    {"scatter", 3}, {"stopped", 5},
};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Steele, Lea and Flood 2014: splitmix64. */
static uint64_t mix(uint64_t seed, uint64_t id)
{
  uint64_t z = seed + (id + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static const char *choose(const fault_kind *kinds, size_t count, uint64_t seed, uint64_t id)
{
  uint64_t draw = mix(seed, id) % 10000;
  for (size_t i = 0; i < count; i++) {
    if (draw < kinds[i].weight) return kinds[i].name;
    draw -= kinds[i].weight;
  }
  abort();
}

static double value(double x, double y) { return (x - 1) * (x - 1) + (y + 2) * (y + 2) + 0.5; }

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Slots -------------------------------------------------------------------------------------
 */
static void note_start(const evaluation *e)
{
  fault_slot slot = {0};
  const off_t at = (off_t)(e->id * sizeof slot);
  if (pread(e->slots, &slot, sizeof slot, at) != sizeof slot) exit(9);
  slot.began = slot.beat = now();
  slot.x = e->x;
  slot.y = e->y;
  slot.starts++;
  if (pwrite(e->slots, &slot, sizeof slot, at) != sizeof slot) exit(9);
}

/* Lives on until it is ended, and notes that it does. */
static void linger(const evaluation *e)
{
  for (;;) {
    const double beat = now();
    const off_t at = (off_t)(e->id * sizeof(fault_slot) + offsetof(fault_slot, beat));
    if (pwrite(e->slots, &beat, sizeof beat, at) != sizeof beat) exit(9);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
}

/* ---- Ways to go wrong --------------------------------------------------------------------------
 */
static void put(const char *text, size_t length)
{
  while (length > 0) {
    const ssize_t written = write(STDOUT_FILENO, text, length);
    if (written <= 0) exit(8);
    text += written;
    length -= (size_t)written;
  }
}

static void say(const char *text) { put(text, strlen(text)); }

static void fill(const char *text, size_t bytes)
{
  char block[LINE];
  const size_t length = strlen(text), repeats = sizeof block / length;
  for (size_t i = 0; i < repeats; i++) memcpy(block + i * length, text, length);
  for (size_t sent = 0; sent < bytes; sent += repeats * length) put(block, repeats * length);
}

static void be_stubborn(void)
{
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGINT, SIG_IGN);
}

/* A child that outlives the evaluation, holding all of its pipes: in its group, in a session of its
 * own, or with a parent that is gone, too. */
static void leave_behind(const evaluation *e, int away, int daemon)
{
  const pid_t child = fork();
  if (child < 0) exit(7);
  if (child > 0) return;
  if (away) setsid();
  if (daemon) be_stubborn();
  if (daemon && fork() > 0) _exit(0);
  linger(e);
}

static void crash(int signal)
{
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  raise(signal);
  exit(6);
}

/* What goes wrong in the same way in both modes. Returns where the kind is none of these. */
static void fail_as(const char *kind, const evaluation *e)
{
  if (strcmp(kind, "exit") == 0) exit(1);
  if (strcmp(kind, "segv") == 0) crash(SIGSEGV);
  if (strcmp(kind, "abort") == 0) crash(SIGABRT);
  if (strcmp(kind, "kill") == 0) crash(SIGKILL);
  if (strcmp(kind, "stopped") == 0) crash(SIGSTOP);
  if (strcmp(kind, "hang") == 0) linger(e);
  if (strcmp(kind, "stubborn") != 0 && strcmp(kind, "brood") != 0 && strcmp(kind, "scatter") != 0)
    return;
  be_stubborn();
  for (int i = 0; i < 3 && kind[0] == 'b'; i++) leave_behind(e, 0, 0);
  if (kind[1] == 'c') leave_behind(e, 1, 0);
  linger(e);
}

/* ---- One evaluation ----------------------------------------------------------------------------
 */
static void shoot(const char *kind, const evaluation *e)
{
  char text[64];
  snprintf(text, sizeof text, "%.17g\n", value(e->x, e->y));
  if (strcmp(kind, "nan") == 0)
    say("nan\n");
  else if (strcmp(kind, "inf") == 0)
    say("1e999\n");
  else if (strcmp(kind, "minus_inf") == 0)
    say("-inf\n");
  else if (strcmp(kind, "garbage") == 0)
    say("value=\xff\xfe 12abc -1x7 --3 {[\n");
  else if (strcmp(kind, "blather") == 0)
    fill("blah ", 10 * MEGABYTE);
  else if (strcmp(kind, "nothing") != 0) {
    if (strcmp(kind, "chatty") == 0) say("step 1 of 2: residual 1e-3\nstep 2 of 2: done, f = ");
    if (strcmp(kind, "flood") == 0) fill(TEMPTING, 10 * MEGABYTE);
    if (strcmp(kind, "child") == 0) leave_behind(e, 0, 0);
    if (strcmp(kind, "away") == 0) leave_behind(e, 1, 0);
    if (strcmp(kind, "daemon") == 0) leave_behind(e, 1, 1);
    say(text);
    if (strcmp(kind, "early") != 0) return;
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
}

static int fails_later(const char *kind)
{
  const char *const kinds = " exit segv abort kill stopped hang stubborn brood scatter ";
  char word[32];
  snprintf(word, sizeof word, " %s ", kind);
  return strstr(kinds, word) != NULL;
}

/* ---- A persistent one ---------------------------------------------------------------------------
 */
static void answer(const char *kind, const evaluation *e)
{
  char text[128];
  const double f = value(e->x, e->y);
  const unsigned long long id = e->id;
  snprintf(text, sizeof text, "{\"id\": %llu, \"value\": %.17g}\n", id, f);
  if (strcmp(kind, "nan") == 0) snprintf(text, sizeof text, "{\"id\": %llu, \"value\": NaN}\n", id);
  if (strcmp(kind, "inf") == 0)
    snprintf(text, sizeof text, "{\"id\": %llu, \"value\": \"-inf\"}\n", id);
  if (strcmp(kind, "refused") == 0)
    snprintf(text, sizeof text, "{\"id\": %llu, \"error\": \"no convergence\"}\n", id);
  if (strcmp(kind, "bare") == 0) snprintf(text, sizeof text, "%.17g\n", f);
  if (strcmp(kind, "garbage") == 0) snprintf(text, sizeof text, "value=\xff\xfe 12abc {[\n");
  if (strcmp(kind, "other") == 0)
    snprintf(text, sizeof text, "{\"id\": %llu, \"value\": -1e6}\n", id + 1000000007u);
  if (strcmp(kind, "child") == 0) leave_behind(e, 0, 0);
  if (strcmp(kind, "away") == 0) leave_behind(e, 1, 0);
  if (strcmp(kind, "blather") == 0) fill("blah ", 2 * MEGABYTE);
  if (strcmp(kind, "quiet") == 0) exit(0);
  say(text);
}

/* {"id": 7, "values": {"x": 0.5, "y": 3}}: no more of JSON than that. */
static double field(const char *line, const char *name)
{
  const char *found = strstr(line, name);
  if (found == NULL) exit(5);
  return strtod(strchr(found, ':') + 1, NULL);
}

static void stay(int slots, uint64_t seed)
{
  char line[LINE];
  while (fgets(line, sizeof line, stdin) != NULL) {
    evaluation e = {.slots = slots, .x = field(line, "\"x\""), .y = field(line, "\"y\"")};
    e.id = (uint64_t)field(line, "\"id\"");
    const char *kind = choose(stay_kinds, COUNT(stay_kinds), seed, e.id);
    note_start(&e);
    fail_as(kind, &e);
    answer(kind, &e);
  }
}

int main(int count, char **words)
{
  if (count != 3 && count != 6) {
    fprintf(stderr, "usage: %s SLOTS SEED [ID X Y]\n", words[0]);
    return 2;
  }
  const int slots = open(words[1], O_RDWR | O_CLOEXEC);
  const uint64_t seed = strtoull(words[2], NULL, 10);
  if (slots < 0) return 9;
  if (count == 3) {
    stay(slots, seed);
    return 0;
  }
  const evaluation e = {slots, strtoull(words[3], NULL, 10), strtod(words[4], NULL),
                        strtod(words[5], NULL)};
  const char *kind = choose(shot_kinds, COUNT(shot_kinds), seed, e.id);
  note_start(&e);
  if (fails_later(kind)) say(TEMPTING);
  fail_as(kind, &e);
  shoot(kind, &e);
  return 0;
}
