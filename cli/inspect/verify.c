/* jato verify: repeats the run of a file and compares each step with the file. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/command.h"
#include "text/writer/json.h"
#include "base/progress.h"
#include "inspect/follow.h"
#include "subject/keep.h"
#include "subject/record.h"
#include "subject/subject.h"

typedef struct request {
  cli_subject subject; /* only how it is compiled */
  cli_settings settings;
  const char *path;
  uint64_t last; /* 0: from the beginning */
  bool json, quiet, trust;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"last", 0, CLI_COUNT, "K", "verify only from checkpoint FILE.K to FILE", AT(last), .least = 1,
     .most = CLI_MOST_KEPT},
    CLI_TRUST_OPTION(AT),
    CLI_NO_CACHE_OPTION(AT),
    CLI_OUTPUT_OPTIONS(AT),
};

/* How the run is made again: as the file says, without limits of its own. */
static jato_options options_of(const request *asked, const jato_record_info *to,
                               bool from_beginning, cli_places *places, cli_progress *progress)
{
  jato_options chosen = jato_options_copy(to->options);
  cli_settings_apply(&asked->settings, &chosen);
  if (to->kind == JATO_RECORD_STUDY) cli_work_adopt(&chosen);
  cli_subject_options(&asked->subject, places, &chosen);
  chosen.iterations = to->result->iterations > 0 ? to->result->iterations : 1;
  chosen.evaluations = chosen.stall = 0;
  chosen.seconds = 0;
  chosen.target = NAN;
  chosen.no_converge = 1;
  if (cli_follow_evaluations(to) > 0) { /* it may have ended in the middle of the next iteration */
    chosen.iterations = to->result->iterations + 1;
    if (!from_beginning) chosen.evaluations = cli_follow_evaluations(to);
  }
  *progress = cli_progress_begin(asked->quiet, &chosen);
  chosen.progress = cli_progress_report;
  chosen.progress_user = progress;
  return chosen;
}

/* The order of arrival is followed from its first outcome on. */
static int check_order(const jato_record_info *to, bool from_checkpoint)
{
  if (!from_checkpoint || to->options->order == NULL || strcmp(to->options->order, "arrival") != 0)
    return CLI_DONE;
  return cli_refuse(
      CLI_USAGE,
      "%s has its outcomes in the order of their arrival, which is followed only from "
      "the beginning; omit --last",
      to->path);
}

/* Says how long the run took, by its file: repeating it takes about as long. */
static void tell_of_time(const request *asked, const jato_record_info *to, bool from_beginning)
{
  double hours = to->result->seconds / 3600;
  if (asked->quiet || hours < 1 || !from_beginning) return;
  cli_complain("note: the file says that the run took %.3g hours; repeating it takes about as long",
               hours);
}

/* From the beginning, or from an earlier checkpoint, to where `to` stands. */
static int follow_from(const request *asked, jato_record *from, const jato_record *to,
                       cli_follow *follow)
{
  cli_places places;
  jato_error error;
  jato_problem *problem = NULL;
  cli_progress progress;
  follow->info = jato_record_get_info(to);
  follow->is_untouched = cli_follow_applied(follow->info) == 0;
  if (follow->is_untouched) return CLI_DONE;
  int code = check_order(follow->info, from != NULL);
  if (code == CLI_DONE) code = cli_record_problem(to, &problem);
  if (code != CLI_DONE) return code;
  tell_of_time(asked, follow->info, from == NULL);
  jato_options chosen = options_of(asked, follow->info, from == NULL, &places, &progress);
  jato_status status = from == NULL ? jato_run_replay(to, problem, &chosen, &follow->run, &error)
                                    : jato_run_load(from, problem, &chosen, &follow->run, &error);
  if (status == JATO_OK) status = cli_follow_to_end(follow, &error);
  cli_progress_end(&progress);
  jato_run_destroy(&follow->run);
  jato_problem_destroy(&problem);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

static void print_difference(const request *asked, const cli_follow *follow)
{
  const cli_difference *difference = &follow->difference;
  printf("differs      %s: at iteration %" PRIu64 ", %s is %s in the file and %s recomputed\n",
         asked->path, difference->iteration, difference->what, difference->file,
         difference->computed);
  if (strcmp(follow->info->version, jato_version()) != 0)
    printf("versions     the file was written by jato %s; this is jato %s\n", follow->info->version,
           jato_version());
}

static void print_json(const request *asked, const cli_follow *follow, const char *digest)
{
  const cli_difference *difference = &follow->difference;
  jx_json json = jx_json_to_file(stdout);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "file", asked->path);
  jx_json_bool(&json, "verified", !difference->any);
  jx_json_text(&json, "digest", digest);
  jx_json_count(&json, "iterations", follow->info->result->iterations);
  jx_json_count(&json, "rows", follow->compared);
  if (difference->any) {
    jx_json_begin_object(&json, "difference");
    jx_json_count(&json, "iteration", difference->iteration);
    jx_json_text(&json, "what", difference->what);
    jx_json_text(&json, "file", difference->file);
    jx_json_text(&json, "computed", difference->computed);
    jx_json_end(&json);
  } else {
    jx_json_text(&json, "difference", NULL);
  }
  jx_json_end(&json);
}

