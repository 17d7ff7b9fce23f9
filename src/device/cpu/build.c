#define _GNU_SOURCE /* mkdtemp, st_mtim, ST_NOEXEC */
#include "device/cpu/build.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/cpu/subprocess.h"

/* Compilers take about a second for a few thousand statements, and more than proportionally longer
 * for more. So unrolling loops may take 20 times as long as compiling the plain program, which
 * allows a busy machine more time, but at least 3 s and at most 10 s. The plain program of a short
 * expression takes 0.15 to 0.4 s, including the run around it (5 runs, two busy cores); 3 s is 20
 * times the least of that. */
#define UNROLL_SECONDS 3.0
#define UNROLL_TIMES 20.0
#define UNROLL_SECONDS_MOST 10.0

/* Same bits as everywhere: no contraction, no fast-math. No errno and no traps, as in the library
 * itself, so that a square root is one instruction. A function that is not declared or returns
 * nothing is an error; an undefined symbol fails here and not when the object is opened. */
static const char *const common_flags[] = {"-std=gnu11",
                                           "-O3",
                                           "-fno-fast-math", /* first: it may undo those below */
                                           "-ffp-contract=off",
                                           "-fopenmp-simd",
                                           "-fno-math-errno",
                                           "-fno-trapping-math",
                                           "-fPIC",
                                           "-shared",
                                           "-Wl,-z,defs",
                                           "-Werror=return-type",
                                           "-Werror=implicit-function-declaration",
                                           "-Werror=implicit-int",
                                           "-Werror=int-conversion",
                                           "-Werror=incompatible-pointer-types",
                                           "-Werror=uninitialized",
                                           "-Wno-attributes"};

static const char *const gcc_flags[] = {"-fmax-errors=3", "-fno-diagnostics-show-caret",
                                        "-fdiagnostics-color=never", "-ftrack-macro-expansion=0"};

static const char *const clang_flags[] = {"-ferror-limit=3",        "-fno-caret-diagnostics",
                                          "-fno-color-diagnostics", "-fmacro-backtrace-limit=1",
                                          "-Wno-pass-failed",       "-Rpass=loop-vectorize"};

/* Unrolls loops other than `for`, which JK_UNROLL handles, and turns off passes that take very long
 * on very long code and gain nothing there. */
static const char *const gcc_unroll_flags[] = {"-DJK_UNROLL",
                                               "--param=max-completely-peeled-insns=1000000",
                                               "--param=max-completely-peel-times=1024",
                                               "--param=max-peel-branches=100000",
                                               "--param=loop-max-datarefs-for-datadeps=100000",
                                               "-fno-tree-pre",
                                               "-fno-code-hoisting",
                                               "-fno-tree-slp-vectorize"};

static const char *const clang_unroll_flags[] = {"-DJK_UNROLL"};

/* The flags for each level of instructions. */
static const struct {
  const char *level, *flags[2];
} levels[] = {{"v2", {"-march=x86-64-v2", NULL}},
              {"v3", {"-march=x86-64-v3", NULL}},
              {"v4", {"-march=x86-64-v4", "-mprefer-vector-width=512"}},
              {"generic", {"-lm", NULL}}}; /* rounding down may be a function */

#define FLAGS_MAX 64

/* The arguments of one run of the compiler. */
typedef struct command {
  const char *arguments[FLAGS_MAX];
  size_t count;
} command;

static void add(command *c, const char *const *flags, size_t count)
{
  for (size_t i = 0; i < count && flags[i] != NULL && c->count < FLAGS_MAX - 1; i++)
    c->arguments[c->count++] = flags[i];
}

#define ADD_ALL(command, flags) add((command), (flags), sizeof(flags) / sizeof(flags)[0])

static void add_level(command *c, const char *level)
{
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
    if (strcmp(levels[i].level, level) == 0) add(c, levels[i].flags, 2);
}

jato_status jx_cpu_compiler_find(const jx_toolchain *toolchain, char *path, size_t size,
                                 jato_error *error)
{
  static const char *const usual[] = {"gcc", "clang", "cc"};
  if (toolchain->compiler != NULL) {
    if (jx_cpu_find_program(toolchain->compiler, path, size)) return JATO_OK;
    return jx_fail(error, JATO_E_DEVICE,
                   "the compiler %s was not found, or may not be run; name another with --compiler",
                   toolchain->compiler);
  }
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (jx_cpu_find_program(usual[i], path, size)) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE,
                 "no C compiler was found (tried gcc, clang, cc); install gcc, or name one with "
                 "--compiler; or take --device opencl:0");
}

