/* jato run: the search that a study file describes. */
#include <stddef.h>
#include <stdint.h>

#include "base/command.h"
#include "run/perform.h"
#include "subject/record.h"

typedef struct request {
  cli_manner manner;
  cli_subject subject; /* how a source is compiled, and the study */
  cli_settings settings;
  bool resume;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"resume", 0, CLI_FLAG, NULL, "resume the save file if it exists", AT(resume)},
    CLI_RUN_OPTIONS(AT),
};

/* As in the study, but for what was given. */
static jato_options options_of(const request *asked, const jato_study *study)
{
  jato_options chosen = jato_study_options(study);
  cli_settings_apply(&asked->settings, &chosen);
  return chosen;
}

static int perform(const request *asked, const jato_study *study, jato_record *record)
{
  jato_problem *problem = NULL;
  jato_error error;
  jato_status status = jato_study_problem(study, &problem, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  const char *name = jato_study_name(study);
  cli_performance play = {.manner = &asked->manner,
                          .problem = problem,
                          .record = record,
                          .subject = &asked->subject,
                          .named = &asked->subject,
                          .name = name[0] != '\0' ? name : jato_problem_get_info(problem)->name,
                          .options = options_of(asked, study),
                          .given = &asked->settings,
                          .runs_process = jato_study_runs_process(study)};
  play.options.resume_journal = asked->resume;
  int code = cli_perform(&play);
  jato_problem_destroy(&problem);
  return code;
}

/* Compares what decides the result with the file: the study may have been edited. */
static int go_on(const request *asked, const jato_study *study)
{
  jato_record *record = NULL;
  jato_options chosen = options_of(asked, study);
  jato_error error;
  int code = cli_record_open(chosen.save, CLI_NEWEST, &record);
  if (code != CLI_DONE) return code;
  jato_status status = jato_record_compare(record, &chosen, &error);
  code = status == JATO_OK ? perform(asked, study, record) : cli_complain_of(status, &error);
  jato_record_close(&record);
  return code;
}

static int run_study(const request *asked, const jato_study *study)
{
  bool goes_on = false;
  jato_options chosen = options_of(asked, study);
  int code = cli_study_check(study, &asked->settings);
  if (code == CLI_DONE) code = cli_keep_check(&chosen);
  if (code != CLI_DONE) return code;
  if (asked->resume && chosen.save == NULL)
    return cli_refuse(
        CLI_USAGE,
        "--resume works only with \"save: {file: run.h5}\" in the study, or --save FILE");
  code = cli_find_start(&chosen, asked->resume, &goes_on);
  if (code != CLI_DONE) return code;
  return goes_on ? go_on(asked, study) : perform(asked, study, NULL);
}

static int run_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.manner = {.ranks = self->ranks, .shown = CLI_SHOWN_AS_USUAL}};
  cli_words words;
  jato_study *study = NULL;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (words.count == 0)
    return cli_refuse(CLI_USAGE,
                      "run needs a study file, as in: jato run study.yaml; jato init writes one");
  asked.subject.study = words.word[0];
  code = cli_study_open(words.word[0], &study);
  if (code == CLI_DONE) code = run_study(&asked, study);
  jato_study_destroy(&study);
  return code;
}

const cli_command cli_run = {
    .name = "run",
    .summary = "run the search that a study file describes",
    .usage = "STUDY.yaml [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_BEGIN, NULL, offsetof(request, settings)},
    .most_words = 1,
    .on_ranks = true,
    .run = run_run,
};
