/* jato bench devices: one iteration on each device, in turn; then a user's text against the
 * gallery. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/devices.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "bench/measure.h"

/* The usual swarm, and the steps that are timed together in one too small for one step. */
enum { PARTICLES = 1 << 20, DIM = 64, WARM_STEPS = 3, SMALL_STEPS = 50 };
#define SMALL_COORDINATES (UINT64_C(1) << 18)

/* One device and the swarm on it. */
typedef struct lane {
  const cli_target *target;
  jato_run *run; /* NULL when it failed; `error` says why */
  jato_status status;
  jato_error error;
  double seconds; /* of its best step */
} lane;

typedef struct table {
  const cli_bench_request *asked;
  uint64_t particles, dim, steps;
  jato_precision precision;
  size_t count;
  jx_json json;
} table;

static void close_lane(lane *at) { jato_run_destroy(&at->run); }

static void open_lane(const table *rows, const jato_problem *problem, lane *at)
{
  jato_options options = jato_options_default();
  options.device = at->target->spec;
  options.algorithm = rows->asked->algorithm;
  options.precision = rows->precision;
  options.particles = rows->particles;
  options.seed = 1;
  options.iterations = UINT64_C(1) << 40; /* never reached */
  options.no_converge = 1;
  at->seconds = INFINITY;
  at->status = jato_run_create(problem, &options, &at->run, &at->error);
  if (at->status == JATO_OK) at->status = jato_run_step(at->run, WARM_STEPS, NULL, &at->error);
  if (at->status != JATO_OK) close_lane(at);
}

/* All swarms stay in memory while the devices take turns, so that a busy minute of the machine
 * affects all. */
static void race(const table *rows, lane *lanes)
{
  for (uint64_t i = 0; i < rows->asked->repeat; i++) {
    for (size_t k = 0; k < rows->count; k++) {
      lane *at = &lanes[k];
      if (at->run == NULL) continue;
      double start = cli_now();
      at->status = jato_run_step(at->run, rows->steps, NULL, &at->error);
      at->seconds = fmin(at->seconds, (cli_now() - start) / (double)rows->steps);
      if (at->status != JATO_OK) close_lane(at);
    }
  }
}

/* How many times as fast as the cpu, which is the first row. */
static double ratio_of(const lane *lanes, const lane *at) { return lanes[0].seconds / at->seconds; }

static void print_lane(const lane *lanes, const lane *at)
{
  jato_result result;
  if (at->run == NULL) {
    printf("%-14s  %9s  %6s  %7s  %s\n", at->target->spec, "failed", "", "", at->error.text);
    return;
  }
  jato_run_get_info(at->run, NULL, &result);
  printf("%-14s  %9.4f  %6.3f  %7.2f  %s\n", at->target->spec, 1e3 * at->seconds,
         ratio_of(lanes, at), result.build_seconds, at->target->name);
}

static void write_lane(table *rows, const lane *lanes, const lane *at)
{
  jato_result result = {0};
  jx_json *json = &rows->json;
  bool works = at->run != NULL;
  if (works) jato_run_get_info(at->run, NULL, &result);
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "spec", at->target->spec);
  jx_json_text(json, "name", at->target->name);
  jx_json_text(json, "device", works ? result.device : NULL);
  jx_json_count(json, "particles", rows->particles);
  jx_json_count(json, "dim", rows->dim);
  jx_json_text(json, "precision", rows->precision == JATO_FLOAT ? "float" : "double");
  jx_json_number(json, "ms", works ? 1e3 * at->seconds : NAN);
  jx_json_number(json, "ratio", works ? ratio_of(lanes, at) : NAN);
  jx_json_number(json, "build_seconds", works ? result.build_seconds : NAN);
  jx_json_text(json, "error", works ? NULL : at->error.text);
  jx_json_end(json);
}

static int report_lanes(table *rows, const lane *lanes)
{
  int code = CLI_DONE;
  if (rows->asked->json) {
    jx_json_begin_array(&rows->json, "devices");
  } else {
    cli_machine machine = cli_machine_look();
    printf("jato %s on %s, %ld cores; sphere, %" PRIu64 " particles of %" PRIu64
           " coordinates, %s; best of %" PRIu64 "\n",
           jato_version(), machine.cpu, machine.cores, rows->particles, rows->dim,
           rows->precision == JATO_FLOAT ? "float" : "double", rows->asked->repeat);
    printf("%-14s  %9s  %6s  %7s  %s\n", "device", "ms", "ratio", "build_s", "name");
  }
  for (size_t i = 0; i < rows->count; i++) {
    if (rows->asked->json)
      write_lane(rows, lanes, &lanes[i]);
    else
      print_lane(lanes, &lanes[i]);
    if (lanes[i].run == NULL) code = CLI_FAILED;
  }
  if (rows->asked->json) jx_json_end(&rows->json);
  return code;
}

