/* jato compare: several methods on one problem, with the same seeds and budgets, side by side. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "base/progress.h"
#include "base/shell_word.h"
#include "compare/trials.h"
#include "compare/perform_trials.h"
#include "compare/runtimes.h"
#include "compare/standing.h"
#include "drawing/gnuplot.h"
#include "drawing/output.h"

enum { USUAL_SEEDS = 15, USUAL_EVALUATIONS = 1000, MOST_SEEDS = 10000, MOST_JOBS = 4096 };

typedef struct request {
  cli_subject subject;
  cli_objective objective;
  cli_settings settings;
  cli_list_of methods;
  uint64_t seeds, seed, jobs;
  const char *save, *plot;
  bool terminal, json, quiet;
  int argc;
  char **argv; /* for the command that resumes it */
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"algorithm", 'a', CLI_LIST, "SPEC", "a method; repeat it for each, or put commas between",
     AT(methods)},
    {"seeds", 'n', CLI_COUNT, "N", "runs of each method (default: 15)", AT(seeds), .least = 1,
     .most = MOST_SEEDS},
    {"seed", 's', CLI_COUNT, "N", "the first seed; the others follow it (default: 1)", AT(seed),
     .most = INT64_MAX},
    {"jobs", 0, CLI_COUNT, "N", "runs in parallel (default: one per core)", AT(jobs), .least = 1,
     .most = MOST_JOBS},
    {"save", 0, CLI_TEXT, "FOLDER", "keep finished runs; the same command makes only the others",
     AT(save)},
    {"plot", 0, CLI_TEXT, "FILE", "draw the runtime distributions, to FILE.svg or FILE.png",
     AT(plot)},
    {"terminal", 0, CLI_FLAG, NULL, "draw them with characters in the terminal", AT(terminal)},
    CLI_SUBJECT_OPTIONS(AT),
    CLI_OBJECTIVE_OPTIONS(AT),
    CLI_NO_CACHE_OPTION(AT),
    CLI_OUTPUT_OPTIONS(AT),
};

/* What all methods have in common. */
#define SETTINGS_OF_ALL \
  "maximize evaluations target particles walls precision device order workers failures compile"

/* ---- What is compared ---- */

/* A problem, and where it comes from. */
typedef struct source {
  jato_study *study; /* NULL without one */
  jato_problem *problem;
  bool runs_process;
} source;

/* A study has its own problem. */
static int check_study(const request *asked)
{
  const cli_subject *subject = &asked->subject;
  const char *other = cli_objective_is_given(&asked->objective) ? "another objective"
                      : subject->expression != NULL             ? "--expression"
                      : subject->dim != 0                       ? "--dim"
                      : subject->bounds != NULL                 ? "--bounds"
                      : subject->data != NULL                   ? "--data"
                                                                : NULL;
  if (other == NULL) return CLI_DONE;
  return cli_refuse(CLI_USAGE, "%s is the problem already; it takes no %s", subject->study, other);
}

