/* jato minimize: one run, of a problem of the gallery or of a function of the user's; of one that
 * is kept in a file, with --resume, what is left of it. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/command.h"
#include "base/ranks/ranks.h"
#include "run/perform.h"
#include "run/seeds.h"
#include "subject/record.h"

typedef struct request {
  cli_manner manner;
  cli_subject subject;
  cli_objective objective;
  cli_settings settings;
  uint64_t restarts;
  const char *seeds;
  bool resume;
} request;

enum { MOST_RESTARTS = 1000000 };

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    CLI_SUBJECT_OPTIONS(AT),
    CLI_OBJECTIVE_OPTIONS(AT),
    {"seeds", 0, CLI_TEXT, "A..B", "a run for each of these seeds, side by side", AT(seeds)},
    {"restarts", 0, CLI_COUNT, "N", "N runs from fresh points that share --evaluations",
     AT(restarts), .least = 1, .most = MOST_RESTARTS},
    {"resume", 0, CLI_FLAG, NULL, "resume the --save file if it exists", AT(resume)},
    CLI_RUN_OPTIONS(AT),
};

/* A seed if none was given; below 2^53, so that every reader of JSON keeps it exact. */
static uint64_t new_seed(void)
{
  uint64_t seed = 0;
  FILE *source = fopen("/dev/urandom", "rb");
  if (source == NULL || fread(&seed, sizeof seed, 1, source) != 1) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
  }
  if (source != NULL) fclose(source);
  return seed & ((UINT64_C(1) << 53) - 1);
}

static jato_options options_of(const request *asked)
{
  const cli_settings *given = &asked->settings;
  jato_options chosen = cli_settings_options(given);
  /* What was not given is not repeated. */
  if (cli_setting_given(given, "algorithm") == NULL) chosen.algorithm = NULL;
  if (cli_setting_given(given, "device") == NULL) chosen.device = NULL;
  if (cli_setting_given(given, "walls") == NULL) chosen.walls = NULL;
  if (cli_setting_given(given, "seed") == NULL) chosen.seed = new_seed();
  return chosen;
}

static cli_performance performance_of(const request *asked, const jato_options *chosen)
{
  return (cli_performance){.manner = &asked->manner,
                           .subject = &asked->subject,
                           .named = &asked->subject,
                           .options = *chosen,
                           .runs_process = cli_subject_is_program(&asked->subject)};
}

static int begin(const request *asked, const jato_options *chosen, const cli_seeds *seeds)
{
  jato_problem *problem = NULL;
  cli_performance play = performance_of(asked, chosen);
  int code = cli_subject_open(&asked->subject, &problem);
  if (code == CLI_DONE) {
    play.problem = problem;
    play.name = cli_subject_name(&asked->subject, problem);
    bool has_many = asked->seeds != NULL || asked->restarts != 0;
    code = has_many ? cli_perform_seeds(&play, seeds) : cli_perform(&play);
  }
  jato_problem_destroy(&problem);
  return code;
}

/* The options to resume the file's run with: its own, overridden by what was given; limits and
 * saving are those of the command line. */
static jato_options options_of_file(const request *asked, const jato_record_info *info)
{
  const jato_options none = jato_options_default();
  jato_options chosen = jato_options_copy(info->options);
  chosen.iterations = none.iterations;
  chosen.evaluations = none.evaluations;
  chosen.stall = none.stall;
  chosen.seconds = none.seconds;
  chosen.target = none.target;
  cli_settings_apply(&asked->settings, &chosen);
  return chosen;
}

