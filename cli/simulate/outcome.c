/* What a simulation has done, for people and for programs. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "simulate/simulate.h"

static double rate_of(const jato_simulation_facts *facts)
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

static double total_of(const jato_simulation *simulation)
{
  double total = 0;
  jato_kernel_time time;
  for (size_t i = 0; jato_simulation_kernel(simulation, i, &time); i++) total += time.total;
  return total;
}

static double average_of(const jato_kernel_time *time)
{
  return time->calls > 0 ? time->total / (double)time->calls : 0;
}

static void print_profile(const jato_simulation *simulation)
{
  jato_kernel_time time;
  double total = total_of(simulation);
  printf("\n%-22s %9s %11s %11s %11s %11s %7s\n", "kernel", "calls", "total_ms", "average_us",
         "least_us", "most_us", "share");
  for (size_t i = 0; jato_simulation_kernel(simulation, i, &time); i++)
    if (time.calls > 0)
      printf("%-22s %9" PRIu64 " %11.3f %11.3f %11.3f %11.3f %6.1f%%\n", time.name, time.calls,
             1e3 * time.total, 1e6 * average_of(&time), 1e6 * time.least, 1e6 * time.most,
             total > 0 ? 100 * time.total / total : 0);
}

void cli_simulate_print(const cli_simulate_request *asked, const char *spec,
                        const jato_simulation *simulation, uint64_t digest)
{
  char rate[32];
  jato_simulation_facts facts = jato_simulation_look(simulation);
  write_rate(rate_of(&facts), rate);
  printf("simulator    %s\n", spec);
  printf("device       %s\n", facts.device);
  printf("seed         %" PRIu64 "\n", asked->seed);
  printf("iterations   %" PRIu64 "\n", facts.steps);
  printf("seconds      %.3f (%s%s per second)\n", facts.seconds, rate, facts.unit);
  printf("digest       %016" PRIx64 "\n", digest);
  if (asked->output != NULL) printf("picture      %s\n", asked->output);
  if (asked->profile) print_profile(simulation);
}

static void profile_json(const jato_simulation *simulation, cli_json *json)
{
  jato_kernel_time time;
  double total = total_of(simulation);
  cli_json_begin_array(json, "kernels");
  for (size_t i = 0; jato_simulation_kernel(simulation, i, &time); i++) {
    if (time.calls == 0) continue;
    cli_json_begin_object(json, NULL);
    cli_json_string(json, "name", time.name);
    cli_json_count(json, "calls", time.calls);
    cli_json_number(json, "total", time.total);
    cli_json_number(json, "average", average_of(&time));
    cli_json_number(json, "least", time.least);
    cli_json_number(json, "most", time.most);
    cli_json_number(json, "share", total > 0 ? time.total / total : 0);
    cli_json_end(json);
  }
  cli_json_end(json);
}

void cli_simulate_json(const cli_simulate_request *asked, const char *spec,
                       const jato_simulation *simulation, uint64_t digest)
{
  char hexadecimal[17];
  cli_json json = cli_json_to(stdout);
  jato_simulation_facts facts = jato_simulation_look(simulation);
  snprintf(hexadecimal, sizeof hexadecimal, "%016" PRIx64, digest);
  cli_json_begin_object(&json, NULL);
  cli_json_string(&json, "simulator", spec);
  cli_json_string(&json, "device", facts.device);
  cli_json_count(&json, "seed", asked->seed);
  cli_json_count(&json, "iterations", facts.steps);
  cli_json_number(&json, "seconds", facts.seconds);
  cli_json_number(&json, "rate", rate_of(&facts));
  cli_json_string(&json, "unit", facts.unit);
  cli_json_count(&json, "width", facts.width);
  cli_json_count(&json, "height", facts.height);
  cli_json_string(&json, "digest", hexadecimal);
  cli_json_string(&json, "picture", asked->output);
  if (asked->profile) profile_json(simulation, &json);
  cli_json_end(&json);
}
