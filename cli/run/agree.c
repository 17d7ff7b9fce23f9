#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/agree.h"
#include "subject/record.h"
#include "subject/repeat.h"

static int differs(const jato_record_info *info, const char *option, const char *file,
                   const char *given)
{
  cli_complain("%s was made with --%s %s, not %s; take another --save, or leave --%s out",
               info->path, option, file, given, option);
  return CLI_USAGE;
}

static int compare_counts(const jato_record_info *info, const char *option, uint64_t file,
                          uint64_t given)
{
  char file_text[32], given_text[32];
  if (file == given) return CLI_DONE;
  snprintf(file_text, sizeof file_text, "%" PRIu64, file);
  snprintf(given_text, sizeof given_text, "%" PRIu64, given);
  return differs(info, option, file_text, given_text);
}

/* How the library understands algorithm and walls: with every parameter written out, as the file
 * has them. A tiny run tells. */
static jato_status resolve(const cli_claim *claim, const jato_record_info *info,
                           jato_result *result, jato_error *error)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = jato_options_default();
  options.algorithm = claim->algorithm != NULL ? claim->algorithm : info->options.algorithm;
  options.walls = claim->walls != NULL ? claim->walls : info->options.walls;
  options.particles = info->options.particles < 4096 ? info->options.particles : 4096;
  jato_status status = jato_problem_from_gallery("sphere", 1, NULL, &problem, error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &run, error);
  if (status == JATO_OK) jato_run_peek(run, NULL, result);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status;
}

static int compare_names(const cli_claim *claim, const jato_record_info *info)
{
  jato_error error;
  jato_result given;
  jato_status status = resolve(claim, info, &given, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  if (strcmp(given.algorithm, info->result.algorithm) != 0)
    return differs(info, "algorithm", info->result.algorithm, given.algorithm);
  if (strcmp(given.walls, info->result.walls) != 0)
    return differs(info, "walls", info->result.walls, given.walls);
  return CLI_DONE;
}

static int compare_orders(const jato_record_info *info, const char *given)
{
  const char *file = info->options.order != NULL ? info->options.order : "iteration";
  return strcmp(file, given) == 0 ? CLI_DONE : differs(info, "order", file, given);
}

int cli_agree_settings(const cli_claim *claim, const jato_record_info *info)
{
  const jato_options *file = &info->options;
  int code = CLI_DONE;
  if (claim->subject->dim != 0) code = compare_counts(info, "dim", info->dim, claim->subject->dim);
  if (code == CLI_DONE && claim->particles != 0)
    code = compare_counts(info, "particles", file->particles, claim->particles);
  if (code == CLI_DONE && claim->has_seed)
    code = compare_counts(info, "seed", file->seed, claim->seed);
  if (code == CLI_DONE && claim->precision >= 0 && claim->precision != (int)file->precision)
    code = differs(info, "precision", cli_precision_name(file->precision),
                   cli_precision_name((jato_precision)claim->precision));
  if (code == CLI_DONE && claim->order != NULL) code = compare_orders(info, claim->order);
  if (code == CLI_DONE && (claim->algorithm != NULL || claim->walls != NULL))
    code = compare_names(claim, info);
  return code;
}

static bool is_same_box(const jato_record_info *info, const jato_problem_info *given)
{
  if (info->dim != given->dim) return false;
  for (size_t i = 0; i < info->dim; i++)
    if (info->lower[i] != given->lower[i] || info->upper[i] != given->upper[i]) return false;
  return true;
}

static int complain_of_box(const cli_claim *claim, const jato_record_info *info)
{
  if (cli_subject_is_program(claim->subject)) {
    cli_complain("%s was made with other variables (--var); take another --save, or: jato resume "
                 "%s",
                 info->path, info->path);
    return CLI_USAGE;
  }
  char *bounds = cli_record_bounds(info);
  int code = differs(info, "bounds", bounds != NULL ? bounds : "?", claim->subject->bounds);
  free(bounds);
  return code;
}

int cli_agree_problem(const cli_claim *claim, const jato_record_info *info,
                      const jato_problem *problem)
{
  jato_problem_info given = jato_problem_describe(problem);
  jato_record_kind kind = cli_subject_is_program(claim->subject)  ? JATO_RECORD_STUDY
                          : cli_subject_is_source(claim->subject) ? JATO_RECORD_SOURCE
                                                                  : JATO_RECORD_GALLERY;
  bool is_gallery = kind == JATO_RECORD_GALLERY;
  if (info->kind != kind || (is_gallery && strcmp(given.name, info->problem) != 0)) {
    cli_complain("%s is a run of %s, not of %s; take another --save%s%s", info->path, info->problem,
                 cli_subject_name(claim->subject, problem),
                 info->kind == JATO_RECORD_FUNCTION ? "" : ", or: jato resume ",
                 info->kind == JATO_RECORD_FUNCTION ? "" : info->path);
    return CLI_USAGE;
  }
  return is_same_box(info, &given) ? CLI_DONE : complain_of_box(claim, info);
}