/* Goes on with a record that is open. */
static int go_on_with(const request *asked, const jato_options *chosen, jato_record *record,
                      const cli_subject *subject)
{
  const jato_record_info *info = jato_record_get_info(record);
  jato_options options_now = options_of_file(asked, info);
  jato_problem *problem = NULL;
  jato_error error;
  jato_status status = jato_record_compare(record, &options_now, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  int code = cli_subject_open(subject, &problem);
  if (code == CLI_DONE) {
    cli_performance play = performance_of(asked, chosen);
    play.problem = problem;
    play.record = record;
    play.named = subject;
    play.name = cli_subject_name(subject, problem);
    play.options = options_now;
    code = cli_perform(&play);
  }
  jato_problem_destroy(&problem);
  return code;
}

static int go_on(const request *asked, const jato_options *chosen)
{
  jato_record *record = NULL;
  int code = cli_record_open(chosen->save, CLI_NEWEST, &record);
  if (code != CLI_DONE) return code;
  const jato_record_info *info = jato_record_get_info(record);
  cli_subject subject = asked->subject;
  char *bounds = NULL;
  if (!cli_subject_is_program(&subject)) {
    if (subject.bounds == NULL && (cli_subject_is_source(&subject) || cli_record_has_own_box(info)))
      subject.bounds = bounds = cli_record_bounds(info);
    if (subject.dim == 0) subject.dim = info->dim;
  }
  code = go_on_with(asked, chosen, record, &subject);
  free(bounds);
  jato_record_close(&record);
  return code;
}

/* Each run has an equal part of the evaluations, and a seed of its own. */
static int share_out(const request *asked, jato_options *chosen, cli_seeds *seeds)
{
  uint64_t part = chosen->evaluations / asked->restarts;
  if (chosen->evaluations != 0 && part == 0)
    return cli_refuse(CLI_USAGE,
                      "--restarts %" PRIu64 ": they share --evaluations %" PRIu64
                      ", which leaves less than one for each",
                      asked->restarts, chosen->evaluations);
  if (chosen->seed > UINT64_MAX - asked->restarts)
    return cli_refuse(CLI_USAGE,
                      "--restarts %" PRIu64 ": there are not as many seeds from --seed %" PRIu64
                      " on; take a smaller --seed",
                      asked->restarts, chosen->seed);
  chosen->evaluations = part;
  *seeds = (cli_seeds){chosen->seed, chosen->seed + asked->restarts - 1};
  return CLI_DONE;
}

/* Options that concern a single run. */
static int check_many(const request *asked, jato_options *chosen, cli_seeds *seeds)
{
  bool restarts = asked->restarts != 0;
  const char *many = restarts ? "restarts" : "seeds";
  const jato_setting *of_one =
      cli_settings_any(&asked->settings,
                       restarts ? "save record_frames profile" : "seed save record_frames profile");
  char name[CLI_SETTING_NAME];
  if (asked->seeds == NULL && !restarts) return CLI_DONE;
  if (cli_ranks_count() > 1)
    return cli_refuse(CLI_USAGE, "--%s is not spread over ranks; start it without mpirun", many);
  if (asked->seeds != NULL && restarts)
    return cli_refuse(CLI_USAGE,
                      "--seeds and --restarts both make many runs; leave one of them out");
  if (of_one != NULL || asked->manner.explain)
    return cli_refuse(CLI_USAGE,
                      "--%s is about one run, and --%s makes many; leave one of them out",
                      of_one != NULL ? cli_setting_name(of_one, name) : "explain", many);
  return restarts ? share_out(asked, chosen, seeds) : cli_seeds_read(asked->seeds, seeds);
}

static int check(const request *asked, const jato_options *chosen)
{
  int code = cli_subject_check(
      &asked->subject, &asked->settings,
      "minimize needs a problem, as in: jato minimize sphere; jato list problems");
  if (code != CLI_DONE) return code;
  if (!asked->resume || chosen->save != NULL) return cli_keep_check(chosen);
  return cli_refuse(CLI_USAGE, "--resume works only with --save FILE; or use jato resume FILE");
}

/* Continues from the journal of a run that was killed before its first checkpoint: its evaluations
 * and its seed. */
static void take_up_journal(const request *asked, jato_options *chosen)
{
  jato_evaluations *journal = NULL;
  jato_error error;
  chosen->resume_journal = 1;
  if (jato_evaluations_open(chosen->save, &journal, &error) != JATO_OK) return;
  jato_evaluations_info info = *jato_evaluations_get_info(journal);
  if (info.count > 0 && cli_setting_given(&asked->settings, "seed") == NULL)
    chosen->seed = info.seed;
  jato_evaluations_close(&journal);
}

static int minimize_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.manner = {.ranks = self->ranks, .shown = CLI_SHOWN_AS_USUAL}};
  cli_words words;
  cli_seeds seeds = {0, 0};
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  asked.subject.word = words.word[0];
  asked.subject.objective = &asked.objective;
  jato_options chosen = options_of(&asked);
  code = check(&asked, &chosen);
  if (code == CLI_DONE) code = check_many(&asked, &chosen, &seeds);
  bool goes_on = false;
  if (code == CLI_DONE) code = cli_find_start(&chosen, asked.resume, &goes_on);
  if (code != CLI_DONE) return code;
  if (goes_on) return go_on(&asked, &chosen);
  if (asked.resume) take_up_journal(&asked, &chosen);
  return begin(&asked, &chosen, &seeds);
}

const cli_command cli_minimize = {
    .name = "minimize",
    .summary = "minimize a gallery problem, a C function or a program",
    .usage = "PROBLEM|FILE.c|--command TEXT [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_BEGIN, NULL, offsetof(request, settings)},
    .most_words = 1,
    .on_ranks = true,
    .run = minimize_run,
};
