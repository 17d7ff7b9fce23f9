/* jato check: compiles an objective for every device and compares their values bit for bit. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/check.h"
#include "timing/passes.h"

#define AT(member) .offset = offsetof(cli_check_request, member)

static const cli_option options[] = {
    {"expression", 'e', CLI_TEXT, "TEXT", "instead of FILE.c, such as \"sq(x(0) - 1) + sq(x(1))\"",
     AT(subject.expression)},
    {"dim", 'd', CLI_COUNT, "N", "number of coordinates", AT(subject.dim), .least = 1,
     .most = INT32_MAX},
    {"bounds", 'b', CLI_TEXT, "LOW:HIGH", "interval of all coordinates, or LOW:HIGH,LOW:HIGH,...",
     AT(subject.bounds)},
    {"data", 0, CLI_TEXT, "FILE", "numbers that the C file reads as data[0], data[1], ...",
     AT(subject.data)},
    {"points", 'p', CLI_COUNT, "N", "random points to evaluate (default: 4096)", AT(points),
     .least = 1},
    {"seed", 's', CLI_COUNT, "N", "the same seed gives the same points (default: 1)", AT(seed)},
    {"precision", 0, CLI_CHOICE, "NAME", "float or double (default: double)", AT(precision),
     .choices = "double float"},
    {"device", 0, CLI_LIST, "SPEC", "device to compare; may be repeated (default: all)",
     AT(devices), .most = CLI_MOST_DEVICES},
    CLI_NO_CACHE_OPTION(AT),
    {"json", 'j', CLI_FLAG, NULL, "print one JSON object", AT(json)},
};

enum { LEAST_PASSES = 5, MOST_PASSES = 200 };
#define TIMED_SECONDS 0.02 /* and as many passes as fit into this */

static void time_passes(cli_trial *tried)
{
  double spent = 0;
  for (int i = 0; i < LEAST_PASSES || (spent < TIMED_SECONDS && i < MOST_PASSES); i++) {
    double seconds = 0;
    tried->status = jx_time_evaluate_pass(tried->run, &seconds, &tried->error);
    if (tried->status != JATO_OK) return;
    tried->seconds = fmin(tried->seconds, seconds);
    spent += seconds;
  }
}

/* Compiles, places and evaluates the points, and takes the time of doing it again. */
static void try_target(cli_checks *checks, const cli_target *target, cli_trial *tried)
{
  memset(tried, 0, sizeof *tried);
  tried->target = target;
  tried->seconds = INFINITY;
  checks->options.device = target->spec;
  tried->status = jato_run_create(checks->problem, &checks->options, &tried->run, &tried->error);
  if (tried->status == JATO_OK) time_passes(tried);
  if (tried->status == JATO_OK) jato_run_get_info(tried->run, NULL, &tried->result);
}

static bool same_reals(const double *a, const double *b, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t a_bits, b_bits;
    memcpy(&a_bits, &a[i], sizeof a_bits);
    memcpy(&b_bits, &b[i], sizeof b_bits);
    if (a_bits != b_bits) return false;
  }
  return true;
}

/* Particle `point` of both swarms; returns whether point and value have the same bits. */
static bool same_bits(cli_checks *checks, cli_trial *tried, uint64_t point)
{
  double value = 0, other_value = 0;
  double *x = checks->row, *other_x = checks->row + checks->dim;
  jato_status status = jato_run_particle(checks->first.run, point, x, &value, &tried->error);
  if (status == JATO_OK)
    status = jato_run_particle(tried->run, point, other_x, &other_value, &tried->error);
  tried->status = status;
  bool moved = !same_reals(x, other_x, checks->dim);
  bool same = !moved && same_reals(&value, &other_value, 1);
  if (same || status != JATO_OK || checks->device[0] != '\0') return same;
  snprintf(checks->device, sizeof checks->device, "%s", tried->target->spec);
  checks->point = point;
  checks->value = value;
  checks->other_value = other_value;
  checks->moved = moved;
  memcpy(checks->x, x, checks->dim * sizeof *x);
  memcpy(checks->other_x, other_x, checks->dim * sizeof *x);
  return false;
}