/* cpu first, which the others are compared with, then the asked or all ready ones. */
static void find_targets(const cli_bench_request *asked, cli_targets *targets)
{
  cli_list_of with_cpu = {.text = {"cpu"}, .count = 1};
  for (size_t i = 0; i < asked->devices.count && with_cpu.count < CLI_MOST_LISTED; i++)
    if (strcmp(asked->devices.text[i], "cpu") != 0)
      with_cpu.text[with_cpu.count++] = asked->devices.text[i];
  if (asked->devices.count == 0) with_cpu.count = 0;
  cli_targets_find(&with_cpu, targets);
}

static int race_devices(table *rows, const cli_targets *targets)
{
  jato_error error;
  jato_problem *problem = NULL;
  lane *lanes = calloc(targets->count, sizeof *lanes);
  if (lanes == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %zu devices", targets->count);
  jato_status status =
      jato_problem_from_gallery("sphere", (size_t)rows->dim, NULL, &problem, &error);
  int code = status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
  for (size_t i = 0; i < targets->count && code == CLI_DONE; i++) {
    if (rows->precision == JATO_DOUBLE && !targets->target[i].doubles) continue;
    lanes[rows->count].target = &targets->target[i];
    open_lane(rows, problem, &lanes[rows->count++]);
  }
  if (code == CLI_DONE) {
    race(rows, lanes);
    code = report_lanes(rows, lanes);
  }
  for (size_t i = 0; i < rows->count; i++) close_lane(&lanes[i]);
  jato_problem_destroy(&problem);
  free(lanes);
  return code;
}

static void print_cost(const cli_source_cost *cost)
{
  char plain[32] = "";
  if (!isnan(cost->plain)) snprintf(plain, sizeof plain, "%.3f", cost->plain);
  printf("%-12s  %10.3f  %9.3f  %6.3f  %10s  %s\n", cost->name, cost->gallery, cost->source,
         cost->gallery / cost->source, plain, cost->run.built);
}

static void write_cost(jx_json *json, const cli_source_cost *cost)
{
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "name", cost->name);
  jx_json_number(json, "gallery_ns", cost->gallery);
  jx_json_number(json, "source_ns", cost->source);
  jx_json_number(json, "ratio", cost->gallery / cost->source);
  jx_json_number(json, "plain_ns", cost->plain);
  jx_json_bool(json, "same", cost->same);
  jx_json_text(json, "built", cost->run.built);
  jx_json_end(json);
}

/* The second table: a user's text against the gallery. */
static int compare_sources(table *rows)
{
  jato_error error;
  cli_source_cost cost;
  if (rows->asked->json)
    jx_json_begin_array(&rows->json, "objectives");
  else
    printf("\nevaluation only: ns per coordinate on one core, float; ratio is gallery / source\n"
           "%-12s  %10s  %9s  %6s  %10s  %s\n",
           "objective", "gallery_ns", "source_ns", "ratio", "plain_ns", "built");
  int code = CLI_DONE, more = 1;
  for (size_t i = 0;; i++) {
    jato_status status = cli_measure_source(i, rows->asked->repeat, &cost, &more, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
    if (!more || code != CLI_DONE) break;
    if (rows->asked->json)
      write_cost(&rows->json, &cost);
    else
      print_cost(&cost);
  }
  if (rows->asked->json) jx_json_end(&rows->json);
  return code;
}

int cli_bench_devices(const cli_bench_request *asked)
{
  cli_targets targets;
  table rows = {.asked = asked, .json = jx_json_to_file(stdout)};
  rows.particles = asked->particles != 0 ? asked->particles : PARTICLES;
  rows.dim = asked->dim != 0 ? asked->dim : DIM;
  rows.steps = rows.particles * rows.dim < SMALL_COORDINATES ? SMALL_STEPS : 1;
  rows.precision = asked->precision == CLI_BENCH_DOUBLE ? JATO_DOUBLE : JATO_FLOAT;
  find_targets(asked, &targets);
  if (asked->json) jx_json_begin_object(&rows.json, NULL);
  int code = race_devices(&rows, &targets);
  int second = compare_sources(&rows);
  if (asked->json) jx_json_end(&rows.json);
  return code == CLI_DONE ? second : code;
}
