/* An attacker that may write to the folder of the cache renames another program over the cached
 * one, and the right one back, as fast as it can, while the program is loaded from there a thousand
 * times: what is run is never another's code.
 *
 * usage: cache_race [ROUNDS] */
#define _GNU_SOURCE
#include "unit/program/compiled.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/file.h"
#include "program/store.h"

#define ROUNDS 1000
#define NOBODY 65534
#define RIGHT "JATO_OBJECTIVE(x, n) { return x(0) + 1.5; }"
#define WRONG "JATO_OBJECTIVE(x, n) { return x(0) + 666; }"
#define SEAL 24 /* bytes at the end of a cached file */

/* Compiles once and then gives what it made: a program that has to be made again takes no time. */
static const char compiler_text[] = "#!/bin/sh\n"
                                    "case \"$*\" in *--version*) exec cc --version ;; esac\n"
                                    "printf . >>\"$0.runs\"\n"
                                    "for last; do\n"
                                    "  if [ \"$before\" = -o ]; then made=$last; fi\n"
                                    "  before=$last\n"
                                    "done\n"
                                    "if [ ! -e \"$0.so\" ]; then\n"
                                    "  cc \"$@\" && cp \"$made\" \"$0.so\"\n"
                                    "  exit\n"
                                    "fi\n"
                                    "exec cp \"$0.so\" \"$made\"\n";

enum { RAW, OTHER_NAME, LINK, OTHER_USER, KINDS };
static const char *const kind_names[KINDS] = {"a shared object", "a sealed one of another name",
                                              "a link", "a sealed one of another user"};

typedef struct stage {
  scratch *s;
  char cache[128], target[256], spare[256], right[256], wrong[KINDS][256];
  char compiler[256], counter[300];
  int kinds;
  atomic_long *swaps; /* that the attacker has made */
} stage;

static void say(char *out, size_t size, const char *folder, const char *name)
{
  assert_true((size_t)snprintf(out, size, "%s/%s", folder, name) < size);
}

/* The only file of a folder. */
static void find_file(const char *folder, char *path, size_t size, char name[64])
{
  int count = 0;
  DIR *stream = opendir(folder);
  assert_non_null(stream);
  for (struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
    if (entry->d_name[0] == '.') continue;
    count++;
    (void)snprintf(name, 64, "%.63s", entry->d_name);
  }
  (void)closedir(stream);
  assert_int_equal(count, 1);
  say(path, size, folder, name);
}

static void write_bytes(const char *path, const char *bytes, size_t length)
{
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_int_equal(fwrite(bytes, 1, length, stream), length);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(chmod(path, 0600), 0);
}

static real value_of(job *j, const char *text)
{
  static real x[DIM * JK_LANES] __attribute__((aligned(64)));
  real found[JK_LANES] __attribute__((aligned(64)));
  jx_cpu_source source;
  create_good(j, text, DIM, &source);
  source.evaluate(x, DIM, source.data, source.data_count, found);
  destroy(j, &source);
  return found[0];
}

static void read_bytes(const char *path, char **bytes, size_t *length)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error;
  assert_ok(jx_file_read_path(path, SIZE_MAX - 1, &allocator, bytes, length, &error), error);
}

/* What another program is when it comes in the right one's place. */
static void make_wrong(stage *g, job *j, char name[64])
{
  char folder[128], path[256], other[64], *bytes = NULL;
  size_t length = 0;
  say(folder, sizeof folder, g->s->folder, "others");
  j->toolchain.cache = folder;
  j->toolchain.compiler = NULL;
  assert_true(value_of(j, WRONG) == (real)666);
  find_file(folder, path, sizeof path, other);
  read_bytes(path, &bytes, &length);
  for (int kind = 0; kind < KINDS; kind++)
    say(g->wrong[kind], sizeof g->wrong[kind], g->s->folder, kind_names[kind]);
  write_bytes(g->wrong[RAW], bytes, length - SEAL);
  write_bytes(g->wrong[OTHER_NAME], bytes, length);
  name[strlen(name) - strlen(".so")] = '\0';
  jx_store_save(&j->toolchain, name, "so", bytes, length - SEAL);
  free(bytes);
  (void)snprintf(path, sizeof path, "%s/%s.so", folder, name);
  assert_int_equal(symlink(path, g->wrong[LINK]), 0);
  read_bytes(path, &bytes, &length);
  write_bytes(g->wrong[OTHER_USER], bytes, length);
  free(bytes);
  g->kinds = geteuid() == 0 ? KINDS : OTHER_USER; /* only root gives files away */
  if (g->kinds == KINDS) assert_int_equal(chown(g->wrong[OTHER_USER], NOBODY, NOBODY), 0);
}

