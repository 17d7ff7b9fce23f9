/* What `jato check` prints. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "base/values.h"
#include "inspect/check.h"

enum { SHOWN_COORDINATES = 10 };

static void print_head(const cli_checks *checks)
{
  const cli_check_request *asked = checks->asked;
  const char *precision = asked->precision == JATO_FLOAT ? "float" : "double";
  char low[CLI_SHORTEST], high[CLI_SHORTEST];
  printf("points       %" PRIu64 " of %zu coordinates, %s, seed %" PRIu64 "\n", asked->points,
         checks->dim, precision, asked->seed);
  if (checks->smallest <= checks->largest) {
    cli_write_shortest(low, checks->smallest);
    cli_write_shortest(high, checks->largest);
    printf("values       %s to %s", low, high);
  } else {
    printf("values       none are finite");
  }
  printf("; %" PRIu64 " NaN or infinite\n\n", checks->first.result.nonfinite);
  printf("%-14s  %-12s  %9s  %9s  %s\n", "device", "same bits", "compile s", "ns/point", "built");
}

static void print_trial(const cli_checks *checks, const cli_trial *tried)
{
  char same[32] = "yes";
  if (tried->status != JATO_OK) {
    printf("%-14s  %-12s  %s\n", tried->target->spec, "failed", tried->error.text);
    return;
  }
  if (tried == &checks->first)
    snprintf(same, sizeof same, "-");
  else if (tried->differing != 0)
    snprintf(same, sizeof same, "%" PRIu64 " differ", tried->differing);
  printf("%-14s  %-12s  %9.3f  %9.4g  %s\n", tried->target->spec, same, tried->result.build_seconds,
         1e9 * tried->seconds / (double)checks->asked->points, tried->result.built);
  fflush(stdout); /* compiling takes its time: show what is there */
}

static void print_point(const char *name, const double *x, size_t dim)
{
  printf("  %-14s", name);
  for (size_t i = 0; i < dim && i < SHOWN_COORDINATES; i++) {
    char text[CLI_SHORTEST];
    cli_write_shortest(text, x[i]);
    printf(" %s", text);
  }
  printf("%s\n", dim > SHOWN_COORDINATES ? " ..." : "");
}

static void print_end(const cli_checks *checks)
{
  const char *first = checks->first.target->spec;
  if (checks->device[0] == '\0') {
    if (checks->compared == 0)
      printf("\nonly one device: nothing to compare it with\n");
    else
      printf("\nall %zu devices agree bit for bit at %" PRIu64 " points\n", checks->compared + 1,
             checks->asked->points);
    return;
  }
  printf("\npoint %" PRIu64 " is the first where %s differs from %s:\n", checks->point,
         checks->device, first);
  print_point(checks->moved ? first : "x", checks->x, checks->dim);
  if (checks->moved) print_point(checks->device, checks->other_x, checks->dim);
  printf("  %-14s %a = %.9g\n", first, checks->value, checks->value);
  printf("  %-14s %a = %.9g\n", checks->device, checks->other_value, checks->other_value);
}

/* ---- JSON ---- */

static void write_head(cli_checks *checks)
{
  const cli_check_request *asked = checks->asked;
  jx_json *json = &checks->json;
  jx_json_text(json, "problem", cli_subject_name(&asked->subject, checks->problem));
  jx_json_count(json, "dim", checks->dim);
  jx_json_text(json, "precision", asked->precision == JATO_FLOAT ? "float" : "double");
  jx_json_count(json, "points", asked->points);
  jx_json_count(json, "seed", asked->seed);
  jx_json_number(json, "smallest", checks->smallest);
  jx_json_number(json, "largest", checks->largest);
  jx_json_count(json, "nonfinite", checks->first.result.nonfinite);
  jx_json_begin_array(json, "devices");
}

static void write_trial(cli_checks *checks, const cli_trial *tried)
{
  jx_json *json = &checks->json;
  bool works = tried->status == JATO_OK;
  double ns = 1e9 * tried->seconds / (double)checks->asked->points;
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "spec", tried->target->spec);
  jx_json_text(json, "device", works ? tried->result.device : NULL);
  jx_json_bool(json, "deterministic", tried->target->deterministic);
  jx_json_bool(json, "same", works && tried->differing == 0);
  jx_json_count(json, "differing", tried->differing);
  jx_json_number(json, "build_seconds", works ? tried->result.build_seconds : NAN);
  jx_json_number(json, "ns_per_point", works ? ns : NAN);
  jx_json_text(json, "built", works ? tried->result.built : NULL);
  jx_json_text(json, "error", works ? NULL : tried->error.text);
  jx_json_end(json);
}

static void write_end(cli_checks *checks)
{
  jx_json *json = &checks->json;
  char text[40];
  jx_json_end(json); /* of the devices */
  jx_json_bool(json, "agree", checks->device[0] == '\0' && checks->code == CLI_DONE);
  if (checks->device[0] != '\0') {
    jx_json_begin_object(json, "first_difference");
    jx_json_text(json, "device", checks->device);
    jx_json_count(json, "point", checks->point);
    cli_numbers_json(json, "x", checks->x, checks->dim);
    snprintf(text, sizeof text, "%a", checks->value);
    jx_json_text(json, "value", text);
    snprintf(text, sizeof text, "%a", checks->other_value);
    jx_json_text(json, "other_value", text);
    jx_json_end(json);
  }
  jx_json_end(json);
}

void cli_check_begin(cli_checks *checks)
{
  if (!checks->asked->json) {
    print_head(checks);
    return;
  }
  jx_json_begin_object(&checks->json, NULL);
  write_head(checks);
}

void cli_check_row(cli_checks *checks, const cli_trial *tried)
{
  if (checks->asked->json)
    write_trial(checks, tried);
  else
    print_trial(checks, tried);
}

void cli_check_left_out(cli_checks *checks, const cli_target *target)
{
  if (!checks->asked->json) printf("%-14s  %-12s  no double precision\n", target->spec, "skipped");
}

void cli_check_end(cli_checks *checks)
{
  if (checks->asked->json)
    write_end(checks);
  else
    print_end(checks);
}
