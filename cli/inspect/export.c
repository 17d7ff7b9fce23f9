/* jato export: the numbers of a run file, for other programs. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/command.h"
#include "base/files/beside.h"
#include "inspect/evaluations.h"
#include "inspect/table/points.h"
#include "inspect/table/table.h"
#include "subject/record.h"

enum { TRACE, SWARM, FRAMES, EVALUATIONS };

typedef struct request {
  const char *output, *path;
  int what; /* the index among "trace swarm frames evaluations" */
  bool csv, lines, parquet;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"csv", 0, CLI_FLAG, NULL, "CSV with a header (default)", AT(csv)},
    {"jsonl", 0, CLI_FLAG, NULL, "one JSON object per line", AT(lines)},
    {"parquet", 0, CLI_FLAG, NULL, NULL, AT(parquet)},
    {"what", 0, CLI_CHOICE, "NAME", "trace, swarm, frames or evaluations (default: trace)",
     AT(what), .choices = "trace swarm frames evaluations"},
    {"output", 'o', CLI_TEXT, "FILE", "output file (default: standard output)", AT(output)},
};

/* x: the best point, NULL in a head. */
static void put_trace_row(const jato_record_info *info, const cli_points *points,
                          const jato_trace_row *row, const double *x, cli_table *table)
{
  char submethod[CLI_SUBMETHOD];
  cli_table_count(table, "iteration", row->iteration);
  cli_table_count(table, "evaluations", row->evaluations);
  cli_table_count(table, "nonfinite", row->nonfinite);
  cli_table_number(table, "best", row->best);
  cli_table_number(table, "seconds", row->seconds);
  cli_table_number(table, "diversity", row->diversity);
  cli_record_submethod(info, row->submethod, submethod);
  if (info->submethods[0] != '\0') cli_table_text(table, "submethod", submethod);
  cli_points_row(points, table, "x", x);
  cli_table_end_row(table);
}

static void export_trace(const jato_record_info *info, const cli_points *points, cli_table *table)
{
  cli_table_begin_head(table);
  put_trace_row(info, points, &(jato_trace_row){.iteration = 0}, NULL, table);
  for (size_t i = 0; i < info->row_count; i++)
    put_trace_row(info, points, &info->rows[i], info->row_x + i * info->dim, table);
}

static void put_frame_row(uint64_t iteration, uint64_t point, const double *x, cli_table *table)
{
  cli_table_count(table, "iteration", iteration);
  cli_table_count(table, "point", point);
  cli_table_vector(table, "x", x, 2);
  cli_table_end_row(table);
}

static int export_frames(const jato_record_info *info, cli_table *table)
{
  if (info->frame_count == 0)
    return cli_refuse(
        CLI_USAGE, "%s has no frames; jato minimize ... --save FILE --record-frames 100 keeps some",
        info->path);
  cli_table_begin_head(table);
  put_frame_row(0, 0, NULL, table);
  for (size_t i = 0; i < info->frame_count * info->frame_particles; i++)
    put_frame_row(info->frame_iteration[i / info->frame_particles], i % info->frame_particles,
                  info->frame_x + 2 * i, table);
  return CLI_DONE;
}

/* The swarm on its way out, a block of particles at a time. */
enum { FIELDS = 3 };
static const char *const field_names[FIELDS] = {"position", "velocity", "own"};
static const jato_record_field fields[FIELDS] = {JATO_RECORD_POSITION, JATO_RECORD_VELOCITY,
                                                 JATO_RECORD_OWN};

typedef struct block {
  jato_record *record;
  const cli_points *points;
  size_t dim, most;
  double *value, *field[FIELDS]; /* [most] and [most][dim]; NULL for a field it has not */
} block;

static bool has_field(jato_record *record, jato_record_field field, double *room)
{
  jato_error error;
  return jato_record_particles(record, field, 0, 1, room, &error) == JATO_OK;
}

static bool take_memory(block *taken)
{
  const size_t most_numbers = (size_t)1 << 20; /* of a field: 8 MiB */
  taken->most = most_numbers / taken->dim > 0 ? most_numbers / taken->dim : 1;
  taken->value = calloc(taken->most, sizeof *taken->value);
  if (taken->value == NULL) return false;
  for (int i = 0; i < FIELDS; i++) {
    taken->field[i] = calloc(taken->most * taken->dim, sizeof **taken->field);
    if (taken->field[i] == NULL) return false;
    if (i == 0 || has_field(taken->record, fields[i], taken->field[i])) continue;
    free(taken->field[i]);
    taken->field[i] = NULL;
  }
  return true;
}

static void release_memory(block *taken)
{
  free(taken->value);
  for (int i = 0; i < FIELDS; i++) free(taken->field[i]);
}

/* Particle k of the block. Velocities are no points: they stay in the units of the search. */
static void put_particle(const block *taken, uint64_t number, size_t k, cli_table *table)
{
  cli_table_count(table, "particle", number);
  cli_table_number(table, "value", taken->value[k]);
  for (int i = 0; i < FIELDS; i++) {
    if (taken->field[i] == NULL) continue;
    const double *numbers = taken->field[i] + k * taken->dim;
    (fields[i] == JATO_RECORD_VELOCITY ? cli_points_row_of_search : cli_points_row)(
        taken->points, table, field_names[i], numbers);
  }
  cli_table_end_row(table);
}

