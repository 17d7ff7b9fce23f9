#include "picture/data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/values.h"
#include "subject/record.h"
#include "subject/subject.h"

/* Numbers held of the particles at most: 128 MiB. Fewer particles are shown of a swarm with very
 * many coordinates. */
static const uint64_t most_numbers = UINT64_C(1) << 24;

static int no_memory(const cli_data *data)
{
  return cli_refuse(CLI_FAILED, "%s: not enough memory for its particles", data->path);
}

static void name_run(cli_data *data)
{
  const jato_record_info *info = data->info;
  const char *algorithm = info->result->algorithm;
  snprintf(data->subject, sizeof data->subject, "%s, dim %zu", info->problem, info->dim);
  char particles[48] = "";
  if (info->result->particles > 1) /* one at a time is not worth a word */
    snprintf(particles, sizeof particles, "%" PRIu64 " particles, ", info->result->particles);
  snprintf(data->settings, sizeof data->settings, "%.*s, %sseed %" PRIu64,
           (int)strcspn(algorithm, ":"), algorithm, particles, info->result->seed);
}

/* Opens the problem if it is of the gallery. Otherwise pictures have no surface: looking at a file
 * runs nothing that it holds. */
static int open_problem(cli_data *data)
{
  data->minimum = NAN;
  if (data->info->kind == JATO_RECORD_STUDY) {
    cli_record_named(data->record, &data->problem);
    data->space = cli_values_space(data->problem);
  }
  if (data->info->kind != JATO_RECORD_GALLERY) return CLI_DONE;
  int code = cli_record_problem(data->record, &data->problem);
  data->surface = code == CLI_DONE;
  if (code == CLI_DONE && !data->info->options->maximize) /* of what is maximised none is known */
    data->minimum = jato_problem_get_info(data->problem)->minimum;
  return code;
}

/* A field of the particles that are shown; NULL in *out for a swarm that does not have it. */
static int read_field(cli_data *data, jato_record_field field, double **out)
{
  jato_error error;
  size_t width = field == JATO_RECORD_VALUE ? 1 : data->dim;
  uint64_t particles = data->info->result->particles;
  double *numbers = malloc(data->point_count * width * sizeof *numbers);
  if (numbers == NULL) return no_memory(data);
  jato_status status = JATO_OK;
  for (size_t i = 0; i < data->point_count && status == JATO_OK; i++) {
    uint64_t particle = (uint64_t)((double)i * (double)particles / (double)data->point_count);
    status = jato_record_particles(data->record, field, particle, 1, numbers + i * width, &error);
  }
  if (status == JATO_OK) {
    *out = numbers;
    return CLI_DONE;
  }
  free(numbers);
  return status == JATO_E_ARGUMENT ? CLI_DONE : cli_complain_of(status, &error);
}

static int read_particles(cli_data *data)
{
  uint64_t count = data->info->result->particles;
  if (count > CLI_MOST_POINTS) count = CLI_MOST_POINTS;
  if (count > most_numbers / data->dim) count = most_numbers / data->dim;
  data->point_count = count == 0 ? 1 : (size_t)count;
  int code = read_field(data, JATO_RECORD_POSITION, &data->position);
  if (code == CLI_DONE) code = read_field(data, JATO_RECORD_OWN, &data->own);
  if (code == CLI_DONE && data->own != NULL)
    code = read_field(data, JATO_RECORD_VALUE, &data->value);
  if (code != CLI_DONE || data->own != NULL || data->position == NULL || !data->surface)
    return code;
  data->value = malloc(data->point_count * sizeof *data->value);
  if (data->value == NULL) return no_memory(data);
  return cli_data_evaluate(data, data->position, data->point_count, data->value);
}

/* The best points, as they are drawn. */
static int copy_points(cli_data *data)
{
  const jato_record_info *info = data->info;
  size_t rows = info->row_x != NULL ? info->row_count : 0;
  data->x = malloc(data->dim * sizeof *data->x);
  data->row_x = malloc((rows * data->dim + 1) * sizeof *data->row_x);
  if (data->x == NULL || data->row_x == NULL) return no_memory(data);
  memcpy(data->x, info->x, data->dim * sizeof *data->x);
  cli_data_snap(data, data->x);
  if (rows > 0) memcpy(data->row_x, info->row_x, rows * data->dim * sizeof *data->row_x);
  for (size_t i = 0; i < rows; i++) cli_data_snap(data, data->row_x + i * data->dim);
  return CLI_DONE;
}

