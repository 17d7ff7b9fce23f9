#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/machine.h"

enum { LINE = 512 };

/* Copies what follows the first ':' of the first line of the file that begins with `key`. */
static void copy_value(const char *path, const char *key, char *value, size_t room)
{
  char line[LINE];
  value[0] = '\0';
  FILE *file = fopen(path, "r");
  if (file == NULL) return;
  while (value[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (colon == NULL || strncmp(line, key, strlen(key)) != 0) continue;
    const char *text = colon + 1 + strspn(colon + 1, " \t");
    snprintf(value, room, "%.*s", (int)strcspn(text, "\n"), text);
  }
  fclose(file);
}

static uint64_t read_memory(const char *key)
{
  char text[64];
  copy_value("/proc/meminfo", key, text, sizeof text);
  return strtoull(text, NULL, 10) * 1024; /* the file counts in units of 1024 bytes */
}

/* The word in brackets of "always [madvise] never". */
static void read_huge_pages(char *value, size_t room)
{
  char line[LINE] = "";
  FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
  if (file == NULL) return;
  const char *open = fgets(line, sizeof line, file) == NULL ? NULL : strchr(line, '[');
  if (open != NULL) snprintf(value, room, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
  fclose(file);
}

cli_machine cli_machine_look(void)
{
  cli_machine machine = {0};
  struct utsname name;
  copy_value("/proc/cpuinfo", "model name", machine.cpu, sizeof machine.cpu);
  if (machine.cpu[0] == '\0' && uname(&name) >= 0)
    snprintf(machine.cpu, sizeof machine.cpu, "%s", name.machine);
  read_huge_pages(machine.huge_pages, sizeof machine.huge_pages);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  machine.cores = cores > 0 ? cores : 0;
  machine.memory_bytes = read_memory("MemTotal:");
  machine.available_bytes = read_memory("MemAvailable:");
  return machine;
}

double cli_now(void)
{
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
