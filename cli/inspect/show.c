/* jato show: what a run file holds. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/command.h"
#include "base/number.h"
#include "base/values.h"
#include "inspect/evaluations.h"
#include "inspect/show.h"
#include "subject/keep.h"
#include "subject/record.h"
#include "subject/repeat.h"

typedef struct request {
  bool json, source;
  uint64_t top;
} request;

enum { MOST_SHOWN = 10 }; /* coordinates and bounds that people get to see */

static const cli_option options[] = {
    {"json", 'j', CLI_FLAG, NULL, "print one JSON object", .offset = offsetof(request, json)},
    {"source", 0, CLI_FLAG, NULL, "print only what it would run: C source, or program as a study",
     .offset = offsetof(request, source)},
    {"top", 0, CLI_COUNT, "N", "print only the best N of its evaluations",
     .offset = offsetof(request, top)},
};

static void print_problem(const jato_record_info *info, const jato_problem *named)
{
  static const char *const kinds[] = {
      [JATO_RECORD_GALLERY] = "from the gallery",
      [JATO_RECORD_SOURCE] = "C source, stored in the file",
      [JATO_RECORD_FUNCTION] = "a user callback, not stored in the file",
      [JATO_RECORD_STUDY] = "a program; its command is stored in the file"};
  printf("problem      %s, dim %zu, %s\n", info->problem, info->dim, kinds[info->kind]);
  if (named != NULL) {
    cli_values_print_space(stdout, named);
    return;
  }
  char *bounds = cli_record_bounds(info);
  bool is_long = bounds != NULL && strlen(bounds) > 80;
  if (bounds != NULL) printf("bounds       %.80s%s\n", bounds, is_long ? "..." : "");
  free(bounds);
  if (info->data_count > 0) printf("data         %zu numbers\n", info->data_count);
}

/* As asked for, and what became of it. */
static void print_settings(const jato_record_info *info)
{
  uint64_t planned = info->planned_iterations;
  cli_show_settings(info->options);
  printf("ran on       %s\n", info->result->device);
  if (planned == 0 && info->options->iterations != 0)
    puts("began with   no iteration limit");
  else if (planned != info->options->iterations)
    printf("began with   %" PRIu64 " iterations as the limit\n", planned);
}

static void print_point(const jato_record_info *info, const jato_problem *named)
{
  if (named != NULL) {
    cli_values_print(stdout, named, info->x, UINT64_MAX);
    cli_values_print_constraints(stdout, cli_values_space(named), info->c);
    cli_values_print_violation(stdout, cli_values_space(named), info->result->violation);
    return;
  }
  cli_coordinates_print(stdout, info->x, info->dim, MOST_SHOWN);
}

/* Which submethod of the algorithm found the best, and from which evaluation on. */
static void print_submethods(const jato_record_info *info)
{
  const jato_trace_row *first = cli_record_next_submethod(info, NULL);
  for (const jato_trace_row *row = first; row != NULL; row = cli_record_next_submethod(info, row)) {
    char name[CLI_SUBMETHOD];
    cli_record_submethod(info, row->submethod, name);
    printf("%s%s from %" PRIu64, row == first ? "found by     " : ", ", name, row->evaluations);
  }
  if (first != NULL) puts(" evaluations");
}

static void print_standing(const jato_record_info *info, const jato_problem *named)
{
  jato_failures failures;
  char best[CLI_SHORTEST];
  const jato_result *result = info->result;
  cli_write_shortest(best, result->best);
  printf("best         %s", best);
  cli_print_certainty(result->standard_error, result->samples);
  printf(", since iteration %" PRIu64 "\n", info->improved_at);
  print_point(info, named);
  print_submethods(info);
  cli_evaluations_print(stdout, result);
  cli_record_failures(info, &failures);
  cli_failures_print(stdout, &failures);
  printf("iterations   %" PRIu64 "\n", result->iterations);
  printf("seconds      %.3f\n", result->seconds);
  bool running = result->stop == JATO_STOP_NONE;
  printf("stopped by   %s\n",
         running ? "nothing yet: a checkpoint during the run" : cli_stop_name(result->stop));
  printf("digest       %016" PRIx64 "\n", result->digest);
}

