/* swarm/cpu/compiled_source.h: mistakes in a source, compilers that are missing or hang, and the
 * cache. */
#define _GNU_SOURCE
#include "compiled.h"

#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"

static void assert_fails(job *j, jato_source source, jato_status status, const char *words)
{
  jato_error error = {JATO_OK, ""};
  jx_cpu_source made;
  if (create(j, source, DIM, &made, &error) == JATO_OK) fail_msg("\"%s\" was taken", source.text);
  assert_int_equal(error.status, status);
  assert_contains(error.text, words);
  assert_null(strstr(error.text, "<jato>"));
  assert_null(j->device);
  assert_null(made.data);
}

static void fail_text(job *j, const char *text, const char *words)
{
  assert_fails(j, (jato_source){JATO_SOURCE_INIT, .text = text}, JATO_E_SOURCE, words);
  assert_fails(j, (jato_source){JATO_SOURCE_INIT, .text = text}, JATO_E_SOURCE,
               "my.c does not compile:\n");
}

static void mistakes_are_told_with_their_line(void **state)
{
  job j;
  job_in(*state, &j);
  fail_text(&j, "#include <math.h>\nJATO_OBJECTIVE(x, n) {\n  real s = 0\n  return s;\n}\n",
            "my.c:4:");
  fail_text(&j, "JATO_OBJECTIVE(x, n)\n{\n  real s = x(0);\n}\n", "my.c:4:");
  fail_text(&j, "JATO_OBJECTIVE(x, n) {\n\n  return gamma_of(x(0));\n}\n", "my.c:3:");
  fail_text(&j, "JATO_OBJECTIVE(x, n) {\n\n  return gamma_of(x(0));\n}\n", "gamma_of");
  fail_text(&j, "JATO_OBJECTIVE(x, n) {\n  real s;\n  s += x(0);\n  return s;\n}\n", "my.c:3:");
  fail_text(&j, "JATO_OBJECTIVE(x, n) {\n  return x[0];\n}\n", "my.c:2:");
  fail_text(&j, "JATO_OBJECTIVE(x, n) {\n  return x[0];\n}\n", "as in x(0), not x[0]");
  fail_text(&j, "real f(real);\nJATO_OBJECTIVE(x, n) { return f(x(0)); }\n", "undefined reference");
  assert_int_equal(j.notices, 0);
}

static void mistakes_in_included_files(void **state)
{
  scratch *s = *state;
  job j;
  job_in(s, &j);
  (void)scratch_write(s, "part.h", "static real half(real a)\n{\n  return a b;\n}\n");
  jato_source source = {JATO_SOURCE_INIT,
                        .text =
                            "\n#include \"part.h\"\nJATO_OBJECTIVE(x, n) { return half(x(0)); }",
                        .folder = s->folder};
  assert_fails(&j, source, JATO_E_SOURCE, "part.h:3:");
}

/* What a script of this name does instead of a compiler. */
static const char *script(scratch *s, const char *name, const char *text)
{
  const char *path = scratch_write(s, name, text);
  assert_int_equal(chmod(path, 0700), 0);
  return path;
}

static void compilers_that_cannot_be_had(void **state)
{
  scratch *s = *state;
  job j;
  jato_source good = {JATO_SOURCE_INIT, .text = "JATO_OBJECTIVE(x, n) { return x(0); }"};
  char path[4096];
  job_in(s, &j);
  (void)snprintf(path, sizeof path, "%s", getenv("PATH"));
  j.toolchain.compiler = "/no/such/compiler";
  assert_fails(&j, good, JATO_E_DEVICE, "the compiler /no/such/compiler was not found");
  j.toolchain.compiler = scratch_write(s, "plain", "text");
  assert_fails(&j, good, JATO_E_DEVICE, "may not be run");
  j.toolchain.compiler = NULL;
  assert_int_equal(setenv("PATH", s->folder, 1), 0);
  assert_fails(&j, good, JATO_E_DEVICE,
               "no C compiler was found (tried gcc, clang, cc); install gcc, or name one with "
               "--compiler; or take --device opencl:0");
  assert_int_equal(setenv("PATH", path, 1), 0);
  j.toolchain.compiler = script(s, "silent", "#!/bin/sh\nexit 3\n");
  assert_fails(&j, good, JATO_E_SOURCE, "the compiler ended without a message");
}

