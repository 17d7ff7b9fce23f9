/* jato resume: what is left of a run that is kept in a file. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "limits.h"
#include "perform.h"
#include "record.h"

typedef struct request {
  cli_subject subject; /* only how it is compiled */
  cli_keep keep;
  cli_work work;
  const char *device;
  uint64_t shown;
  cli_limits limits;
  bool json, quiet;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"iterations", 'i', CLI_COUNT, "N",
     "stop after N moves of the swarm, counted from its beginning", AT(limits.iterations),
     .least = 1},
    {"evaluations", 0, CLI_COUNT, "N", "stop before more than N evaluations in all",
     AT(limits.evaluations), .least = 1},
    {"seconds", 't', CLI_SECONDS, "TIME", "stop after a time, counted from now: 90, 90s, 2m, 1h",
     AT(limits.seconds)},
    {"target", 0, CLI_REAL, "F", "stop once the best is F or less", AT(limits.target)},
    {"stall", 0, CLI_COUNT, "N", "stop after N iterations without a better best", AT(limits.stall),
     .least = 1},
    {"device", 0, CLI_TEXT, "SPEC", "such as cpu:threads=2 (the file's); jato list devices",
     AT(device)},
    CLI_WORK_OPTIONS(AT),
    {"save", 0, CLI_TEXT, "OTHER", "keep it in another file, and leave FILE as it is",
     AT(keep.save)},
    CLI_KEEP_OPTIONS(AT),
    {"x", 'x', CLI_COUNT, "N", "print N coordinates of the best place (10); --json prints all",
     AT(shown)},
    CLI_COMPILE_OPTIONS(AT),
    {"json", 'j', CLI_FLAG, NULL, "print one JSON object", AT(json)},
    {"quiet", 'q', CLI_FLAG, NULL, "no progress on the terminal", AT(quiet)},
};

/* As in the file, but for what was given. */
static jato_options options_of(const request *asked, const jato_record_info *info)
{
  jato_options chosen = info->options;
  if (asked->device != NULL) chosen.device = asked->device;
  cli_limits_apply(&asked->limits, &chosen);
  cli_work_options(&asked->work, &chosen);
  return chosen;
}

static int resume_record(request *asked, jato_record *record)
{
  const jato_record_info *info = jato_record_describe(record);
  jato_problem *problem = NULL;
  int code = cli_record_problem(record, &problem);
  if (code != CLI_DONE) return code;
  cli_subject named = {.word = info->problem};
  bool is_gallery = info->kind == JATO_RECORD_GALLERY;
  char *bounds = is_gallery && cli_record_has_own_box(info) ? cli_record_bounds(info) : NULL;
  named.bounds = bounds;
  cli_performance play = {.problem = problem,
                          .record = record,
                          .subject = &asked->subject,
                          .named = is_gallery ? &named : NULL,
                          .name = info->problem,
                          .keep = &asked->keep,
                          .options = options_of(asked, info),
                          .outside = info->kind == JATO_RECORD_STUDY,
                          .shown = asked->shown,
                          .json = asked->json,
                          .quiet = asked->quiet};
  code = cli_perform(&play);
  free(bounds);
  jato_problem_destroy(&problem);
  return code;
}

/* Where it is saved: in FILE again, unless another one was named, which must not be there. */
static int choose_file(request *asked, const char *path)
{
  char found[CLI_PATH];
  if (asked->keep.save == NULL) asked->keep.save = path;
  int code = cli_keep_check(&asked->keep);
  if (code != CLI_DONE || strcmp(asked->keep.save, path) == 0) return code;
  if (!jato_record_exists(asked->keep.save, found, sizeof found)) return CLI_DONE;
  return cli_keep_refuse(found, "remove it");
}

static int resume_run(const cli_command *self, int argc, char **argv)
{
  request asked = {
      .work = CLI_WORK_NOT_GIVEN, .shown = CLI_SHOWN_AS_USUAL, .limits = CLI_NO_LIMITS};
  cli_words words;
  jato_record *record = NULL;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  const char *path = cli_record_word(self, &words);
  if (path == NULL) return CLI_USAGE;
  code = cli_record_open(path, false, &record);
  if (code == CLI_DONE) code = choose_file(&asked, path);
  if (code == CLI_DONE) code = resume_record(&asked, record);
  jato_record_close(&record);
  return code;
}

const cli_command cli_resume = {
    .name = "resume",
    .summary = "go on with a run that was saved, as if it had never been interrupted",
    .usage = "FILE [OPTIONS]",
    .about = "Takes FILE, or an earlier checkpoint where FILE is damaged, and goes on to the same\n"
             "digest, bit for bit, that the run would have had without the interruption, on any\n"
             "device. Limits that are not given are the file's. The run is saved in FILE again.\n"
             "The problem is made from the file: a C file that it came from is not needed.\n",
    .examples = "  jato resume run.h5\n"
                "  jato resume run.h5 --iterations 2M\n"
                "  jato resume run.h5 --seconds 1h --device opencl:0\n"
                "  jato resume run.h5 --iterations 2M --save longer.h5\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .most_words = 1,
    .run = resume_run,
};
