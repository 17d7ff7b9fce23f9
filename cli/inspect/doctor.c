/* jato doctor: what this build and this machine are, and whether every device works. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/devices.h"
#include "base/machine.h"
#include "inspect/tools.h"

#if defined(__clang__)
#define COMPILER __VERSION__ /* clang writes its own name in front */
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#ifndef JATO_BUILD_TYPE
#define JATO_BUILD_TYPE "unknown"
#endif

#define TEXT_OF(token) #token
#define NUMBER(token) TEXT_OF(token)
#define HEADER_VERSION \
  NUMBER(JATO_VERSION_MAJOR) "." NUMBER(JATO_VERSION_MINOR) "." NUMBER(JATO_VERSION_PATCH)

typedef struct request {
  bool json;
} request;

static const cli_option options[] = {
    {"json", 'j', CLI_FLAG, NULL, "print one JSON object", .offset = offsetof(request, json)},
};

/* How a tiny run went. */
typedef struct trial {
  jato_device device;
  bool tried; /* the device was said to be ready */
  bool same;  /* its digest is the cpu's */
  jato_status status;
  jato_error error;
  jato_result result;
} trial;

/* Minimises the sphere, of the gallery or of a source, with 100 particles of 2 coordinates. */
static void run_tiny(const char *device, const char *expression, trial *tried)
{
  static const double lower[] = {-5.12, -5.12}, upper[] = {5.12, 5.12};
  jato_problem *problem = NULL;
  jato_options chosen = jato_options_default();
  chosen.device = device;
  chosen.particles = 100;
  chosen.iterations = 100;
  chosen.seed = 1;
  jato_source source = {JATO_SOURCE_INIT, .expression = expression};
  tried->status = expression == NULL
                      ? jato_problem_from_gallery("sphere", 2, NULL, &problem, &tried->error)
                      : jato_problem_from_source(&source, 2, lower, upper, &problem, &tried->error);
  if (tried->status == JATO_OK)
    tried->status = jato_minimize(problem, &chosen, NULL, &tried->result, &tried->error);
  jato_problem_destroy(&problem);
}

/* Tries device `index` of this machine and compares it with cpu_digest; false past the last one. */
static bool try_device(size_t index, uint64_t cpu_digest, trial *tried)
{
  memset(tried, 0, sizeof *tried);
  if (!jato_device_find(index, &tried->device)) return false;
  tried->tried = tried->device.ready != 0;
  if (!tried->tried) return true;
  run_tiny(tried->device.spec, NULL, tried);
  tried->same = tried->status == JATO_OK && tried->result.digest == cpu_digest;
  return true;
}

static void print_build(void)
{
  bool differ = strcmp(jato_version(), HEADER_VERSION) != 0;
  printf("version      library %s, header %s%s\n", jato_version(), HEADER_VERSION,
         differ ? ": the program was built for another version; install both from one build" : "");
  printf("compiler     %s\n", COMPILER);
  printf("build type   %s%s\n", JATO_BUILD_TYPE,
         strcmp(JATO_BUILD_TYPE, "Debug") == 0 ? ": slow; configure with --preset release" : "");
}

static void print_machine(const cli_machine *machine)
{
  const double gib = 1024.0 * 1024.0 * 1024.0;
  printf("cpu          %s\n", machine->cpu);
  printf("cores        %ld\n", machine->cores);
  printf("memory       %.1f GiB, %.1f GiB available\n", (double)machine->memory_bytes / gib,
         (double)machine->available_bytes / gib);
  if (machine->huge_pages[0] == '\0') return;
  bool never = strcmp(machine->huge_pages, "never") == 0;
  printf("huge pages   %s%s\n", machine->huge_pages,
         never ? ": large swarms are faster with them; as root: echo madvise > "
                 "/sys/kernel/mm/transparent_hugepage/enabled"
               : "");
}

static void print_trial(const trial *tried)
{
  const jato_device *device = &tried->device;
  printf("device       %s: ", device->spec);
  if (!tried->tried)
    printf("%s\n", device->state);
  else if (tried->status != JATO_OK)
    printf("FAILS: %s\n", tried->error.text);
  else
    printf("works as %s (%s); digest of a short run %016" PRIx64 "%s\n", tried->result.device,
           device->name, tried->result.digest,
           tried->same             ? ""
           : device->deterministic ? ": DIFFERS from cpu"
                                   : ", differs from cpu");
}