static void print_stride(uint64_t stride)
{
  if (stride == 1)
    puts("one per iteration");
  else
    printf("one every %" PRIu64 " iterations\n", stride);
}

static void print_history(const jato_record_info *info)
{
  printf("trace        %zu rows, ", info->row_count);
  print_stride(info->row_stride);
  if (info->frame_count == 0) return;
  printf("frames       %zu of %zu particles, ", info->frame_count, info->frame_particles);
  print_stride(info->frame_stride);
}

static void print_beside(const char *path)
{
  cli_beside beside;
  for (int number = 1; cli_beside_look(path, number, &beside); number++) {
    if (beside.name[0] == '\0') continue;
    printf("checkpoint   %s: ", beside.name);
    if (beside.sound)
      printf("iteration %" PRIu64 ", saved %s\n", beside.iteration, beside.saved_at);
    else
      puts("damaged");
  }
}

static void print_commands(const char *path, const jato_record_info *info)
{
  cli_subject subject = {.word = info->problem};
  char *bounds = NULL;
  if (info->kind == JATO_RECORD_FUNCTION) {
    puts("resume       in the program that has the callback, with jato_run_load");
    return;
  }
  printf("resume       ");
  cli_print_advice(stdout, path, info->options, info->result);
  printf("\nrepeat       ");
  if (info->kind == JATO_RECORD_GALLERY && cli_record_has_own_box(info))
    subject.bounds = bounds = cli_record_bounds(info);
  cli_repeat repeat = {.subject = info->kind == JATO_RECORD_GALLERY ? &subject : NULL,
                       .name = info->problem,
                       .dim = info->dim,
                       .asked = info->options,
                       .result = info->result,
                       .file = path,
                       .resumed = true,
                       .planned = info->planned_iterations};
  cli_print_repeat(stdout, &repeat);
  putchar('\n');
  free(bounds);
}

static void print_text(const char *path, const jato_record_info *info, const jato_problem *named)
{
  printf("file         %s, format %d\n", info->path, info->format);
  printf("saved        %s by jato %s (%s) on %s\n", info->saved_at, info->version, info->compiler,
         info->host);
  print_problem(info, named);
  print_settings(info);
  print_standing(info, named);
  print_history(info);
  print_beside(path);
  print_commands(path, info);
}

/* What the file holds to be run; to a terminal without anything that it would obey. */
static int print_source(const jato_record_info *info)
{
  if (info->source[0] == '\0')
    return cli_refuse(CLI_USAGE, "%s holds nothing that would be run: its problem is %s",
                      info->path, info->problem);
  if (!isatty(STDOUT_FILENO)) return fputs(info->source, stdout) < 0 ? CLI_FILE : CLI_DONE;
  char *plain = strdup(info->source);
  if (plain != NULL) fputs(cli_make_plain(plain, true), stdout);
  free(plain);
  return CLI_DONE;
}

static int show_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  const char *path;
  jato_record *record = NULL;
  jato_problem *named = NULL;
  int code = cli_record_parse(self, argc, argv, &asked, &path);
  if (code != CLI_DONE) return code;
  code = cli_record_open(path, CLI_NEWEST, &record);
  if (code == CLI_DONE && asked.source) {
    code = print_source(jato_record_get_info(record));
  } else if (code == CLI_DONE) {
    cli_record_named(record, &named);
    if (asked.top > 0)
      code = cli_evaluations_top(record, path, named, asked.top);
    else
      (asked.json ? cli_show_json : print_text)(path, jato_record_get_info(record), named);
  }
  jato_problem_destroy(&named);
  jato_record_close(&record);
  return code;
}

const cli_command cli_show = {
    .name = "show",
    .summary = "show a run file: problem, settings, progress, how to resume it",
    .usage = "FILE [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = show_run,
};
