#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text/writer/json.h"
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
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = beside->name, .only_this = 1,
                                 .read_forked = 1};
  beside->sound = jato_record_open(&request, &record, &error) == JATO_OK;
  if (beside->sound) {
    const jato_record_info *info = jato_record_get_info(record);
    beside->iteration = info->result->iterations;
    snprintf(beside->saved_at, sizeof beside->saved_at, "%s", info->saved_at);
  }
  jato_record_close(&record);
  return true;
}

static void write_limit(jx_json *json, const char *key, uint64_t limit)
{
  if (limit != 0)
    jx_json_count(json, key, limit);
  else
    jx_json_text(json, key, NULL);
}

static void write_settings(jx_json *json, const jato_record_info *info)
{
  const jato_options *made = info->options;
  jx_json_text(json, "algorithm", made->algorithm);
  jx_json_count(json, "particles", made->particles);
  jx_json_text(json, "precision", cli_precision_name(made->precision));
  jx_json_text(json, "walls", made->walls);
  jx_json_text(json, "device_asked", made->device);
  jx_json_text(json, "device", info->result->device);
  jx_json_count(json, "seed", made->seed);
  jx_json_begin_object(json, "limits");
  write_limit(json, "iterations", made->iterations);
  write_limit(json, "planned_iterations", info->planned_iterations);
  write_limit(json, "evaluations", made->evaluations);
  write_limit(json, "stall", made->stall);
  jx_json_number(json, "seconds", made->seconds > 0 ? made->seconds : NAN);
  jx_json_number(json, "target", made->target);
  jx_json_end(json);
}

static void write_problem(jx_json *json, const jato_record_info *info)
{
  jx_json_text(json, "problem", info->problem);
  jx_json_text(json, "kind", cli_record_kind(info));
  jx_json_count(json, "dim", info->dim);
  cli_numbers_json(json, "lower", info->lower, info->dim);
  cli_numbers_json(json, "upper", info->upper, info->dim);
  jx_json_text(json, "source", info->source[0] != '\0' ? info->source : NULL);
  jx_json_count(json, "data_count", info->data_count);
}

/* For programs and functions: how their evaluations ended. Messages are not in the file. */
static void write_outcomes(jx_json *json, const jato_record_info *info, const jato_problem *named)
{
  jato_failures failures;
  if (info->kind != JATO_RECORD_FUNCTION && info->kind != JATO_RECORD_STUDY) return;
  cli_record_failures(info, &failures);
  jx_json_number(json, "violation", info->result->violation);
  if (named != NULL) cli_constraints_json(json, cli_values_space(named), info->c);
  cli_failures_json(json, &failures);
  jx_json_text(json, "order", info->options->order);
}

/* Which submethod found the best, and from which evaluation on. */
static void write_submethods(jx_json *json, const jato_record_info *info)
{
  const jato_trace_row *row = NULL;
  jx_json_begin_array(json, "found_by");
  while ((row = cli_record_next_submethod(info, row)) != NULL) {
    char name[CLI_SUBMETHOD];
    cli_record_submethod(info, row->submethod, name);
    jx_json_begin_object(json, NULL);
    jx_json_text(json, "name", name);
    jx_json_count(json, "from", row->evaluations);
    jx_json_end(json);
  }
  jx_json_end(json);
}

static void write_standing(jx_json *json, const jato_record_info *info, const jato_problem *named)
{
  char digest[17];
  const jato_result *result = info->result;
  snprintf(digest, sizeof digest, "%016" PRIx64, result->digest);
  jx_json_number(json, "best", result->best);
  jx_json_number(json, "standard_error", result->standard_error);
  jx_json_count(json, "samples", result->samples);
  cli_numbers_json(json, "x", info->x, info->dim);
  if (named != NULL) cli_values_json(json, "values", named, info->x);
  write_outcomes(json, info, named);
  jx_json_count(json, "improved_at", info->improved_at);
  write_submethods(json, info);
  jx_json_count(json, "evaluations", result->evaluations);
  jx_json_count(json, "nonfinite", result->nonfinite);
  int one_by_one = info->options->order != NULL; /* outside of devices */
  if (one_by_one) jx_json_count(json, "given", result->given);
  if (one_by_one) jx_json_count(json, "reused", result->reused);
  jx_json_count(json, "iterations", result->iterations);
  jx_json_number(json, "seconds", result->seconds);
  jx_json_text(json, "stop", result->stop == JATO_STOP_NONE ? NULL : cli_stop_name(result->stop));
  jx_json_text(json, "digest", digest);
  jx_json_count(json, "rows", info->row_count);
  jx_json_count(json, "row_stride", info->row_stride);
  jx_json_count(json, "frames", info->frame_count);
  jx_json_count(json, "frame_particles", info->frame_particles);
}

static void write_beside(jx_json *json, const char *path)
{
  cli_beside beside;
  jx_json_begin_array(json, "checkpoints");
  for (int number = 1; cli_beside_look(path, number, &beside); number++) {
    if (beside.name[0] == '\0') continue;
    jx_json_begin_object(json, NULL);
    jx_json_text(json, "file", beside.name);
    jx_json_bool(json, "sound", beside.sound);
    write_limit(json, "iterations", beside.iteration);
    jx_json_text(json, "saved_at", beside.sound ? beside.saved_at : NULL);
    jx_json_end(json);
  }
  jx_json_end(json);
}

void cli_show_json(const char *path, const jato_record_info *info, const jato_problem *named)
{
  jx_json json = jx_json_to_file(stdout);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "file", info->path);
  jx_json_count(&json, "format", (uint64_t)info->format);
  jx_json_text(&json, "version", info->version);
  jx_json_text(&json, "compiler", info->compiler);
  jx_json_text(&json, "host", info->host);
  jx_json_text(&json, "saved_at", info->saved_at);
  write_problem(&json, info);
  write_settings(&json, info);
  cli_show_settings_json(&json, info->options);
  write_standing(&json, info, named);
  write_beside(&json, path);
  jx_json_end(&json);
}
