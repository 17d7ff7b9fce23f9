#include "base/profile/kernel_times.h"

#include <inttypes.h>
#include <stdio.h>

static double total_of(const cli_kernel_times *times)
{
  double total = 0;
  for (size_t i = 0; i < times->count; i++) total += times->row[i].total;
  return total;
}

static double average_of(const jato_kernel_time *time)
{
  return time->calls > 0 ? time->total / (double)time->calls : 0;
}

void cli_kernel_times_print(const cli_kernel_times *times)
{
  double total = total_of(times);
  printf("\n%-22s %9s %11s %11s %11s %11s %7s\n", "kernel", "calls", "total_ms", "average_us",
         "least_us", "most_us", "share");
  for (size_t i = 0; i < times->count; i++) {
    const jato_kernel_time *time = &times->row[i];
    printf("%-22s %9" PRIu64 " %11.3f %11.3f %11.3f %11.3f %6.1f%%\n", time->name, time->calls,
           1e3 * time->total, 1e6 * average_of(time), 1e6 * time->least, 1e6 * time->most,
           total > 0 ? 100 * time->total / total : 0);
  }
}

void cli_kernel_times_json(jx_json *json, const cli_kernel_times *times)
{
  double total = total_of(times);
  jx_json_begin_array(json, "kernels");
  for (size_t i = 0; i < times->count; i++) {
    const jato_kernel_time *time = &times->row[i];
    jx_json_begin_object(json, NULL);
    jx_json_text(json, "name", time->name);
    jx_json_count(json, "calls", time->calls);
    jx_json_number(json, "total", time->total);
    jx_json_number(json, "average", average_of(time));
    jx_json_number(json, "least", time->least);
    jx_json_number(json, "most", time->most);
    jx_json_number(json, "share", total > 0 ? time->total / total : 0);
    jx_json_end(json);
  }
  jx_json_end(json);
}
