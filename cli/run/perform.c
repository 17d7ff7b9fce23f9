#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/progress.h"
#include "base/values.h"
#include "run/outlook.h"
#include "run/perform.h"
#include "run/summary.h"
#include "subject/record.h"

int cli_find_start(const jato_options *options, bool resume, bool *goes_on)
{
  char found[CLI_PATH];
  *goes_on = options->save != NULL && jato_record_exists(options->save, found, sizeof found);
  if (!*goes_on) return CLI_DONE;
  if (!resume) return cli_keep_refuse(found, "add --resume to resume it");
  *goes_on = !cli_record_is_unfinished(options->save, found);
  if (!*goes_on) cli_complain("note: %s was never finished; restarting from the beginning", found);
  return CLI_DONE;
}

/* What a run left behind. */
typedef struct outcome {
  jato_status status;
  jato_error error;
  jato_result result;
  jato_failures failures;
  cli_kernel_times kernels;
  double *x;     /* [dim] */
  double *c;     /* [constraints] */
  bool ended;    /* there is a result, though perhaps not a saved one */
  bool at_limit; /* it had been at its limit when it was saved, and nothing was done */
} outcome;

static void begin_outcome(outcome *end)
{
  *end = (outcome){.status = JATO_OK, .x = end->x, .c = end->c};
}

/* Whether the file that the run is to be kept in is the one that it was read from. */
static bool is_kept_already(const cli_performance *play)
{
  const char *save = play->options.save;
  return save != NULL && strcmp(jato_record_get_info(play->record)->path, save) == 0;
}

/* record: that it has come from, if any. */
static void step_to_end(const cli_performance *play, const jato_record *record, jato_run *run,
                        outcome *end)
{
  jato_result before;
  jato_run_get_info(run, NULL, &before);
  end->at_limit = record != NULL && record == play->record && before.stop != JATO_STOP_NONE;
  if (!end->at_limit || !is_kept_already(play))
    end->status = jato_run_step(run, UINT64_MAX, NULL, &end->error);
  /* Where only the saving failed, what was found is still there. */
  if (end->status != JATO_OK && end->status != JATO_E_FILE) return;
  jato_error error;
  jato_status status = jato_run_result(run, end->x, &end->result, &error);
  jato_run_failures(run, &end->failures);
  jato_run_constraints(run, end->c);
  end->ended = status == JATO_OK;
  if (end->ended || end->status != JATO_OK) return;
  end->status = status;
  end->error = error;
}

static void note_kernels(const jato_run *run, cli_kernel_times *kernels)
{
  jato_kernel_time *row = kernels->row;
  while (kernels->count < CLI_KERNEL_TIMES_MOST && jato_run_profile(run, kernels->count, row)) {
    kernels->count++;
    row++;
  }
}

static void make_run(const cli_performance *play, jato_record *record, outcome *end)
{
  jato_run *run = NULL;
  begin_outcome(end);
  cli_interrupt_catch();
  end->status = record != NULL
                    ? jato_run_load(record, play->problem, &play->options, &run, &end->error)
                    : jato_run_create(play->problem, &play->options, &run, &end->error);
  if (end->status == JATO_OK) step_to_end(play, record, run, end);
  note_kernels(run, &end->kernels);
  jato_run_destroy(&run);
}

/* Finds what the remaining ranks continue from after others were lost. *own: the newest checkpoint
 * of the run, if it has one by now; the caller closes it. Returns CLI_DONE, or what the program
 * exits with. */
static int find_start(const cli_performance *play, jato_record **own)
{
  const char *save = play->options.save;
  char found[CLI_PATH];
  jato_record_close(own);
  bool is_there = save != NULL && jato_record_exists(save, found, sizeof found) &&
                  !cli_record_is_unfinished(save, found);
  return is_there ? cli_record_open(save, CLI_NEWEST, own) : CLI_DONE;
}

static void tell_of_lost(const cli_performance *play, const jato_record *from)
{
  const cli_ranks *ranks = play->manner->ranks;
  uint64_t iteration = from != NULL ? jato_record_get_info(from)->result->iterations : 0;
  cli_complain("note: rank %d was lost; %d %s from iteration %" PRIu64 "%s", ranks->lost,
               ranks->size, ranks->size == 1 ? "rank goes on" : "ranks go on", iteration,
               from != NULL                 ? ""
               : play->options.save == NULL ? ", since the run is not saved (--save FILE)"
                                            : ", since there was no checkpoint yet");
}

