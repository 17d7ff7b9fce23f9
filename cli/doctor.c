/* jato doctor: what this build and this machine are, and whether every device works. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "machine.h"

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

/* One device: its row of the catalogue, and how a tiny run went on it. */
typedef struct trial {
  jato_entry entry;
  jato_status status;
  jato_error error;
  jato_result result;
} trial;

/* Runs the sphere with 100 particles of 2 coordinates on device `index`; false past the last one.
 */
static bool try_device(size_t index, trial *tried)
{
  memset(tried, 0, sizeof *tried);
  if (!jato_catalogue(JATO_KIND_DEVICE, index, &tried->entry)) return false;
  jato_problem *problem = NULL;
  jato_options chosen = jato_options_default();
  chosen.device = tried->entry.name;
  chosen.particles = 100;
  chosen.iterations = 100;
  chosen.seed = 1;
  tried->status = jato_problem_from_gallery("sphere", 2, NULL, &problem, &tried->error);
  if (tried->status == JATO_OK)
    tried->status = jato_minimize(problem, &chosen, NULL, &tried->result, &tried->error);
  jato_problem_destroy(&problem);
  return true;
}

static void print_build(void)
{
  bool differ = strcmp(jato_version(), HEADER_VERSION) != 0;
  printf("version      library %s, header %s%s\n", jato_version(), HEADER_VERSION,
         differ ? ": the program was compiled for another version; install both from one build"
                : "");
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
  if (tried->status == JATO_OK)
    printf("device       %s: works as %s; digest of a tiny run %016" PRIx64 "\n", tried->entry.name,
           tried->result.device, tried->result.digest);
  else if (tried->status == JATO_E_NOT_BUILT)
    printf("device       %s: %s\n", tried->entry.name, tried->entry.state);
  else
    printf("device       %s: %s; %s\n", tried->entry.name, tried->entry.state, tried->error.text);
}

static void write_trial(cli_json *json, const trial *tried)
{
  bool works = tried->status == JATO_OK;
  char digest[17];
  snprintf(digest, sizeof digest, "%016" PRIx64, tried->result.digest);
  cli_json_begin_object(json, NULL);
  cli_json_string(json, "name", tried->entry.name);
  cli_json_string(json, "state", tried->entry.state);
  cli_json_bool(json, "works", works);
  cli_json_string(json, "device", works ? tried->result.device : NULL);
  cli_json_string(json, "digest", works ? digest : NULL);
  cli_json_string(json, "error", works ? NULL : tried->error.text);
  cli_json_end(json);
}

static void write_machine(cli_json *json, const cli_machine *machine)
{
  cli_json_string(json, "version", jato_version());
  cli_json_string(json, "header_version", HEADER_VERSION);
  cli_json_string(json, "compiler", COMPILER);
  cli_json_string(json, "build_type", JATO_BUILD_TYPE);
  cli_json_string(json, "cpu", machine->cpu);
  cli_json_count(json, "cores", (uint64_t)machine->cores);
  cli_json_count(json, "memory_bytes", machine->memory_bytes);
  cli_json_count(json, "available_bytes", machine->available_bytes);
  cli_json_string(json, "huge_pages", machine->huge_pages[0] == '\0' ? NULL : machine->huge_pages);
}

/* A device that is not built, or not plugged in, is no fault; one that fails otherwise is. */
static bool is_fault(jato_status status)
{
  return status != JATO_OK && status != JATO_E_NOT_BUILT && status != JATO_E_DEVICE;
}

static int doctor_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  cli_machine machine = cli_machine_look();
  cli_json json = cli_json_to(stdout);
  if (asked.json) {
    cli_json_begin_object(&json, NULL);
    write_machine(&json, &machine);
    cli_json_begin_array(&json, "devices");
  } else {
    print_build();
    print_machine(&machine);
  }
  trial tried;
  size_t working = 0;
  for (size_t i = 0; try_device(i, &tried); i++) {
    if (asked.json)
      write_trial(&json, &tried);
    else
      print_trial(&tried);
    working += tried.status == JATO_OK;
    if (is_fault(tried.status)) code = CLI_FAILED;
  }
  if (asked.json) {
    cli_json_end(&json);
    cli_json_end(&json);
  }
  if (working == 0) {
    cli_complain("no device works");
    code = CLI_FAILED;
  }
  return code;
}

const cli_command cli_doctor = {
    .name = "doctor",
    .summary = "what this build and this machine are, and whether every device works",
    .usage = "[OPTIONS]",
    .about = "Makes one tiny run on every device. Send this text along with a report of a fault.\n",
    .examples = "  jato doctor\n"
                "  jato doctor --json\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .most_words = 0,
    .run = doctor_run,
};