static void compare(cli_checks *checks, cli_trial *tried)
{
  for (uint64_t i = 0; i < checks->asked->points && tried->status == JATO_OK; i++)
    if (!same_bits(checks, tried, i)) tried->differing++;
  if (tried->status != JATO_OK) return;
  checks->compared++;
  if (tried->differing != 0 && tried->target->deterministic) checks->code = CLI_FAILED;
}

static jato_status find_range(cli_checks *checks, jato_error *error)
{
  checks->smallest = INFINITY;
  checks->largest = -INFINITY;
  for (uint64_t i = 0; i < checks->asked->points; i++) {
    double value = 0;
    jato_status status = jato_run_particle(checks->first.run, i, NULL, &value, error);
    if (status != JATO_OK) return status;
    if (!isfinite(value)) continue; /* NaN and infinity are kept as the worst value */
    checks->smallest = fmin(checks->smallest, value);
    checks->largest = fmax(checks->largest, value);
  }
  return JATO_OK;
}

/* Checks every device but the first. If one fails, the others are still checked. */
static void check_others(cli_checks *checks, const cli_targets *targets)
{
  cli_trial tried;
  for (size_t i = 1; i < targets->count; i++) {
    const cli_target *target = &targets->target[i];
    if (checks->asked->precision == JATO_DOUBLE && !target->doubles) {
      cli_check_left_out(checks, target);
      continue;
    }
    try_target(checks, target, &tried);
    if (tried.status == JATO_OK) compare(checks, &tried);
    if (tried.status != JATO_OK) checks->code = CLI_FAILED;
    cli_check_row(checks, &tried);
    jato_run_destroy(&tried.run);
  }
}

static int check_targets(cli_checks *checks, cli_targets *targets)
{
  jato_error error;
  cli_trial *first = &checks->first;
  try_target(checks, &targets->target[0], first);
  if (first->status != JATO_OK) return cli_complain_of(first->status, &first->error);
  jato_status status = find_range(checks, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  if (checks->asked->devices.count == 0) cli_targets_add_levels(targets, first->result.device);
  cli_check_begin(checks);
  cli_check_row(checks, first);
  check_others(checks, targets);
  cli_check_end(checks);
  if (checks->smallest > checks->largest) {
    cli_complain("no value is finite at any of %" PRIu64 " points", checks->asked->points);
    checks->code = CLI_FAILED;
  }
  return checks->code;
}

static int check_problem(const cli_check_request *asked, jato_problem *problem)
{
  cli_targets targets;
  cli_checks checks = {.asked = asked, .problem = problem, .json = jx_json_to_file(stdout)};
  checks.dim = jato_problem_get_info(problem)->dim;
  checks.options = cli_settings_options(&asked->settings);
  cli_subject_options(&asked->subject, &checks.places, &checks.options);
  checks.options.algorithm = "random";
  checks.options.particles = asked->points;
  checks.options.seed = asked->seed;
  checks.options.precision = (jato_precision)asked->precision;
  double *room = calloc(4 * checks.dim, sizeof *room);
  if (room == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %zu coordinates", checks.dim);
  checks.x = room;
  checks.other_x = room + checks.dim;
  checks.row = room + 2 * checks.dim;
  cli_targets_find(&asked->devices, &targets);
  int code = check_targets(&checks, &targets);
  jato_run_destroy(&checks.first.run);
  free(room);
  return code;
}

static int check_run(const cli_command *self, int argc, char **argv)
{
  cli_check_request asked = {.points = 4096, .seed = 1};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  asked.subject.word = words.word[0];
  if (words.count == 0 && asked.subject.expression == NULL)
    return cli_refuse(
        CLI_USAGE,
        "check needs a C file, as in: jato check my_objective.c --dim 10 --bounds -5:5; or "
        "a study: jato check study.yaml");
  if (words.count > 0 && cli_study_is(words.word[0]))
    return cli_check_study(words.word[0], asked.json);
  jato_problem *problem = NULL;
  code = cli_subject_open(&asked.subject, &problem);
  if (code == CLI_DONE) code = check_problem(&asked, problem);
  jato_problem_destroy(&problem);
  return code;
}

const cli_command cli_check = {
    .name = "check",
    .summary = "try one evaluation of a study, or compare a C function on all devices",
    .usage = "STUDY.yaml|FILE.c [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_BEGIN, "compile", offsetof(cli_check_request, settings)},
    .most_words = 1,
    .run = check_run,
};