/* The journal of a program's or a function's run; devices keep none. */
static int read_known(cli_data *data, bool history)
{
  const jato_record_info *info = data->info;
  if (info->kind != JATO_RECORD_STUDY && info->kind != JATO_RECORD_FUNCTION) return CLI_DONE;
  if (!cli_known_read(data->path, info, data->problem, &data->known)) return no_memory(data);
  if (!history && data->known.count > 0) data->fit = cli_known_fit(&data->known, info, data->space);
  if (data->known.step_count == 0) return CLI_DONE;
  data->rows = data->known.steps;
  data->row_count = data->known.step_count;
  return CLI_DONE;
}

int cli_data_open(const char *path, bool history, cli_data *data)
{
  memset(data, 0, sizeof *data);
  data->path = path;
  int code = cli_record_open(path, CLI_NEWEST, &data->record);
  if (code != CLI_DONE) return code;
  const jato_record_info *info = data->info = jato_record_get_info(data->record);
  data->dim = info->dim;
  data->lower = info->lower;
  data->upper = info->upper;
  data->best = info->result->best;
  data->rows = info->rows;
  data->row_count = info->row_count;
  data->axes[1] = data->dim > 1 ? 1 : 0;
  data->evaluation_seconds = (info->result->seconds - info->result->build_seconds) /
                             fmax((double)info->result->evaluations, 1);
  name_run(data);
  code = open_problem(data);
  if (code == CLI_DONE) code = copy_points(data);
  if (code == CLI_DONE) code = read_known(data, history);
  if (code == CLI_DONE && !history) code = read_particles(data);
  for (size_t i = 0; i < data->point_count && code == CLI_DONE; i++) {
    if (data->position != NULL) cli_data_snap(data, data->position + i * data->dim);
    if (data->own != NULL) cli_data_snap(data, data->own + i * data->dim);
  }
  return code;
}

void cli_data_close(cli_data *data)
{
  free(data->position);
  free(data->own);
  free(data->value);
  free(data->x);
  free(data->row_x);
  cli_known_free(&data->known);
  jato_fit_destroy(&data->fit);
  jato_problem_destroy(&data->problem);
  jato_record_close(&data->record);
  memset(data, 0, sizeof *data);
}

void cli_data_coordinate(const cli_data *data, size_t coordinate, char text[CLI_COORDINATE])
{
  if (data->space == NULL)
    snprintf(text, CLI_COORDINATE, "x(%zu)", coordinate);
  else
    snprintf(text, CLI_COORDINATE, "%s",
             jato_space_variable(data->space, cli_values_variable(data->space, coordinate))->name);
}

void cli_data_snap(const cli_data *data, double *point)
{
  enum { AT_ONCE = 64 };
  double few[AT_ONCE], *values = few;
  jato_error error;
  if (data->space == NULL) return;
  if (data->space->variable_count > AT_ONCE)
    values = malloc(data->space->variable_count * sizeof *values);
  if (values == NULL) return;
  jato_problem_values(data->problem, point, values);
  /* Refused where a value is not finite: then it stays where it is, and is not drawn. */
  (void)jato_problem_point(data->problem, values, point, &error);
  if (values != few) free(values);
}

bool cli_data_is_stepped(const cli_data *data, size_t coordinate)
{
  const double most = 60;
  if (data->space == NULL) return false;
  const jato_variable *variable =
      jato_space_variable(data->space, cli_values_variable(data->space, coordinate));
  if (variable->kind == JATO_CATEGORY) return true;
  return variable->kind == JATO_INTEGER && variable->upper - variable->lower < most;
}

int cli_data_evaluate(const cli_data *data, const double *x, size_t n, double *f)
{
  jato_error error;
  cli_places places;
  jato_options options = jato_options_default();
  cli_subject_options(&(cli_subject){0}, &places, &options);
  jato_status status = jato_problem_evaluate(data->problem, x, n, f, &options, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}