/* Whether a user's C file can be compiled, by a sphere that must come out as the gallery's. */
static void print_source(const trial *tried)
{
  if (tried->status == JATO_OK)
    printf("C objectives %s: %s, in %.2f s\n", tried->same ? "work" : "DIFFER from the gallery",
           tried->result.built, tried->result.build_seconds);
  else
    printf("C objectives cannot be compiled: %s\n", tried->error.text);
}

static void show_tools(jx_json *json)
{
  cli_tool tool;
  for (size_t i = 0; cli_tool_look(i, &tool); i++) {
    if (json == NULL) {
      printf("%-12s %s%s\n", tool.heading, tool.verdict, tool.text);
      continue;
    }
    jx_json_begin_object(json, tool.key);
    jx_json_bool(json, "works", tool.there);
    jx_json_text(json, "text", tool.text);
    jx_json_end(json);
  }
}

static void write_trial(jx_json *json, const char *key, const trial *tried)
{
  bool works = tried->tried && tried->status == JATO_OK;
  char digest[17];
  snprintf(digest, sizeof digest, "%016" PRIx64, tried->result.digest);
  jx_json_begin_object(json, key);
  if (key == NULL) {
    jx_json_text(json, "spec", tried->device.spec);
    jx_json_text(json, "name", tried->device.name);
    jx_json_text(json, "state", tried->device.state);
    jx_json_bool(json, "ready", tried->device.ready != 0);
  }
  jx_json_bool(json, "works", works);
  jx_json_bool(json, "same", tried->same);
  jx_json_text(json, "device", works ? tried->result.device : NULL);
  jx_json_text(json, "built", works && key != NULL ? tried->result.built : NULL);
  jx_json_text(json, "digest", works ? digest : NULL);
  jx_json_text(json, "error", works || !tried->tried ? NULL : tried->error.text);
  jx_json_end(json);
}

static void write_machine(jx_json *json, const cli_machine *machine)
{
  jx_json_text(json, "version", jato_version());
  jx_json_text(json, "header_version", HEADER_VERSION);
  jx_json_text(json, "compiler", COMPILER);
  jx_json_text(json, "build_type", JATO_BUILD_TYPE);
  jx_json_text(json, "cpu", machine->cpu);
  jx_json_count(json, "cores", (uint64_t)machine->cores);
  jx_json_count(json, "memory_bytes", machine->memory_bytes);
  jx_json_count(json, "available_bytes", machine->available_bytes);
  jx_json_text(json, "huge_pages", machine->huge_pages[0] == '\0' ? NULL : machine->huge_pages);
}

/* A missing device is no fault. A fault is one that is ready and fails, or that should give the
 * same bits and does not. */
static bool is_fault(const trial *tried)
{
  if (!tried->tried) return false;
  return tried->status != JATO_OK || (tried->device.deterministic && !tried->same);
}

/* Tries every device; returns what the program is to exit with. */
static int try_all(jx_json *json, uint64_t cpu_digest)
{
  trial tried;
  size_t working = 0;
  int code = CLI_DONE;
  for (size_t i = 0; try_device(i, cpu_digest, &tried); i++) {
    if (json != NULL)
      write_trial(json, NULL, &tried);
    else
      print_trial(&tried);
    working += tried.tried && tried.status == JATO_OK;
    if (is_fault(&tried)) code = CLI_FAILED;
  }
  if (working == 0) {
    cli_complain("no device works");
    code = CLI_FAILED;
  }
  return code;
}

static int doctor_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  cli_words words;
  trial cpu = {0}, source = {.tried = true};
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  cli_machine machine = cli_machine_look();
  jx_json json = jx_json_to_file(stdout);
  run_tiny("cpu", NULL, &cpu);
  run_tiny("cpu", "x(0) * x(0) + x(1) * x(1)", &source);
  source.same = source.status == JATO_OK && source.result.digest == cpu.result.digest;
  if (asked.json) {
    jx_json_begin_object(&json, NULL);
    write_machine(&json, &machine);
    write_trial(&json, "source", &source);
    show_tools(&json);
    jx_json_begin_array(&json, "devices");
    code = try_all(&json, cpu.result.digest);
    jx_json_end(&json);
    jx_json_text(&json, "note", CLI_CUDA_WORDS);
    jx_json_end(&json);
  } else {
    print_build();
    print_machine(&machine);
    print_source(&source);
    show_tools(NULL);
    code = try_all(NULL, cpu.result.digest);
    printf("note         %s\n", CLI_CUDA_WORDS);
  }
  if (source.status == JATO_OK && !source.same) code = CLI_FAILED;
  return code;
}

const cli_command cli_doctor = {
    .name = "doctor",
    .summary = "describe this build and this machine, and test every device",
    .usage = "[OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 0,
    .run = doctor_run,
};
