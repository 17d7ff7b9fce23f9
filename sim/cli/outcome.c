/* What a simulation has done, for people and for programs. */
#include <inttypes.h>
#include <stdio.h>

#include "base/profile/kernel_times.h"
#include "simulate.h"

static double rate_of(const jato_simulation_info *facts)
{
  return facts->seconds > 0 ? facts->work * (double)facts->steps / facts->seconds : 0;
}

/* "61.3 G" */
static void write_rate(double rate, char text[32])
{
  static const char prefixes[] = " kMGTP";
  size_t i = 0;
  for (; rate >= 1000 && i + 2 < sizeof prefixes; i++) rate /= 1000;
  snprintf(text, 32, "%.3g %.*s", rate, i > 0, prefixes + i);
}

/* Kernels that were called. */
static cli_kernel_times times_of(const jato_simulation *simulation)
{
  cli_kernel_times times = {.count = 0};
  jato_kernel_time time;
  for (size_t i = 0; jato_simulation_kernel(simulation, i, &time); i++)
    if (time.calls > 0 && times.count < CLI_KERNEL_TIMES_MOST) times.row[times.count++] = time;
  return times;
}

void cli_simulate_print(const cli_simulate_request *asked, const char *spec,
                        const jato_simulation *simulation, uint64_t digest)
{
  char rate[32];
  jato_simulation_info facts = *jato_simulation_get_info(simulation);
  write_rate(rate_of(&facts), rate);
  printf("simulator    %s\n", spec);
  printf("device       %s\n", facts.device);
  printf("seed         %" PRIu64 "\n", asked->seed);
  printf("iterations   %" PRIu64 "\n", facts.steps);
  printf("seconds      %.3f (%s%s per second)\n", facts.seconds, rate, facts.unit);
  printf("digest       %016" PRIx64 "\n", digest);
  if (asked->output != NULL) printf("picture      %s\n", asked->output);
  if (!asked->profile) return;
  cli_kernel_times times = times_of(simulation);
  cli_kernel_times_print(&times);
}

void cli_simulate_json(const cli_simulate_request *asked, const char *spec,
                       const jato_simulation *simulation, uint64_t digest)
{
  char hexadecimal[17];
  jx_json json = jx_json_to_file(stdout);
  jato_simulation_info facts = *jato_simulation_get_info(simulation);
  snprintf(hexadecimal, sizeof hexadecimal, "%016" PRIx64, digest);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "simulator", spec);
  jx_json_text(&json, "device", facts.device);
  jx_json_count(&json, "seed", asked->seed);
  jx_json_count(&json, "iterations", facts.steps);
  jx_json_number(&json, "seconds", facts.seconds);
  jx_json_number(&json, "rate", rate_of(&facts));
  jx_json_text(&json, "unit", facts.unit);
  jx_json_count(&json, "width", facts.width);
  jx_json_count(&json, "height", facts.height);
  jx_json_text(&json, "digest", hexadecimal);
  jx_json_text(&json, "picture", asked->output);
  if (asked->profile) {
    cli_kernel_times times = times_of(simulation);
    cli_kernel_times_json(&json, &times);
  }
  jx_json_end(&json);
}
