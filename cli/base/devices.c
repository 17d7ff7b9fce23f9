#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/devices.h"

/* Whether the device is of the kind: "opencl:0" is of "opencl". kind NULL means any. */
static bool is_of(const jato_device *device, const char *kind)
{
  if (kind == NULL) return true;
  size_t length = strlen(kind);
  return strncmp(device->spec, kind, length) == 0 &&
         (device->spec[length] == '\0' || device->spec[length] == ':');
}

static const char *yes_or_no(int value) { return value ? "yes" : "no"; }

static void write_memory(uint64_t bytes, char text[32])
{
  if (bytes == 0)
    snprintf(text, 32, "-");
  else
    snprintf(text, 32, "%.1f GiB", (double)bytes / (1024.0 * 1024.0 * 1024.0));
}

static void print_device(const jato_device *device)
{
  char memory[32];
  if (!device->ready) {
    printf("  %-10s  %s\n", device->spec, device->state);
    return;
  }
  write_memory(device->memory, memory);
  printf("  %-10s  %-8s  %-6s  %-13s  %-9s  %s\n", device->spec, device->state,
         yes_or_no(device->doubles), yes_or_no(device->deterministic), memory, device->name);
}

/* The largest unit of which there is at least one: "35.75 MiB", "2.5 GHz", "512 bytes". */
static void write_amount(uint64_t number, const char *unit, char text[48])
{
  static const char *const bytes[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  static const char *const hertz[] = {"Hz", "kHz", "MHz", "GHz", "THz"};
  bool is_bytes = strcmp(unit, "bytes") == 0;
  double step = is_bytes ? 1024 : 1000, amount = (double)number;
  int power = 0;
  for (; amount >= step && power < 4; power++) amount /= step;
  snprintf(text, 48, "%.4g %s", amount, (is_bytes ? bytes : hertz)[power]);
}

static void print_fact(const jato_device_fact *fact)
{
  char amount[48];
  const char *text = amount;
  if (!fact->known) return;
  if (strcmp(fact->unit, "text") == 0)
    text = fact->text;
  else if (strcmp(fact->unit, "bytes") == 0 || strcmp(fact->unit, "Hz") == 0)
    write_amount(fact->number, fact->unit, amount);
  else
    snprintf(amount, sizeof amount, "%" PRIu64 "%s%s", fact->number,
             fact->unit[0] != '\0' ? " " : "", fact->unit);
  printf("      %-36s  %s\n", fact->label, text);
}

static void print_facts(size_t index)
{
  jato_device_fact facts[JATO_MOST_DEVICE_FACTS];
  size_t count = jato_device_get_info(index, facts, JATO_MOST_DEVICE_FACTS);
  for (size_t i = 0; i < count; i++) print_fact(&facts[i]);
}

static void write_facts(size_t index, jx_json *json)
{
  jato_device_fact facts[JATO_MOST_DEVICE_FACTS];
  size_t count = jato_device_get_info(index, facts, JATO_MOST_DEVICE_FACTS);
  jx_json_begin_object(json, "facts");
  for (size_t i = 0; i < count; i++) {
    if (!facts[i].known)
      jx_json_text(json, facts[i].name, NULL);
    else if (strcmp(facts[i].unit, "text") == 0)
      jx_json_text(json, facts[i].name, facts[i].text);
    else
      jx_json_count(json, facts[i].name, facts[i].number);
  }
  jx_json_end(json);
}

void cli_devices_print(const char *kind, bool verbose)
{
  jato_device device;
  bool cuda = false;
  printf("  %-10s  %-8s  %-6s  %-13s  %-9s  %s\n", "device", "state", "double", "deterministic",
         "memory", "name");
  for (size_t i = 0; jato_device_find(i, &device); i++) {
    if (!is_of(&device, kind)) continue;
    print_device(&device);
    if (verbose) print_facts(i);
    cuda = cuda || (is_of(&device, "cuda") && device.ready);
  }
  if (cuda) printf("  %s\n", CLI_CUDA_WORDS);
}

void cli_devices_json(const char *kind, bool verbose, jx_json *json, const char *key)
{
  jato_device device;
  jx_json_begin_array(json, key);
  for (size_t i = 0; jato_device_find(i, &device); i++) {
    if (!is_of(&device, kind)) continue;
    jx_json_begin_object(json, NULL);
    jx_json_text(json, "spec", device.spec);
    jx_json_text(json, "name", device.name);
    jx_json_text(json, "state", device.state);
    jx_json_bool(json, "ready", device.ready != 0);
    jx_json_bool(json, "double", device.doubles != 0);
    jx_json_bool(json, "deterministic", device.deterministic != 0);
    jx_json_count(json, "memory_bytes", device.memory);
    if (verbose) write_facts(i, json);
    jx_json_end(json);
  }
  jx_json_end(json);
}

static cli_target *add_target(cli_targets *targets, const char *spec)
{
  if (targets->count == CLI_MOST_TARGETS) return NULL;
  cli_target *target = &targets->target[targets->count++];
  *target = (cli_target){.doubles = true, .deterministic = true};
  snprintf(target->spec, sizeof target->spec, "%s", spec);
  return target;
}

static void add_device(cli_targets *targets, const jato_device *device)
{
  cli_target *target = add_target(targets, device->spec);
  if (target == NULL) return;
  snprintf(target->name, sizeof target->name, "%s", device->name);
  target->doubles = device->doubles != 0;
  target->deterministic = device->deterministic != 0;
}

/* A spec the user wrote: what the machine says of the device when it has one of that very name. */
static void add_asked(cli_targets *targets, const char *spec)
{
  jato_device device;
  for (size_t i = 0; jato_device_find(i, &device); i++) {
    if (strcmp(device.spec, spec) != 0) continue;
    add_device(targets, &device);
    return;
  }
  (void)add_target(targets, spec);
}

void cli_targets_find(const cli_list_of *asked, cli_targets *targets)
{
  jato_device device;
  targets->count = 0;
  for (size_t i = 0; i < asked->count; i++) add_asked(targets, asked->text[i]);
  if (asked->count != 0) return;
  for (size_t i = 0; jato_device_find(i, &device); i++)
    if (device.ready) add_device(targets, &device);
}

/* The choices of the cpu's parameter level, "best v2 v3 v4"; "" where it has none. */
static const char *level_choices(void)
{
  jato_entry entry;
  for (size_t i = 0; jato_catalogue(JATO_KIND_DEVICE, i, &entry); i++) {
    if (strcmp(entry.name, "cpu") != 0) continue;
    for (size_t k = 0; k < entry.parameter_count; k++) {
      const jato_parameter *parameter = jato_entry_parameter(&entry, k);
      if (strcmp(parameter->name, "level") == 0 && parameter->choices != NULL)
        return parameter->choices;
    }
  }
  return "";
}

/* Whether this machine can run the spec at all: a swarm of one particle is made. */
static bool runs_here(const char *spec)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = jato_options_default();
  options.device = spec;
  options.particles = 1;
  bool runs = jato_problem_from_gallery("sphere", 1, NULL, &problem, NULL) == JATO_OK &&
              jato_run_create(problem, &options, &run, NULL) == JATO_OK;
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return runs;
}

void cli_targets_add_levels(cli_targets *targets, const char *best)
{
  char level[CLI_WORD], spec[CLI_WORD + 16];
  for (const char *at = level_choices(); cli_next_word(&at, level);) {
    snprintf(spec, sizeof spec, "cpu:level=%s", level);
    if (strcmp(level, "best") == 0 || strstr(best, spec + strlen("cpu:")) != NULL) continue;
    if (runs_here(spec)) (void)add_target(targets, spec);
  }
}