static int open_study(const request *asked, source *from)
{
  jato_error error;
  int code = check_study(asked);
  if (code == CLI_DONE) code = cli_study_open(asked->subject.study, &from->study);
  if (code == CLI_DONE) code = cli_study_check(from->study, &asked->settings);
  if (code != CLI_DONE) return code;
  from->runs_process = jato_study_runs_process(from->study);
  jato_status status = jato_study_problem(from->study, &from->problem, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

static int open_source(const request *asked, source *from)
{
  if (asked->subject.study != NULL) return open_study(asked, from);
  from->runs_process = cli_subject_is_program(&asked->subject);
  int code =
      cli_subject_check(&asked->subject, &asked->settings,
                        "compare needs a problem, as in: jato compare rastrigin -a pso -a cmaes");
  return code == CLI_DONE ? cli_subject_open(&asked->subject, &from->problem) : code;
}

static void close_source(source *from)
{
  jato_problem_destroy(&from->problem);
  jato_study_destroy(&from->study);
}

/* ---- How it is compared ---- */

/* Evaluations are the same for all methods; iterations, stalls and seconds are not. */
static int set_budget(const source *from, size_t dim, jato_options *chosen)
{
  if (chosen->iterations != 0 || chosen->stall != 0 || chosen->seconds > 0)
    cli_complain(
        "note: methods are compared by evaluations; other limits of the study but a target "
        "are left out");
  chosen->iterations = chosen->stall = 0;
  chosen->seconds = 0;
  if (chosen->evaluations == 0 && from->runs_process)
    return cli_refuse(CLI_USAGE,
                      "compare needs a budget for a program: --evaluations N, for each run");
  if (chosen->evaluations == 0) chosen->evaluations = USUAL_EVALUATIONS * (uint64_t)dim;
  return CLI_DONE;
}

/* A run takes one thread, since there are several of them, unless a device was asked for. */
static int set_options(const request *asked, const source *from, cli_comparison *comparison)
{
  jato_options chosen =
      from->study != NULL ? jato_study_options(from->study) : jato_options_default();
  const char *device = chosen.device;
  chosen.device = NULL;
  cli_settings_apply(&asked->settings, &chosen);
  if (chosen.device == NULL)
    chosen.device = device != NULL && strcmp(device, "cpu") != 0 ? device : "cpu:threads=1";
  chosen.save = NULL;
  chosen.checkpoint = 0;
  chosen.record_frames = 0;
  chosen.keep_checkpoints = 0;
  chosen.must_save = 0;
  if (from->runs_process) cli_work_adopt(&chosen);
  int code = set_budget(from, comparison->dim, &chosen);
  comparison->options = chosen;
  return code;
}

/* A program may take all cores by itself, and a shared object may be used by one at a time. */
static size_t jobs_of(const request *asked, const source *from, const cli_comparison *comparison)
{
  bool alone = from->runs_process || strcmp(comparison->options.device, "cpu:threads=1") != 0;
  long cores = cli_machine_look().cores;
  size_t jobs = alone ? 1 : cores > 0 ? (size_t)cores : 1;
  if (asked->jobs != 0) jobs = (size_t)asked->jobs;
  return jobs < comparison->trial_count ? jobs : comparison->trial_count;
}

static const char *name_of(const request *asked, const source *from)
{
  const char *name = from->study != NULL ? jato_study_name(from->study) : "";
  return name[0] != '\0' ? name : cli_subject_name(&asked->subject, from->problem);
}

static int prepare(const request *asked, const source *from, cli_comparison *comparison)
{
  comparison->problem = from->problem;
  comparison->name = name_of(asked, from);
  comparison->dim = jato_problem_get_info(from->problem)->dim;
  comparison->seeds = asked->seeds;
  comparison->first_seed = asked->seed;
  if (from->runs_process && asked->jobs > 1)
    return cli_refuse(
        CLI_USAGE, "--jobs works only with problems that are computed in this process; --workers N "
                   "runs N evaluations of a program in parallel");
  int code = set_options(asked, from, comparison);
  return code == CLI_DONE ? cli_comparison_begin(comparison) : code;
}

/* ---- What comes of it ---- */

static int draw(const request *asked, const cli_comparison *comparison, bool characters)
{
  FILE *drawing = NULL;
  unsigned height = 460 + 18 * (unsigned)comparison->method_count;
  cli_canvas canvas = {characters ? CLI_SVG : cli_output_kind(asked->plot), 800, height};
  if (characters) canvas = cli_output_terminal();
  int code = cli_output_draw(cli_runtimes_draw, &canvas, comparison, &drawing);
  if (code != CLI_DONE) return code;
  if (!characters) {
    code = cli_gnuplot_keep(drawing, asked->plot);
  } else {
    putchar('\n');
    cli_gnuplot_print(drawing);
  }
  fclose(drawing);
  return code;
}

/* Says how to resume a comparison that the user ended. Returns the exit code. */
static int advise(const request *asked, const cli_comparison *comparison)
{
  size_t done = cli_comparison_done(comparison), all = comparison->trial_count;
  if (done == all) return CLI_DONE;
  fflush(stdout);
  if (asked->save == NULL) {
    cli_complain("interrupted after %zu of %zu runs; with --save FOLDER it could be resumed", done,
                 all);
    return cli_interrupted_code();
  }
  fprintf(stderr, "jato: interrupted after %zu of %zu runs; resume with: jato compare", done, all);
  for (int i = 0; i < asked->argc; i++) {
    fputc(' ', stderr);
    cli_print_word(stderr, asked->argv[i]);
  }
  fputc('\n', stderr);
  return cli_interrupted_code();
}

static int report(const request *asked, const cli_comparison *comparison)
{
  jato_error error;
  jato_standing standings[CLI_MOST_METHODS];
  jato_status status = jato_compare_methods(&comparison->done, standings, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  int code = CLI_DONE;
  (asked->json ? cli_standings_json : cli_standings_print)(comparison, standings);
  if (asked->terminal) code = draw(asked, comparison, true);
  if (code == CLI_DONE && asked->plot != NULL) code = draw(asked, comparison, false);
  int ended = advise(asked, comparison);
  return code == CLI_DONE ? ended : code;
}

static int perform(const request *asked, const source *from, cli_comparison *comparison)
{
  cli_places places;
  cli_trials_plan plan = {jobs_of(asked, from, comparison), asked->save, NULL, asked->quiet};
  char *about = cli_trial_about(comparison, &asked->subject, &asked->settings);
  int code = about != NULL ? CLI_DONE : CLI_FAILED;
  if (about == NULL) cli_complain("not enough memory to describe the comparison");
  plan.about = about;
  cli_subject_options(&asked->subject, &places, &comparison->options);
  if (code == CLI_DONE && asked->save != NULL) code = cli_trial_folder(asked->save);
  for (size_t i = 0; code == CLI_DONE && asked->save != NULL && i < comparison->trial_count; i++) {
    cli_trial_place place = cli_trials_place(comparison, &plan, &comparison->trials[i]);
    cli_trial_load(&comparison->trials[i], &place);
  }
  if (code == CLI_DONE) code = cli_trials_perform(comparison, &plan);
  free(about);
  if (code == CLI_DONE) code = cli_comparison_gather(comparison);
  comparison->options.cache = NULL; /* its text goes with this call */
  return code == CLI_DONE ? report(asked, comparison) : code;
}

static int check(const request *asked)
{
  if (asked->plot != NULL && !cli_output_is_picture(asked->plot))
    cli_complain("--plot %s: a picture's name ends in .svg, .png or .pdf", asked->plot);
  else if (asked->terminal && asked->json)
    cli_complain("--terminal draws below the table, which --json leaves out; use --plot FILE.svg");
  else
    return CLI_DONE;
  return CLI_USAGE;
}

static int compare(const request *asked, cli_comparison *comparison)
{
  source from = {0};
  int code = check(asked);
  if (code == CLI_DONE) code = cli_comparison_methods(&asked->methods, comparison);
  if (code == CLI_DONE) code = open_source(asked, &from);
  if (code == CLI_DONE) code = prepare(asked, &from, comparison);
  if (code == CLI_DONE) code = perform(asked, &from, comparison);
  cli_comparison_end(comparison);
  close_source(&from);
  return code;
}

static int compare_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.seeds = USUAL_SEEDS, .seed = 1, .argc = argc, .argv = argv};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (words.count > 0 && cli_study_is(words.word[0]))
    asked.subject.study = words.word[0];
  else
    asked.subject.word = words.word[0];
  asked.subject.objective = &asked.objective;
  cli_comparison *comparison = calloc(1, sizeof *comparison);
  if (comparison == NULL) return cli_refuse(CLI_FAILED, "not enough memory for a comparison");
  code = compare(&asked, comparison);
  free(comparison);
  return code;
}

const cli_command cli_compare = {
    .name = "compare",
    .summary = "compare methods on a problem: same seeds, same budgets, and a test",
    .usage = "PROBLEM|FILE.c|STUDY.yaml|--command TEXT -a SPEC -a SPEC ... [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_BEGIN, SETTINGS_OF_ALL, offsetof(request, settings)},
    .most_words = 1,
    .run = compare_run,
};
