/* Facts about the processor: from system calls and, on Linux, from files under /proc and /sys.
 * Facts that the system does not have stay unknown. */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */
#include "device/cpu/build.h"
#include "device/cpu/cpu.h"
#include "device/cpu/level.h"
#include "device/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define PROCESSOR "/sys/devices/system/cpu/cpu0/"
#define MOST_CACHES 8 /* two of the first level, one of each other */

/* Copies the first line of a file, without its end; "" where it cannot be read. */
static void read_line(const char *path, char *out, int size)
{
  FILE *file = fopen(path, "r");
  if (file == NULL || fgets(out, size, file) == NULL) out[0] = '\0';
  out[strcspn(out, "\n")] = '\0';
  if (file != NULL) (void)fclose(file);
}

/* Copies the text after the ':' of the first line of /proc/cpuinfo that begins with `key`; "" if
 * there is no such line. */
static void read_cpuinfo(const char *key, char *out, size_t size)
{
  char line[512];
  out[0] = '\0';
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (file == NULL) return;
  while (out[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (colon != NULL && strncmp(line, key, strlen(key)) == 0)
      (void)snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
  }
  out[strcspn(out, "\n")] = '\0';
  (void)fclose(file);
}

/* The highest clock that the processor may have, in kHz; if that is unknown, its present clock, in
 * MHz. */
static uint64_t clock_hz(void)
{
  char text[64];
  read_line(PROCESSOR "cpufreq/cpuinfo_max_freq", text, (int)sizeof text);
  if (text[0] != '\0') return 1000 * strtoull(text, NULL, 10);
  read_cpuinfo("cpu MHz", text, sizeof text);
  char *end = NULL;
  uint64_t whole = strtoull(text, &end, 10), thousandths = 0;
  for (uint64_t digit = 100; *end != '\0' && *++end >= '0' && *end <= '9'; digit /= 10)
    thousandths += digit * (uint64_t)(*end - '0');
  return 1000000 * whole + 1000 * thousandths;
}

/* "32K", "36608K", "1M" in bytes. */
static uint64_t bytes_of(const char *text)
{
  char *end = NULL;
  uint64_t number = strtoull(text, &end, 10);
  return *end == 'K' ? number << 10 : *end == 'M' ? number << 20 : number;
}

static void read_cache(int index, const char *name, char out[64])
{
  char path[96];
  (void)snprintf(path, sizeof path, PROCESSOR "cache/index%d/%s", index, name);
  read_line(path, out, 64);
}

/* The caches of the first core that hold data, from the first level on. */
static void describe_caches(jato_device_fact *facts)
{
  static const jx_fact levels[] = {JX_FACT_cache_l1_bytes, JX_FACT_cache_l2_bytes,
                                   JX_FACT_cache_l3_bytes};
  unsigned long last = 0;
  for (int i = 0; i < MOST_CACHES; i++) {
    char type[64], level[64], size[64], line[64];
    read_cache(i, "type", type);
    read_cache(i, "level", level);
    read_cache(i, "size", size);
    read_cache(i, "coherency_line_size", line);
    unsigned long number = strtoul(level, NULL, 10);
    if (number < 1 || strcmp(type, "Instruction") == 0) continue;
    if (number <= sizeof levels / sizeof levels[0])
      jx_fact_count(facts, levels[number - 1], bytes_of(size));
    if (number < last) continue;
    last = number;
    jx_fact_count(facts, JX_FACT_cache_bytes, bytes_of(size));
    jx_fact_count(facts, JX_FACT_cache_line_bytes, strtoull(line, NULL, 10));
  }
}

/* The best level for this machine, and how many floats one of its vectors holds. */
static void describe_level(jato_device_fact *facts, const char *machine)
{
  static const struct {
    const char *level, *name;
    uint64_t floats;
  } rows[] = {{"v2", "x86-64-v2 (SSE4.2)", 4},
              {"v3", "x86-64-v3 (AVX2)", 8},
              {"v4", "x86-64-v4 (AVX-512)", 16}};
  const char *level = NULL;
  jato_error error;
  if (jx_cpu_level_pick(0, &level, &error) != JATO_OK) return;
  jx_fact_text(facts, JX_FACT_instructions, machine); /* of a build for no level */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (strcmp(level, rows[i].level) != 0) continue;
    jx_fact_text(facts, JX_FACT_instructions, rows[i].name);
    jx_fact_count(facts, JX_FACT_vector_floats, rows[i].floats);
  }
}

static void describe_system(jato_device_fact *facts)
{
  struct utsname name;
  char text[sizeof name.sysname + sizeof name.release + 2];
  if (uname(&name) < 0) return;
  (void)snprintf(text, sizeof text, "%s %s", name.sysname, name.release);
  jx_fact_text(facts, JX_FACT_platform, name.machine);
  jx_fact_text(facts, JX_FACT_driver, text);
  describe_level(facts, name.machine);
}

void jx_cpu_describe(size_t index, jato_device_fact *facts)
{
  char text[512];
  jato_error error;
  jx_toolchain toolchain = {.compiler = NULL};
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  (void)index; /* there is one */
  read_cpuinfo("model name", text, sizeof text);
  jx_fact_text(facts, JX_FACT_model, text);
  read_cpuinfo("vendor_id", text, sizeof text);
  jx_fact_text(facts, JX_FACT_vendor, text);
  jx_fact_text(facts, JX_FACT_type, "cpu");
  jx_fact_text(facts, JX_FACT_language, "C11");
  if (jx_cpu_compiler_find(&toolchain, text, sizeof text, &error) == JATO_OK)
    jx_fact_text(facts, JX_FACT_compiler, text);
  describe_system(facts);
  describe_caches(facts);
  jx_fact_count(facts, JX_FACT_compute_units, (uint64_t)jx_cpu_cores());
  jx_fact_count(facts, JX_FACT_clock_hz, clock_hz());
  if (pages > 0 && page > 0)
    jx_fact_count(facts, JX_FACT_global_memory_bytes, (uint64_t)pages * (uint64_t)page);
  jx_fact_count(facts, JX_FACT_largest_work_group, 1);
  jx_fact_count(facts, JX_FACT_address_bits, 8 * sizeof(void *));
}
