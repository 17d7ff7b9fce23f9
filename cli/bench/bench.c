/* jato bench: the figures that the documents quote, on this machine. */
#include <stddef.h>
#include <string.h>

#include "base/devices.h"
#include "bench/bench.h"
#include "bench/measure.h"

#define AT(member) .offset = offsetof(cli_bench_request, member)

static const cli_option options[] = {
    {"particles", 'p', CLI_COUNT, "N", "swarm size (default: 1Mi)", AT(particles), .least = 1},
    {"dim", 'd', CLI_COUNT, "N",
     "coordinates (default: 64); memory: side of a matrix (default: 4096)", AT(dim), .least = 1,
     .most = INT32_MAX},
    {"precision", 0, CLI_CHOICE, "NAME", "float, double or both (default: both)", AT(precision),
     .choices = "float double both"},
    {"algorithm", 'a', CLI_TEXT, "SPEC",
     "such as pso:topology=ring (default: pso, with either value of draws)", AT(algorithm)},
    {"device", 0, CLI_LIST, "SPEC",
     "such as cpu:threads=1; devices, memory: may be repeated (default: all)", AT(devices),
     .most = CLI_MOST_DEVICES},
    {"repeat", 'r', CLI_COUNT, "N", "take the best of N (default: 7)", AT(repeat), .least = 1,
     .most = CLI_MOST_REPEATS},
    {"every", 0, CLI_SECONDS, "TIME",
     "save: time between checkpoints, for the share (default: 30s)", AT(every)},
    {"folder", 0, CLI_TEXT, "FOLDER", "save: where the run file is written (default: .)",
     AT(folder)},
    {"json", 'j', CLI_FLAG, NULL, "print JSON: an array of one object per row", AT(json)},
};

/* What is measured, by its place among the words. */
#define NAMES "step devices memory save"
enum { STEP, DEVICES, MEMORY, SAVE };
static int (*const measurements[])(const cli_bench_request *asked) = {
    [STEP] = cli_bench_step,
    [DEVICES] = cli_bench_devices,
    [MEMORY] = cli_bench_memory,
    [SAVE] = cli_bench_save,
};

static int check_options(const cli_bench_request *asked, int what, const char *name)
{
  const char *unfit = NULL;
  if (asked->every != 0 && what != SAVE) unfit = "every";
  if (asked->folder != NULL && what != SAVE) unfit = "folder";
  if (asked->algorithm != NULL && what == MEMORY) unfit = "algorithm";
  if (asked->particles != 0 && what == MEMORY) unfit = "particles";
  if (asked->precision != CLI_BENCH_BOTH && what == MEMORY) unfit = "precision";
  if (unfit != NULL)
    cli_complain("bench %s takes no --%s", name, unfit);
  else if (asked->devices.count > 1 && what != DEVICES && what != MEMORY)
    cli_complain("bench %s measures one --device; jato bench devices compares several", name);
  else
    return CLI_DONE;
  return CLI_USAGE;
}

/* Makes a tiny run, so that a wrong name is reported before anything is printed. Where devices are
 * compared, a device that fails gets a row instead. */
static int check_names(const cli_bench_request *asked, int what)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error;
  jato_options tiny = jato_options_default();
  tiny.particles = 16;
  tiny.algorithm = asked->algorithm;
  if (asked->devices.count > 0 && what != DEVICES && what != MEMORY)
    tiny.device = asked->devices.text[0];
  jato_status status = jato_problem_from_gallery("sphere", 2, NULL, &problem, &error);
  if (status == JATO_OK) status = jato_run_create(problem, &tiny, &run, &error);
  int code = status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return code;
}

static int bench_run(const cli_command *self, int argc, char **argv)
{
  cli_bench_request asked = {.repeat = 7, .precision = CLI_BENCH_BOTH};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (words.count == 0)
    return cli_refuse(CLI_USAGE, "bench needs to know what to measure, as in: jato bench step");
  if (strcmp(words.word[0], "settled") == 0)
    return cli_refuse(CLI_USAGE,
                      "bench settled has moved to the source tree: build/dev/bench/settled");
  int what = cli_word_index(words.word[0], NAMES);
  if (what < 0) return cli_complain_unknown("measurement", words.word[0], NAMES);
  code = check_options(&asked, what, words.word[0]);
  if (code == CLI_DONE) code = check_names(&asked, what);
  if (code != CLI_DONE) return code;
  if (asked.every == 0) asked.every = 30;
  if (asked.folder == NULL) asked.folder = ".";
  return measurements[what](&asked);
}

const cli_command cli_bench = {
    .name = "bench",
    .summary = "measure this machine: steps, devices, memory, the cost of saving",
    .usage = "step|devices|memory|save [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = bench_run,
};
