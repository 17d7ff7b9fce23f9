/* jato resume: what is left of a run that is kept in a file. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "run/perform.h"
#include "subject/record.h"

typedef struct request {
  cli_manner manner;
  cli_subject subject; /* only how it is compiled */
  cli_settings settings;
  bool trust;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    CLI_TRUST_OPTION(AT),
    CLI_RUN_OPTIONS(AT),
};

/* The file's options, overridden by what was given. The run is saved in the file again, unless
 * --save names another one, which must not exist. */
static int choose(const request *asked, const jato_record_info *info, const char *path,
                  jato_options *chosen)
{
  char found[CLI_PATH];
  *chosen = jato_options_copy(info->options);
  chosen->save = path;
  cli_settings_apply(&asked->settings, chosen);
  int code = cli_keep_check(chosen);
  if (code != CLI_DONE || strcmp(chosen->save, path) == 0) return code;
  if (!jato_record_exists(chosen->save, found, sizeof found)) return CLI_DONE;
  return cli_keep_refuse(found, "remove it");
}

static int resume_record(const request *asked, jato_record *record, const jato_options *chosen)
{
  const jato_record_info *info = jato_record_get_info(record);
  jato_problem *problem = NULL;
  int code = cli_record_problem(record, &problem);
  if (code != CLI_DONE) return code;
  cli_subject named = {.word = info->problem};
  bool is_gallery = info->kind == JATO_RECORD_GALLERY;
  char *bounds = is_gallery && cli_record_has_own_box(info) ? cli_record_bounds(info) : NULL;
  named.bounds = bounds;
  cli_performance play = {.manner = &asked->manner,
                          .problem = problem,
                          .record = record,
                          .subject = &asked->subject,
                          .named = is_gallery ? &named : NULL,
                          .name = info->problem,
                          .options = *chosen,
                          .runs_process = info->kind == JATO_RECORD_STUDY};
  code = cli_perform(&play);
  free(bounds);
  jato_problem_destroy(&problem);
  return code;
}

static int resume_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.manner = {.ranks = self->ranks, .shown = CLI_SHOWN_AS_USUAL}};
  const char *path;
  jato_record *record = NULL;
  int code = cli_record_parse(self, argc, argv, &asked, &path);
  if (code != CLI_DONE) return code;
  code = cli_record_open(path, asked.trust ? CLI_TRUSTED : CLI_NEWEST, &record);
  jato_options chosen;
  if (code == CLI_DONE) code = choose(&asked, jato_record_get_info(record), path, &chosen);
  if (code == CLI_DONE) code = resume_record(&asked, record, &chosen);
  jato_record_close(&record);
  return code;
}

const cli_command cli_resume = {
    .name = "resume",
    .summary = "resume a saved run as if it had never been interrupted",
    .usage = "FILE [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_RESUME, NULL, offsetof(request, settings)},
    .most_words = 1,
    .on_ranks = true,
    .run = resume_run,
};