/* Makes the run to its end. If ranks are lost, the others repeat it from its newest checkpoint, or
 * from the beginning. Returns CLI_DONE, or what the program exits with. */
static int make_runs(cli_performance *play, outcome *end)
{
  jato_record *own = NULL;
  int code = CLI_DONE;
  make_run(play, play->record, end);
  while (code == CLI_DONE && cli_ranks_again(play->manner->ranks, end->status)) {
    code = find_start(play, &own);
    jato_record *from = own != NULL ? own : play->record;
    if (code != CLI_DONE) break;
    tell_of_lost(play, from);
    play->options.resume_journal = 1; /* what was evaluated until then */
    make_run(play, from, end);
  }
  jato_record_close(&own);
  return code;
}

enum { USUALLY_SHOWN = 10, USUALLY_SHOWN_BY_NAME = 100 };

static void report_run(const cli_performance *play, const outcome *end, bool saved)
{
  bool resumed = play->record != NULL;
  bool by_name = play->runs_process && cli_values_space(play->problem) != NULL;
  uint64_t usual = by_name ? USUALLY_SHOWN_BY_NAME : USUALLY_SHOWN;
  cli_summary report = {
      .problem = *jato_problem_get_info(play->problem),
      .named = by_name ? play->problem : NULL,
      .space = play->runs_process ? jato_problem_space(play->problem) : NULL,
      .failures = play->runs_process ? &end->failures : NULL,
      .repeat = {.subject = play->named,
                 .name = play->name,
                 .dim = jato_problem_get_info(play->problem)->dim,
                 .asked = &play->options,
                 .given = play->given,
                 .result = &end->result,
                 .file = play->options.save,
                 .resumed = resumed,
                 .planned = resumed ? jato_record_get_info(play->record)->planned_iterations : 0},
      .ranks = play->manner->ranks->size,
      .x = end->x,
      .c = end->c,
      .stop = end->status == JATO_OK ? cli_stop_name(end->result.stop) : "failed save",
      .shown = play->manner->shown == CLI_SHOWN_AS_USUAL ? usual : play->manner->shown,
      .verbose = play->manner->verbose,
      .kept = play->options.save != NULL,
      .saved = saved ? play->options.save : NULL,
      .kernels = play->options.profile ? &end->kernels : NULL};
  (play->manner->json ? cli_summary_json : cli_summary_text)(&report);
}

/* Says how to resume a run that the user ended, or that reached its limit. */
static void advise(const cli_performance *play, const outcome *end)
{
  bool interrupted = end->result.stop == JATO_STOP_CALLBACK;
  if (!interrupted && !end->at_limit) return;
  fflush(stdout);
  if (interrupted)
    fputs("jato: interrupted; resume with: ", stderr);
  else
    fprintf(stderr, "jato: the run has already reached its limit (%s); continue with: ",
            jato_stop_name(end->result.stop));
  cli_print_advice(stderr, play->options.save, &play->options, &end->result);
  fputc('\n', stderr);
}

/* The message of the last failed evaluation, which helps to fix the program. */
static const char *last_words(const outcome *end)
{
  return end->failures.message_count > 0 ? end->failures.messages[0].text : "no reason given";
}

/* Warns if no evaluation gave a value, which is easily missed among the numbers. */
static void warn(const outcome *end)
{
  const jato_result *result = &end->result;
  if (result->stop == JATO_STOP_FAILURE) return; /* said there */
  if (result->evaluations == 0 || result->failed + result->nonfinite < result->evaluations) return;
  fflush(stdout);
  cli_complain("note: no evaluation gave a value; the last one: %s", last_words(end));
}

/* The number of workers never changes a run, so it is the user who has to ask for more
 * points at a time. */
static void advise_order(const cli_performance *play, const jato_result *result)
{
  unsigned workers = play->options.workers;
  double at_once = (double)result->evaluations / (double)(result->iterations + 1);
  if (workers < 2 || result->iterations == 0 || at_once >= 0.5 * workers) return;
  fflush(stdout);
  cli_complain("note: %s asked for %.1f points at a time, for %u workers; --order arrival "
               "--particles %u keeps them busy",
               result->explanation[0] != '\0' ? "this search" : result->algorithm, at_once, workers,
               workers);
}