static int tell(const request *asked, const cli_follow *follow)
{
  char digest[17];
  const jato_result *file = follow->info->result;
  snprintf(digest, sizeof digest, "%016" PRIx64, file->digest);
  if (follow->interrupted) {
    cli_complain("interrupted; %s is not verified: no difference in %" PRIu64 " rows of its trace",
                 asked->path, follow->compared);
    return cli_interrupted_code();
  }
  if (asked->json)
    print_json(asked, follow, digest);
  else if (follow->difference.any)
    print_difference(asked, follow);
  else if (follow->is_untouched)
    printf("verified: nothing yet; the run was saved before the end of its first iteration\n");
  else
    printf("verified: digest %s after %" PRIu64 " iterations; %" PRIu64 " trace rows match bit "
           "for bit\n",
           digest, file->iterations, follow->compared);
  return follow->difference.any ? CLI_FAILED : CLI_DONE;
}

static int how_to_open(const request *asked)
{
  return CLI_ONLY_THIS | (asked->trust ? CLI_TRUSTED : 0);
}

/* FILE.3, FILE.2, FILE.1, FILE */
static int open_checkpoint(const request *asked, uint64_t number, jato_record **record)
{
  char path[CLI_PATH];
  if (number == 0) return cli_record_open(asked->path, how_to_open(asked), record);
  snprintf(path, sizeof path, "%s.%" PRIu64, asked->path, number);
  return cli_record_open(path, how_to_open(asked), record);
}

/* From the beginning to FILE, or from each of the last checkpoints to the one behind it. */
static int verify(const request *asked)
{
  jato_record *from = NULL, *to = NULL;
  cli_follow follow = {0};
  uint64_t left = asked->last > 0 ? asked->last - 1 : 0;
  bool is_over = false;
  int code = asked->last > 0 ? open_checkpoint(asked, asked->last, &from) : CLI_DONE;
  while (code == CLI_DONE && !is_over) {
    code = open_checkpoint(asked, left, &to);
    if (code == CLI_DONE) code = follow_from(asked, from, to, &follow);
    is_over = left-- == 0 || follow.difference.any || follow.interrupted;
    if (code == CLI_DONE && is_over) code = tell(asked, &follow);
    jato_record_close(&from);
    from = to;
    to = NULL;
  }
  jato_record_close(&from);
  jato_record_close(&to);
  return code;
}

static int verify_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.last = 0};
  int code = cli_record_parse(self, argc, argv, &asked, &asked.path);
  if (code != CLI_DONE) return code;
  cli_interrupt_catch();
  return verify(&asked);
}

const cli_command cli_verify = {
    .name = "verify",
    .summary = "recompute a saved run and compare it with its file, bit for bit",
    .usage = "FILE [OPTIONS]",
    CLI_OPTIONS(options),
    .settings = {JATO_USED_TO_RESUME, "device workers failures programs compile",
                 offsetof(request, settings)},
    .most_words = 1,
    .run = verify_run,
};