/* 1 when the process is gone, or is a zombie that was not waited for. */
static int is_ended(const char *pid_file)
{
  char path[64], line[512] = "";
  long pid = 0;
  FILE *stream = fopen(pid_file, "r");
  assert_non_null(stream);
  assert_int_equal(fscanf(stream, "%ld", &pid), 1);
  (void)fclose(stream);
  (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  stream = fopen(path, "r");
  if (stream == NULL) return 1;
  if (fgets(line, sizeof line, stream) == NULL) line[0] = '\0';
  (void)fclose(stream);
  char *name_end = strrchr(line, ')');
  return name_end == NULL || name_end[2] == 'Z';
}

static void a_compiler_that_hangs_is_ended_with_its_children(void **state)
{
  scratch *s = *state;
  job j;
  char text[400];
  job_in(s, &j);
  (void)snprintf(text, sizeof text, "#!/bin/sh\nsleep 1000 &\necho $! > %s/pid\nwait\n", s->folder);
  j.toolchain.compiler = script(s, "hangs", text);
  j.toolchain.seconds = 0.5;
  double began = jx_clock_seconds();
  jato_source good = {JATO_SOURCE_INIT, .text = "JATO_OBJECTIVE(x, n) { return x(0); }"};
  assert_fails(&j, good, JATO_E_DEVICE, "hangs took more than 0.5 s on my.c and was killed");
  assert_double(jx_clock_seconds() - began, <, 20.0);
  int ended = 0;
  const char *pid_file = scratch_path(s, "pid");
  for (int i = 0; i < 200 && !ended; i++) {
    ended = is_ended(pid_file);
    (void)usleep(10000);
  }
  assert_true(ended);
}

static long size_of(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

/* The compiler is a script that counts how often it is run. */
static void the_cache_spares_the_compiler(void **state)
{
  static const char text[] = "JATO_OBJECTIVE(x, n) { return x(0) + 2.5; }";
  scratch *s = *state;
  job j;
  jx_cpu_source source;
  char program[300], counter[300], cache[300], built[256];
  (void)snprintf(counter, sizeof counter, "%s/runs", s->folder);
  (void)snprintf(cache, sizeof cache, "%s/cache", s->folder);
  (void)snprintf(program, sizeof program, "#!/bin/sh\nprintf . >> %.200s\nexec cc \"$@\"\n",
                 counter);
  job_in(s, &j);
  j.toolchain.cache = cache;
  char compiler[300];
  (void)snprintf(compiler, sizeof compiler, "%s", script(s, "counting", program));
  j.toolchain.compiler = compiler;
  create_good(&j, text, DIM, &source);
  memcpy(built, source.built, sizeof built);
  destroy(&j, &source);
  long runs = size_of(counter);
  assert_true(runs > 0);
  create_good(&j, text, DIM, &source);
  assert_string_equal(source.built, built);
  destroy(&j, &source);
  assert_int_equal(size_of(counter), runs);
  create_good(&j, text, DIM + 1, &source); /* another program */
  destroy(&j, &source);
  assert_true(size_of(counter) > runs);
  runs = size_of(counter);
  j.toolchain.cache = NULL;
  create_good(&j, text, DIM, &source);
  destroy(&j, &source);
  assert_true(size_of(counter) > runs);
}

static void damaged_objects_are_made_again(void **state)
{
  static const char text[] = "JATO_OBJECTIVE(x, n) {\n  real s = 0;\n"
                             "  for (int i = 0; i < n; i++) s += x(i) * x(i);\n  return s;\n}\n";
  scratch *s = *state;
  job j;
  char command[300], cache[300];
  job_in(s, &j);
  (void)snprintf(cache, sizeof cache, "%s/cache", s->folder);
  j.toolchain.cache = cache;
  assert_computes(&j, text, DIM, gallery_sphere);
  (void)snprintf(
      command, sizeof command,
      "for f in %.200s/*.so; do printf XXXX | dd of=$f bs=1 seek=4000 conv=notrunc; done "
      "2>/dev/null",
      cache);
  assert_int_equal(system(command), 0);
  assert_int_equal(j.notices, 0);
  assert_computes(&j, text, DIM, gallery_sphere);
  assert_int_equal(j.notices, 2); /* of the program that checks indices, too */
  assert_contains(j.notice, "was damaged and is made again");
  assert_computes(&j, text, DIM, gallery_sphere);
  assert_int_equal(j.notices, 2); /* of the program that checks indices, too */
}

/* Two from the cache, open at the same time: the second is not taken for the first because it has
 * the same descriptor. */
static void two_from_the_cache_are_two(void **state)
{
  static const char *const texts[] = {"JATO_OBJECTIVE(x, n) { return x(0) + 1.5; }",
                                      "JATO_OBJECTIVE(x, n) { return x(0) + 2.5; }"};
  real x[DIM * JK_LANES] __attribute__((aligned(64))) = {0};
  real found[JK_LANES] __attribute__((aligned(64)));
  jx_cpu_source sources[2];
  job jobs[2];
  for (int round = 0; round < 2; round++) { /* compiled, then from the cache */
    for (int i = 0; i < 2; i++) {
      job_in(*state, &jobs[i]);
      create_good(&jobs[i], texts[i], DIM, &sources[i]);
    }
    for (int i = 0; i < 2; i++) {
      sources[i].evaluate(x, DIM, sources[i].data, sources[i].data_count, found);
      assert_same_double((double)found[0], 1.5 + i);
    }
    for (int i = 0; i < 2; i++) destroy(&jobs[i], &sources[i]);
  }
}

static void several_at_once(void **state)
{
  enum { PROCESSES = 4 };
  static const char text[] = "JATO_OBJECTIVE(x, n) {\n  real s = 0;\n"
                             "  for (int i = 0; i < n; i++) s += x(i) * x(i);\n  return s;\n}\n";
  pid_t children[PROCESSES];
  job j;
  job_in(*state, &j);
  for (int p = 0; p < PROCESSES; p++) {
    children[p] = fork();
    assert_true(children[p] >= 0);
    if (children[p] != 0) continue;
    assert_computes(&j, text, DIM, gallery_sphere);
    _exit(j.notices);
  }
  for (int p = 0; p < PROCESSES; p++) {
    int status = -1;
    assert_int_equal(waitpid(children[p], &status, 0), children[p]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
  }
}

/* Whatever allocation fails, it is reported or done without, and nothing stays behind. */
static void without_memory(void **state)
{
  jato_source good = {JATO_SOURCE_INIT, .text = "JATO_OBJECTIVE(x, n) { return x(0); }"};
  job j;
  job_in(*state, &j);
  jato_status status = JATO_E_MEMORY;
  for (long last = 0; status != JATO_OK; last++) {
    counted count = {.last = last};
    jato_error error = {JATO_OK, ""};
    jx_cpu_source source;
    j.allocator = (jato_allocator){counted_allocate, counted_release, &count};
    status = create(&j, good, DIM, &source, &error);
    if (status != JATO_OK) assert_int_equal(status, JATO_E_MEMORY);
    if (status == JATO_OK) destroy(&j, &source);
    assert_int_equal(count.held, 0);
    assert_true(last < 100);
  }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(mistakes_are_told_with_their_line),
      WITH_FOLDER(mistakes_in_included_files),
      WITH_FOLDER(compilers_that_cannot_be_had),
      WITH_FOLDER(a_compiler_that_hangs_is_ended_with_its_children),
      WITH_FOLDER(the_cache_spares_the_compiler),
      WITH_FOLDER(damaged_objects_are_made_again),
      WITH_FOLDER(two_from_the_cache_are_two),
      WITH_FOLDER(several_at_once),
      WITH_FOLDER(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