/* The newest first, and each text once: a program that always fails always says the same. */
static void print_last_words(const outcome *end)
{
  const jato_failures *failures = &end->failures;
  size_t shown = 0;
  for (size_t i = 0; i < failures->message_count && shown < 3; i++) {
    size_t same = 0;
    while (same < i && strcmp(failures->messages[same].text, failures->messages[i].text) != 0)
      same++;
    if (same < i) continue;
    char text[sizeof failures->messages[i].text];
    snprintf(text, sizeof text, "%s", failures->messages[i].text);
    fprintf(stderr, "  evaluation %" PRIu64 ": %s\n", failures->messages[i].id,
            cli_make_plain(text, true));
    shown++;
  }
}

static int stopped_by_failures(const outcome *end)
{
  fflush(stdout);
  cli_complain("stopped, since %s; fix the objective, or allow more with --failures-in-row N",
               end->result.why);
  print_last_words(end);
  return CLI_FAILED;
}

static int stopped_by_failure(const outcome *end)
{
  if (end->result.why[0] != '\0') return stopped_by_failures(end);
  fflush(stdout);
  return cli_refuse(
      CLI_FAILED,
      "stopped by a failed evaluation: %s; --on-failure worst continues, --retries N retries",
      last_words(end));
}

static int conclude(const cli_performance *play, const outcome *end, const cli_saving *saving)
{
  bool saved = play->options.save != NULL && !saving->failed && end->status == JATO_OK;
  if (!end->ended) return cli_complain_of(end->status, &end->error);
  report_run(play, end, saved);
  if (saved) advise(play, end);
  if (end->status != JATO_OK) return cli_complain_of(end->status, &end->error);
  if (play->runs_process) warn(end);
  if (play->runs_process) advise_order(play, &end->result);
  if (saving->failed)
    return cli_refuse(CLI_FILE, "the end of the run could not be saved: %s", saving->why);
  if (end->result.stop == JATO_STOP_FAILURE) return stopped_by_failure(end);
  return end->result.stop == JATO_STOP_CALLBACK ? cli_interrupted_code() : CLI_DONE;
}

/* What reports about the run while it runs. */
typedef struct watch {
  cli_progress *progress;
  cli_outlook outlook;
} watch;

static int report_progress(const jato_progress *now, void *user)
{
  watch *both = user;
  cli_outlook_report(&both->outlook, now);
  return cli_progress_report(now, both->progress);
}

int cli_perform(cli_performance *play)
{
  cli_places places;
  outcome end = {.status = JATO_OK};
  size_t dim = jato_problem_get_info(play->problem)->dim;
  const jato_space *space = jato_problem_space(play->problem);
  end.x = calloc(dim, sizeof *end.x);
  end.c = calloc((space != NULL ? space->constraint_count : 0) + 1, sizeof *end.c);
  if (end.x == NULL || end.c == NULL) {
    cli_complain("not enough memory for %zu coordinates", dim);
    free(end.x);
    free(end.c);
    return CLI_FAILED;
  }
  cli_progress progress = cli_progress_begin(play->manner->quiet, &play->options);
  cli_saving saving = {.progress = &progress, .explains = play->manner->explain};
  cli_subject_options(play->subject, &places, &play->options);
  cli_keep_options(&saving, &play->options);
  if (play->runs_process) cli_work_adopt(&play->options);
  play->options.ranks = 1;
  play->options.save_forked = 1;
  play->options.save_new =
      1; /* the caller has checked, but another process may create the file meanwhile */
  watch both = {.progress = &progress};
  if (play->runs_process && play->record == NULL && !play->manner->quiet)
    both.outlook = cli_outlook_begin(&play->options, &progress);
  play->options.progress = report_progress;
  play->options.progress_user = &both;
  int code = make_runs(play, &end);
  cli_progress_end(&progress);
  if (code == CLI_DONE) {
    bool takes_over = true;
    do {
      if (takes_over) code = conclude(play, &end, &saving);
    } while (end.status == JATO_OK && cli_ranks_are_fewer(play->manner->ranks, &takes_over));
  }
  free(end.x);
  free(end.c);
  return code;
}