/* Size and date of the file identify the version, without running the compiler. */
void jx_cpu_compiler_identify(const char *path, const char *level, char *out, size_t size)
{
  struct stat file;
  command c = {.count = 0};
  if (stat(path, &file) != 0) memset(&file, 0, sizeof file);
  int length = snprintf(out, size, "%s %lld %lld.%09ld", path, (long long)file.st_size,
                        (long long)file.st_mtim.tv_sec, (long)file.st_mtim.tv_nsec);
  ADD_ALL(&c, common_flags);
  ADD_ALL(&c, gcc_unroll_flags);
  add_level(&c, level);
  for (size_t i = 0; i < c.count && length > 0 && (size_t)length < size; i++)
    length += snprintf(out + length, size - (size_t)length, " %s", c.arguments[i]);
}

static void name_file(const jx_cpu_build *build, const char *name, char path[JX_CPU_FILE])
{
  (void)snprintf(path, JX_CPU_FILE, "%s/%s", build->folder, name);
}

static jato_status write_program(const jx_cpu_build *build, jato_error *error)
{
  char path[JX_CPU_FILE];
  name_file(build, "jato.c", path);
  FILE *stream = fopen(path, "wb");
  size_t length = build->program->length;
  int good = stream != NULL && fwrite(build->program->text, 1, length, stream) == length;
  if (stream != NULL) good = fclose(stream) == 0 && good;
  if (good) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "cannot write %s for the compiler: %s", path, strerror(errno));
}

static jato_status run_compiler(const jx_cpu_build *build, const command *c, double deadline,
                                jx_cpu_outcome *outcome, jato_error *error)
{
  char messages[JX_CPU_FILE];
  name_file(build, "messages", messages);
  jx_cpu_job job = {.arguments = c->arguments,
                    .folder = build->folder,
                    .messages = messages,
                    .deadline = deadline,
                    .allocator = build->allocator};
  *outcome = jx_cpu_run(&job);
  if (*outcome != JX_CPU_JOB_MISSING) return JATO_OK;
  return jx_fail(error, errno == ENOMEM ? JATO_E_MEMORY : JATO_E_DEVICE,
                 "the compiler %s cannot be run: %s", build->compiler, strerror(errno));
}

const char *jx_cpu_build_name(const jx_cpu_build *build)
{
  return build->program->user_name != NULL ? build->program->user_name : "a program of jato's own";
}

static jato_status fail_late(const jx_cpu_build *build, jato_error *error)
{
  return jx_fail(error, JATO_E_DEVICE,
                 "%s took more than %g s on %s and was killed; allow more time, or use another "
                 "with --compiler",
                 build->compiler, build->program->toolchain->seconds, jx_cpu_build_name(build));
}

/* Finds out which flags the compiler understands. */
static jato_status identify_compiler(const jx_cpu_build *build, double deadline,
                                     jx_compiler_family *family, jato_error *error)
{
  command c = {{build->compiler, "--version"}, 2};
  jx_cpu_outcome outcome;
  *family = JX_CPU_OTHER;
  if (build->program->quick) return JATO_OK; /* uses flags that any compiler understands */
  JX_TRY(run_compiler(build, &c, deadline, &outcome, error));
  if (outcome == JX_CPU_JOB_LATE) return fail_late(build, error);
  *family = jx_cpu_output_family(build->folder);
  return JATO_OK;
}

/* One way to compile the program. */
typedef struct attempt {
  jx_compiler_family family;
  int unroll;
  double deadline;
} attempt;

