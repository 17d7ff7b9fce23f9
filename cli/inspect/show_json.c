#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/values.h"
#include "inspect/show.h"
#include "subject/record.h"
#include "subject/repeat.h"

bool cli_beside_look(const char *path, int number, cli_beside *beside)
{
  jato_error error;
  jato_record *record = NULL;
  *beside = (cli_beside){.sound = false};
  if (number > CLI_MOST_KEPT) return false;
  snprintf(beside->name, sizeof beside->name, "%s.%d", path, number);
  if (access(beside->name, F_OK) != 0) {
    beside->name[0] = '\0';
    return true;
  }
  jato_record_request request = {.path = beside->name, .only_this = 1, .read_apart = 1};
  beside->sound = jato_record_open(&request, &record, &error) == JATO_OK;
  if (beside->sound) {
    const jato_record_info *info = jato_record_describe(record);
    beside->iteration = info->result.iterations;
    snprintf(beside->saved_at, sizeof beside->saved_at, "%s", info->saved_at);
  }
  jato_record_close(&record);
  return true;
}

static void write_numbers(cli_json *json, const char *key, const double *numbers, size_t count)
{
  cli_json_begin_array(json, key);
  for (size_t i = 0; i < count; i++) cli_json_number(json, NULL, numbers[i]);
  cli_json_end(json);
}

static void write_limit(cli_json *json, const char *key, uint64_t limit)
{
  if (limit != 0)
    cli_json_count(json, key, limit);
  else
    cli_json_string(json, key, NULL);
}

static void write_settings(cli_json *json, const jato_record_info *info)
{
  const jato_options *made = &info->options;
  cli_json_string(json, "algorithm", made->algorithm);
  cli_json_count(json, "particles", made->particles);
  cli_json_string(json, "precision", cli_precision_name(made->precision));
  cli_json_string(json, "walls", made->walls);
  cli_json_string(json, "device_asked", made->device);
  cli_json_string(json, "device", info->result.device);
  cli_json_count(json, "seed", made->seed);
  cli_json_begin_object(json, "limits");
  write_limit(json, "iterations", made->iterations);
  write_limit(json, "planned_iterations", info->planned_iterations);
  write_limit(json, "evaluations", made->evaluations);
  write_limit(json, "stall", made->stall);
  cli_json_number(json, "seconds", made->seconds > 0 ? made->seconds : NAN);
  cli_json_number(json, "target", made->target);
  cli_json_end(json);
}

static void write_problem(cli_json *json, const jato_record_info *info)
{
  cli_json_string(json, "problem", info->problem);
  cli_json_string(json, "kind", cli_record_kind(info));
  cli_json_count(json, "dim", info->dim);
  write_numbers(json, "lower", info->lower, info->dim);
  write_numbers(json, "upper", info->upper, info->dim);
  cli_json_string(json, "source", info->source[0] != '\0' ? info->source : NULL);
  cli_json_count(json, "data_count", info->data_count);
}

/* Of programs and functions: what became of evaluations. Messages are not in the file. */
static void write_outcomes(cli_json *json, const jato_record_info *info, const jato_problem *named)
{
  jato_failures failures;
  if (info->kind != JATO_RECORD_FUNCTION && info->kind != JATO_RECORD_STUDY) return;
  cli_record_failures(info, &failures);
  cli_json_number(json, "violation", info->result.violation);
  if (named != NULL) cli_constraints_json(json, cli_values_space(named), info->c);
  cli_failures_json(json, &failures);
  cli_json_string(json, "order", info->options.order);
}

/* Who found the best, and from how many evaluations on. */
static void write_finders(cli_json *json, const jato_record_info *info)
{
  const jato_trace_row *row = NULL;
  cli_json_begin_array(json, "found_by");
  while ((row = cli_record_next_finder(info, row)) != NULL) {
    char name[CLI_FINDER];
    cli_record_finder(info, row->finder, name);
    cli_json_begin_object(json, NULL);
    cli_json_string(json, "name", name);
    cli_json_count(json, "from", row->evaluations);
    cli_json_end(json);
  }
  cli_json_end(json);
}

static void write_standing(cli_json *json, const jato_record_info *info, const jato_problem *named)
{
  char digest[17];
  const jato_result *result = &info->result;
  snprintf(digest, sizeof digest, "%016" PRIx64, result->digest);
  cli_json_number(json, "best", result->best);
  cli_json_number(json, "standard_error", result->standard_error);
  cli_json_count(json, "samples", result->samples);
  write_numbers(json, "x", info->x, info->dim);
  if (named != NULL) cli_values_json(json, "values", named, info->x);
  write_outcomes(json, info, named);
  cli_json_count(json, "improved_at", info->improved_at);
  write_finders(json, info);
  cli_json_count(json, "evaluations", result->evaluations);
  cli_json_count(json, "nonfinite", result->nonfinite);
  int one_by_one = info->options.order != NULL; /* outside of devices */
  if (one_by_one) cli_json_count(json, "given", result->given);
  if (one_by_one) cli_json_count(json, "reused", result->reused);
  cli_json_count(json, "iterations", result->iterations);
  cli_json_number(json, "seconds", result->seconds);
  cli_json_string(json, "stop",
                  result->stop == JATO_STOP_NONE ? NULL : cli_stop_name(result->stop));
  cli_json_string(json, "digest", digest);
  cli_json_count(json, "rows", info->row_count);
  cli_json_count(json, "row_stride", info->row_stride);
  cli_json_count(json, "frames", info->frame_count);
  cli_json_count(json, "frame_particles", info->frame_particles);
}

static void write_beside(cli_json *json, const char *path)
{
  cli_beside beside;
  cli_json_begin_array(json, "checkpoints");
  for (int number = 1; cli_beside_look(path, number, &beside); number++) {
    if (beside.name[0] == '\0') continue;
    cli_json_begin_object(json, NULL);
    cli_json_string(json, "file", beside.name);
    cli_json_bool(json, "sound", beside.sound);
    write_limit(json, "iterations", beside.iteration);
    cli_json_string(json, "saved_at", beside.sound ? beside.saved_at : NULL);
    cli_json_end(json);
  }
  cli_json_end(json);
}

void cli_show_json(const char *path, const jato_record_info *info, const jato_problem *named)
{
  cli_json json = cli_json_to(stdout);
  cli_json_begin_object(&json, NULL);
  cli_json_string(&json, "file", info->path);
  cli_json_count(&json, "format", (uint64_t)info->format);
  cli_json_string(&json, "version", info->version);
  cli_json_string(&json, "compiler", info->compiler);
  cli_json_string(&json, "host", info->host);
  cli_json_string(&json, "saved_at", info->saved_at);
  write_problem(&json, info);
  write_settings(&json, info);
  cli_show_settings_json(&json, &info->options);
  write_standing(&json, info, named);
  write_beside(&json, path);
  cli_json_end(&json);
}