static void set_stage(stage *g, job *j)
{
  char name[64], *bytes = NULL;
  size_t length = 0;
  say(g->cache, sizeof g->cache, g->s->folder, "cache");
  (void)snprintf(g->compiler, sizeof g->compiler, "%s",
                 scratch_write(g->s, "compiler", compiler_text));
  assert_int_equal(chmod(g->compiler, 0700), 0);
  (void)snprintf(g->counter, sizeof g->counter, "%s.runs", g->compiler);
  job_in(g->s, j);
  j->toolchain.cache = g->cache;
  j->toolchain.compiler = g->compiler;
  assert_true(value_of(j, RIGHT) == (real)1.5);
  find_file(g->cache, g->target, sizeof g->target, name);
  say(g->right, sizeof g->right, g->s->folder, "right");
  say(g->spare, sizeof g->spare, g->s->folder, "spare");
  read_bytes(g->target, &bytes, &length);
  write_bytes(g->right, bytes, length);
  free(bytes);
  make_wrong(g, j, name);
  j->toolchain.cache = g->cache;
  j->toolchain.compiler = g->compiler;
}

/* Renaming a second name of a file over the first does nothing, so that the spare one may stay. */
static void swap_in(const stage *g, const char *path)
{
  (void)unlink(g->spare);
  if (linkat(AT_FDCWD, path, AT_FDCWD, g->spare, 0) == 0) (void)rename(g->spare, g->target);
}

static pid_t start_attacker(const stage *g)
{
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid != 0) return pid;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (unsigned turn = 0;; turn++) {
    swap_in(g, g->wrong[turn % (unsigned)g->kinds]);
    swap_in(g, g->right);
    atomic_fetch_add(g->swaps, 2);
  }
}

static long size_of(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

static int race(stage *g, job *j, int rounds)
{
  int cached = 0, others = 0;
  double began = jx_clock_seconds();
  g->swaps =
      mmap(NULL, sizeof *g->swaps, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(g->swaps != MAP_FAILED);
  pid_t attacker = start_attacker(g);
  for (int round = 0; round < rounds; round++) {
    long runs = size_of(g->counter);
    others += value_of(j, RIGHT) != (real)1.5;
    cached += size_of(g->counter) == runs;
  }
  (void)kill(attacker, SIGKILL);
  (void)waitpid(attacker, NULL, 0);
  long swaps = atomic_load(g->swaps);
  printf(
      "cache_race: %d loads in %.0f s against %ld swaps with %d kinds of files: %d from the cache, "
      "%d made again, %d of another's code\n",
      rounds, jx_clock_seconds() - began, swaps, g->kinds, cached, rounds - cached, others);
  int tried = cached >= rounds / 100 && swaps >= rounds;
  if (!tried) printf("cache_race: too few loads from the cache, or swaps: nothing was shown\n");
  return others == 0 && tried ? 0 : 1;
}

int main(int argc, char **argv)
{
  stage g = {0};
  job j;
  void *made = NULL;
  int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : ROUNDS;
  (void)scratch_make(&made);
  g.s = made;
  set_stage(&g, &j);
  int failed = race(&g, &j, rounds > 0 ? rounds : ROUNDS);
  return scratch_remove(&made) != 0 ? 1 : failed;
}