static int export_block(const block *taken, uint64_t first, uint64_t count, cli_table *table)
{
  jato_error error;
  jato_status status =
      jato_record_particles(taken->record, JATO_RECORD_VALUE, first, count, taken->value, &error);
  for (int i = 0; i < FIELDS && status == JATO_OK; i++)
    if (taken->field[i] != NULL)
      status =
          jato_record_particles(taken->record, fields[i], first, count, taken->field[i], &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  for (uint64_t k = 0; k < count; k++) put_particle(taken, first + k, (size_t)k, table);
  return CLI_DONE;
}

/* A method that gives points has no swarm to export. */
static int check_swarm(jato_record *record)
{
  double value;
  if (has_field(record, JATO_RECORD_VALUE, &value)) return CLI_DONE;
  const jato_record_info *info = jato_record_get_info(record);
  return cli_refuse(CLI_USAGE, "%s has no swarm: %.*s keeps none; export its trace", info->path,
                    (int)strcspn(info->options->algorithm, ":"), info->options->algorithm);
}

static int export_swarm(jato_record *record, const cli_points *points, cli_table *table)
{
  int code = check_swarm(record);
  if (code != CLI_DONE) return code;
  const jato_record_info *info = jato_record_get_info(record);
  block taken = {.record = record, .points = points, .dim = info->dim};
  uint64_t particles = info->options->particles;
  if (take_memory(&taken)) {
    cli_table_begin_head(table);
    put_particle(&taken, 0, 0, table);
    for (uint64_t first = 0; first < particles && code == CLI_DONE; first += taken.most) {
      uint64_t left = particles - first;
      code = export_block(&taken, first, left < taken.most ? left : taken.most, table);
      if (ferror(table->out)) break;
    }
  } else {
    cli_complain("not enough memory for particles of %zu coordinates", info->dim);
    code = CLI_FAILED;
  }
  release_memory(&taken);
  return code;
}

static int export_table(const request *asked, jato_record *record, cli_table *table)
{
  const jato_record_info *info = jato_record_get_info(record);
  jato_problem *named = NULL;
  cli_points points;
  cli_record_named(record, &named);
  int code = cli_points_open(named, info->dim, &points);
  if (code == CLI_DONE && asked->what == SWARM) code = export_swarm(record, &points, table);
  if (code == CLI_DONE && asked->what == FRAMES) code = export_frames(info, table);
  if (code == CLI_DONE && asked->what == EVALUATIONS)
    code = cli_evaluations_export(record, asked->path, &points, table);
  if (code == CLI_DONE && asked->what == TRACE) export_trace(info, &points, table);
  cli_points_close(&points);
  jato_problem_destroy(&named);
  return code;
}

static int export_what(const request *asked, jato_record *record, FILE *out)
{
  cli_table table = {.out = out, .lines = asked->lines, .on_terminal = isatty(fileno(out)) == 1};
  return export_table(asked, record, &table);
}

static bool is_same_file(const char *one, const char *other)
{
  struct stat of_one, of_other;
  return stat(one, &of_one) == 0 && stat(other, &of_other) == 0 &&
         of_one.st_dev == of_other.st_dev && of_one.st_ino == of_other.st_ino;
}

static int export_to_file(const request *asked, jato_record *record)
{
  if (is_same_file(asked->output, jato_record_get_info(record)->path))
    return cli_refuse(CLI_USAGE, "--output %s is the run file itself; take another name",
                      asked->output);
  cli_beside out;
  bool opened = cli_beside_open(&out, asked->output);
  int code = opened ? export_what(asked, record, out.stream) : CLI_DONE;
  if (code != CLI_DONE) cli_beside_drop(&out);
  if (code != CLI_DONE || (opened && cli_beside_keep(&out))) return code;
  return cli_refuse(CLI_FILE, "%s: %s", asked->output, cli_beside_why(asked->output));
}

/* Python has what writes Parquet; a program of its own would have to be a copy of it. */
static int refuse_parquet(const request *asked)
{
  static const char *const names[] = {"trace", "swarm", "frames", "evaluations"};
  return cli_refuse(CLI_USAGE,
                    "--parquet is gone; Python writes Apache Parquet (pip install jato pyarrow): "
                    "python3 -c 'import jato; jato.open_run(\"%s\").to_parquet(\"%s\", \"%s\")'",
                    asked->path, asked->output != NULL ? asked->output : "run.parquet",
                    names[asked->what]);
}

static int export_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.what = TRACE};
  const char *path;
  jato_record *record = NULL;
  int code = cli_record_parse(self, argc, argv, &asked, &path);
  if (code != CLI_DONE) return code;
  asked.path = path;
  if (asked.parquet) return refuse_parquet(&asked);
  if (asked.csv && asked.lines) return cli_refuse(CLI_USAGE, "--csv or --jsonl: choose one");
  code = cli_record_open(path, CLI_NEWEST, &record);
  if (code == CLI_DONE)
    code =
        asked.output != NULL ? export_to_file(&asked, record) : export_what(&asked, record, stdout);
  jato_record_close(&record);
  return code;
}

const cli_command cli_export = {
    .name = "export",
    .summary = "write the numbers of a run file as CSV or JSON lines",
    .usage = "FILE [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = export_run,
};
