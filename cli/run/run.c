/* jato run: the search that a study file describes. */
#include <stddef.h>
#include <stdint.h>

#include "base/command.h"
#include "run/perform.h"
#include "subject/record.h"
#include "subject/study.h"

typedef struct request {
  cli_ranks *ranks;
  cli_subject subject; /* how a source is compiled, and the study */
  cli_settings settings;
  uint64_t shown;
  bool resume, json, quiet, explain, verbose;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"resume", 0, CLI_FLAG, NULL, "resume the save file if it exists", AT(resume)},
    {"x", 'x', CLI_COUNT, "N", "print N values of the best point (--json: all)", AT(shown)},
    CLI_NO_CACHE_OPTION(AT),
    CLI_OUTPUT_OPTIONS(AT),
    CLI_EXPLAIN_OPTION(AT),
    CLI_VERBOSE_OPTION(AT),
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
  cli_performance play = {.ranks = asked->ranks,
                          .problem = problem,
                          .record = record,
                          .subject = &asked->subject,
                          .named = &asked->subject,
                          .name = name[0] != '\0' ? name : jato_problem_get_info(problem).name,
                          .options = options_of(asked, study),
                          .given = &asked->settings,
                          .runs_process = jato_study_runs_process(study),
                          .shown = asked->shown,
                          .json = asked->json,
                          .quiet = asked->quiet,
                          .explain = asked->explain,
                          .verbose = asked->verbose};
  play.options.resume_journal = asked->resume;
  int code = cli_perform(&play);
  jato_problem_destroy(&problem);
  return code;
}

/* What decides the bits is compared with the file: studies are edited. */
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

/* The study itself may have them: its objective may change. */
static int check_settings(const request *asked, const jato_study *study)
{
  char name[CLI_SETTING_NAME];
  const jato_setting *unfit = cli_settings_any(&asked->settings, CLI_SETTINGS_OUTSIDE);
  if (unfit == NULL || jato_study_runs_process(study)) return CLI_DONE;
  return cli_refuse(CLI_USAGE,
                    "--%s works only with a program or a shared object, and the study has neither",
                    cli_setting_name(unfit, name));
}

static int run_study(const request *asked, const jato_study *study)
{
  char found[CLI_PATH];
  jato_options chosen = options_of(asked, study);
  int code = check_settings(asked, study);
  if (code == CLI_DONE) code = cli_keep_check(&chosen);
  if (code != CLI_DONE) return code;
  if (asked->resume && chosen.save == NULL)
    return cli_refuse(
        CLI_USAGE,
        "--resume works only with \"save: {file: run.h5}\" in the study, or --save FILE");
  if (chosen.save == NULL || !jato_record_exists(chosen.save, found, sizeof found))
    return perform(asked, study, NULL);
  if (!asked->resume) return cli_keep_refuse(found, "add --resume to resume it");
  if (!cli_record_is_unfinished(chosen.save, found)) return go_on(asked, study);
  cli_complain("note: %s was never finished; restarting from the beginning", found);
  return perform(asked, study, NULL);
}

static int run_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.ranks = self->ranks, .shown = CLI_SHOWN_AS_USUAL};
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
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .settings = {JATO_USED_TO_BEGIN, NULL, offsetof(request, settings)},
    .most_words = 1,
    .on_ranks = true,
    .run = run_run,
};
