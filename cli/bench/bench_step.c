/* jato bench step: one iteration against a bare loop over the same memory. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/writer/json.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "bench/measure.h"

/* The rows of the table when no size, and no algorithm, was asked for. */
static const cli_case usual[] = {
    {.particles = 1 << 20, .dim = 64, .precision = JATO_FLOAT, .algorithm = "pso:draws=coordinate"},
    {.particles = 1 << 20,
     .dim = 64,
     .precision = JATO_DOUBLE,
     .algorithm = "pso:draws=coordinate"},
    {.particles = 1 << 20, .dim = 64, .precision = JATO_FLOAT, .algorithm = "pso:draws=particle"},
    {.particles = 1 << 20, .dim = 64, .precision = JATO_DOUBLE, .algorithm = "pso:draws=particle"},
    {.particles = 1000,
     .dim = 30,
     .precision = JATO_DOUBLE,
     .algorithm = "pso:draws=coordinate",
     .device = "cpu:threads=1"},
};
enum { USUAL_COUNT = sizeof usual / sizeof usual[0], SIZE_ROWS = 4 /* the rows of one size */ };

/* The number after "name=" in a spec such as "cpu:threads=2", or 0. */
static uint64_t number_in(const char *spec, const char *name)
{
  const char *at = strstr(spec, name);
  return at == NULL ? 0 : strtoull(at + strlen(name), NULL, 10);
}

/* How the algorithm draws its random numbers: "coordinate", "particle", or "-" where it does not
 * say. */
static void write_draws(const char *algorithm, char draws[16])
{
  static const char name[] = "draws=";
  const char *at = strstr(algorithm, name);
  if (at == NULL)
    snprintf(draws, 16, "-");
  else
    snprintf(draws, 16, "%.*s", (int)strcspn(at + sizeof name - 1, ","), at + sizeof name - 1);
}

static void print_row(const cli_case *row, const cli_measure *measure, jx_json *json)
{
  char draws[16];
  write_draws(measure->run.algorithm, draws);
  const char *precision = row->precision == JATO_FLOAT ? "float" : "double";
  uint64_t threads = number_in(measure->run.device, "threads=");
  double bare_ms = 1e3 * measure->bare_seconds;
  double jato_ms = 1e3 * measure->jato_seconds;
  double gb_per_s = 1e-9 * (double)measure->bytes / measure->jato_seconds;
  double ratio = measure->bare_seconds / measure->jato_seconds;
  double ns = 1e9 * measure->jato_seconds / ((double)row->particles * (double)row->dim);
  if (json == NULL) {
    printf("%10" PRIu64 " %5" PRIu64 "  %-9s  %-10s  %7" PRIu64
           "  %9.4f  %9.4f  %6.2f  %5.3f  %6.3f\n",
           row->particles, row->dim, precision, draws, threads, bare_ms, jato_ms, gb_per_s, ratio,
           ns);
    fflush(stdout); /* a row takes seconds: show it when it is there */
    return;
  }
  jx_json_begin_object(json, NULL);
  jx_json_count(json, "particles", row->particles);
  jx_json_count(json, "dim", row->dim);
  jx_json_text(json, "precision", precision);
  jx_json_text(json, "draws", draws);
  jx_json_count(json, "threads", threads);
  jx_json_number(json, "bare_ms", bare_ms);
  jx_json_number(json, "jato_ms", jato_ms);
  jx_json_number(json, "gb_per_s", gb_per_s);
  jx_json_number(json, "ratio", ratio);
  jx_json_number(json, "ns", ns);
  jx_json_end(json);
}

static void print_head(const cli_bench_request *asked)
{
  cli_machine machine = cli_machine_look();
  printf("jato %s on %s, %ld cores; sphere; best of %" PRIu64 "; ns per particle and coordinate\n",
         jato_version(), machine.cpu, machine.cores, asked->repeat);
  printf("%10s %5s  %-9s  %-10s  %7s  %9s  %9s  %6s  %5s  %6s\n", "particles", "dim", "precision",
         "draws", "threads", "bare_ms", "jato_ms", "GB/s", "ratio", "ns");
}

/* Turns a usual row into what was asked for; false when it is not part of it. */
static bool fit_row(const cli_bench_request *asked, size_t i, cli_case *row)
{
  bool sized = asked->particles != 0 || asked->dim != 0;
  *row = usual[i];
  if (asked->precision == CLI_BENCH_FLOAT && row->precision != JATO_FLOAT) return false;
  if (asked->precision == CLI_BENCH_DOUBLE && row->precision != JATO_DOUBLE) return false;
  if (sized && i >= SIZE_ROWS) return false;
  /* An algorithm says itself how it draws: the rows of the other way would be the same again. */
  if (asked->algorithm != NULL && i >= SIZE_ROWS / 2 && i < SIZE_ROWS) return false;
  if (asked->particles != 0) row->particles = asked->particles;
  if (asked->dim != 0) row->dim = asked->dim;
  if (asked->algorithm != NULL) row->algorithm = asked->algorithm;
  if (asked->devices.count != 0) row->device = asked->devices.text[0];
  row->repeat = asked->repeat;
  row->together = number_in(row->algorithm, "exchange=");
  return true;
}

int cli_bench_step(const cli_bench_request *asked)
{
  jx_json json = jx_json_to_file(stdout);
  if (asked->json)
    jx_json_begin_array(&json, NULL);
  else
    print_head(asked);
  for (size_t i = 0; i < USUAL_COUNT; i++) {
    cli_case row;
    cli_measure measure;
    jato_error error;
    if (!fit_row(asked, i, &row)) continue;
    jato_status status = cli_measure_step(&row, &measure, &error);
    if (status != JATO_OK) return cli_complain_of(status, &error);
    print_row(&row, &measure, asked->json ? &json : NULL);
  }
  if (asked->json) jx_json_end(&json);
  return CLI_DONE;
}
