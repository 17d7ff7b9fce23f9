/* jato bench memory: the sum of two matrices on each device, in turn, against a bare loop. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/devices.h"
#include "text/writer/json.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "timing/sum.h"

enum { SIDE = 4096 };

/* One device and what was measured on it. */
typedef struct lane {
  const cli_target *target;
  jx_sum *sum; /* NULL when it failed; `error` says why */
  jato_error error;
  jx_sum_times best; /* the smallest of each time; `wrong` of all turns */
} lane;

typedef struct table {
  const cli_bench_request *asked;
  uint64_t side;
  size_t count;
  lane *lanes;
  jx_json json;
} table;

static void open_lane(jx_matrices *matrices, lane *at)
{
  at->best = (jx_sum_times){INFINITY, INFINITY, INFINITY, INFINITY, 0, 0};
  (void)jx_sum_create(matrices, at->target->spec, &at->sum, &at->error);
}

static void take_turn(lane *at, bool counts)
{
  jx_sum_times now;
  if (at->sum == NULL) return;
  if (jx_time_sum(at->sum, &now, &at->error) != JATO_OK) {
    jx_sum_destroy(&at->sum);
    return;
  }
  at->best.wrong += now.wrong;
  at->best.threads = now.threads;
  if (!counts) return;
  at->best.copy_in = fmin(at->best.copy_in, now.copy_in);
  at->best.kernel = fmin(at->best.kernel, now.kernel);
  at->best.copy_out = fmin(at->best.copy_out, now.copy_out);
  at->best.bare = fmin(at->best.bare, now.bare);
}

static double rate(const table *rows, double seconds)
{
  return 1e-9 * JX_SUM_BYTES * (double)rows->side * (double)rows->side / seconds;
}

static void print_lane(const table *rows, const lane *at)
{
  const jx_sum_times *best = &at->best;
  if (at->sum == NULL) {
    printf("%-18s  failed: %s\n", at->target->spec, at->error.text);
    return;
  }
  printf("%-18s  %9.3f  %9.3f  %9.3f  %7.2f  %7d  %9.2f  %5.3f  ", at->target->spec,
         1e3 * best->copy_in, 1e3 * best->kernel, 1e3 * best->copy_out, rate(rows, best->kernel),
         best->threads, rate(rows, best->bare), best->bare / best->kernel);
  if (best->wrong > 0)
    printf("%" PRIu64 " WRONG", best->wrong);
  else
    printf("all right");
  printf("  %s\n", at->target->name);
}

static void write_lane(table *rows, const lane *at)
{
  jx_json *json = &rows->json;
  const jx_sum_times *best = &at->best;
  bool works = at->sum != NULL;
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "spec", at->target->spec);
  jx_json_text(json, "name", at->target->name);
  jx_json_count(json, "dim", rows->side);
  jx_json_count(json, "bytes", JX_SUM_BYTES * rows->side * rows->side);
  jx_json_number(json, "in_ms", works ? 1e3 * best->copy_in : NAN);
  jx_json_number(json, "kernel_ms", works ? 1e3 * best->kernel : NAN);
  jx_json_number(json, "out_ms", works ? 1e3 * best->copy_out : NAN);
  jx_json_number(json, "gb_per_s", works ? rate(rows, best->kernel) : NAN);
  jx_json_number(json, "threads", works ? (double)best->threads : (double)NAN);
  jx_json_number(json, "bare_ms", works ? 1e3 * best->bare : NAN);
  jx_json_number(json, "bare_gb_per_s", works ? rate(rows, best->bare) : NAN);
  jx_json_number(json, "ratio", works ? best->bare / best->kernel : NAN);
  jx_json_number(json, "wrong", works ? (double)best->wrong : (double)NAN);
  jx_json_text(json, "error", works ? NULL : at->error.text);
  jx_json_end(json);
}

static void print_head(const table *rows)
{
  cli_machine machine = cli_machine_look();
  printf("jato %s on %s, %ld cores; r = p + q of %" PRIu64 " x %" PRIu64
         " floats, %d bytes an element; best of %" PRIu64 "\n",
         jato_version(), machine.cpu, machine.cores, rows->side, rows->side, JX_SUM_BYTES,
         rows->asked->repeat);
  printf("%-18s  %9s  %9s  %9s  %7s  %7s  %9s  %5s  %-9s  %s\n", "device", "in_ms", "kernel_ms",
         "out_ms", "GB/s", "threads", "bare_GB/s", "ratio", "elements", "name");
}

static int report(table *rows)
{
  int code = CLI_DONE;
  if (rows->asked->json)
    jx_json_begin_array(&rows->json, NULL);
  else
    print_head(rows);
  for (size_t i = 0; i < rows->count; i++) {
    const lane *at = &rows->lanes[i];
    if (rows->asked->json)
      write_lane(rows, at);
    else
      print_lane(rows, at);
    if (at->sum == NULL || at->best.wrong > 0) code = CLI_FAILED;
  }
  if (rows->asked->json) jx_json_end(&rows->json);
  return code;
}

/* All devices stay open while they take turns, so that a busy minute of the machine affects all; a
 * first turn touches all memory and is not counted. */
static int race(table *rows, const cli_targets *targets)
{
  jx_matrices *matrices = NULL;
  jato_error error;
  jato_status status = jx_matrices_create(rows->side, &matrices, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  for (; rows->count < targets->count; rows->count++) {
    rows->lanes[rows->count].target = &targets->target[rows->count];
    open_lane(matrices, &rows->lanes[rows->count]);
  }
  for (uint64_t turn = 0; turn <= rows->asked->repeat; turn++)
    for (size_t i = 0; i < rows->count; i++) take_turn(&rows->lanes[i], turn > 0);
  int code = report(rows);
  for (size_t i = 0; i < rows->count; i++) jx_sum_destroy(&rows->lanes[i].sum);
  jx_matrices_destroy(&matrices);
  return code;
}

int cli_bench_memory(const cli_bench_request *asked)
{
  cli_targets targets;
  table rows = {.asked = asked, .json = jx_json_to_file(stdout)};
  rows.side = asked->dim != 0 ? asked->dim : SIDE;
  cli_targets_find(&asked->devices, &targets);
  rows.lanes = calloc(targets.count, sizeof *rows.lanes);
  if (rows.lanes == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %zu devices", targets.count);
  int code = race(&rows, &targets);
  free(rows.lanes);
  return code;
}
