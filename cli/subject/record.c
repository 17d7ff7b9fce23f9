#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/ranks/ranks.h"
#include "base/shell_word.h"
#include "base/values.h"
#include "subject/record.h"
#include "subject/repeat.h"
#include "subject/subject.h"

int cli_record_parse(const cli_command *command, int argc, char **argv, void *request,
                     const char **path)
{
  cli_words words;
  int code = cli_parse(command, argc, argv, request, &words);
  *path = words.word[0];
  if (code != CLI_DONE || words.count == 1) return code;
  return cli_refuse(
      CLI_USAGE,
      "%s needs a run file, as in: jato %s run.h5; jato minimize sphere --save run.h5 "
      "makes one",
      command->name, command->name);
}

int cli_record_open(const char *path, int how, jato_record **record)
{
  char key[CLI_FOLDER];
  jato_error error;
  cli_usual_key(key);
  jato_record_request request = {JATO_RECORD_REQUEST_INIT,
                                 .path = path,
                                 .only_this = how & CLI_ONLY_THIS,
                                 .trust = how & CLI_TRUSTED,
                                 .key = key,
                                 .read_forked = cli_ranks_count() == 1, /* forks and MPI: no */
                                 .notice = cli_notice};
  jato_status status = jato_record_open(&request, record, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

bool cli_record_is_unfinished(const char *path, const char *found)
{
  size_t length = strlen(path);
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .read_forked = 1};
  jato_error error;
  if (strncmp(found, path, length) != 0 || strcmp(found + length, ".new") != 0) return false;
  if (jato_file_kind_of(found) == JATO_FILE_OTHER) return false;
  jato_status status = jato_record_open(&request, &record, &error);
  jato_record_close(&record);
  return status == JATO_E_FILE;
}

int cli_record_problem(const jato_record *record, jato_problem **problem)
{
  jato_error error;
  jato_status status = jato_record_problem(record, problem, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

void cli_record_named(const jato_record *record, jato_problem **problem)
{
  jato_error error;
  *problem = NULL;
  if (jato_record_variables(record, problem, &error) != JATO_OK) *problem = NULL;
  if (cli_values_space(*problem) == NULL) jato_problem_destroy(problem);
}

void cli_record_failures(const jato_record_info *info, jato_failures *failures)
{
  memset(failures, 0, sizeof *failures);
  memcpy(failures->by_status, info->by_status, sizeof failures->by_status);
  failures->attempts = info->attempts;
}

const char *cli_record_kind(const jato_record_info *info)
{
  switch (info->kind) {
  case JATO_RECORD_GALLERY: return "gallery";
  case JATO_RECORD_SOURCE: return "source";
  case JATO_RECORD_STUDY: return "study";
  case JATO_RECORD_FUNCTION: break;
  }
  return "function";
}

static bool is_one_interval(const jato_record_info *info)
{
  for (size_t i = 1; i < info->dim; i++)
    if (info->lower[i] != info->lower[0] || info->upper[i] != info->upper[0]) return false;
  return true;
}

char *cli_record_bounds(const jato_record_info *info)
{
  size_t count = is_one_interval(info) ? 1 : info->dim;
  size_t room = count * 2 * CLI_SHORTEST;
  char *text = malloc(room);
  if (text == NULL) return NULL;
  for (size_t i = 0, used = 0; i < count; i++) {
    char low[CLI_SHORTEST], high[CLI_SHORTEST];
    cli_write_shortest(low, info->lower[i]);
    cli_write_shortest(high, info->upper[i]);
    used += (size_t)snprintf(text + used, room - used, "%s%s:%s", i == 0 ? "" : ",", low, high);
  }
  return text;
}

bool cli_record_has_own_box(const jato_record_info *info)
{
  jato_error error;
  jato_problem *problem = NULL;
  if (jato_problem_from_gallery(info->problem, info->dim, NULL, &problem, &error) != JATO_OK)
    return true;
  jato_problem_info usual = *jato_problem_get_info(problem);
  bool own = false;
  for (size_t i = 0; i < info->dim && !own; i++)
    own = usual.lower[i] != info->lower[i] || usual.upper[i] != info->upper[i];
  jato_problem_destroy(&problem);
  return own;
}

void cli_record_submethod(const jato_record_info *info, uint64_t submethod,
                          char name[CLI_SUBMETHOD])
{
  const char *names = info->submethods;
  name[0] = '\0';
  if (submethod == 0) return;
  for (uint64_t i = 1; i < submethod && names[0] != '\0'; i++) {
    names += strcspn(names, ",");
    if (names[0] == ',') names++;
  }
  snprintf(name, CLI_SUBMETHOD, "%.*s", (int)strcspn(names, ","), names);
}

const jato_trace_row *cli_record_next_submethod(const jato_record_info *info,
                                                const jato_trace_row *after)
{
  uint64_t before = after != NULL ? after->submethod : 0;
  size_t i = after != NULL ? (size_t)(after - info->rows) + 1 : 0;
  while (i < info->row_count && info->rows[i].submethod == before) i++;
  return i < info->row_count ? &info->rows[i] : NULL;
}

const char *cli_stop_name(jato_stop stop)
{
  if (stop == JATO_STOP_CALLBACK) return "interrupted";
  return stop == JATO_STOP_NONE ? "running" : jato_stop_name(stop);
}

/* Something that the best has not reached yet. */
static double further_target(double best, bool maximize)
{
  if (maximize) return -further_target(-best, false);
  return best > 0 ? best / 10 : 2 * best - 1;
}

void cli_print_advice(FILE *out, const char *path, const jato_options *limits,
                      const jato_result *result)
{
  fputs("jato resume ", out);
  cli_print_word(out, path);
  switch (result->stop) {
  case JATO_STOP_ITERATIONS: fprintf(out, " --iterations %" PRIu64, 2 * result->iterations); break;
  case JATO_STOP_EVALUATIONS:
    fprintf(out, " --evaluations %" PRIu64, 2 * result->evaluations);
    break;
  case JATO_STOP_STALL: fprintf(out, " --stall %" PRIu64, 2 * limits->stall); break;
  case JATO_STOP_TARGET:
    fprintf(out, " --target %.3g", further_target(result->best, limits->maximize != 0));
    break;
  case JATO_STOP_CONVERGED: fputs(" --no-converge", out); break;
  case JATO_STOP_NONE:
  case JATO_STOP_TIME:
  case JATO_STOP_FAILURE:
  case JATO_STOP_CALLBACK: break;
  }
}