static jato_status compile(const jx_cpu_build *build, attempt how, jx_cpu_built *out,
                           jx_cpu_outcome *outcome, jato_error *error)
{
  char source[JX_CPU_FILE], report[JX_CPU_FILE + 32], path[JX_CPU_FILE];
  command c = {{build->compiler}, 1};
  name_file(build, "jato.c", source);
  name_file(build, how.unroll ? "unrolled.so" : "plain.so", path);
  (void)snprintf(report, sizeof report, "-fopt-info-vec-optimized=%s/vectors", build->folder);
  ADD_ALL(&c, common_flags);
  if (how.family == JX_CPU_GCC) {
    const char *to_file[] = {report};
    ADD_ALL(&c, gcc_flags);
    ADD_ALL(&c, to_file);
    if (how.unroll) ADD_ALL(&c, gcc_unroll_flags);
  } else if (how.family == JX_CPU_CLANG) {
    ADD_ALL(&c, clang_flags);
    if (how.unroll) ADD_ALL(&c, clang_unroll_flags);
  }
  const char *quick[] = {build->program->quick ? "-O0" : NULL};
  ADD_ALL(&c, quick);
  const char *files[] = {"-x", "c", source, "-o", path};
  ADD_ALL(&c, files);
  add_level(&c, build->level); /* after the files, since it may be a library */
  JX_TRY(run_compiler(build, &c, how.deadline, outcome, error));
  if (*outcome != JX_CPU_JOB_DONE) return JATO_OK;
  int lanes = jx_cpu_output_lanes(build->folder, build->program, how.family);
  if (!how.unroll || lanes > 1) {
    memcpy(out->path, path, sizeof path);
    out->lanes = lanes;
    out->unrolled = how.unroll;
  }
  return JATO_OK;
}

static double unroll_deadline(double began, double last)
{
  double now = jx_clock_seconds(), seconds = UNROLL_TIMES * (now - began);
  if (seconds < UNROLL_SECONDS) seconds = UNROLL_SECONDS;
  if (seconds > UNROLL_SECONDS_MOST) seconds = UNROLL_SECONDS_MOST;
  return now + seconds < last ? now + seconds : last;
}

static jato_status compile_best(const jx_cpu_build *build, jx_cpu_built *out, jato_error *error)
{
  double began = jx_clock_seconds(), deadline = began + build->program->toolchain->seconds;
  attempt how = {.deadline = deadline};
  jx_cpu_outcome outcome;
  JX_TRY(identify_compiler(build, deadline, &how.family, error));
  JX_TRY(compile(build, how, out, &outcome, error));
  if (outcome == JX_CPU_JOB_LATE) return fail_late(build, error);
  if (outcome == JX_CPU_JOB_FAILED)
    return jx_cpu_output_fail(build->folder, build->program, build->compiler, error);
  if (out->lanes > 1 || !build->program->unroll || how.family == JX_CPU_OTHER) return JATO_OK;
  how.unroll = 1;
  how.deadline = unroll_deadline(began, deadline);
  return compile(build, how, out, &outcome, error);
}

jato_status jx_cpu_build_make(jx_cpu_build *build, jx_cpu_built *out, jato_error *error)
{
  *out = (jx_cpu_built){.lanes = 1};
  const char *place = build->program->toolchain->temporary;
  if (place == NULL || place[0] == '\0') place = P_tmpdir;
  int length = snprintf(build->folder, sizeof build->folder, "%s/jato-XXXXXX", place);
  int reason = (size_t)length < sizeof build->folder ? 0 : ENAMETOOLONG;
  if (reason == 0 && mkdtemp(build->folder) == NULL) reason = errno;
  if (reason != 0) {
    build->folder[0] = '\0';
    return jx_fail(error, JATO_E_FILE,
                   "cannot make a folder in %s for the compiler: %s; name another with --temporary",
                   place, strerror(reason));
  }
  JX_TRY(write_program(build, error));
  return compile_best(build, out, error);
}

int jx_cpu_build_is_noexec(const jx_cpu_build *build)
{
  struct statvfs about;
  return statvfs(build->folder, &about) == 0 && (about.f_flag & ST_NOEXEC) != 0;
}

void jx_cpu_build_remove(jx_cpu_build *build)
{
  if (build->folder[0] == '\0') return;
  DIR *folder = opendir(build->folder);
  if (folder != NULL) {
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
      if (entry->d_name[0] != '.') (void)unlinkat(dirfd(folder), entry->d_name, 0);
    (void)closedir(folder);
  }
  (void)rmdir(build->folder);
  build->folder[0] = '\0';
}
